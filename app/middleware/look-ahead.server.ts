import type { MiddlewareFunction } from "react-router";
import { withoutPrefix } from "#app/i18n/locale.ts";
import { pageAt } from "#app/page-table.server.ts";

const purposes = ["Sec-Purpose", "Purpose", "X-Purpose", "X-Moz"];
const isLookAhead = ({ method, headers }: Request): boolean =>
  method === "GET" && purposes.some((name) => /prefetch|prerender|preview/i.test(headers.get(name) ?? ""));

/**
 * A browser that looks ahead gets the pages that are the same for everybody, and nothing else: a login's code, a session or a
 * look at what became of a post would be used up before anybody has opened the page. Refused, it asks again once that is done.
 */
export const lookAhead: MiddlewareFunction<Response> = async ({ request, url }, next) => {
  const page = pageAt(withoutPrefix(url.pathname));
  if (!isLookAhead(request) || page?.cacheable || page?.name === "brand-asset") return next();
  return new Response(null, { status: 503, headers: { "Cache-Control": "no-store" } });
};
