import type { RequestHandler } from "express";
import { RouterContextProvider } from "react-router";
import type { PortalBuild } from "#server/build.ts";
import { requestedPage, requestedUrl } from "./requested-page.ts";

/** Responds with a page that is the same for everybody if it is known; otherwise React Router is asked for it. */
export function constantPages(build: PortalBuild): RequestHandler {
  return (request, response, next) => {
    if (!["GET", "HEAD"].includes(request.method) || !requestedPage(request).row?.cacheable) return next();
    const url = new URL(requestedUrl(request));
    const context = new RouterContextProvider();
    // eslint-disable-next-line house/no-cast -- Node gives a list of `Set-Cookie` alone, which no request has
    const wanted = new Request(url, { headers: request.headers as Record<string, string> });
    const cached = build.entry.module.cachedResponse(wanted, url, context);
    if (!cached) return next();
    response.locals.context = context;
    response.set(cached.headers);
    response.vary("Accept-Encoding");
    // One by one, in our order: browsers name gzip first.
    const encoding = (["br", "gzip"] as const).find((one) => request.acceptsEncodings(one));
    if (encoding) response.set("Content-Encoding", encoding);
    // Also responds 304.
    response.send(cached.page[encoding ?? "plain"]);
  };
}
