import { setTimeout as wait } from "node:timers/promises";
import type { RequestHandler } from "express";

/** Checks by name, with the reason of each failure. */
type Findings = Record<string, string | undefined>;

const patienceMs = 3000;
const answerValidMs = 3000;

interface ProbeOptions {
  /** The process's own parts. */
  own: () => Promise<Findings>;
  dependencies: () => Promise<Findings>;
  /** Shown beside readiness, which does not depend on it. */
  declarations: () => Promise<Record<string, number> | undefined>;
  isStopping: () => boolean;
}

/**
 * Liveness (a restart would help), readiness (own parts work and it is not stopping) and, for dashboards, whether
 * dependencies answer. Those do not affect readiness: a balancer would remove all portals at once, together with the
 * pages that need no backend.
 */
export function probes({
  own,
  dependencies,
  declarations,
  isStopping,
}: ProbeOptions): Record<string, RequestHandler[]> {
  return {
    "/health/live": [quiet, (_request, response) => void response.json({ status: "live" })],
    "/health/ready": [
      quiet,
      answer(own, (failed) => (isStopping() ? "stopping" : failed ? "not ready" : "ready"), declarations),
    ],
    "/health/dependencies": [quiet, answer(dependencies, (failed) => (failed ? "failing" : "ready"))],
  };
}

/** Polled all day: logged below the usual level and never cached. */
export const quiet: RequestHandler = (request, response, next) => {
  response.locals.pattern = request.path;
  response.locals.quiet = true;
  response.set("Cache-Control", "no-store");
  next();
};

/** Checks at most once in three seconds. */
function answer(
  look: () => Promise<Findings>,
  statusOf: (failed: boolean) => string,
  count: ProbeOptions["declarations"] = async () => undefined,
): RequestHandler {
  let known: { until: number; findings: Promise<[Findings, Record<string, number>?]> } | undefined;
  return async (_request, response) => {
    if (!known || known.until < Date.now())
      known = { until: Date.now() + answerValidMs, findings: inTime(() => Promise.all([look(), count()])) };
    const [findings, declarations] = await known.findings;
    const status = statusOf(Object.values(findings).some((reason) => reason !== undefined));
    const parts = Object.fromEntries(
      Object.entries(findings).map(([name, reason]) => [name, reason ?? "ok"]),
    );
    response.status(status === "ready" ? 200 : 503).json({ status, ...parts, declarations });
  };
}

async function inTime<T>(look: () => Promise<[Findings, T]>): Promise<[Findings, T?]> {
  const patience = new AbortController();
  const late = wait(patienceMs, [{ portal: `no answer in ${patienceMs / 1000} s` }] as [Findings], patience);
  try {
    return await Promise.race([look(), late]);
  } catch (error) {
    return [{ portal: (error as Error).message }];
  } finally {
    patience.abort();
    late.catch(() => {});
  }
}
