import { data, redirectDocument } from "react-router";
import { z } from "zod";
import { type OfferSummary, portingCorrection } from "#app/backend/contract/order.ts";
import { correctPorting, loadSummary } from "#app/backend/offers.server.ts";
import type { PortingRefusal } from "#app/domain/after-order.ts";
import { FormFieldError, type OfferError } from "#app/errors/errors.ts";
import { fieldAt, shownValues } from "#app/forms/define-form.server.ts";
import { fieldErrors, refusalsBy } from "#app/forms/field-errors.server.ts";
import { freshForm, parseForm, submissionIdOf } from "#app/forms/form-data.server.ts";
import type { FormState } from "#app/forms/form-state.ts";
import { constraintsOf } from "#app/forms/schema.server.ts";
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
import { getT, sessionContext } from "#app/request/context.server.ts";
import { parameterOf } from "#app/request/parameters.server.ts";
import { defineFlash, defineScope } from "#app/session/scope.ts";
import { linkTo } from "#app/shell/link-to.server.ts";
import type { OfferPlace } from "../cart/error-answer.server.ts";
import { toStep } from "../cart/journey.server.ts";
import { keptIfNotTaken, notSent, notTaken, whyNotTaken } from "./order-correction.server.ts";
import {
  orderPortingForm,
  refusedField,
  schemaAbout,
  type TypedCorrection,
} from "./order-porting.form.server.ts";

/** Why the order's number is not released, if its customer can settle that here. */
export function refusedNumber({ porting }: Pick<OfferSummary, "porting">): PortingRefusal | undefined {
  const { refused, correctable } = porting ?? {};
  return correctable && refused !== "unknown" ? refused : undefined;
}

const refusal = z.enum([
  "name",
  "birthDate",
  "notReleased",
  "notCancelled",
]) satisfies z.ZodType<PortingRefusal>;

/** What the form that was posted is about. */
export const refusalIn = (posted: FormData): PortingRefusal | undefined =>
  refusal.safeParse(posted.get(refusedField)).data;

/** What was typed, and what it is about. */
const correction = z.object({
  submissionId: z.string(),
  refused: refusal,
  holder: z.string().optional(),
  birthDate: z.string().optional(),
  oldContract: portingCorrection.shape.oldContract,
});

/** The submission ids of what was corrected in this session, by the offer's token. */
const correctedScope = defineScope("corrected number", z.array(z.string()));

/** Whether the confirmation in view is of a correction of this session. */
export async function isAskedAgain({ context, token, url }: OfferPlace): Promise<boolean> {
  const done = parameterOf<"order-porting">(url, "done");
  return done !== null && (await wasCorrected({ context, token }, done));
}

async function wasCorrected({ context, token }: Pick<OfferPlace, "context" | "token">, submissionId: string) {
  const corrected = await context.get(sessionContext).read(correctedScope, token);
  return corrected?.includes(submissionId) === true;
}

/** A correction that did not arrive: the form begins with it at each look, until one does, for half an hour. */
export const uncorrectedScope = defineFlash(
  "uncorrected number",
  correction.extend({ why: z.enum(["failed", "refused"]) }),
  () => ({ kind: "form" }),
);

const sentCorrection = sentSchema.extend(correction.shape);
type SentCorrection = z.infer<typeof sentCorrection>;

/** The order no longer says that its number is refused, or says it for another reason: the old carrier was asked again. */
async function askWhetherAsked({ context, token }: OfferPlace, { refused }: SentCorrection) {
  const read = await loadSummary(context, token);
  if (!read.ok || !read.data.porting) return undefined;
  return read.data.porting.refused === refused ? ("didNot" as const) : { did: undefined };
}

const readsAgain = (place: OfferPlace, sent: SentCorrection) =>
  askAgain(place.context, () => askWhetherAsked(place, sent));

const doneAt = ({ context, token }: OfferPlace, submissionId: string, status: 302 | 303) =>
  redirectDocument(`${linkTo(context, "order-porting", { token })}?done=${submissionId}`, status);

const entered = <T>(value: T) => ({ value, source: "entered" as const });

export const portingPost: ActingPost<
  OfferPlace,
  SentCorrection,
  unknown,
  OfferError | FormFieldError,
  unknown
> = {
  scope: defineScope("sent number", sentCorrection, {
    endNotice: noticeOfSent({ kind: "offer", act: "orderPorting" }, (token) =>
      pathTo("order-porting", { token }),
    ),
  }),
  section: "errors.portingWaiting",
  call: "correctPorting",
  ...keptIfNotTaken(
    ({ context, token }) => linkTo(context, "order-porting", { token }),
    keepUncorrected,
    answered,
  ),
  send: ({ context, token }, { holder, birthDate, oldContract, submissionId }) =>
    correctPorting(
      context,
      token,
      {
        holder: holder === undefined ? undefined : entered(holder),
        birthDate: birthDate === undefined ? undefined : entered(birthDate),
        oldContract,
      },
      submissionId,
    ),
  ask: (place, sent, failed) => (isAnswered(failed) ? readsAgain(place, sent) : askWhetherAsked(place, sent)),
  askFirst: askWhetherAsked,
  async done(place, sent, _, status) {
    const session = place.context.get(sessionContext);
    session.update(correctedScope, place.token, (before = []) => [
      ...new Set([...before, sent.submissionId]),
    ]);
    session.remove(uncorrectedScope, place.token);
    // The order's page comes next, and says how it stands.
    await readsAgain(place, sent);
    return doneAt(place, sent.submissionId, status);
  },
  keepsTyped: true,
};

function keepUncorrected(
  { context, token }: OfferPlace,
  { submissionId, refused, holder, birthDate, oldContract }: z.infer<typeof correction>,
  why: "failed" | "refused",
): void {
  const kept = { submissionId, refused, holder, birthDate, oldContract, why };
  context.get(sessionContext).write(uncorrectedScope, token, kept);
}

/** The page's form about this refusal, with what was typed before. */
export const formAbout = (
  refused: PortingRefusal | undefined,
  form: FormState,
  typed?: TypedCorrection,
): FormState => ({
  ...form,
  ...(typed && { values: shownValues(orderPortingForm, typed).values }),
  constraints: constraintsOf(schemaAbout({ refused })),
});

/** The form that answers a post which was not taken. */
async function answered(
  place: OfferPlace,
  sent: SentCorrection,
  failed: Failed<OfferError | FormFieldError>,
) {
  const { context } = place;
  const { error } = failed;
  const { submissionId, refused } = sent;
  const form = formAbout(refused, { ...freshForm(orderPortingForm), submissionId }, sent);
  if (!failed.failure?.isMissingCall) keepUncorrected(place, sent, whyNotTaken(failed.failure));
  if (error instanceof FormFieldError) {
    const errors = refusalsBy(context, error.errors, (path) => fieldAt(orderPortingForm, path));
    if (Object.keys(errors).length > 0) return data({ form: { ...form, errors } }, { status: 422 });
  }
  return notTaken(place, getT(context, "offer", "orderPorting"), form, failed);
}

/** Has the old carrier asked again; once per submission id, also when the order has moved on since. */
export async function savePorting(
  place: OfferPlace,
  order: OfferSummary | "unread" | undefined,
  refused: PortingRefusal | undefined,
  posted: FormData,
) {
  const { context, token } = place;
  const submissionId = submissionIdOf(posted);
  // The other half of a double press, or a repetition.
  if (await wasCorrected(place, submissionId)) return doneAt(place, submissionId, 303);
  if (!order || (order !== "unread" && !refused)) return toStep(context, "confirmation", token, 303);
  const errorOf = fieldErrors(context, order === "unread" ? undefined : order.offerUseCase);
  const parsed = parseForm(posted, { schema: schemaAbout({ refused }) }, errorOf);
  if (!parsed.ok) return data({ form: { ...parsed.form, submissionId } }, { status: 422 });
  const { portingHolder: holder, birthDate, oldContract } = parsed.value;
  const typed = { holder, birthDate, oldContract };
  if (order !== "unread" && refused) return postOnce(portingPost, place, { submissionId, refused, ...typed });
  if (refused) keepUncorrected(place, { submissionId, refused, ...typed }, "failed");
  const form = formAbout(refused, { ...freshForm(orderPortingForm), submissionId }, typed);
  return notSent(place, getT(context, "offer", "orderPorting"), form);
}
