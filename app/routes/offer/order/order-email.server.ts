import { data, redirectDocument } from "react-router";
import { z } from "zod";
import type { OfferSummary } from "#app/backend/contract/order.ts";
import { correctEmail, loadSummary } from "#app/backend/offers.server.ts";
import { suggestedEmail } from "#app/domain/mail-domains.ts";
import { FormFieldError, type OfferError } from "#app/errors/errors.ts";
import { fieldAt } from "#app/forms/define-form.server.ts";
import { fieldErrors, refusalsBy } from "#app/forms/field-errors.server.ts";
import { freshForm, parseForm, submissionIdOf } from "#app/forms/form-data.server.ts";
import { askedField, type FormState } from "#app/forms/form-state.ts";
import { emailQuestion, takenEmail } from "#app/forms/likely-email.server.ts";
import {
  type ActingPost,
  isAnswered,
  noticeOfSent,
  postOnce,
  sentSchema,
} from "#app/outcome/attempt.server.ts";
import type { Failed } from "#app/outcome/evidence.ts";
import { askAgain } from "#app/outcome/lagging-read.server.ts";
import { pathTo } from "#app/pages.ts";
import { getT, type RequestContext, sessionContext } from "#app/request/context.server.ts";
import { parameterOf } from "#app/request/parameters.server.ts";
import { defineFlash, defineScope } from "#app/session/scope.ts";
import { linkTo } from "#app/shell/link-to.server.ts";
import type { OfferPlace } from "../cart/error-answer.server.ts";
import { toStep } from "../cart/journey.server.ts";
import { keptIfNotTaken, notSent, notTaken, whyNotTaken } from "./order-correction.server.ts";
import { orderEmailForm } from "./order-email.form.server.ts";

const correction = z.object({ submissionId: z.string(), email: z.string() });

/** What was corrected in this session, by the offer's token. */
const correctedScope = defineScope("corrected e-mail", z.array(correction));
/** No order is a way to have mails sent about: after so many, the hotline corrects it. */
const mostCorrections = 3;

/** Whether the e-mail address of an order may be corrected here, by its customer. */
export async function mayCorrectEmail(
  context: RequestContext,
  token: string,
  { emailCorrectable }: Pick<OfferSummary, "emailCorrectable">,
): Promise<boolean> {
  if (!emailCorrectable) return false;
  const corrected = await context.get(sessionContext).read(correctedScope, token);
  return (corrected ?? []).length < mostCorrections;
}

/** The new address that the confirmation in view is about. */
export async function correctedIn({ context, token, url }: OfferPlace): Promise<string | undefined> {
  const done = parameterOf<"order-email">(url, "done");
  if (!done) return undefined;
  const corrected = await context.get(sessionContext).read(correctedScope, token);
  return corrected?.find(({ submissionId }) => submissionId === done)?.email;
}

/** A correction that is not made: the form begins with it at each look, until it is, for half an hour. */
export const uncorrectedScope = defineFlash(
  "uncorrected e-mail",
  correction.extend({ why: z.enum(["failed", "refused"]) }),
  () => ({ kind: "form" }),
);

const sentCorrection = sentSchema.extend({ email: z.string() });
type SentCorrection = z.infer<typeof sentCorrection>;

const isOf = (summary: OfferSummary, email: string): boolean =>
  summary.customer?.email.toLowerCase() === email.toLowerCase();

/** The order names its address. */
async function askWhetherCorrected({ context, token }: OfferPlace, { email }: SentCorrection) {
  const read = await loadSummary(context, token);
  if (!read.ok || !read.data.customer) return undefined;
  return isOf(read.data, email) ? { did: undefined } : ("didNot" as const);
}

const readsAgain = (place: OfferPlace, sent: SentCorrection) =>
  askAgain(place.context, () => askWhetherCorrected(place, sent));

const doneAt = ({ context, token }: OfferPlace, submissionId: string, status: 302 | 303) =>
  redirectDocument(`${linkTo(context, "order-email", { token })}?done=${submissionId}`, status);

export const emailPost: ActingPost<
  OfferPlace,
  SentCorrection,
  unknown,
  OfferError | FormFieldError,
  unknown
> = {
  scope: defineScope("sent e-mail", sentCorrection, {
    endNotice: noticeOfSent({ kind: "offer", act: "orderEmail" }, (token) =>
      pathTo("order-email", { token }),
    ),
  }),
  section: "errors.emailWaiting",
  call: "correctEmail",
  ...keptIfNotTaken(
    ({ context, token }) => linkTo(context, "order-email", { token }),
    keepUncorrected,
    answered,
  ),
  send: ({ context, token }, { email, submissionId }) => correctEmail(context, token, email, submissionId),
  ask: (place, sent, failed) =>
    isAnswered(failed) ? readsAgain(place, sent) : askWhetherCorrected(place, sent),
  askFirst: askWhetherCorrected,
  async done(place, sent, _, status) {
    const { submissionId, email } = sent;
    place.context.get(sessionContext).update(correctedScope, place.token, (before = []) => {
      const others = before.filter((one) => one.submissionId !== submissionId);
      return [...others, { submissionId, email }];
    });
    place.context.get(sessionContext).remove(uncorrectedScope, place.token);
    // The order's page comes next, and names the address.
    await readsAgain(place, sent);
    return doneAt(place, submissionId, status);
  },
  keepsTyped: true,
};

function keepUncorrected(
  { context, token }: OfferPlace,
  { submissionId, email }: Pick<SentCorrection, "submissionId" | "email">,
  why: "failed" | "refused",
): void {
  context.get(sessionContext).write(uncorrectedScope, token, { submissionId, email, why });
}

/** The form that answers a post which was not taken. */
async function answered(
  place: OfferPlace,
  { submissionId, email }: SentCorrection,
  failed: Failed<OfferError | FormFieldError>,
) {
  const { context } = place;
  const { error } = failed;
  const form: FormState = { ...freshForm(orderEmailForm), submissionId, values: { email } };
  if (!failed.failure?.isMissingCall)
    keepUncorrected(place, { submissionId, email }, whyNotTaken(failed.failure));
  if (error instanceof FormFieldError) {
    const errors = refusalsBy(context, error.errors, (path) => fieldAt(orderEmailForm, path));
    if (Object.keys(errors).length > 0) return data({ form: { ...form, errors } }, { status: 422 });
  }
  return notTaken(place, getT(context, "offer", "orderEmail"), form, failed);
}

/** Corrects the address; once per submission id. An address that looks mistyped is asked about once. */
export async function saveEmail(place: OfferPlace, order: OfferSummary | "unread", posted: FormData) {
  const { context, token } = place;
  const errorOf = fieldErrors(context, order === "unread" ? undefined : order.offerUseCase);
  const taken = posted.get(takenEmail);
  if (taken !== null) posted.set("email", taken);
  const parsed = parseForm(posted, orderEmailForm, errorOf);
  const submissionId = submissionIdOf(posted);
  const form = { ...parsed.form, submissionId };
  if (!parsed.ok) return data({ form }, { status: 422 });
  const { email } = parsed.value;
  const refused = (error: FormState["errors"][string], more?: Pick<FormState, "asked" | "question">) =>
    data({ form: { ...form, errors: { email: error }, ...more } }, { status: 422 });
  const likely = suggestedEmail(email);
  if (likely && !posted.getAll(askedField).includes("email")) {
    const t = getT(context, "offer", "orderEmail");
    const question = emailQuestion(context, { email, likely }, t("typed", { email }));
    return refused(errorOf("email.mistyped", { likely }), { asked: ["email"], question });
  }
  const corrected = await context.get(sessionContext).read(correctedScope, token);
  // The other half of a double press, or a repetition.
  if (corrected?.some((one) => one.submissionId === submissionId && one.email === email))
    return doneAt(place, submissionId, 303);
  if (order === "unread") {
    keepUncorrected(place, { submissionId, email }, "failed");
    return notSent(place, getT(context, "offer", "orderEmail"), { ...form, values: { email } });
  }
  if (!(await mayCorrectEmail(context, token, order))) return toStep(context, "confirmation", token, 303);
  if (isOf(order, email)) return refused(errorOf("email.same"));
  return postOnce(emailPost, place, { submissionId, email });
}
