import { withoutPrefix } from "#app/i18n/locale.ts";

interface CookieOptions {
  maxAge: number;
  httpOnly?: boolean;
}

/** The value of a plain cookie, undefined when absent. */
export function readCookie(request: Request, name: string): string | undefined {
  const header = request.headers.get("Cookie") ?? "";
  for (const part of header.split(";")) {
    const [key = "", ...value] = part.split("=");
    if (key.trim() === name) return decodeURIComponentSafely(value.join("=").trim());
  }
  return undefined;
}

/** The names of all cookies that the browser sent. */
export function cookieNames(request: Request): string[] {
  const header = request.headers.get("Cookie") ?? "";
  return header.split(";").flatMap((part) => part.split("=")[0]?.trim() || []);
}

function decodeURIComponentSafely(value: string): string | undefined {
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
}

/** Every page sets a cookie: who comes back from this one, or from one below it, and brings none keeps none. */
export function refusesCookies(request: Request, url: URL): boolean {
  const from = request.headers.get("Referer") ?? "";
  if (request.headers.has("Cookie") || !URL.canParse(from)) return false;
  const page = new URL(from);
  return page.host === url.host && withoutPrefix(page.pathname).startsWith(withoutPrefix(url.pathname));
}

export function isSecure(request: Request): boolean {
  return new URL(request.url).protocol === "https:";
}

/** Adds a first-party cookie for the whole site. */
export function setCookie(
  response: Response,
  request: Request,
  name: string,
  value: string,
  options: CookieOptions,
) {
  response.headers.append("Set-Cookie", cookieLine(isSecure(request), name, value, options));
}

export function cookieLine(secure: boolean, name: string, value: string, options: CookieOptions): string {
  const attributes = [
    `${name}=${encodeURIComponent(value)}`,
    "Path=/",
    "SameSite=Lax",
    `Max-Age=${options.maxAge}`,
    options.httpOnly && "HttpOnly",
    secure && "Secure",
  ];
  return attributes.filter(Boolean).join("; ");
}
