import type { Request } from "express";
import { withoutPrefix } from "#app/i18n/locale.ts";
import { pageAt } from "#app/pages.ts";

const dataEndings = ["/_.data", ".data"];

/**
 * The row of the page table that the router will match, whether the address has a query, and whether the client router
 * asks for the page's data (`.data`). Like the router, resolves dots and escapes and ignores case and trailing slashes.
 */
export function requestedPage(request: Request) {
  const known = found.get(request) ?? read(request);
  found.set(request, known);
  return known;
}

const found = new WeakMap<Request, ReturnType<typeof read>>();

function read({ originalUrl }: Request) {
  const { pathname, search } = new URL(`http://localhost${originalUrl}`);
  const path = decodeURIComponent(pathname).toLowerCase();
  const ending = dataEndings.find((one) => path.endsWith(one)) ?? "";
  const page = path.slice(0, path.length - ending.length).replace(/(?<=.)\/+$/, "");
  return { row: pageAt(withoutPrefix(page)), query: search !== "", data: ending !== "" };
}
