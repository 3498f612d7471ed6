import { redirect, redirectDocument } from "react-router";
import type { Acceptance } from "#app/backend/contract/offer.ts";
import { acceptOffer, loadDocument } from "#app/backend/offers.server.ts";
import { FormFieldError, type OfferError, offerErrorIn } from "#app/errors/errors.ts";
import { offerStateOfCode } from "#app/errors/offer-states.ts";
import { localeContext } from "#app/middleware/request.server.ts";
import { leaveEvent, offerEvent } from "#app/tracking/offer-events.server.ts";
import { linkTo } from "../shell/link-to.server.ts";
import { providerUrl } from "../shell/provider-url.server.ts";
import { type Cart, changeCart, leaveNotice } from "./cart.server.ts";
import { type OfferPlace, offerErrorAnswer } from "./error-answer.server.ts";
import { toStep } from "./journey.server.ts";
import { refusedFields } from "./refused-fields.server.ts";

/**
 * Nobody may order without the contract summary (§ 54 (3) TKG).
 * @throws the page of DocumentsNotLoaded or of the backend's error
 */
export async function requireContractSummary(from: OfferPlace, cart: Cart): Promise<void> {
  const place: OfferPlace = { ...from, failure: "documents" };
  const summaries = cart.offer.documents.filter(({ type }) => type === "CONTRACT_SUMMARY");
  const answers = await Promise.all(
    summaries.map(({ itemId, type }) => loadDocument(place.context, place.token, itemId, type)),
  );
  for (const answer of answers) if (answer.ok) await answer.data.cancel();
  const failed = answers.find((answer) => !answer.ok);
  if (failed && !failed.ok) throw await offerErrorAnswer(place, failed.error);
  if (summaries.length === 0) throw await offerErrorAnswer(place, offerErrorIn("DocumentsNotLoaded"));
}

/** An order that was already placed: to its payment provider again, without a second call. */
export function repeatedOrder(cart: Cart, posted: FormData): Response | undefined {
  const payAt = cart.ordered?.payAt;
  return payAt && posted.get("submissionId") === cart.orderKey ? redirectDocument(payAt, 303) : undefined;
}

/**
 * Places the order and redirects. Nobody orders what they have not seen: if the order changed after the form was
 * rendered, in a second tab for example, the summary comes first.
 */
export async function placeOrder(from: OfferPlace, cart: Cart, posted: FormData): Promise<Response> {
  const place: OfferPlace = { ...from, failure: "order" };
  const { context, token, url } = place;
  if (posted.has("submissionId") && posted.get("submissionId") !== cart.orderKey) {
    leaveNotice(context, token, "orderChanged");
    return toStep(context, "summary", token, 303);
  }
  const { locale } = context.get(localeContext);
  const confirmation = linkTo(context, "confirmation", { token });
  const body: Acceptance = {
    customer: cart.customer,
    identification: cart.identification,
    payment: cart.payment,
    consents: (cart.consents ?? []).map(({ text, ...given }) => given),
    language: locale,
    returnUrl: new URL(confirmation, url.origin).href,
  };
  const tries = [cart.orderKey, cart.refusals].filter(Boolean);
  const accepted = await acceptOffer(context, token, body, tries.join("-"));
  // Keep the key after an unknown outcome, so that nothing happens twice; change it after a final refusal.
  if (!accepted.ok) {
    const unclear = accepted.error.code === "Unexpected";
    throw await refusedOrder(place, accepted.error, unclear);
  }
  const { step, redirectUrl, orderId, code } = accepted.data;
  if (step === "error") throw await refusedOrder(place, offerErrorIn(offerStateOfCode(code) ?? "Unexpected"));
  const byPaymentProvider = step === "paymentProvider";
  const payAt = byPaymentProvider ? providerUrl(redirectUrl, url) : undefined;
  if (byPaymentProvider && !payAt) throw await offerErrorAnswer(place, offerErrorIn("TechnicalProblem"));
  changeCart(context, token, (current) => ({ ...current, ordered: { orderId, payAt }, refused: undefined }));
  leaveEvent(context, token, offerEvent("offerSubmitted", cart.offer.offerUseCase));
  // A new document: not our page, even when the sandbox serves it on this origin.
  return payAt ? redirectDocument(payAt, 303) : redirect(confirmation, 303);
}

/** A refused order: the step that fixes it, or its state's page. */
async function refusedOrder(
  place: OfferPlace,
  error: OfferError | FormFieldError,
  unclear = false,
): Promise<unknown> {
  const { context, token } = place;
  const refused = error instanceof FormFieldError ? refusedFields(context, error) : undefined;
  changeCart(context, token, (cart) => ({
    ...cart,
    refused: refused?.errors,
    refusals: unclear ? cart.refusals : (cart.refusals ?? 0) + 1,
  }));
  return refused ? toStep(context, refused.step, token, 303) : offerErrorAnswer(place, error);
}
