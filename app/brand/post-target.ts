import { useLocation, useRouteLoaderData } from "react-router";

interface BrandFacts {
  brand: { slug: string };
  hostNamesBrand?: true;
}

/**
 * Where a form of this page posts to. Unless the host name says the brand, the address does: the remembered brand may
 * have become another one in another tab, and nothing may reach a provider that the page does not show.
 * @param action without it, the page itself
 */
export function usePostTarget(action?: string): string {
  const { pathname, search } = useLocation();
  const facts = useRouteLoaderData("root") as BrandFacts | undefined;
  const [path = "", query = ""] = (action ?? pathname + search).split("?");
  const parameters = new URLSearchParams(query);
  if (facts && !facts.hostNamesBrand && !parameters.has("brand")) parameters.set("brand", facts.brand.slug);
  return parameters.size > 0 ? `${path}?${parameters}` : path;
}
