import { randomUUID } from "node:crypto";
import type { MiddlewareFunction } from "react-router";
import { pageForAllContext, patternContext, traceIdContext } from "#app/request/context.server.ts";
import { setCookie } from "#app/request/cookies.server.ts";
import { traceCookie, traceIdOf } from "#app/request/trace-id.server.ts";

/** One id for all that a customer does within 30 days: in every backend call, in every log line, on error pages. */
export const trace: MiddlewareFunction<Response> = async ({ request, context, pattern }, next) => {
  const askedId = traceIdOf(request);
  context.set(traceIdContext, askedId ?? randomUUID());
  // The pattern as in the page table, without the optional locale: the language does not matter for which page it is.
  context.set(patternContext, `/${pattern.replace(/^:locale\?\/?/, "")}`);
  const response = await next();
  const traceId = context.get(traceIdContext);
  // Shared caches would give a public file's cookie to everybody.
  if (response.headers.get("Cache-Control")?.startsWith("public")) response.headers.delete("Set-Cookie");
  else if (traceId !== askedId && !context.get(pageForAllContext))
    setCookie(response, request, traceCookie.name, traceId, traceCookie);
  return response;
};
