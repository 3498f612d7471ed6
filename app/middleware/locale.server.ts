import { type MiddlewareFunction, redirect } from "react-router";
import { createI18nextMiddleware } from "remix-i18next";
import { preferredLocale } from "#app/i18n/accept-language.server.ts";
import { i18nextOptions, numberFormat } from "#app/i18n/i18next.server.ts";
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
import { brandContext, i18nextContext, localeContext } from "./request.server.ts";

type Args = Parameters<MiddlewareFunction<Response>>[0];

/** The language of a page: path prefix, `lang`, cookie, browser, German; limited to what the brand speaks. */
export function localeFor(request: Request, url: URL, languages: readonly Locale[]): Locale {
  const wanted =
    prefixOf(url.pathname) ??
    url.searchParams.get(languageParameter) ??
    readCookie(request, localeCookie.name);
  if (isLocale(wanted) && languages.includes(wanted)) return wanted;
  // The library's own reading of the header stops at the first choice, even where the brand lacks it.
  return preferredLocale(request.headers.get("Accept-Language"), languages) ?? defaultLocale;
}

/** One detector per set of languages: it looks for no other than the brand's. */
const detectors = new Map<string, ReturnType<typeof createI18nextMiddleware>>();

function detectorFor(languages: readonly Locale[]) {
  const id = languages.join();
  let detector = detectors.get(id);
  if (!detector) {
    detector = createI18nextMiddleware({
      i18next: i18nextOptions,
      plugins: [numberFormat],
      detection: {
        supportedLanguages: [...languages],
        fallbackLanguage: defaultLocale,
        order: ["custom"],
        findLocale: async ({ request, url }) => localeFor(request, url, languages),
      },
    });
    detectors.set(id, detector);
  }
  return detector;
}

/** The locale of this request: path prefix, `lang`, cookie, browser, German; limited to what the brand speaks. */
export const locale: MiddlewareFunction<Response> = async (args: Args, next) => {
  const { context, request, url } = args;
  const languages = context.get(brandContext).availableLanguages;
  const prefix = prefixOf(url.pathname);
  const known = prefix !== undefined && languages.includes(prefix);
  const [detect, getLocale, getInstance] = detectorFor(languages);
  return detect(args, async () => {
    context.set(localeContext, { locale: getLocale(context) as Locale, prefix: known ? prefix : undefined });
    context.set(i18nextContext, getInstance(context));
    // A post is no page to be found elsewhere: a redirect would lose it.
    const looks = request.method === "GET" || request.method === "HEAD";
    if (prefix && !known && locales.includes(prefix) && looks)
      throw redirect(withoutPrefix(url.pathname) + url.search);
    return next();
  }) as Promise<Response>;
};
