import { useRouteLoaderData } from "react-router";

/** Hidden field with the brand of the form's page. */
export const brandField = "brand";

interface BrandFacts {
  brand: { slug: string };
  hostNamesBrand?: true;
}

/** The brand that forms of this page post; undefined if the host name determines it. */
export function useFormBrand(): string | undefined {
  const facts = useRouteLoaderData<BrandFacts>("root");
  return facts?.hostNamesBrand ? undefined : facts?.brand.slug;
}

export function BrandField() {
  const brand = useFormBrand();
  return brand && <input type="hidden" name={brandField} value={brand} />;
}
