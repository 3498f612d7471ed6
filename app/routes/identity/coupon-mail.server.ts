import { z } from "zod";
import { loadIdv, mailCoupon } from "#app/backend/identity.server.ts";
import type { IdvError } from "#app/errors/errors.ts";
import {
  type ActingPost,
  isAnswered,
  isDone,
  noticeOfSent,
  sentSchema,
} from "#app/outcome/attempt.server.ts";
import { pathTo } from "#app/pages.ts";
import { sessionContext } from "#app/request/context.server.ts";
import { defineScope } from "#app/session/scope.ts";
import { idvNotice } from "./choose.server.ts";
import { type IdvPlace, idvPath, toPage } from "./idv-status.server.ts";

const mailSent = sentSchema.extend({
  /** How many there were before, if the provider counts them. */
  mailsSent: z.number().optional(),
});
type MailSent = z.infer<typeof mailSent>;
/** A mail that was not sent, or of which nobody knows: the next attempt reuses its submission id, so that only one mail is sent. */
export const mailingScope = defineScope("idv mail", mailSent);

/** By the provider's count; undefined if it does not count. */
export const isCounted = ({ mailsSent: before }: MailSent, mailsSent: number | undefined) =>
  before === undefined || mailsSent === undefined ? undefined : mailsSent > before;

/**
 * How many there were before the first attempt: its form knows that, whatever became of a portal or session since.
 * @param counted what the provider counts now, if it does
 */
export function mailsBefore(shown: unknown, counted: number | undefined): number | undefined {
  if (counted === undefined || typeof shown !== "string" || !/^\d{1,4}$/.test(shown)) return counted;
  return Math.min(Number(shown), counted);
}

async function askWhetherMailed({ context, token }: IdvPlace, sent: MailSent) {
  if (sent.mailsSent === undefined) return undefined;
  const loaded = await loadIdv(context, token);
  const isMailed = isCounted(sent, loaded.ok ? loaded.data.coupon?.mailsSent : undefined);
  if (isMailed === undefined) return undefined;
  return isMailed ? { did: undefined } : ("didNot" as const);
}

/**
 * The coupon by e-mail. Finding out what became of it hides the coupon for two minutes at most; after that its button is there
 * again, as a second mail harms nobody.
 */
export const couponMail: ActingPost<IdvPlace, MailSent, unknown, IdvError, Response> = {
  scope: defineScope("coupon mail", mailSent, {
    endNotice: noticeOfSent({ kind: "identity", act: "coupon" }, (token) =>
      pathTo("idv-post-ident", { token }),
    ),
  }),
  section: "identity.mailWaiting",
  call: "mailIdvCoupon",
  self: (place) => idvPath(place, "idv-post-ident"),
  send: ({ context, token }, { submissionId }) => mailCoupon(context, token, submissionId),
  ask: async (place, sent, failed) => (isAnswered(failed) ? askWhetherMailed(place, sent) : undefined),
  askFirst: askWhetherMailed,
  async outdated(place, sent, status) {
    return (await isDone(place, sent)) ? ended(place, "mailed", undefined, status) : undefined;
  },
  done: (place, _, __, status) => ended(place, "mailed", undefined, status),
  failed: async (place, sent, _, status) => ended(place, "notMailed", sent, status),
  storeBeforeSend: true,
  async gaveUp({ context, token }, sent) {
    context.get(sessionContext).write(mailingScope, token, sent);
    return undefined;
  },
};

/** The coupon's page reports the result; it also notices a changed status. */
function ended(
  place: IdvPlace,
  notice: "mailed" | "notMailed",
  again: MailSent | undefined,
  status: 302 | 303,
) {
  const session = place.context.get(sessionContext);
  if (again) session.write(mailingScope, place.token, again);
  else session.remove(mailingScope, place.token);
  session.write(idvNotice, place.token, notice);
  return toPage(place, "idv-post-ident", status);
}
