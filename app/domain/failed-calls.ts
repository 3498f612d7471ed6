import type { Problem } from "#app/backend/contract/common.ts";
import { ApiError, type ApiErrorKind, type Details, FormFieldError, IdvError, OfferError } from "./errors.ts";
import { type IdvOutcome, idvOutcomeOfCode } from "./idv-outcomes.ts";
import { type OfferState, offerStateOfCode } from "./offer-states.ts";

/** The fields of a problem that every error object carries on. */
function detailsOf(problem: Problem | undefined, cause: unknown): Details {
  return {
    cause,
    useCase: problem?.offerUseCase,
    downtime: problem?.downtime,
    shopHotline: problem?.shopHotline,
  };
}

/** The form-field error of an answer with an errors list; nothing for one without, or with an empty one. */
function fieldErrorOf(problem: Problem | undefined, cause?: unknown): FormFieldError | undefined {
  return problem?.errors?.length ? new FormFieldError(problem.errors, cause) : undefined;
}

const offerMessages = {
  401: "Not authorized to access offer.",
  403: "Forbidden to access offer.",
  404: "Offer could not be found.",
  known: "Offer could not be accessed.",
  unexpected: "There was an unexpected error while accessing the offer.",
} as const;

/**
 * The error of a failed offer call, in the order of specification §8: 401, 403, 404, then the code, then the errors
 * list, then Unexpected. An unknown code is kept as `unknownCode`.
 * @param status HTTP status; missing when no usable answer came (refused, reset, late, no JSON)
 * @param cause what the client caught, for the log
 */
export function offerErrorOf(
  status: number | undefined,
  problem: Problem | undefined,
  cause?: unknown,
): OfferError | FormFieldError {
  const details = detailsOf(problem, cause);
  if (status === 401) return new OfferError("Unauthorized", offerMessages[401], details);
  if (status === 403) return new OfferError("Forbidden", offerMessages[403], details);
  if (status === 404) return new OfferError("NotFound", offerMessages[404], details);
  const state = offerStateOfCode(problem?.code);
  if (state) return new OfferError(state, offerMessages.known, details);
  const fields = fieldErrorOf(problem, cause);
  if (fields) return fields;
  return new OfferError("Unexpected", offerMessages.unexpected, { ...details, unknownCode: problem?.code });
}

/** A state that the portal finds out itself, e.g. DocumentsNotLoaded; what the backend answered may come with it. */
export function offerErrorIn(state: OfferState, problem?: Problem, cause?: unknown): OfferError {
  return new OfferError(state, offerMessages.known, detailsOf(problem, cause));
}

const idvMessages = {
  404: "Idv could not be found.",
  known: "Idv could not be accessed.",
  unexpected: "There was an unexpected error while accessing the idv.",
} as const;

/**
 * The error of a failed idv call, in the order of specification §8: 404, then the code, then the errors list
 * (specification §5: of any answer), then Unexpected. An unknown code is kept as `unknownCode`.
 * @param status HTTP status; missing when no usable answer came
 * @param cause what the client caught, for the log
 */
export function idvErrorOf(
  status: number | undefined,
  problem: Problem | undefined,
  cause?: unknown,
): IdvError | FormFieldError {
  const details = detailsOf(problem, cause);
  if (status === 404) return new IdvError("NotFound", idvMessages[404], details);
  const outcome = idvOutcomeOfCode(problem?.code);
  if (outcome) return new IdvError(outcome, idvMessages.known, details);
  const fields = fieldErrorOf(problem, cause);
  if (fields) return fields;
  return new IdvError("Unexpected", idvMessages.unexpected, { ...details, unknownCode: problem?.code });
}

/** An outcome that the portal finds out itself, e.g. from the state in a successful answer. */
export function idvErrorIn(outcome: IdvOutcome, problem?: Problem, cause?: unknown): IdvError {
  return new IdvError(outcome, idvMessages.known, detailsOf(problem, cause));
}

const kindOfCode = new Map<string | undefined, ApiErrorKind>([
  ["CUSTOMER_DATA_CHANGED", "conflict"],
  ["DOWNTIME", "downtime"],
  ["IDEMPOTENCY_KEY_REUSED", "takenBefore"],
  ["TERMINATION_EXISTS", "takenBefore"],
  ["WITHDRAWAL_EXISTS", "takenBefore"],
]);

const kindOfStatus = new Map<number | undefined, ApiErrorKind>([
  [401, "unauthorized"],
  [403, "forbidden"],
  [404, "notFound"],
  [409, "conflict"],
  [410, "gone"],
  [503, "downtime"],
]);

/**
 * The error of a call that is neither of offers nor of identity verification (termination, customer data, lists…).
 * @param status HTTP status, missing when no usable answer came
 */
export function apiErrorOf(
  status: number | undefined,
  problem: Problem | undefined,
  cause?: unknown,
): ApiError | FormFieldError {
  const kind = kindOfCode.get(problem?.code) ?? kindOfStatus.get(status) ?? "other";
  return fieldErrorOf(problem, cause) ?? new ApiError(kind, { status, problem, cause });
}
