import type { IncomingHttpHeaders } from "node:http";
import type { RequestHandler } from "express";
import type { PortalBuild } from "#server/build.ts";
import { sendHostErrorPage } from "./host-error-page.ts";
import { outagePage } from "./outage-page.ts";
import { requestedUrl } from "./requested-page.ts";

type AwayBrandOf = PortalBuild["entry"]["module"]["awayBrand"];

const comeBackSeconds = "60";

/** A brand whose folder is wrong is away alone: its addresses show its outage page, and no other brand's pages. */
export function showAwayBrands(
  awayBrand: (address: string, headers: IncomingHttpHeaders) => ReturnType<AwayBrandOf>,
): RequestHandler {
  return (request, response, next) => {
    const away = awayBrand(requestedUrl(request), request.headers);
    if (!away) return next();
    request.resume();
    response.locals.pattern = "(brand-away)";
    response.set("Retry-After", comeBackSeconds);
    if (request.accepts(["html", "json"]) === "json" || request.path.endsWith(".data"))
      return sendHostErrorPage(request, response, "overloaded");
    response.status(503).vary("Accept, Accept-Language, Cookie").set({
      "Cache-Control": "no-store",
      "X-Robots-Tag": "noindex",
      "Content-Security-Policy":
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
    });
    response.type("html").send(outagePage(away.brand, away.language));
  };
}
