import type { i18n } from "i18next";
import { type MiddlewareFunction, redirectDocument } from "react-router";
import { createI18nextMiddleware } from "remix-i18next";
import { copiedPath, withoutUmlauts } from "#app/domain/copied-link.ts";
import { preferredLocale } from "#app/i18n/accept-language.server.ts";
import { i18nextOptions, numberFormat } from "#app/i18n/i18next.server.ts";
import {
  defaultLocale,
  isLocale,
  type Locale,
  languageParameter,
  localeCookie,
  localeNamed,
  locales,
  prefixOf,
  withoutPrefix,
  withPrefix,
} from "#app/i18n/locale.ts";
import { movedFrom, pageAt } from "#app/page-table.server.ts";
import {
  brandContext,
  i18nextContext,
  localeContext,
  postedFormContext,
} from "#app/request/context.server.ts";
import { readCookie } from "#app/request/cookies.server.ts";

/**
 * The language of a page: path prefix, `lang` of the query or the posted form, cookie, browser, or else German; limited
 * to the brand's languages.
 */
export function localeFor(
  request: Request,
  url: URL,
  languages: readonly Locale[],
  posted?: FormData,
): Locale {
  const isOffered = (wanted: unknown): wanted is Locale => isLocale(wanted) && languages.includes(wanted);
  const isCookie = (value: string) => isOffered(localeNamed(value));
  const wanted =
    prefixOf(url.pathname) ??
    url.searchParams.get(languageParameter) ??
    posted?.get(languageParameter) ??
    localeNamed(readCookie(request, localeCookie.name, isCookie));
  if (isOffered(wanted)) return wanted;
  return preferredLocale(request.headers.get("Accept-Language"), languages);
}

/** remix-i18next's own detection reads only the first language of `Accept-Language`: `fr, en` would be German. */
const [i18nextMiddleware, , instanceOf] = createI18nextMiddleware({
  detection: {
    supportedLanguages: [...locales],
    fallbackLanguage: defaultLocale,
    order: ["custom"],
    findLocale: async ({ context }) => context.get(localeContext).locale,
  },
  i18next: i18nextOptions,
  plugins: [numberFormat],
});

const instances = new Map<Locale, i18n>();

/**
 * remix-i18next's instance for a language. Its middleware makes one for each request and takes none that exists: it
 * runs for the first request in each language only (decision 0125).
 */
async function i18nextFor(locale: Locale, args: Parameters<typeof i18nextMiddleware>[0]): Promise<i18n> {
  const instance = instances.get(locale);
  if (instance) return instance;
  await i18nextMiddleware(args, async () => new Response());
  const made = instanceOf(args.context);
  instances.set(locale, made);
  return made;
}

/** A page's address as it was meant, and where it is by now. A page's relative links would lead below a slash at the end of its address. */
function addressMeant(path: string): string {
  const isPage = (one: string) => pageAt(withoutPrefix(one.toLowerCase())) !== undefined;
  const copied = copiedPath(path);
  const moved = movedFrom(withoutPrefix(path));
  if (moved) return withPrefix(moved, prefixOf(path));
  return [copied, withoutUmlauts(copied)].find(isPage) ?? path;
}

export const locale: MiddlewareFunction<Response> = async (args, next) => {
  const { context, request, url } = args;
  const { availableLanguages } = context.get(brandContext);
  const prefix = prefixOf(url.pathname);
  const isSpoken = prefix !== undefined && availableLanguages.includes(prefix);
  const locale = localeFor(request, url, availableLanguages, context.get(postedFormContext));
  context.set(localeContext, { locale, prefix: isSpoken ? prefix : undefined });
  context.set(i18nextContext, await i18nextFor(locale, args));
  // A post is not redirected: its content would be lost.
  const looks = request.method === "GET" || request.method === "HEAD";
  const path = prefix && !isSpoken ? withoutPrefix(url.pathname) : url.pathname;
  const address = addressMeant(path);
  if (looks && address !== url.pathname) throw redirectDocument(address + url.search);
  return next();
};
