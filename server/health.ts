import { setTimeout as wait } from "node:timers/promises";
import type { RequestHandler } from "express";

/** What is asked, by name, and why it fails where it does. */
export type Findings = Record<string, string | undefined>;

const patienceMs = 3000;
const answerValidMs = 3000;

interface ProbeOptions {
  /** The process' own parts. */
  own: () => Promise<Findings>;
  dependencies: () => Promise<Findings>;
  isStopping: () => boolean;
}

/**
 * Three questions: whether the process runs (a restart would help), whether it should get customers (its own parts
 * work, and it is not about to stop), and, for dashboards, whether others answer. Others do not make it unready: a
 * balancer would take all portals away at once, and with them the pages that need nobody.
 */
export function probes({ own, dependencies, isStopping }: ProbeOptions): Record<string, RequestHandler[]> {
  return {
    "/health/live": [quiet, (_request, response) => void response.json({ status: "live" })],
    "/health/ready": [
      quiet,
      answer(own, (failed) => (isStopping() ? "stopping" : failed ? "not ready" : "ready")),
    ],
    "/health/dependencies": [quiet, answer(dependencies, (failed) => (failed ? "failing" : "ready"))],
  };
}

/** For what machines ask all day: it stays below the usual level of the log, and nobody caches it. */
export const quiet: RequestHandler = (request, response, next) => {
  response.locals.pattern = request.path;
  response.locals.quiet = true;
  response.set("Cache-Control", "no-store");
  next();
};

/** However often it is asked, it looks once in three seconds at most. */
function answer(look: () => Promise<Findings>, statusOf: (failed: boolean) => string): RequestHandler {
  let known: { until: number; findings: Promise<Findings> } | undefined;
  return async (_request, response) => {
    if (!known || known.until < Date.now())
      known = { until: Date.now() + answerValidMs, findings: inTime(look) };
    const findings = await known.findings;
    const status = statusOf(Object.values(findings).some((reason) => reason !== undefined));
    const parts = Object.fromEntries(
      Object.entries(findings).map(([name, reason]) => [name, reason ?? "ok"]),
    );
    response.status(status === "ready" ? 200 : 503).json({ status, ...parts });
  };
}

async function inTime(look: () => Promise<Findings>): Promise<Findings> {
  const patience = new AbortController();
  const late = wait(patienceMs, { portal: `no answer in ${patienceMs / 1000} s` }, patience);
  try {
    return await Promise.race([look(), late]);
  } catch (error) {
    return { portal: (error as Error).message };
  } finally {
    patience.abort();
    late.catch(() => {});
  }
}
