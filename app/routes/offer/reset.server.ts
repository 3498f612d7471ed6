import { redirectDocument } from "react-router";
import type { z } from "zod";
import { resetOffer, resetPreview } from "#app/backend/offers.server.ts";
import type { OfferError } from "#app/errors/errors.ts";
import { type ActingPost, isAnswered, isDone, type Sent, sentSchema } from "#app/outcome/attempt.server.ts";
import type { Failed } from "#app/outcome/evidence.ts";
import { readAgainWhile } from "#app/outcome/lagging-read.server.ts";
import { askOffer, isNoOrder, readOrder } from "#app/outcome/order.server.ts";
import { pathTo } from "#app/pages.ts";
import { defineScope } from "#app/session/scope.ts";
import { linkTo } from "#app/shell/link-to.server.ts";
import { type Cart, cartOf, changeCart, forgetOrder, orderNameOf } from "./cart.server.ts";
import { leaveNotice } from "./cart-notice.server.ts";
import { type OfferPlace, offerErrorAnswer, offerReset } from "./error-answer.server.ts";
import { toStep } from "./journey.server.ts";

type Reset<S extends Sent> = ActingPost<OfferPlace, S, unknown, OfferError, never>;

/** An open offer is at its start again; one in another clear state is not, if the provider itself says so. */
async function askWhetherAtStart(place: OfferPlace, _: unknown, failed?: Failed<OfferError>) {
  if (failed && !isAnswered(failed)) return undefined;
  const { isOpen, isClear, isWord } = await askOffer(place);
  if (isOpen) return { did: undefined };
  return isClear && isWord ? "didNot" : undefined;
}

/** Resets a stuck offer (PATCH) and continues at its start or at the payment. */
export const reset: Reset<z.infer<typeof offerReset.kept.schema>> = {
  ...offerReset,
  section: "errors.resetWaiting",
  page: "offer-error",
  storeBeforeSend: true,
  gaveUp: undefined,
  send({ context, token }, { submissionId, order, placed, paymentAction }) {
    // Stored with its order as well: whatever ends its post, its customer has asked for it.
    const askedReset = { submissionId, order, placed, paymentAction };
    changeCart(context, token, (cart) => (cart.ordered?.orderId === order ? { ...cart, askedReset } : cart));
    return resetOffer(context, token, submissionId);
  },
  ask: askWhetherAtStart,
  askFirst: askWhetherAtStart,
  async outdated(place, sent, status) {
    const { context, token } = place;
    const cart = await cartOf(context, token);
    // It is done: a repetition would be answered by it.
    if (cart?.resetKey === sent.submissionId) return leadOn(place, sent, status);
    const isSame = sent.order === orderNameOf(cart);
    if (isSame && sent.after === (cart?.resetKey ?? "")) return undefined;
    leaveNotice(context, token, "orderChanged");
    return toStep(context, cart?.ordered ? "confirmation" : "offer", token, status);
  },
  done: (place, sent, _, status) => leadOn(place, sent, status),
  async failed(place, sent, { error }, status) {
    const { paymentAction, isRetried } = sent;
    const after = await resetAllTheSame(place, status, sent);
    if (after) throw after;
    throw await offerErrorAnswer({ ...place, paymentAction, isRetried, failure: "page" }, error);
  },
};

/** The order is ended, and its customer goes on where this reset leads to. */
async function leadOn(
  { context, token }: OfferPlace,
  { submissionId, paymentAction, placed }: NonNullable<Cart["askedReset"]>,
  status: 302 | 303,
): Promise<Response> {
  const cart = await forgetOrder(context, token, submissionId, placed);
  leaveNotice(context, token, "reset");
  return toStep(context, cart && paymentAction === "resetPayment" ? "payment" : "offer", token, status);
}

/**
 * Some providers answer a reset that they have done with an error, and the session still has the order. Where they say
 * that the offer is open and has no order, once their reads no longer lag behind, it leads on as after any reset.
 */
export async function resetAllTheSame(
  place: OfferPlace,
  status: 302 | 303 = 302,
  sent?: Cart["askedReset"],
): Promise<Response | undefined> {
  const { context, token } = place;
  const cart = await cartOf(context, token);
  const asked = sent ?? cart?.askedReset;
  if (asked?.order !== orderNameOf(cart)) return undefined;
  const read = async () => ({ offer: await askOffer(place), summary: await readOrder(place, cart?.ended) });
  const { offer, summary } = await readAgainWhile(context, read, () => true);
  if (!offer.isOpen || !offer.isSaid || !isNoOrder(summary)) return undefined;
  return leadOn(place, asked, status);
}

/** Resets a preview to its start. */
export const previewReset: Reset<Sent> = {
  kept: defineScope("preview reset", sentSchema, {
    endNotice: (_, token) => ({ kind: "offer", underWayAt: pathTo("offer-preview", { token }) }),
  }),
  section: "errors.resetWaiting",
  page: "offer-preview",
  storeBeforeSend: true,
  gaveUp: undefined,
  self: ({ context, token }) => linkTo(context, "offer-preview", { token }),
  send: ({ context, token }, sent) => resetPreview(context, token, sent.submissionId),
  ask: askWhetherAtStart,
  askFirst: askWhetherAtStart,
  async outdated(place, sent, status) {
    return (await isDone(place, sent)) ? previewReset.done(place, sent, undefined, status) : undefined;
  },
  async done(place, { submissionId }, _, status) {
    const { context, token } = place;
    await forgetOrder(context, token, submissionId);
    leaveNotice(context, `preview:${token}`, "reset");
    return redirectDocument(previewReset.self(place), status);
  },
  async failed(place, _, { error }) {
    throw await offerErrorAnswer({ ...place, resetAt: place.url.pathname }, error);
  },
};
