import { extname } from "node:path";
import { data } from "react-router";
import { brandFileAt } from "#app/brand/registry.server.ts";
import { fileRoute } from "#app/shell/file-route.server.ts";
import type { Route } from "./+types/brand-asset";

const aDay = "public, max-age=86400";
/** The name has a content hash. */
const forever = "public, max-age=31536000, immutable";
const kinds: Record<string, { type: string; cacheControl: string }> = {
  ".svg": { type: "image/svg+xml", cacheControl: forever },
  ".png": { type: "image/png", cacheControl: forever },
  ".webmanifest": { type: "application/manifest+json", cacheControl: aDay },
};

/** A brand's icons, drawing and manifests. */
export const middleware = fileRoute(async ({ url }: Route.LoaderArgs) => {
  const content = brandFileAt(url.pathname);
  const kind = kinds[extname(url.pathname)];
  if (!content || !kind) throw data(null, { status: 404 });
  return new Response(content, {
    headers: { "Content-Type": kind.type, "Cache-Control": kind.cacheControl },
  });
});

export { default, loader } from "#app/shell/file-page.ts";
