import Negotiator from "negotiator";
import { defaultLocale, isLocale, type Locale } from "./locale.ts";

/** By `Accept-Language` (RFC 9110, 12.5.4); a regional form counts as its language, equal weights in their order. */
export function preferredLocale(header: string | null, languages: readonly Locale[]): Locale {
  const negotiator = new Negotiator({ headers: { "accept-language": header ?? "" } });
  // Negotiator's own choice among them lets an exact match beat a regional form that comes first.
  const accepted = negotiator.languages([...languages]).filter(isLocale);
  const wanted = negotiator
    .languages()
    .map((range) => accepted.find((one) => range === "*" || range.toLowerCase().split("-")[0] === one));
  return wanted.find((locale) => locale !== undefined) ?? defaultLocale;
}
