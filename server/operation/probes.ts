import { setTimeout as wait } from "node:timers/promises";
import express, { type RequestHandler } from "express";
import { Gauge } from "prom-client";
import { type BuildInfo, type BuildSource, currentBuild, type PortalBuild } from "#server/build.ts";

type Health = PortalBuild["entry"]["module"]["health"];
/** Checks by name, with the reason of each failure. */
type Findings = Record<string, string | undefined>;

const patienceMs = 3000;
const answerValidMs = 3000;

/** What a portal reports at /health/ready. */
interface Readiness {
  /** `degraded`: ready, but a store that the portals share is down. */
  status: "ready" | "degraded" | "not ready" | "stopping";
  stores: Findings;
  declarations?: Awaited<ReturnType<Health["declarations"]>>;
}

interface Probed {
  build: BuildSource;
  isStopping?: () => boolean;
  version?: BuildInfo;
}

/**
 * Liveness (whether a restart would help), readiness and, for dashboards, whether dependencies respond.
 *
 * A portal is ready if it can do what the law requires of it: show the pages for terminations and withdrawals and
 * respond to their posts. What all portals share does not affect that, neither the provider nor a Redis that is down:
 * a load balancer would remove all of them at once. A portal that is stopping, or whose own files are broken, is not
 * ready.
 */
export function probesOf({ build, isStopping = () => false, version }: Probed) {
  const health = async () => (await currentBuild(build)).entry.module.health;
  const readiness = remembered(async (): Promise<Readiness> => {
    const { stores, declarations } = await health();
    const [states, backlog] = await Promise.all([
      stores(),
      Promise.race([declarations(), wait(patienceMs, undefined, { ref: false })]),
    ]);
    const failed = Object.values(states).filter(({ finding }) => finding !== undefined);
    const isBroken = failed.some(({ shared }) => !shared);
    return {
      status: isBroken ? "not ready" : failed.length > 0 ? "degraded" : "ready",
      stores: Object.fromEntries(Object.entries(states).map(([name, { finding }]) => [name, finding])),
      ...(backlog && { declarations: backlog }),
    };
  });
  const dependencies = remembered(async () => (await health()).dependencies());
  const ready = async (): Promise<Readiness> => {
    const found = await readiness().catch(
      ({ message }: Error): Readiness => ({ status: "not ready", stores: { portal: message } }),
    );
    return isStopping() ? { ...found, status: "stopping" } : found;
  };
  const handlers: Record<string, RequestHandler> = {
    "/health/live": (_request, response) => void response.json({ status: "live" }),
    "/health/ready": async (_request, response) => {
      const { status, stores, declarations } = await ready();
      response.status(isReady(status) ? 200 : 503).json({ status, ...asMessages(stores), declarations });
    },
    "/health/dependencies": async (_request, response) => {
      const found: Findings = await dependencies().catch(({ message }: Error) => ({ portal: message }));
      const isFailing = Object.values(found).some((reason) => reason !== undefined);
      response
        .status(isFailing ? 503 : 200)
        .json({ status: isFailing ? "failing" : "ready", ...asMessages(found) });
    },
    "/version": (_request, response) => void response.json(version ?? {}),
  };
  const routes = express.Router();
  for (const [path, probe] of Object.entries(handlers)) routes.get(path, quiet, probe);
  return { routes, ready };
}

const isReady = (status: Readiness["status"]) => status === "ready" || status === "degraded";

const asMessages = (findings: Findings) =>
  Object.fromEntries(Object.entries(findings).map(([name, reason]) => [name, reason ?? "ok"]));

/** Checks at most once in three seconds, and takes no longer than that. */
function remembered<T>(look: () => Promise<T>): () => Promise<T> {
  let known: { until: number; found: Promise<T> } | undefined;
  return () => {
    if (!known || known.until < Date.now())
      known = { until: Date.now() + answerValidMs, found: inTime(look) };
    return known.found;
  };
}

function inTime<T>(look: () => Promise<T>): Promise<T> {
  const late = wait(patienceMs, undefined, { ref: false }).then(() => {
    throw new Error(`no answer in ${patienceMs / 1000} s`);
  });
  return Promise.race([look(), late]);
}

/**
 * Distinguishes what a probe cannot: ready without a store means that the store is shared and down; not ready without
 * one, that it is the portal's own; not ready with all stores, that the portal is stopping.
 */
export function measureReadiness(ready: () => Promise<Readiness>): void {
  new Gauge({
    name: "portal_ready",
    help: "1 while /health/ready answers 200",
    async collect() {
      this.set(isReady((await ready()).status) ? 1 : 0);
    },
  });
  new Gauge({
    name: "portal_store_up",
    help: "1 while a store can be used; a portal stays ready without one that others share",
    labelNames: ["store"],
    async collect() {
      const { stores } = await ready();
      // A readiness that fails as a whole has one reason, under a name of its own.
      this.reset();
      for (const [store, reason] of Object.entries(stores)) this.set({ store }, reason === undefined ? 1 : 0);
    },
  });
}

/** Polled all day: logged below the usual level and never cached. */
export const quiet: RequestHandler = (request, response, next) => {
  // Not the path: its spelling may vary in case and a trailing slash.
  response.locals.pattern = request.route?.path;
  response.locals.quiet = true;
  response.set("Cache-Control", "no-store");
  next();
};
