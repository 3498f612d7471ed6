import { z } from "zod";
import { loadIdv, mailCoupon } from "#app/backend/identity.server.ts";
import type { IdvError } from "#app/errors/errors.ts";
import type { ActingPost, Sent } from "#app/outcome/attempt.server.ts";
import { sessionContext } from "#app/request/context.server.ts";
import { defineScope } from "#app/session/scope.ts";
import { idvNotice } from "./choose.server.ts";
import { type IdvPlace, idvPath, toPage } from "./idv-status.server.ts";

/** The submission id of a mail that was not sent, reused by the next attempt so that only one mail is sent. */
export const mailingScope = defineScope("idv mail", z.string());

/** Stored with a mail that is being sent: how many there were before, if the provider counts them. */
export const mailFields = (coupon: { mailsSent?: number | undefined }): Sent["fields"] =>
  coupon.mailsSent === undefined ? {} : { mailsSent: String(coupon.mailsSent) };

/** The coupon by e-mail. Finding out what became of it hides the coupon for two minutes at most. */
export const couponMail: ActingPost<IdvPlace, IdvError> = {
  name: "coupon mail",
  section: "identity.mailWaiting",
  page: "idv-post-ident",
  self: (place) => idvPath(place, "idv-post-ident"),
  send: ({ context, token }, { submissionId }) => mailCoupon(context, token, submissionId),
  async isDone({ context, token }, { fields }) {
    const loaded = await loadIdv(context, token);
    const sent = loaded.ok ? loaded.data.coupon?.mailsSent : undefined;
    return sent === undefined || !fields.mailsSent ? undefined : sent > Number(fields.mailsSent);
  },
  done: (place, _, status) => ended(place, "mailed", undefined, status),
  failed: (place, { submissionId }, __, status) => ended(place, "notMailed", submissionId, status),
  givesUp: true,
};

/** The coupon's page reports the result; it also notices a changed status. */
function ended(
  place: IdvPlace,
  notice: "mailed" | "notMailed",
  again: string | undefined,
  status: 302 | 303,
) {
  const session = place.context.get(sessionContext);
  session.update(mailingScope, place.token, () => again);
  session.write(idvNotice, place.token, notice);
  return toPage(place, "idv-post-ident", status);
}
