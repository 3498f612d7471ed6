import { config } from "#app/platform/config.server.ts";
import { readCookie } from "./cookies.server.ts";

export const traceCookie = { name: "trace-id", maxAge: 30 * 24 * 60 * 60 };
const isTraceId = (value: string) => /^[\w-]{8,64}$/.test(value);

/** The trace id that the browser sent, if it is well-formed. */
export const traceIdOf = (request: Request): string | undefined =>
  readCookie(request, traceCookie.name, isTraceId);

/** Whether the trace id plays a sandbox fault in shared data, which is then cached for this browser alone. */
export const playsFault = (traceId = ""): boolean =>
  config().sandbox && /^(?:nationalities|config|abilities)-/.test(traceId);
