import { data } from "react-router";
import { brandFileAt } from "#app/brand/registry.server.ts";
import type { Route } from "./+types/brand-asset";
import { fileRoute } from "./file-route.server.ts";

/** A brand's favicon or drawing, immutable because its name contains a content hash. */
export const middleware = fileRoute(async ({ url }: Route.LoaderArgs) => {
  const svg = brandFileAt(url.pathname);
  if (!svg) throw data(null, { status: 404 });
  return new Response(svg, {
    headers: { "Content-Type": "image/svg+xml", "Cache-Control": "public, max-age=31536000, immutable" },
  });
});

export { default, loader } from "./file-page.ts";
