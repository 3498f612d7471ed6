import type { RequestHandler } from "express";
import { RouterContextProvider } from "react-router";
import type { PortalBuild } from "#server/build.ts";
import { filledBody } from "./page-body.ts";
import { sendWhole } from "./render-pages.ts";
import { requestedPage } from "./requested-page.ts";

/** Answers with a page that was rendered for somebody else, where the page table allows it; else the router does. */
export function cachedPages(build: PortalBuild): RequestHandler {
  return (request, response, next) => {
    if (request.method !== "GET" || !requestedPage(request).row?.cacheable) return next();
    const url = new URL(`${request.protocol}://${request.headers.host}${request.originalUrl}`);
    const headers = new Headers();
    for (const name of ["accept", "cookie", "accept-language", "user-agent", "save-data", "ect"])
      if (request.get(name)) headers.set(name, request.get(name) ?? "");
    const context = new RouterContextProvider();
    // A whole request costs as much as everything else here, and nothing else of it is read.
    const wanted = { method: "GET", url: url.href, headers } as Request;
    const page = build.entry.module.cachedPage(wanted, url, context);
    if (!page) return next();
    response.locals.context = context;
    for (const [name, value] of page.headers) response.setHeader(name, value);
    sendWhole(request, response, filledBody(page.body, page.slots));
  };
}
