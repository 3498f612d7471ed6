import Negotiator from "negotiator";
import { defaultLocale, type Locale } from "./locale.ts";

/** By `Accept-Language` (RFC 9110, 12.5.4); a regional form counts as its language. */
export function preferredLocale(header: string | null, languages: readonly Locale[]): Locale {
  const negotiator = new Negotiator({ headers: { "accept-language": header ?? "" } });
  return (negotiator.languages([...languages])[0] as Locale | undefined) ?? defaultLocale;
}
