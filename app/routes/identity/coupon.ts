import { loadCoupon } from "#app/backend/identity.server.ts";
import type { Route } from "./+types/coupon";
import { askTruth, outcomeAnswer, requireTrue } from "./truth.server.ts";

/** Streams the coupon; the provider's API is never seen by the browser. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const place = { context, token: params.token, url };
  requireTrue(place, await askTruth(place), "idv-post-ident");
  const coupon = await loadCoupon(context, params.token);
  if (!coupon.ok) throw await outcomeAnswer(place, coupon.error, 302);
  return new Response(coupon.data, {
    headers: {
      "Content-Type": "application/pdf",
      "Content-Disposition": 'inline; filename="coupon.pdf"',
    },
  });
}
