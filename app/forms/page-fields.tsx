import { useRouteLoaderData } from "react-router";
import { languageParameter } from "#app/i18n/locale.ts";

export const brandField = "brand";

interface PageFacts {
  brand: { slug: string };
  hostNamesBrand?: true;
  locale: string;
  prefix?: string;
  /** Only of brands with several languages. */
  returnTo?: string;
}

/**
 * Hidden fields that name the brand and the language of a form's page, where its address does not: another tab may have
 * changed the cookies.
 */
export function PageFields() {
  const facts = useRouteLoaderData<PageFacts>("root");
  if (!facts) return null;
  const { brand, hostNamesBrand, locale, prefix, returnTo } = facts;
  return (
    <>
      {!hostNamesBrand && <input type="hidden" name={brandField} value={brand.slug} />}
      {returnTo && !prefix && <input type="hidden" name={languageParameter} value={locale} />}
    </>
  );
}
