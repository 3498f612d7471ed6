import { randomUUID } from "node:crypto";
import type { MiddlewareFunction } from "react-router";
import { readCookie, setCookie } from "./cookies.server.ts";
import { nonceContext, patternContext, traceIdContext } from "./request.server.ts";

const days30 = 30 * 24 * 60 * 60;
const wellFormed = /^[\w-]{8,64}$/;

/** One id for all that a customer does within 30 days: on every backend call, in every log line, on error pages. */
export const trace: MiddlewareFunction<Response> = async ({ request, context, pattern }, next) => {
  const kept = readCookie(request, "trace-id");
  const traceId = kept && wellFormed.test(kept) ? kept : randomUUID();
  context.set(traceIdContext, traceId);
  // As the table of pages has it: the language says nothing about which page it is.
  context.set(patternContext, `/${pattern.replace(/^:locale\?\/?/, "")}`);
  context.set(nonceContext, randomUUID().replaceAll("-", ""));
  const response = await next();
  if (traceId !== kept) setCookie(response, request, "trace-id", traceId, { maxAge: days30, httpOnly: true });
  return response;
};
