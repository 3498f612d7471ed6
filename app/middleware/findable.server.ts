import { hostNamesBrand } from "#app/brand/registry.server.ts";
import type { Brand } from "#app/brand/schema.ts";
import { defaultLocale, type Locale, withPrefix } from "#app/i18n/locale.ts";
import { config } from "#app/platform/config.server.ts";

/**
 * For search engines, as a `Link` header (RFC 8288): the address of a page without a customer, and those of its other
 * languages. The page itself is the same under every host. Undefined where the host does not name the brand: the address
 * alone would open another one.
 */
export function findableAs({ protocol, host, hostname }: URL, path: string, brand: Brand, locale: Locale) {
  if (config().sandbox || !hostNamesBrand(hostname)) return undefined;
  const address = (language: Locale) => `<${protocol}//${host}${withPrefix(path, language)}>`;
  const { availableLanguages } = brand;
  const others = availableLanguages.length === 1 ? [] : availableLanguages;
  return [
    `${address(locale)}; rel="canonical"`,
    ...others.map((language) => `${address(language)}; rel="alternate"; hreflang="${language}"`),
    ...(others.length === 0 ? [] : [`${address(defaultLocale)}; rel="alternate"; hreflang="x-default"`]),
  ].join(", ");
}
