import type { Request } from "express";
import { withoutPrefix } from "#app/i18n/locale.ts";
import { pageAt } from "#app/pages.ts";

const dataEndings = ["/_.data", ".data"];

/**
 * The page that the router will find, as a row of the page table, and whether its address has a query. The router
 * resolves dots and escapes, and minds neither upper case nor slashes at the end; with `.data` behind it, the same page
 * is asked for by the router in the browser.
 */
export function askedPage({ originalUrl }: Request) {
  const { pathname, search } = new URL(`http://localhost${originalUrl}`);
  const path = decodeURIComponent(pathname).toLowerCase();
  const ending = dataEndings.find((one) => path.endsWith(one)) ?? "";
  const page = path.slice(0, path.length - ending.length).replace(/(?<=.)\/+$/, "");
  return { row: pageAt(withoutPrefix(page)), query: search !== "" };
}
