import { type MiddlewareFunction, redirectDocument } from "react-router";
import { createI18nextMiddleware } from "remix-i18next";
import { preferredLocale } from "#app/i18n/accept-language.server.ts";
import {
  defaultLocale,
  isLocale,
  type Locale,
  languageParameter,
  localeCookie,
  locales,
  prefixOf,
  withoutPrefix,
} from "#app/i18n/locale.ts";
import { readCookie } from "./cookies.server.ts";
import { brandContext, localeContext } from "./request.server.ts";

/** The language of a page: path prefix, `lang`, cookie, browser, or else German; limited to the brand's languages. */
export function localeFor(request: Request, url: URL, languages: readonly Locale[]): Locale {
  const wanted =
    prefixOf(url.pathname) ??
    url.searchParams.get(languageParameter) ??
    readCookie(request, localeCookie.name);
  if (isLocale(wanted) && languages.includes(wanted)) return wanted;
  return preferredLocale(request.headers.get("Accept-Language"), languages);
}

/** remix-i18next's own detection reads only the first language of `Accept-Language`: `fr, en` would be German. */
const [decideLanguage, languageOf] = createI18nextMiddleware({
  detection: {
    supportedLanguages: [...locales],
    fallbackLanguage: defaultLocale,
    order: ["custom"],
    findLocale: async ({ context, request, url }) =>
      localeFor(request, url, context.get(brandContext).availableLanguages),
  },
});

const keepLocale: MiddlewareFunction<Response> = ({ context, request, url }, next) => {
  const prefix = prefixOf(url.pathname);
  const known = prefix !== undefined && context.get(brandContext).availableLanguages.includes(prefix);
  context.set(localeContext, { locale: languageOf(context) as Locale, prefix: known ? prefix : undefined });
  // A post is not redirected: its content would be lost.
  const looks = request.method === "GET" || request.method === "HEAD";
  if (prefix && !known && looks) throw redirectDocument(withoutPrefix(url.pathname) + url.search);
  return next();
};

export const locale = [decideLanguage, keepLocale];
