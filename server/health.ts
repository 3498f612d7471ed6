import { setTimeout as wait } from "node:timers/promises";
import type { RequestHandler } from "express";
import type { PortalBuild } from "./build.ts";

const backendPatienceMs = 2000;
const answerValidMs = 3000;

type Readiness = Awaited<ReturnType<PortalBuild["entry"]["module"]["ready"]>>;
const notReady: Readiness = { backend: false, sessions: false };

const quiet: RequestHandler = (request, response, next) => {
  response.locals.pattern = request.path;
  response.locals.quiet = true;
  response.set("Cache-Control", "no-store");
  next();
};

/** The process runs. Says nothing about others: a restart would not mend them. */
export const live: RequestHandler[] = [quiet, (_request, response) => void response.json({ status: "live" })];

/**
 * Whether this portal should get customers: backend and session store answer, and it is not about to stop.
 * However often it is asked, the backend is asked once in three seconds at most.
 */
export function readiness(ready: () => Promise<Readiness>, isStopping: () => boolean): RequestHandler[] {
  let known: { until: number; answer: Promise<Readiness> } | undefined;

  async function check(): Promise<Readiness> {
    const patience = new AbortController();
    const late = wait(backendPatienceMs, notReady, patience).catch(() => notReady);
    try {
      return await Promise.race([ready(), late]);
    } catch {
      return notReady;
    } finally {
      patience.abort();
    }
  }

  return [
    quiet,
    async (_request, response) => {
      if (!known || known.until < Date.now()) known = { until: Date.now() + answerValidMs, answer: check() };
      const parts = await known.answer;
      const status = isStopping() ? "stopping" : parts.backend && parts.sessions ? "ready" : "not ready";
      response.status(status === "ready" ? 200 : 503).json({ status, ...parts });
    },
  ];
}
