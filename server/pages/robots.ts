import type { RequestHandler } from "express";
import { locales, withPrefix } from "#app/i18n/locale.ts";
import { pageTable } from "#app/page-table.server.ts";

/** `$` ends a path (RFC 9309): an address with a token or a query is none of these. */
const findable = Object.values(pageTable)
  .filter(({ cacheable }) => cacheable)
  .flatMap(({ path }) => locales.map((locale) => `Allow: ${withPrefix(path, locale)}$\n`));
/** Without its files a page cannot be judged. */
const files = "Allow: /assets/\nAllow: /brands/\n";

/** Pages without a customer may be found, and nothing of a sandbox. */
export function robots(isSandbox: boolean): RequestHandler {
  const allowed = isSandbox ? "" : `${findable.join("")}${files}`;
  return (_request, response) => {
    response
      .set("Cache-Control", "public, max-age=3600")
      .type("text")
      .send(`User-agent: *\n${allowed}Disallow: /\n`);
  };
}
