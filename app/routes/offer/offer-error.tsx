import { redirectDocument } from "react-router";
import { carryPosted } from "#app/forms/draft.server.ts";
import { submissionIdOf } from "#app/forms/form-data.server.ts";
import { withoutPrefix } from "#app/i18n/locale.ts";
import { useT } from "#app/i18n/texts.tsx";
import { postOnce, settlePost } from "#app/outcome/attempt.server.ts";
import { postedFormContext } from "#app/request/context.server.ts";
import { StatusPage } from "#app/shell/status-page.tsx";
import { offerEvents } from "#app/tracking/offer-events.server.ts";
import type { Route } from "./+types/offer-error";
import { cartOf, isSent, orderNameOf } from "./cart.server.ts";
import { isPaymentAction, offerStateAnswer } from "./error-answer.server.ts";
import { stepPath, toStep } from "./journey.server.ts";
import { resettable, verifyAfter } from "./known-order.server.ts";
import { reset } from "./reset.server.ts";

/** Shows the token's state as the backend reports it; nothing comes from the address. */
export async function loader({ context, params: { token }, url }: Route.LoaderArgs) {
  const place = { context, token, url, failure: "page" as const };
  await settlePost(reset, place);
  const cart = await cartOf(context, token);
  // What has become of an order is shown by its confirmation.
  if (cart && isSent(cart)) throw toStep(context, "confirmation", token, 302);
  const state = await verifyAfter(place, cart);
  if (!state.ok) throw await offerStateAnswer(place, state.error);
  return {
    back: stepPath(context, "offer", token),
    tracking: await offerEvents(context, token),
  };
}

export async function action({ context, params: { token }, request, url }: Route.ActionArgs) {
  const posted = context.get(postedFormContext);
  const cart = await cartOf(context, token);
  // The button of a page has fields, wherever its customer's session is.
  if (!cart && !posted.has("paymentAction")) {
    const start = toStep(context, "offer", token, 303);
    throw carryPosted({ context, request }, start, withoutPrefix(url.pathname), "sessionEnded");
  }
  const place = { context, token, url, posted: true };
  const paymentAction = posted.get("paymentAction");
  const submissionId = submissionIdOf(posted);
  // The specification's third action, `tracking`, resets nothing.
  if (!isPaymentAction(paymentAction)) throw redirectDocument(reset.self(place), 303);
  const resets = cart?.resetKey === submissionId ? {} : await resettable(place, cart);
  if (!resets) throw toStep(context, "confirmation", token, 303);
  const order = String(posted.get("order") ?? orderNameOf(cart));
  return postOnce(reset, place, {
    submissionId,
    order,
    after: cart?.resetKey ?? "",
    ...resets,
    paymentAction,
    isRetried: posted.get("retried") === "yes",
  });
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

export { RootError as ErrorBoundary } from "#app/error-pages/root-error.tsx";
