import { setTimeout as wait } from "node:timers/promises";
import express, { type RequestHandler } from "express";
import { Gauge } from "prom-client";
import { monotonicMs } from "#app/platform/monotonic.ts";
import { type BuildInfo, type BuildSource, currentBuild, type PortalBuild } from "#server/build.ts";

type Health = PortalBuild["entry"]["module"]["health"];
/** Checks by name, with the reason of each failure. */
type Findings = Record<string, string | undefined>;

const patienceMs = 3000;
const answerValidMs = 3000;
/** The provider is asked for the probe's body alone, which is not its job. */
const providerValidMs = 30_000;

/** What a portal reports at /health/ready. */
interface Readiness {
  /** `degraded`: pages can be shown, but something behind them is down. */
  status: "ready" | "degraded" | "not ready" | "stopping";
  stores: Findings;
  /** Why the provider cannot be reached. */
  backend?: string | undefined;
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
 * A portal is ready if it can show pages: those for terminations and withdrawals need nothing else, and their posts go
 * to the provider where nothing can be stored. Everything else only makes it `degraded`, its own full disk too: without
 * it, customers would get a proxy's bare 503. A portal that is stopping, or that has no pages, is not ready.
 */
export function probesOf({ build, isStopping = () => false, version }: Probed) {
  const health = async () => (await currentBuild(build)).entry.module.health;
  const looked = remembered(answerValidMs, async () => {
    const { stores, declarations } = await health();
    const backlog = Promise.race([declarations(), wait(patienceMs, undefined, { ref: false })]);
    return inTime(Promise.all([stores(), backlog]));
  });
  const dependencies = remembered(answerValidMs, async () => inTime((await health()).dependencies()));
  let backend: string | undefined;
  /** Asks in the background: no balancer waits for the provider. */
  const askProvider = remembered(providerValidMs, async () => {
    backend = (await dependencies().catch((): Findings => ({}))).backend;
  });
  const ready = async (): Promise<Readiness> => {
    // Without the pages there is nothing to probe.
    const missing = await health().then(
      () => undefined,
      ({ message }: Error) => message,
    );
    if (missing !== undefined) return { status: "not ready", stores: { portal: missing } };
    void askProvider();
    const [stores, declarations] = await looked().catch(({ message }: Error): [Findings] => [
      { portal: message },
    ]);
    const isWhole = Object.values({ ...stores, backend }).every((reason) => reason === undefined);
    const status = isStopping() ? "stopping" : isWhole ? "ready" : "degraded";
    return { status, stores, backend, ...(declarations && { declarations }) };
  };
  const handlers: Record<string, RequestHandler> = {
    "/health/live": (_request, response) => void response.json({ status: "live" }),
    "/health/ready": async (_request, response) => {
      const { status, stores, backend, declarations } = await ready();
      const parts = asMessages({ ...stores, ...(backend && { backend }) });
      response.status(isReady(status) ? 200 : 503).json({ status, ...parts, declarations });
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

/** Looks at most once in that time. */
function remembered<T>(validMs: number, look: () => Promise<T>): () => Promise<T> {
  let latestCheck: { until: number; found: Promise<T> } | undefined;
  return () => {
    if (!latestCheck || latestCheck.until < monotonicMs())
      latestCheck = { until: monotonicMs() + validMs, found: look() };
    return latestCheck.found;
  };
}

function inTime<T>(found: Promise<T>): Promise<T> {
  const late = wait(patienceMs, undefined, { ref: false }).then(() => {
    throw new Error(`no answer in ${patienceMs / 1000} s`);
  });
  return Promise.race([found, late]);
}

export function measureReadiness(ready: () => Promise<Readiness>): void {
  new Gauge({
    name: "portal_ready",
    help: "1 while /health/ready answers 200",
    async collect() {
      this.set(isReady((await ready()).status) ? 1 : 0);
    },
  });
  new Gauge({
    name: "portal_degraded",
    help: "1 while /health/ready says degraded: pages are shown, and a store or the provider is away",
    async collect() {
      this.set((await ready()).status === "degraded" ? 1 : 0);
    },
  });
  new Gauge({
    name: "portal_store_up",
    help: "1 while a store can be used; a portal stays ready without",
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
