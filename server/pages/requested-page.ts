import type { Request } from "express";
import { withoutPrefix, withoutTrailingSlashes } from "#app/i18n/locale.ts";
import { pageAt } from "#app/page-table.server.ts";

const dataEndings = ["/_.data", ".data"];

/** The address that was asked for, behind a proxy the one that the customer sees. */
export const requestedUrl = ({ protocol, headers, originalUrl }: Request): string =>
  `${protocol}://${headers.host}${originalUrl}`;

/** Finds the page as the router will: resolves dots and escapes but no slashes, ignores case and trailing slashes. */
export function requestedPage(request: Request) {
  const page = found.get(request) ?? read(request);
  found.set(request, page);
  return page;
}

const found = new WeakMap<Request, ReturnType<typeof read>>();

/** What cannot be unescaped is no page's address. */
function unescaped(pathname: string): string {
  try {
    return decodeURIComponent(pathname.replace(/%2f/gi, "%252f"));
  } catch {
    return pathname;
  }
}

function read({ originalUrl }: Request) {
  const { pathname, search } = URL.parse(`http://localhost${originalUrl}`) ?? new URL("http://localhost");
  const path = unescaped(pathname).toLowerCase();
  const ending = dataEndings.find((one) => path.endsWith(one)) ?? "";
  const page = withoutTrailingSlashes(path.slice(0, path.length - ending.length));
  const row = page.includes("//") ? undefined : pageAt(withoutPrefix(page));
  return { row, query: search !== "", data: ending !== "" };
}
