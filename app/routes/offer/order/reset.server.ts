import { redirectDocument } from "react-router";
import type { z } from "zod";
import { resetOffer, resetPreview } from "#app/backend/offers.server.ts";
import type { OfferError } from "#app/errors/errors.ts";
import {
  type ActingPost,
  isAnswered,
  isDone,
  noticeOfSent,
  type Sent,
  sentSchema,
} from "#app/outcome/attempt.server.ts";
import type { Asked, Failed } from "#app/outcome/evidence.ts";
import type { Says } from "#app/outcome/order-life.ts";
import { mayReset, orderedIn, resetIsDone } from "#app/outcome/order-told.ts";
import { pathTo } from "#app/pages.ts";
import { defineScope } from "#app/session/scope.ts";
import { linkTo } from "#app/shell/link-to.server.ts";
import { cartOf, happens, newOrderKey } from "../cart/cart.server.ts";
import { leaveNotice } from "../cart/cart-notice.server.ts";
import { type OfferPlace, offerErrorAnswer, offerReset } from "../cart/error-answer.server.ts";
import { toStep } from "../cart/journey.server.ts";
import { readFor } from "../cart/known-order.server.ts";

type Reset<S extends Sent> = ActingPost<OfferPlace, S, unknown, OfferError, never>;

/** An open offer is at its start again. */
async function askWhetherDone(
  place: OfferPlace,
  { order = "" }: Sent & { order?: string },
  failed?: Failed<OfferError>,
): Promise<Asked<undefined>> {
  if (failed && !isAnswered(failed)) return undefined;
  return toldBy((await readAfterReset(place)).said, order);
}

function toldBy(said: Says, order: string): Asked<undefined> {
  const isDone = resetIsDone(said, order);
  if (isDone) return { did: undefined };
  return isDone === false ? "didNot" : undefined;
}

async function readAfterReset(place: OfferPlace) {
  const cart = await cartOf(place.context, place.token);
  return { cart, said: (await readFor(place, cart, { isAfterCall: true })).said };
}

/** Resets a stuck offer (PATCH) and continues at its start or at the payment. */
export const reset: Reset<z.infer<typeof offerReset.scope.schema>> = {
  ...offerReset,
  section: "errors.resetWaiting",
  call: "resetOffer",
  storeBeforeSend: true,
  gaveUp: undefined,
  send({ context, token }, { submissionId, order, paymentAction }) {
    // Stored with its order as well: whatever ends its post, its customer has asked for it.
    const placed = { orderId: order };
    happens(context, token, { event: "resetAsked", by: submissionId, paymentAction, placed });
    return resetOffer(context, token, submissionId);
  },
  ask: askWhetherDone,
  async askFirst(place, { order }) {
    const { cart, said } = await readAfterReset(place);
    const known = toldBy(said, order);
    return typeof known === "object" || mayReset(cart?.order, said, order) ? known : "waits";
  },
  async outdated(place, sent, status) {
    const { context, token } = place;
    const cart = await cartOf(context, token);
    const { submissionId, order } = sent;
    const ended = cart?.order.ended ?? [];
    // It is done: a repetition would be answered by it.
    if (ended.some(({ by }) => by === submissionId)) return reset.done(place, sent, undefined, status);
    const own = cart && orderedIn(cart.order);
    const isOther = own?.namedBy === "provider" && own.orderId !== order;
    if (isOther || ended.some((one) => one.order?.orderId === order)) {
      leaveNotice(context, token, "orderChanged");
      return toStep(context, own ? "confirmation" : "offer", token, status);
    }
    return undefined;
  },
  async done({ context, token }, { submissionId, paymentAction, order }, _, status) {
    const placed = order === "" ? null : { orderId: order };
    happens(context, token, { event: "resetDone", by: submissionId, order: placed, shown: newOrderKey() });
    leaveNotice(context, token, "reset");
    const cart = await cartOf(context, token);
    return toStep(context, cart && paymentAction === "resetPayment" ? "payment" : "offer", token, status);
  },
  async failed(place, { paymentAction, isRetried, order }, { error }) {
    const ends = order === "" ? undefined : { orderId: order };
    throw await offerErrorAnswer({ ...place, paymentAction, isRetried, ends, failure: "page" }, error);
  },
};

/** Resets a preview to its start. */
export const previewReset: Reset<Sent> = {
  scope: defineScope("preview reset", sentSchema, {
    endNotice: noticeOfSent({ kind: "offer", act: "preview" }, (token) => pathTo("offer-preview", { token })),
  }),
  section: "errors.resetWaiting",
  call: "resetPreview",
  storeBeforeSend: true,
  gaveUp: undefined,
  self: ({ context, token }) => linkTo(context, "offer-preview", { token }),
  send: ({ context, token }, sent) => resetPreview(context, token, sent.submissionId),
  ask: askWhetherDone,
  askFirst: askWhetherDone,
  async outdated(place, sent, status) {
    return (await isDone(place, sent)) ? previewReset.done(place, sent, undefined, status) : undefined;
  },
  async done(place, { submissionId }, _, status) {
    const { context, token } = place;
    happens(context, token, { event: "resetDone", by: submissionId, order: null, shown: newOrderKey() });
    leaveNotice(context, `preview:${token}`, "reset");
    return redirectDocument(previewReset.self(place), status);
  },
  async failed(place, _, { error }) {
    throw await offerErrorAnswer({ ...place, resetAt: place.url.pathname }, error);
  },
};
