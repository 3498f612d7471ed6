import { loadCoupon } from "#app/backend/identity.server.ts";
import { getT, sessionContext } from "#app/request/context.server.ts";
import { fileRoute, pdfResponse } from "#app/shell/file-route.server.ts";
import type { Route } from "./+types/coupon";
import { idvNotice } from "./choose.server.ts";
import { fetchIdvStatus, toPage } from "./idv-status.server.ts";

/** Without a PDF the customer is redirected to the coupon page, which shows the same and checks the status. */
export const middleware = fileRoute(async ({ context, params: { token }, url }: Route.LoaderArgs) => {
  const place = { context, token, url };
  const { page } = await fetchIdvStatus(place);
  if (page !== "idv-post-ident") return toPage(place, page === "idv-error" ? "idv-post-ident" : page, 302);
  const coupon = await loadCoupon(context, token);
  if (!coupon.ok) {
    context.get(sessionContext).write(idvNotice, token, "notDownloaded");
    return toPage(place, "idv-post-ident", 302);
  }
  return pdfResponse(coupon.data, `${getT(context, "identity", "postIdent")("coupon")}.pdf`);
});

export { RootError as ErrorBoundary } from "#app/error-pages/root-error.tsx";
export { default, loader } from "#app/shell/file-page.ts";
