import { parseCookie, serializeCookie } from "cookie-es";
import { withoutPrefix } from "#app/i18n/locale.ts";

/** The contract of a selfcare link, sealed. */
export const selfcareCookie = "selfcare";
/** The path of an offer's step, sealed for its token. */
export const wantedStepCookie = "wanted-step";

/** Over https, browsers take a cookie of this name from no other host: no other site of the domain can plant one. */
const nameOf = (request: Request, name: string) => (isSecure(request) ? `__Host-${name}` : name);

const parsed = (request: Request) =>
  parseCookie(request.headers.get("Cookie") ?? "", { allowMultiple: true });

/**
 * All values of a cookie, the one that counts first: over https the portal's own, then those under the name that version
 * 1.0.0 gave it. There can be several: another site of the domain may have set one for all of them.
 */
export function cookiesOf(request: Request): (name: string) => string[] {
  const sent = parsed(request);
  return (name) => [...new Set([nameOf(request, name), name])].flatMap((one) => sent[one] ?? []);
}

/** The first of a cookie's values that is valid. */
export const readCookie = (
  request: Request,
  name: string,
  isValid: (value: string) => boolean = () => true,
): string | undefined => cookiesOf(request)(name).find(isValid);

/** Sets a cookie that the browser has under its earlier name alone, unless the response sets it anyway. */
export function moveCookie(
  response: Response,
  request: Request,
  name: string,
  value: string,
  maxAge: number,
) {
  const own = `${nameOf(request, name)}=`;
  const isSet = response.headers.getSetCookie().some((cookie) => cookie.startsWith(own));
  if (!isSet && parsed(request)[nameOf(request, name)] === undefined)
    setCookie(response, request, name, value, { maxAge });
}

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

/** Under its earlier name, too. */
export function endCookie(response: Response, request: Request, name: string) {
  for (const each of new Set([nameOf(request, name), ...(parsed(request)[name] === undefined ? [] : [name])]))
    append(response, request, each, "", 0);
}

export function setCookie(
  response: Response,
  request: Request,
  name: string,
  value: string,
  { maxAge }: { maxAge: number },
) {
  append(response, request, nameOf(request, name), value, maxAge);
}

function append(response: Response, request: Request, name: string, value: string, maxAge: number) {
  const secure = isSecure(request);
  const cookie = { name, value, maxAge, path: "/", sameSite: "lax", httpOnly: true, secure } as const;
  response.headers.append("Set-Cookie", serializeCookie(cookie));
}
