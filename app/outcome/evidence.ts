import { type CallResult, type Failure, givesReason, wasNotSent } from "#app/errors/errors.ts";

/**
 * What is known of a call with an effect: it `did` act or `didNot`. Else that is unknown, and the provider has to be
 * asked: `unclear` if the call has ended, so that "not there" means that it did nothing; `pending` if it may still be in
 * progress, so that only "there" means something.
 */
export type Evidence = "did" | "didNot" | "unclear" | "pending";

export type Failed<E> = Extract<CallResult<unknown, E>, { ok: false }>;
/** What the provider says when it is asked whether a call acted; undefined if it does not say. */
export type Asked<D> = { did: D } | "didNot" | undefined;
export type Ended<D, E> = { end: "did"; data: D } | { end: "didNot" | "unknown"; failed: Failed<E> };

type Answer = "success" | "refusal" | "noWord" | "notSent" | "noAnswer";

/** The only place that says what an answer proves (decision 0126): to a first attempt, and to one after another. */
const evidence: Record<Answer, { first: Evidence; repeated: Evidence }> = {
  /** 2xx, and the body means it. */
  success: { first: "did", repeated: "did" },
  /** The provider's own words: a code or an errors list. After an attempt that may have acted, they may be about that. */
  refusal: { first: "didNot", repeated: "unclear" },
  /** A bare status, somebody else's page, an overload, an error of the provider itself. */
  noWord: { first: "unclear", repeated: "pending" },
  notSent: { first: "didNot", repeated: "pending" },
  /** Lost, late, cut off, a gateway that has given up waiting, or a success that cannot be read. */
  noAnswer: { first: "pending", repeated: "pending" },
};

/** With these, and from 500 on, a call may have acted, whatever is said beside them. */
const vagueStatus = new Set([408, 425, 429]);
const isRefusal = (failure: Failure): boolean => {
  const { status = 0 } = failure;
  return givesReason(failure) && status >= 400 && status < 500 && !vagueStatus.has(status);
};

/** With these and no word of the provider's, a gateway answers while its service may still be at work. */
const gatewayStatus = new Set<number | undefined>([502, 503, 504]);
/** Whether the call has ended, so that what the provider says of it now holds. */
export const callHasEnded = (failure: Failure | undefined): boolean =>
  failure?.kind === "answer" && !(gatewayStatus.has(failure.status) && !givesReason(failure));

function answerIn(failure: Failure): Answer {
  if (isRefusal(failure)) return "refusal";
  if (callHasEnded(failure)) return "noWord";
  return wasNotSent(failure) ? "notSent" : "noAnswer";
}

/** @param isRepeated whether an earlier attempt may have acted, beside the client's own */
export function evidenceOf(result: CallResult<unknown, unknown>, isRepeated = false): Evidence {
  if (result.ok) return evidence.success.first;
  const { failure } = result;
  // Without a call, nothing was done.
  if (!failure) return isRepeated ? "pending" : "didNot";
  return evidence[answerIn(failure)][isRepeated || failure.isRepeat ? "repeated" : "first"];
}

/**
 * Refused for what is there already. That may be the effect of this very post: of the other half of a double press, at a
 * provider that does not answer a repeated key as it did the first time.
 */
export const isConflict = (failure: Failure | undefined): boolean =>
  failure !== undefined && isRefusal(failure) && (failure.status === 409 || failure.status === 410);

export const isUndecided = (evidence: Evidence): evidence is "unclear" | "pending" =>
  evidence === "unclear" || evidence === "pending";

/** What is known once the provider was asked whether it is done; undefined if it could not say. */
export function evidenceAfterAsking(before: Evidence, isDone: boolean | undefined): Evidence {
  if (isDone) return "did";
  return isDone === false && before === "unclear" ? "didNot" : before;
}

/** What became of a call, by what its call has `answered`: the provider is asked where that leaves it open. */
export async function endOf<D, E>(
  result: CallResult<D, E>,
  answered: Evidence,
  ask: (failed: Failed<E>) => Promise<Asked<D>>,
): Promise<Ended<D, E>> {
  if (result.ok) return { end: "did", data: result.data };
  const asked = isUndecided(answered) ? await ask(result) : undefined;
  if (typeof asked === "object") return { end: "did", data: asked.did };
  const evidence = evidenceAfterAsking(answered, asked === "didNot" ? false : undefined);
  return { end: isUndecided(evidence) ? "unknown" : "didNot", failed: result };
}
