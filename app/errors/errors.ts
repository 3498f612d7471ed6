import type { Problem } from "#app/backend/contract/common.ts";
import { type IdvOutcome, idvOutcomeOfCode } from "./idv-outcomes.ts";
import { type OfferState, offerStateOfCode } from "./offer-states.ts";

/** When a downtime ends, as the backend sent it: an instant, a wording, or a span. */
export type Downtime = NonNullable<Problem["downtime"]>;
export type FieldProblem = NonNullable<Problem["errors"]>[number];

/** What an error object carries beside its code. */
interface Details {
  useCase?: string | undefined;
  downtime?: Downtime | undefined;
  /** In specification §3 only of offers, but the backend may send it and the page shows a hotline. */
  shopHotline?: string | undefined;
  /** A code that specification §8 does not know, for the log. */
  unknownCode?: string | undefined;
  /** Seconds after which to come back, where the answer says so. */
  retryAfter?: number | undefined;
}

/** What comes with a failed call beside status and body: what the client caught, for the log, and its `Retry-After`. */
interface Circumstances {
  cause?: unknown;
  retryAfter?: number | undefined;
}

/** A state that a page can show: `Code` is the name of a row in the table of its journey. */
export interface StateError<Code extends string = string> extends Details {
  code: Code;
}

class FailedCall<Code extends string> extends Error implements StateError<Code> {
  readonly code: Code;
  readonly useCase: string | undefined;
  readonly downtime: Downtime | undefined;
  readonly shopHotline: string | undefined;
  readonly unknownCode: string | undefined;
  readonly retryAfter: number | undefined;

  constructor(code: Code, message: string, details: Details & Circumstances = {}) {
    super(message, { cause: details.cause });
    this.code = code;
    this.useCase = details.useCase;
    this.downtime = details.downtime;
    this.shopHotline = details.shopHotline;
    this.unknownCode = details.unknownCode;
    this.retryAfter = details.retryAfter;
  }
}

/** What went wrong with an offer: `code` is a state of specification §4, with its row in `offerStates`. */
export class OfferError extends FailedCall<OfferState> {
  override readonly name = "OfferError";
}

/** What went wrong with an identity verification, or how it ended: `code` has its row in `idvOutcomes`. */
export class IdvError extends FailedCall<IdvOutcome> {
  override readonly name = "IdvError";
}

/** The backend refused fields of what was sent (specification §5). */
export class FormFieldError extends Error {
  override readonly name = "FormFieldError";
  readonly code = "form-field-error";
  readonly kind = "fields";
  readonly errors: readonly FieldProblem[];

  constructor(errors: readonly FieldProblem[], cause?: unknown) {
    super("Validation failed.", { cause });
    this.errors = errors;
  }
}

/**
 * What a failed request means to a page, whatever the backend calls it:
 * - `takenBefore`: this submission id, or what is declared by it, was taken before
 * - `conflict`: the data is another one now than when the form was made
 */
export type ApiErrorKind =
  | "unauthorized"
  | "forbidden"
  | "notFound"
  | "gone"
  | "takenBefore"
  | "conflict"
  | "downtime"
  | "other";

/** Any other failed request (specification §8, Other). `status` is missing when no answer came at all. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly kind: ApiErrorKind;
  /** For the log only: the backend's code, else `http-<status>`, else `no-answer`. */
  readonly code: string;
  readonly status: number | undefined;
  readonly downtime: Downtime | undefined;
  readonly shopHotline: string | undefined;
  readonly retryAfter: number | undefined;

  constructor(
    kind: ApiErrorKind,
    options: { status?: number | undefined; problem?: Problem | undefined } & Circumstances = {},
  ) {
    super("Error occurred while doing an api request.", { cause: options.cause });
    this.kind = kind;
    this.status = options.status;
    this.code = options.problem?.code ?? (options.status ? `http-${options.status}` : "no-answer");
    this.downtime = options.problem?.downtime;
    this.shopHotline = options.problem?.shopHotline;
    this.retryAfter = options.retryAfter;
  }
}

/** The fields of a problem that every error object carries on. */
function detailsOf(problem: Problem | undefined, circumstances: Circumstances): Details & Circumstances {
  return {
    cause: circumstances.cause,
    retryAfter: circumstances.retryAfter,
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
 */
export function offerErrorOf(
  status: number | undefined,
  problem: Problem | undefined,
  circumstances: Circumstances = {},
): OfferError | FormFieldError {
  const details = detailsOf(problem, circumstances);
  if (status === 401) return new OfferError("Unauthorized", offerMessages[401], details);
  if (status === 403) return new OfferError("Forbidden", offerMessages[403], details);
  if (status === 404) return new OfferError("NotFound", offerMessages[404], details);
  const state = offerStateOfCode(problem?.code);
  if (state) return new OfferError(state, offerMessages.known, details);
  const fields = fieldErrorOf(problem, circumstances.cause);
  if (fields) return fields;
  return new OfferError("Unexpected", offerMessages.unexpected, { ...details, unknownCode: problem?.code });
}

/** A state that the portal finds out itself, e.g. DocumentsNotLoaded; what the backend answered may come with it. */
export function offerErrorIn(
  state: OfferState,
  problem?: Problem,
  circumstances: Circumstances = {},
): OfferError {
  return new OfferError(state, offerMessages.known, detailsOf(problem, circumstances));
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
 */
export function idvErrorOf(
  status: number | undefined,
  problem: Problem | undefined,
  circumstances: Circumstances = {},
): IdvError | FormFieldError {
  const details = detailsOf(problem, circumstances);
  if (status === 404) return new IdvError("NotFound", idvMessages[404], details);
  const outcome = idvOutcomeOfCode(problem?.code);
  if (outcome) return new IdvError(outcome, idvMessages.known, details);
  const fields = fieldErrorOf(problem, circumstances.cause);
  if (fields) return fields;
  return new IdvError("Unexpected", idvMessages.unexpected, { ...details, unknownCode: problem?.code });
}

/** An outcome that the portal finds out itself, e.g. from the state in a successful answer. */
export function idvErrorIn(
  outcome: IdvOutcome,
  problem?: Problem,
  circumstances: Circumstances = {},
): IdvError {
  return new IdvError(outcome, idvMessages.known, detailsOf(problem, circumstances));
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
  [429, "downtime"],
  [503, "downtime"],
]);

/**
 * The error of a call that is neither of offers nor of identity verification (termination, customer data, lists…).
 * @param status HTTP status, missing when no usable answer came
 */
export function apiErrorOf(
  status: number | undefined,
  problem: Problem | undefined,
  circumstances: Circumstances = {},
): ApiError | FormFieldError {
  const kind = kindOfCode.get(problem?.code) ?? kindOfStatus.get(status) ?? "other";
  return (
    fieldErrorOf(problem, circumstances.cause) ?? new ApiError(kind, { status, problem, ...circumstances })
  );
}
