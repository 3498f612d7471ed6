import { loadCoupon } from "#app/backend/identity.server.ts";
import { sessionContext } from "#app/middleware/request.server.ts";
import { fileRoute, pdfResponse } from "../shell/file-route.server.ts";
import type { Route } from "./+types/coupon";
import { idvNotice } from "./choice.server.ts";
import { fetchIdvStatus, toPage } from "./idv-status.server.ts";

/**
 * Streams the coupon; the provider's API is never seen by the browser. Without a PDF the customer is back on the
 * coupon's page, which has all that the PDF has and knows what else may be true by now.
 */
const file = fileRoute(async ({ context, params, url }: Route.LoaderArgs) => {
  const { token } = params;
  const place = { context, token, url };
  const { page } = await fetchIdvStatus(place);
  if (page !== "idv-post-ident") return toPage(place, page === "idv-error" ? "idv-post-ident" : page, 302);
  const coupon = await loadCoupon(context, token);
  if (!coupon.ok) {
    context.get(sessionContext).write(idvNotice, token, "notDownloaded");
    return toPage(place, "idv-post-ident", 302);
  }
  return pdfResponse(coupon.data, "coupon.pdf");
});

export const middleware = file.middleware;
export const loader = file.loader;
export { default } from "../shell/no-page.ts";
