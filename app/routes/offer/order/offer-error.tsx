import { redirectDocument } from "react-router";
import type { PaymentAction } from "#app/errors/state-row.ts";
import { carryPosted } from "#app/forms/draft.server.ts";
import { submissionIdOf } from "#app/forms/form-data.server.ts";
import { withoutPrefix } from "#app/i18n/locale.ts";
import { useT } from "#app/i18n/texts.tsx";
import { postOnce, settlePost, toWaiting } from "#app/outcome/attempt.server.ts";
import { mayReset, orderedIn } from "#app/outcome/order-told.ts";
import { postedFormContext } from "#app/request/context.server.ts";
import { StatusPage } from "#app/shell/status-page.tsx";
import { offerEvents } from "#app/tracking/offer-events.server.ts";
import { type Cart, cartOf, isOrdered } from "../cart/cart.server.ts";
import { isPaymentAction, type OfferPlace } from "../cart/error-answer.server.ts";
import { stepPath, toStep } from "../cart/journey.server.ts";
import { standing, verifyAfter } from "../cart/known-order.server.ts";
import type { Route } from "./+types/offer-error";
import { reset } from "./reset.server.ts";
import { offerStateAnswer } from "./told-answer.server.ts";

/** Shows the token's state as the backend reports it; nothing comes from the address. */
export async function loader({ context, params: { token }, url }: Route.LoaderArgs) {
  const place = { context, token, url, failure: "page" as const };
  await settlePost(reset, place);
  const cart = await cartOf(context, token);
  // What has become of an order is shown by its confirmation.
  if (isOrdered(cart)) throw toStep(context, "confirmation", token, 302);
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
  const own = cart && orderedIn(cart.order);
  const order = String(posted.get("order") ?? own?.orderId ?? "");
  const isRetried = posted.get("retried") === "yes";
  const asked = { submissionId, order, paymentAction, isRetried };
  const isDone = cart?.order.ended.some(({ by }) => by === submissionId) === true;
  const elsewhere = isDone ? undefined : await resetsNothing(place, cart, asked);
  if (elsewhere) return elsewhere;
  return postOnce(reset, place, asked);
}

/** Where a reset leads that may not be sent: it would reach another order than its page named, or none. */
async function resetsNothing(
  place: OfferPlace,
  cart: Cart | undefined,
  asked: { submissionId: string; order: string; paymentAction: PaymentAction; isRetried: boolean },
): Promise<Response | undefined> {
  const waiting = await toWaiting(reset, place, asked.submissionId);
  if (waiting) return waiting;
  const { read, told } = await standing(place, cart);
  if (mayReset(cart?.order, read.said, asked.order)) return undefined;
  // It is at its start.
  const unsent = { ...asked, startedAt: 0, is: "stored", tries: 0 } as const;
  if (told.tells === "goOn") return reset.done(place, unsent, undefined, 303);
  return toStep(place.context, "confirmation", place.token, 303);
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
