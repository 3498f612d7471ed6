import { parseCookie, serializeCookie } from "cookie-es";
import { withoutPrefix } from "#app/i18n/locale.ts";

/** The contract of a selfcare link, sealed. */
export const selfcareCookie = "selfcare";

interface CookieOptions {
  maxAge: number;
  httpOnly?: boolean;
}

export const cookiesOf = (request: Request): Record<string, string | undefined> =>
  parseCookie(request.headers.get("Cookie") ?? "");

export const readCookie = (request: Request, name: string): string | undefined => cookiesOf(request)[name];

/**
 * Whether the browser seems to refuse cookies: every page about a customer sets one, and this request comes from this
 * page, or one below it, without any.
 */
export function refusesCookies(request: Request, url: URL): boolean {
  const from = request.headers.get("Referer") ?? "";
  if (request.headers.has("Cookie") || !URL.canParse(from)) return false;
  const page = new URL(from);
  return page.host === url.host && withoutPrefix(page.pathname).startsWith(withoutPrefix(url.pathname));
}

export function isSecure(request: Request): boolean {
  return new URL(request.url).protocol === "https:";
}

export const endCookie = (response: Response, request: Request, name: string) =>
  setCookie(response, request, name, "", { maxAge: 0, httpOnly: true });

export function setCookie(
  response: Response,
  request: Request,
  name: string,
  value: string,
  options: CookieOptions,
) {
  const cookie = { name, value, path: "/", sameSite: "lax", secure: isSecure(request), ...options } as const;
  response.headers.append("Set-Cookie", serializeCookie(cookie));
}
