import { loadSummary, resetOffer, verifyOffer } from "#app/backend/offers.server.ts";
import { submissionIdOf } from "#app/forms/form-data.server.ts";
import { useT } from "#app/i18n/texts.tsx";
import { pageTexts, postedFormContext } from "#app/middleware/request.server.ts";
import { offerEvents } from "#app/tracking/offer-events.server.ts";
import { StatusPage } from "../shell/status-page.tsx";
import type { Route } from "./+types/offer-error";
import { cartOf, forgetOrder, leaveNotice, orderNameOf } from "./cart.server.ts";
import { offerErrorAnswer } from "./error-answer.server.ts";
import { stepPath, toStep } from "./journey.server.ts";

/** Shows the token's state as the backend reports it; nothing comes from the address. */
export async function loader({ context, params: { token }, url }: Route.LoaderArgs) {
  const place = { context, token, url, failure: "page" as const };
  const cart = await cartOf(context, token);
  const asked = cart?.ordered ? await loadSummary(context, token) : await verifyOffer(context, token);
  if (!asked.ok) throw await offerErrorAnswer(place, asked.error);
  return {
    back: stepPath(context, cart?.ordered ? "confirmation" : "offer", token),
    tracking: await offerEvents(context, token),
    texts: pageTexts(context, ["offer.error", "offer.shared"]),
  };
}

/** Resets a stuck offer (PATCH) and continues at its start or at the payment. */
export async function action({ context, params: { token }, url }: Route.ActionArgs) {
  const posted = context.get(postedFormContext);
  const key = submissionIdOf(posted);
  const current = await cartOf(context, token);
  const named = posted.get("order");
  if (named !== null && named !== orderNameOf(current) && current?.resetKey !== key) {
    leaveNotice(context, token, "orderChanged");
    return toStep(context, current?.ordered ? "confirmation" : "offer", token, 303);
  }
  const paymentAction = posted.get("paymentAction") === "resetPayment" ? "resetPayment" : "clearError";
  const reset = await resetOffer(context, token, key);
  if (!reset.ok)
    throw await offerErrorAnswer(
      { context, token, url, posted: true, paymentAction, failure: "page" },
      reset.error,
    );
  const cart = await forgetOrder(context, token, key);
  leaveNotice(context, token, "reset");
  return toStep(context, cart && paymentAction === "resetPayment" ? "payment" : "offer", token, 303);
}

export default function OfferErrorPage({ loaderData }: Route.ComponentProps) {
  const t = useT("offer", "error");
  const shared = useT("offer", "shared");
  return (
    <StatusPage
      name="offer-error"
      kind="success"
      title={t("clear")}
      action={{ href: loaderData.back, label: shared("restart") }}
    >
      <p>{t("clearText")}</p>
    </StatusPage>
  );
}
