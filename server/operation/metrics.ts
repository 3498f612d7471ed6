import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { promisify } from "node:util";
import express, { type RequestHandler } from "express";
import type { Logger } from "pino";
import { Counter, collectDefaultMetrics, Gauge, Histogram, register } from "prom-client";
import { journeyAt, journeys, pageAt } from "#app/page-table.server.ts";
import type { BuildInfo } from "#server/build.ts";
import { accessLog, type RequestLine } from "./access-log.ts";
import { quiet } from "./probes.ts";

/**
 * Counts by pattern and brand, never by path or customer.
 * @returns a function that counts a finished request
 */
export function countRequests({ version, commit }: BuildInfo, brands: string[]): (line: RequestLine) => void {
  collectDefaultMetrics();
  new Gauge({
    name: "portal_build_info",
    help: "1 for the build that runs",
    labelNames: ["version", "commit"],
  }).set({ version, commit }, 1);
  const requests = new Counter({
    name: "portal_http_requests_total",
    help: "Requests by method, route pattern, brand and status; cause says whose failure a 5xx is",
    labelNames: ["method", "pattern", "brand", "status", "cause"] as const,
  });
  const seconds = new Histogram({
    name: "portal_http_request_duration_seconds",
    help: "How long requests took, by route pattern",
    labelNames: ["pattern"] as const,
    buckets: [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  });
  const ofJourneys = new Counter({
    name: "portal_journey_requests_total",
    help: "Requests by journey and brand; result is ok, whose failure a 5xx is (backend, portal, overloaded), or why it was refused (foreign-origin, unknown-host)",
    labelNames: ["journey", "brand", "result"] as const,
  });
  const started = new Counter({
    name: "portal_journeys_started_total",
    help: "First pages of a journey that were shown, by journey and brand",
    labelNames: ["journey", "brand"] as const,
  });
  // A rate sees the first increment only if the counter was zero before.
  for (const brand of [...brands, ""])
    for (const journey of [...journeys, noJourney])
      for (const result of ["ok", "backend", "portal", "foreign-origin", "unknown-host"])
        ofJourneys.inc({ journey, brand, result }, 0);
  for (const brand of brands) for (const journey of journeys) started.inc({ journey, brand }, 0);

  return ({ method, pattern, brand = "", journey = journeyAt(pattern), status, cause = "", ms }) => {
    requests.inc({ method: methods.has(method) ? method : "other", pattern, brand, status, cause });
    seconds.observe({ pattern }, ms / 1000);
    const result = refusals[pattern] ?? (cause || "ok");
    ofJourneys.inc({ journey: journey ?? noJourney, brand, result });
    if (journey && method === "GET" && status < 400 && pageAt(pattern)?.start)
      started.inc({ journey, brand });
  };
}

const noJourney = "none";
/** Results of what the host refuses before any page. */
const refusals: Record<string, string> = {
  "(overloaded)": "overloaded",
  "(foreign-origin)": "foreign-origin",
  "(unknown-host)": "unknown-host",
};

/** Clients can send any method, and each new one would be another series. */
const methods = new Set(["GET", "HEAD", "POST"]);

/** How many connections customers and proxies keep open. */
export function countConnections(server: Server): void {
  new Gauge({
    name: "portal_connections",
    help: "Open connections to the customers' port",
    async collect() {
      this.set(await promisify(server.getConnections.bind(server))());
    },
  });
}

/**
 * How many connections the system has accepted and the process has not. Linux shows it as the bytes to be read from the
 * listening socket, as `ss -lnt` does; elsewhere there is no such metric.
 */
export function measureAcceptQueue(port: number, tables = ["/proc/net/tcp", "/proc/net/tcp6"]): void {
  // eslint-disable-next-line no-restricted-syntax -- a number in it, over a table of the system
  const listening = new RegExp(
    `:${port.toString(16).toUpperCase().padStart(4, "0")} \\S+ 0A \\w+:(\\w+)`,
    "g",
  );
  const read = (table: string) => readFile(table, "latin1").catch(() => "");
  new Gauge({
    name: "portal_accept_queue",
    help: "Connections to the customers' port that wait to be accepted",
    async collect() {
      const text = (await Promise.all(tables.map(read))).join("");
      const waiting = [...text.matchAll(listening)].map(([, count = ""]) => Number.parseInt(count, 16));
      if (waiting.length > 0) this.set(waiting.reduce((all, count) => all + count));
    },
  });
}

/** For operators of the portal: metrics, probes and version on a port that no proxy exposes. */
export function metricsServer(probes: RequestHandler, logger: Logger): Server {
  const app = express();
  app.disable("x-powered-by");
  app.set("etag", false);
  app.use(accessLog(logger, () => ({})));
  app.use(probes);
  app.get("/metrics", quiet, async (_request, response) => {
    const text = await register.metrics();
    response.set("Content-Type", register.contentType).send(text);
  });
  app.use(quiet, (_request, response) => void response.sendStatus(404));
  return createServer(app);
}
