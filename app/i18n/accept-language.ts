import type { Locale } from "./locale.ts";

/**
 * The browser's favourite among the languages on offer (RFC 9110, 12.5.4): by weight, then by order; a regional form
 * counts as its language. Undefined where none fits; what cannot be read counts for nothing.
 * @param header value of `Accept-Language`
 */
export function preferredLocale(header: string | null, languages: readonly Locale[]): Locale | undefined {
  const wanted = (header ?? "").split(",").flatMap((entry) => {
    const [range = "", ...parameters] = entry.split(";");
    const language = range.trim().toLowerCase().split("-")[0];
    const locale = languages.find((one) => one === language);
    const given = parameters.map((one) => /^\s*q\s*=\s*([\d.]+)\s*$/i.exec(one)?.[1]).find(Boolean);
    const weight = given === undefined ? 1 : Number(given);
    return locale && weight > 0 && weight <= 1 ? [{ locale, weight }] : [];
  });
  return wanted.sort((a, b) => b.weight - a.weight)[0]?.locale;
}
