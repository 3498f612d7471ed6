import { match } from "@formatjs/intl-localematcher";
import Negotiator from "negotiator";
import { defaultLocale, type Locale } from "./locale.ts";

/** By `Accept-Language` (RFC 9110, 12.5.4); a regional form counts as its language. */
export function preferredLocale(header: string | null, languages: readonly Locale[]): Locale {
  const wanted = new Negotiator({ headers: { "accept-language": header ?? "" } }).languages().filter(isTag);
  return match(wanted, languages, defaultLocale, { algorithm: "lookup" }) as Locale;
}

/** `match` throws on what is no language tag, the wildcard included. */
function isTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
}
