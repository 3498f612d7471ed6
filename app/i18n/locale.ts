import { defaultLanguage, type Language, languageCodes } from "#app/domain/languages.ts";

/** The default comes first (specification §1). */
export const locales = languageCodes;
export type Locale = Language;
export const defaultLocale = defaultLanguage;

/** Names German, which has no prefix, in an address whose language must not depend on who opens it. */
export const languageParameter = "lang";

export const localeCookie = { name: "locale", maxAge: 365 * 24 * 60 * 60 };

export function isLocale(value: unknown): value is Locale {
  return locales.some((locale) => locale === value);
}

/** A language by its name or that of a region's form of it: `en-US` is English. */
export function localeNamed(name: string | undefined): Locale | undefined {
  const [language] = (name ?? "").toLowerCase().split(/[-_]/, 1);
  return isLocale(language) ? language : undefined;
}

/** The path's language prefix in any case, as for the rest of a path; German has none. */
export function prefixOf(pathname: string): Locale | undefined {
  const first = pathname.split("/")[1]?.toLowerCase();
  return first !== defaultLocale && isLocale(first) ? first : undefined;
}

/** `/en/angebot/x` → `/angebot/x`, with a single slash: browsers read `//elsewhere` as another host. */
export function withoutPrefix(pathname: string): string {
  const prefix = prefixOf(pathname);
  return `/${prefix ? pathname.slice(prefix.length + 1) : pathname}`.replace(/^\/+/, "/");
}

/** In one pass: a regular expression for it takes quadratic time on a path of many slashes. */
export function withoutTrailingSlashes(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === "/") end--;
  return path.slice(0, end);
}

/** `/angebot` under the prefix `en` → `/en/angebot`. */
export function withPrefix(pathname: string, prefix: Locale | undefined): string {
  if (!prefix || prefix === defaultLocale) return pathname;
  return pathname === "/" ? `/${prefix}` : `/${prefix}${pathname}`;
}
