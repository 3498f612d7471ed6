import { type MiddlewareFunction, redirectDocument } from "react-router";
import { preferredLocale } from "#app/i18n/accept-language.server.ts";
import {
  isLocale,
  type Locale,
  languageParameter,
  localeCookie,
  prefixOf,
  withoutPrefix,
} from "#app/i18n/locale.ts";
import { readCookie } from "./cookies.server.ts";
import { brandContext, localeContext } from "./request.server.ts";

/** The language of a page: path prefix, `lang`, cookie, browser, German; limited to what the brand speaks. */
export function localeFor(request: Request, url: URL, languages: readonly Locale[]): Locale {
  const wanted =
    prefixOf(url.pathname) ??
    url.searchParams.get(languageParameter) ??
    readCookie(request, localeCookie.name);
  if (isLocale(wanted) && languages.includes(wanted)) return wanted;
  return preferredLocale(request.headers.get("Accept-Language"), languages);
}

export const locale: MiddlewareFunction<Response> = ({ context, request, url }, next) => {
  const languages = context.get(brandContext).availableLanguages;
  const prefix = prefixOf(url.pathname);
  const known = prefix !== undefined && languages.includes(prefix);
  const locale = localeFor(request, url, languages);
  context.set(localeContext, { locale, prefix: known ? prefix : undefined });
  // A post is no page to be found elsewhere: a redirect would lose it.
  const looks = request.method === "GET" || request.method === "HEAD";
  if (prefix && !known && looks) throw redirectDocument(withoutPrefix(url.pathname) + url.search);
  return next();
};
