import { fileRoute } from "#app/shell/file-route.server.ts";
import type { Route } from "./+types/revocation-file";
import { receiptOfLink } from "./by-link.server.ts";
import { revocationReceipt, tokenIn } from "./revocation.server.ts";

/** The receipt of consents that were taken back, as of an objection. */
export const middleware = fileRoute(async ({ context, url, params: { format } }: Route.LoaderArgs) => {
  const place = { context, url };
  return receiptOfLink(place, "revocation", format, await revocationReceipt(place, tokenIn(place)));
});

export { default, loader } from "#app/shell/file-page.ts";
