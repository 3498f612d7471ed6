import { setTimeout as wait } from "node:timers/promises";
import type { RequestHandler } from "express";
import type { PortalBuild } from "#server/build.ts";

/** Checks by name, with the reason of each failure. */
type Findings = Record<string, string | undefined>;

const patienceMs = 3000;
const answerValidMs = 3000;

type Health = PortalBuild["entry"]["module"]["health"];
type Backlog = Awaited<ReturnType<Health["declarations"]>>;

/**
 * Liveness (a restart would help), readiness (own parts work and it is not stopping) and, for dashboards, whether
 * dependencies answer. Those do not affect readiness: a balancer would remove all portals at once, together with the
 * pages that need no backend.
 */
export function probes(
  health: () => Promise<Health>,
  isStopping: () => boolean,
): Record<string, RequestHandler> {
  const own = async () => {
    const { sessions, declarations } = await health();
    const [finding, backlog] = await Promise.all([sessions(), declarations()]);
    return [{ sessions: finding }, backlog] as const;
  };
  const dependencies = async () => [await (await health()).dependencies()] as const;
  return {
    "/health/live": (_request, response) => void response.json({ status: "live" }),
    "/health/ready": answer(own, (failed) => (isStopping() ? "stopping" : failed ? "not ready" : "ready")),
    "/health/dependencies": answer(dependencies, (failed) => (failed ? "failing" : "ready")),
  };
}

/** Polled all day: logged below the usual level and never cached. */
export const quiet: RequestHandler = (request, response, next) => {
  response.locals.pattern = request.path;
  response.locals.quiet = true;
  response.set("Cache-Control", "no-store");
  next();
};

/** What was found, and what is shown beside it. */
type Looked = readonly [findings: Findings, declarations?: Backlog];

/** Checks at most once in three seconds. */
function answer(look: () => Promise<Looked>, statusOf: (failed: boolean) => string): RequestHandler {
  let known: { until: number; looked: Promise<Looked> } | undefined;
  return async (_request, response) => {
    if (!known || known.until < Date.now())
      known = { until: Date.now() + answerValidMs, looked: inTime(look) };
    const [findings, declarations] = await known.looked;
    const status = statusOf(Object.values(findings).some((reason) => reason !== undefined));
    const parts = Object.fromEntries(
      Object.entries(findings).map(([name, reason]) => [name, reason ?? "ok"]),
    );
    response.status(status === "ready" ? 200 : 503).json({ status, ...parts, declarations });
  };
}

async function inTime(look: () => Promise<Looked>): Promise<Looked> {
  const late = [{ portal: `no answer in ${patienceMs / 1000} s` }] as const;
  const failed = ({ message }: Error) => [{ portal: message }] as const;
  return Promise.race([look().catch(failed), wait(patienceMs, late, { ref: false })]);
}
