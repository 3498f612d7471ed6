import {
  type DeclarationKind,
  declare,
  hasReceipt,
  loadReceipt,
  type Wire,
} from "#app/backend/declarations.server.ts";
import {
  type ApiError,
  apiErrorOf,
  type Failure,
  type FormFieldError,
  givesReason,
  wasNotSent,
} from "#app/errors/errors.ts";
import type { Problem } from "#app/errors/problem.ts";
import type { RequestContext } from "#app/request/context.server.ts";
import { evidenceAfterAsking, evidenceOf } from "./evidence.ts";

const refusals = new Set([400, 404, 409, 410, 422]);
/**
 * Whether a provider refuses for good: the same call once more would fare no better. Downtime ends, whatever status comes
 * with its code.
 */
export const isFinalRefusal = (kind: (ApiError | FormFieldError)["kind"], status = 0): boolean =>
  kind !== "downtime" && refusals.has(status);

/** How an attempt to forward a declaration ended; with its error unless the call itself succeeded. */
type Declared<K extends DeclarationKind> = { error?: ApiError | FormFieldError } & (
  | { state: "forwarded"; receipt?: Wire[K]["received"] | Wire[K]["receipt"] }
  | { state: "refused"; refused: Problem }
  /**
   * `isIdle`: the attempt is known to have done nothing. `isUnsent`: it has not reached the provider.
   * `needsStaff`: it ended as it always does at a provider that has no such call, that refuses without words, or whose
   * answers nobody can read.
   */
  | { state: "waiting"; isIdle: boolean; isUnsent: boolean; needsStaff: boolean }
);

/**
 * One attempt to forward a declaration. Where its answer leaves open whether the provider has it, the provider is asked
 * for its receipt; where that does not say either, it waits. Only the provider's own words refuse it, and nothing that
 * they say after another attempt, unless it says that it has no such declaration.
 * @param isRepeated whether an earlier attempt may have acted
 */
export async function forwardOnce<K extends DeclarationKind>(
  context: RequestContext,
  { kind, id, body }: { kind: K; id: string; body: Wire[K]["body"] },
  isRepeated: boolean,
): Promise<Declared<K>> {
  // Before another attempt, as the first one may have acted; one that has no such call says nothing.
  if (isRepeated && hasReceipt(kind)) {
    const earlierReceipt = await loadReceipt(context, kind, id, 0.3);
    if (earlierReceipt.ok) return { state: "forwarded", receipt: earlierReceipt.data };
  }
  const result = await declare(context, kind, id, body, 0.5);
  if (result.ok) return { state: "forwarded", receipt: result.data };
  const { failure } = result;
  const error = apiErrorOf(failure.status, failure.problem, failure);
  if (error.kind === "takenBefore" || isDeclinedAlready(kind, error, failure))
    return { state: "forwarded", error };
  const isFinal = isFinalRefusal(error.kind, failure.status);
  let evidence = evidenceOf({ ok: false, error, failure }, isRepeated);
  // Even of a first attempt: it may have been sent while the store was away, by a portal that is gone.
  if (isFinal && hasReceipt(kind)) {
    const asked = await loadReceipt(context, kind, id);
    if (asked.ok) return { state: "forwarded", receipt: asked.data, error };
    // A bare 404 may be a gateway's, or that of a provider without this call.
    const isAbsent = asked.failure?.status === 404 && givesReason(asked.failure);
    if (isAbsent) evidence = evidenceAfterAsking(evidence, false);
    else if (asked.failure?.isMissingCall !== true) evidence = "unclear";
  }
  if (evidence === "didNot" && isFinal && givesReason(failure))
    return { state: "refused", refused: failure.problem ?? {}, error };
  const needsStaff =
    failure.isMissingCall === true ||
    failure.isUnaskedContinue === true ||
    (isFinal && !givesReason(failure));
  return {
    state: "waiting",
    isIdle: evidence === "didNot",
    isUnsent: wasNotSent(failure),
    needsStaff,
    error,
  };
}

/** In the provider's words, what a link declares stands already, or an objection's link was used. */
const isDeclinedAlready = (kind: DeclarationKind, error: ApiError | FormFieldError, failure: Failure) =>
  !hasReceipt(kind) &&
  error.kind !== "downtime" &&
  (failure.status === 409 || (kind === "objection" && failure.status === 410)) &&
  givesReason(failure);
