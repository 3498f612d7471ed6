import { fileRoute } from "#app/shell/file-route.server.ts";
import type { Route } from "./+types/receipt-file";
import { receiptOfLink } from "./by-link.server.ts";
import { objectionReceipt, subscriptionIn } from "./rejection.server.ts";

/** The receipt of an objection: all its content is sealed in its address, which opens it on any day. */
export const middleware = fileRoute(async ({ context, url, params: { format } }: Route.LoaderArgs) => {
  const place = { context, url };
  const receipt = await objectionReceipt(place, subscriptionIn(place));
  return receiptOfLink(place, "objection", format, receipt);
});

export { default, loader } from "#app/shell/file-page.ts";
