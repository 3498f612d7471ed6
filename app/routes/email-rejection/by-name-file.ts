import { fileRoute } from "#app/shell/file-route.server.ts";
import type { Route } from "./+types/by-name-file";
import { receiptOfLink } from "./by-link.server.ts";
import { byNameReceipt } from "./by-name.server.ts";

/** The receipt of consents that were taken back by name, as of those by a link. */
export const middleware = fileRoute(async ({ context, url, params: { format } }: Route.LoaderArgs) => {
  const place = { context, url };
  return receiptOfLink(place, "revocationByName", format, await byNameReceipt(place));
});

export { default, loader } from "#app/shell/file-page.ts";
