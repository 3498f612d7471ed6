import { parseCookie, serializeCookie } from "cookie-es";
import { withoutPrefix } from "#app/i18n/locale.ts";

/** The contract of a selfcare link, sealed. */
export const selfcareCookie = "selfcare";
/** The path of an offer's step, sealed for its token. */
export const wantedStepCookie = "wanted-step";

/** Over https, browsers take a cookie of this name from no other host: no other site of the domain can plant one. */
const nameOf = (request: Request, name: string) => (isSecure(request) ? `__Host-${name}` : name);

/**
 * All values of a cookie. There can be several: over http, another site of the domain may have set one for all of them. Over
 * https none counts without the prefix.
 */
export function cookiesOf(request: Request): (name: string) => string[] {
  const sent = parseCookie(request.headers.get("Cookie") ?? "", { allowMultiple: true });
  return (name) => [sent[nameOf(request, name)] ?? []].flat();
}

/** The first of a cookie's values that is valid. */
export const readCookie = (
  request: Request,
  name: string,
  isValid: (value: string) => boolean = () => true,
): string | undefined => cookiesOf(request)(name).find(isValid);

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

export function endCookie(response: Response, request: Request, name: string) {
  setCookie(response, request, name, "", { maxAge: 0 });
}

export function setCookie(
  response: Response,
  request: Request,
  name: string,
  value: string,
  { maxAge }: { maxAge: number },
) {
  const secure = isSecure(request);
  const cookie = {
    name: nameOf(request, name),
    value,
    maxAge,
    path: "/",
    sameSite: "lax",
    httpOnly: true,
    secure,
  } as const;
  response.headers.append("Set-Cookie", serializeCookie(cookie));
}
