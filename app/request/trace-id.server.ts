import { config } from "#app/platform/config.server.ts";
import { readCookie } from "./cookies.server.ts";

export const traceCookie = { name: "trace-id", maxAge: 30 * 24 * 60 * 60, httpOnly: true };
const wellFormed = /^[\w-]{8,64}$/;

/** The trace id that the browser sent, if it is well-formed. */
export function traceIdOf(request: Request): string | undefined {
  const kept = readCookie(request, traceCookie.name);
  return kept && wellFormed.test(kept) ? kept : undefined;
}

/** Whether the trace id plays a sandbox fault in shared data, which is then cached for this browser alone. */
export const playsFault = (traceId = ""): boolean =>
  config().sandbox && /^(?:nationalities|config)-/.test(traceId);
