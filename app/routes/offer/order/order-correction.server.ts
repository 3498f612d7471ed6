import { data, redirectDocument } from "react-router";
import { type Failure, type FormFieldError, isOwnRefusal, type OfferError } from "#app/errors/errors.ts";
import type { FormState } from "#app/forms/form-state.ts";
import type { ActingPost, Sent } from "#app/outcome/attempt.server.ts";
import type { Failed } from "#app/outcome/evidence.ts";
import { getT, type RequestContext } from "#app/request/context.server.ts";
import { failedForm } from "#app/shell/help.server.ts";
import { type OfferPlace, offerErrorAnswer } from "../cart/error-answer.server.ts";

/** Why nothing became of what a customer asked for about an order. `missing`: the provider has no such call. */
export type NotTaken = "failed" | "refused" | "missing";
const statuses: Record<NotTaken, number> = { missing: 501, refused: 409, failed: 503 };

export const whyNotTaken = (failure: Failure | undefined): Exclude<NotTaken, "missing"> =>
  isOwnRefusal(failure) ? "refused" : "failed";

/** The texts of its page. */
type Say = (key: "failed" | "missing" | "failedTitle") => string;

/** Its form, with why nothing became of it. */
export function withReason(context: RequestContext, say: Say, form: FormState, why: NotTaken): FormState {
  const t = getT(context, "offer", "orderPage");
  const text = why === "refused" ? t("refused") : say(why);
  return { ...form, problem: failedForm(context, say("failedTitle"), text) };
}

/**
 * The answer to its post: the form, with why nothing became of it.
 * @throws the page of a login that has ended, or is another customer's
 */
export async function notTaken(
  place: OfferPlace,
  say: Say,
  form: FormState,
  { error, failure }: Failed<OfferError | FormFieldError>,
) {
  if (error.code === "Unauthorized" || error.code === "Forbidden")
    throw await offerErrorAnswer({ ...place, posted: true }, error);
  const why = failure?.isMissingCall ? "missing" : whyNotTaken(failure);
  return data({ form: withReason(place.context, say, form, why) }, { status: statuses[why] });
}

/** The answer to a post while nobody can say how its order stands: nothing is sent, and its form comes back. */
export const notSent = ({ context }: OfferPlace, say: Say, form: FormState) =>
  data({ form: withReason(context, say, form, "failed") }, { status: statuses.failed });

/**
 * The ends of a post about an order that is not taken: its form answers while the browser waits; later, the form begins
 * with what was kept of it.
 */
export const keptIfNotTaken = <S extends Sent, E extends OfferError | FormFieldError, R>(
  self: (place: OfferPlace) => string,
  keep: (place: OfferPlace, sent: S, why: Exclude<NotTaken, "missing">) => void,
  answer: (place: OfferPlace, sent: S, failed: Failed<E>) => Promise<R>,
): Pick<ActingPost<OfferPlace, S, unknown, E, R | Response>, "self" | "failed" | "gaveUp"> => ({
  self,
  async failed(place, sent, failed, status) {
    if (status === 303) return answer(place, sent, failed);
    keep(place, sent, whyNotTaken(failed.failure));
    return redirectDocument(self(place));
  },
  async gaveUp(place, sent) {
    keep(place, sent, "failed");
    return redirectDocument(self(place));
  },
});
