import { redirectDocument } from "react-router";
import { resetOffer, resetPreview, verifyOffer } from "#app/backend/offers.server.ts";
import type { OfferError } from "#app/errors/errors.ts";
import { offerStates } from "#app/errors/offer-states.ts";
import type { ActingPost } from "#app/outcome/attempt.server.ts";
import { linkTo } from "#app/shell/link-to.server.ts";
import { cartOf, forgetOrder, leaveNotice, orderNameOf } from "./cart.server.ts";
import { type OfferPlace, offerErrorAnswer, offerReset } from "./error-answer.server.ts";
import { toStep } from "./journey.server.ts";

type Reset = ActingPost<OfferPlace, OfferError>;

/** An open offer is at its start again; one in another clear state is not. */
async function isAtStart({ context, token }: OfferPlace): Promise<boolean | undefined> {
  const state = await verifyOffer(context, token);
  if (state.ok) return true;
  const { code } = state.error;
  const row = code === "form-field-error" ? undefined : offerStates[code];
  if (row?.redirect) return true;
  return row && row.status < 500 ? false : undefined;
}

/** Resets a stuck offer (PATCH) and continues at its start or at the payment. */
export const reset: Reset = {
  ...offerReset,
  section: "errors.resetWaiting",
  page: "offer-error",
  send: ({ context, token }, { submissionId }) => resetOffer(context, token, submissionId),
  isDone: isAtStart,
  async outdated({ context, token }, { submissionId, fields }, status) {
    const cart = await cartOf(context, token);
    if (fields.order === orderNameOf(cart) || cart?.resetKey === submissionId) return undefined;
    leaveNotice(context, token, "orderChanged");
    return toStep(context, cart?.ordered ? "confirmation" : "offer", token, status);
  },
  async done({ context, token }, { submissionId, fields }, status) {
    const cart = await forgetOrder(context, token, submissionId);
    leaveNotice(context, token, "reset");
    return toStep(
      context,
      cart && fields.paymentAction === "resetPayment" ? "payment" : "offer",
      token,
      status,
    );
  },
  failed(place, { fields }, error) {
    const paymentAction = fields.paymentAction === "resetPayment" ? "resetPayment" : "clearError";
    return offerErrorAnswer(
      { ...place, paymentAction, isRetried: fields.retried === "yes", failure: "page" },
      error,
    );
  },
};

/** Resets a preview to its start. */
export const previewReset: Reset = {
  name: "preview reset",
  section: "errors.resetWaiting",
  page: "offer-preview",
  self: ({ context, token }) => linkTo(context, "offer-preview", { token }),
  send: ({ context, token }, { submissionId }) => resetPreview(context, token, submissionId),
  isDone: isAtStart,
  async done(place, { submissionId }, status) {
    const { context, token } = place;
    await forgetOrder(context, token, submissionId);
    leaveNotice(context, `preview:${token}`, "reset");
    return redirectDocument(previewReset.self(place), status);
  },
  failed: (place, _, error) => offerErrorAnswer({ ...place, resetAt: place.url.pathname }, error),
};
