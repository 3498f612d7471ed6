import { redirectDocument } from "react-router";
import { z } from "zod";
import type { OfferSummary } from "#app/backend/contract/order.ts";
import { loadSummary, replaceEsim } from "#app/backend/offers.server.ts";
import type { OfferError } from "#app/errors/errors.ts";
import { freshForm } from "#app/forms/form-data.server.ts";
import {
  type ActingPost,
  isAnswered,
  isDone,
  noticeOfSent,
  type Sent,
  sentSchema,
} from "#app/outcome/attempt.server.ts";
import { askAgain } from "#app/outcome/lagging-read.server.ts";
import { pathTo } from "#app/pages.ts";
import { getT, sessionContext } from "#app/request/context.server.ts";
import { defineFlash, defineScope } from "#app/session/scope.ts";
import { linkTo } from "#app/shell/link-to.server.ts";
import { askedEsim, esimReplacedBy, replacedEsim } from "../cart/customer-here.server.ts";
import type { OfferPlace } from "../cart/error-answer.server.ts";
import { keptIfNotTaken, notTaken } from "./order-correction.server.ts";

/** Whether the order's customer may have a new eSIM here, in place of the one that was handed out. */
export const isEsimReplaceable = ({ esim, esimReplaceable }: OfferSummary): boolean =>
  esim === "read" && esimReplaceable === true;

const unreplaced = z.object({ submissionId: z.string(), why: z.enum(["failed", "refused"]) });

/** An eSIM that is not replaced: its page begins with it at the next look. */
export const unreplacedScope = defineFlash("eSIM not replaced", unreplaced);

/** The order says whether its eSIM is there to be handed out. */
async function askWhetherReplaced({ context, token }: OfferPlace) {
  const read = await loadSummary(context, token);
  if (!read.ok || !read.data.esim) return undefined;
  return read.data.esim === "ready" ? { did: undefined } : ("didNot" as const);
}

const readsAgain = (place: OfferPlace) => askAgain(place.context, () => askWhetherReplaced(place));

/** Its page comes next. */
const toEsim = ({ context, token }: OfferPlace, status: 302 | 303) =>
  redirectDocument(linkTo(context, "esim", { token }), status);

export const replacement: ActingPost<OfferPlace, Sent, unknown, OfferError, unknown> = {
  scope: defineScope("sent eSIM replacement", sentSchema, {
    endNotice: noticeOfSent({ kind: "offer", act: "newEsim" }, (token) =>
      pathTo("esim-replacement", { token }),
    ),
  }),
  section: "errors.esimWaiting",
  call: "replaceEsim",
  ...keptIfNotTaken<Sent, OfferError, unknown>(
    ({ context, token }) => linkTo(context, "esim-replacement", { token }),
    ({ context, token }, { submissionId }, why) =>
      context.get(sessionContext).write(unreplacedScope, token, { submissionId, why }),
    (place, { submissionId }, failed) =>
      notTaken(place, getT(place.context, "offer", "newEsim"), { ...freshForm(), submissionId }, failed),
  ),
  send: ({ context, token }, { submissionId }) => replaceEsim(context, token, submissionId),
  ask: (place, _, failed) => (isAnswered(failed) ? readsAgain(place) : askWhetherReplaced(place)),
  askFirst: askWhetherReplaced,
  async outdated(place, sent, status) {
    return (await isDone(place, sent)) ? toEsim(place, status) : undefined;
  },
  storeBeforeSend: true,
  done(place, { submissionId }, _, status) {
    const { context, token } = place;
    const session = context.get(sessionContext);
    session.remove(unreplacedScope, token);
    // What it was shown under before hands out the old one.
    session.remove(askedEsim, token);
    session.write(replacedEsim, token, true);
    session.write(esimReplacedBy, token, submissionId);
    return toEsim(place, status);
  },
};
