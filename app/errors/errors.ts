import { codeOf } from "#app/platform/error-facts.ts";
import { type IdvOutcome, idvOutcomeOfCode } from "./idv-outcomes.ts";
import { type OfferState, offerStateOfCode } from "./offer-states.ts";
import type { Problem } from "./problem.ts";

/** When a downtime ends, as the backend sent it: an instant, a wording, or a period. */
export type Downtime = NonNullable<Problem["downtime"]>;
export type FieldProblem = NonNullable<Problem["errors"]>[number];

/**
 * Why a call gave no usable response:
 * - `answer`: a status other than 2xx, of the provider or of anybody in between (`givesReason` distinguishes them)
 * - `unreachable`: the connection could not be made, or broke
 * - `timeout`: no response in time
 * - `unreadable`: a 2xx whose body is not what the call needs
 * - `unavailable`: nothing was sent, as the provider is down or overloaded
 */
export interface Failure {
  kind: "answer" | "unreachable" | "timeout" | "unreadable" | "unavailable";
  /** Of an `answer` only. */
  status?: number;
  /** What the body says, if it is a JSON object: `{}` if nothing in it is known. With `unavailable`, a downtime. */
  problem?: Problem | undefined;
  /**
   * This is how the client's own repeat ended, after a first attempt that was lost and may have acted: what is refused
   * here (as known, or changed meanwhile) may be what the first attempt did.
   */
  isRepeat?: true;
  /**
   * The provider may have no such call: an addition to specification §7 got 404, 405 or 501 without a reason. What it would
   * have said is unknown.
   */
  isMissingCall?: true;
  /**
   * The provider, or a gateway before it, said `100 Continue` unasked. It may have acted, and its answer cannot be read: a
   * further attempt ends the same way.
   */
  isUnaskedContinue?: true;
  /** Seconds after which to come back, if known. */
  retryAfter?: number | undefined;
  cause?: unknown;
}

export type Result<T> = { ok: true; data: T } | { ok: false; failure: Failure };

/**
 * Whether the provider itself says why: by a code or an errors list (specification §8), alone or in a problem document
 * (RFC 9457). A bare status, a page, or JSON without either (as frameworks and gateways make it) is nobody's word; nor
 * is a code that only repeats the status.
 */
export const givesReason = ({ status, problem }: Pick<Failure, "status" | "problem">): boolean =>
  Boolean(problem?.errors?.length || (problem?.code && problem.code !== String(status)));

/** Whether the provider itself has refused: with a reason, and not with an error of its own. */
export const isOwnRefusal = (failure: Failure | undefined): boolean =>
  failure !== undefined && givesReason(failure) && (failure.status ?? 500) < 500;

const noConnection = new Set<unknown>([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);

/** Whether nothing of the call has reached the provider: it has not acted, and will not. */
export const wasNotSent = ({ kind, cause, isRepeat }: Failure): boolean =>
  !isRepeat && (kind === "unavailable" || noConnection.has(codeOf(cause)));

/** What an error object has besides its code. */
interface Details {
  useCase?: string | undefined;
  downtime?: Downtime | undefined;
  /** Only part of offers in specification §3, but the backend may send it, and the page shows a hotline. */
  shopHotline?: string | undefined;
  creditCheck?: Problem["creditCheck"];
  /** A code that specification §8 does not list, for the log. */
  unknownCode?: string | undefined;
  /** Seconds after which to come back, if the response states it. */
  retryAfter?: number | undefined;
  /** The provider gave no answer, or none that can be read. */
  isUnanswered?: boolean | undefined;
}

/**
 * What a failed call has besides status and body: the error that the client caught, for the log, and its `Retry-After`.
 */
interface Circumstances {
  cause?: unknown;
  retryAfter?: number | undefined;
  kind?: Failure["kind"];
}

/** A state that a page can show: `Code` is the name of a row in the table of its journey. */
export interface StateError<Code extends string = string> extends Details {
  code: Code;
}

/** A failed call, with its details as own properties. */
class FailedCall<Code extends string> extends Error implements StateError<Code> {
  readonly code: Code;
  declare readonly useCase?: string;
  declare readonly downtime?: Downtime;
  declare readonly shopHotline?: string;
  declare readonly creditCheck?: Problem["creditCheck"];
  declare readonly unknownCode?: string;
  declare readonly retryAfter?: number;
  declare readonly isUnanswered?: boolean;

  constructor(code: Code, message: string, { cause, ...details }: Details & Circumstances = {}) {
    super(message, { cause });
    this.code = code;
    Object.assign(this, details);
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
  /** Whether nothing in the errors list can be read. */
  get isUnclear(): boolean {
    return this.errors.every((error) => Object.keys(error).length === 0);
  }

  constructor(errors: readonly FieldProblem[], cause?: unknown) {
    super("Validation failed.", { cause });
    this.errors = errors;
  }
}

/**
 * What a failed request means for a page, whatever the backend calls it:
 * - `takenBefore`: this submission id, or its declaration, was accepted before
 * - `conflict`: the data has changed since the form was made
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

/** Any other failed request (specification §8, Other). `status` is missing if there was no response at all. */
export class ApiError extends FailedCall<string> {
  override readonly name = "ApiError";
  readonly kind: ApiErrorKind;
  readonly status: number | undefined;

  /** The code is for the log only: the backend's, else `http-<status>`, else `no-answer`. */
  constructor(
    kind: ApiErrorKind,
    { status, problem, ...circumstances }: { status?: number; problem?: Problem } & Circumstances = {},
  ) {
    const code = problem?.code ?? (status ? `http-${status}` : "no-answer");
    super(code, "Error occurred while doing an api request.", detailsOf(problem, circumstances));
    this.kind = kind;
    this.status = status;
  }
}

/** The fields of a problem that every error object carries on. */
function detailsOf(problem: Problem | undefined, { cause, retryAfter, kind = "answer" }: Circumstances = {}) {
  const { offerUseCase: useCase, downtime, shopHotline, creditCheck } = problem ?? {};
  return {
    cause,
    retryAfter,
    isUnanswered: kind === "answer" ? undefined : true,
    useCase,
    downtime,
    shopHotline,
    creditCheck,
  };
}

/** The form-field error of a response with an errors list; undefined without one, or if it is empty. */
function fieldErrorOf(problem: Problem | undefined, cause?: unknown): FormFieldError | undefined {
  return problem?.errors?.length ? new FormFieldError(problem.errors, cause) : undefined;
}

interface StateErrors<Code extends string, Failed extends FailedCall<Code>> {
  Failed: new (code: Code | "Unexpected", message: string, details: Details & Circumstances) => Failed;
  byStatus: Record<number, readonly [code: Code, message: string]>;
  ofCode: (code: string | undefined) => Code | undefined;
  knownCause: string;
  unexpected: string;
}

/**
 * Makes the errors of one part of specification §8, in its order: decisive statuses, then the code, then the errors
 * list (specification §5: of any response), then Unexpected. An unknown code is stored as `unknownCode`.
 */
function stateErrors<Code extends string, Failed extends FailedCall<Code>>(of: StateErrors<Code, Failed>) {
  return {
    /** @param status HTTP status; missing if there was no usable response (refused, reset, late, no JSON) */
    errorOf(
      status: number | undefined,
      problem: Problem | undefined,
      circumstances?: Circumstances,
    ): Failed | FormFieldError {
      const details = detailsOf(problem, circumstances);
      const state = of.ofCode(problem?.code);
      const [code, message] = of.byStatus[status ?? 0] ?? [state, of.knownCause];
      if (code) return new of.Failed(code, message, { ...details, unknownCode: undefined });
      return (
        fieldErrorOf(problem, details.cause) ??
        new of.Failed("Unexpected", of.unexpected, { ...details, unknownCode: problem?.code })
      );
    },
    /** For a state that the portal detects itself; the backend's response may be passed along. */
    errorIn: (code: Code, problem?: Problem, circumstances?: Circumstances): Failed =>
      new of.Failed(code, of.knownCause, detailsOf(problem, circumstances)),
  };
}

export const { errorOf: offerErrorOf, errorIn: offerErrorIn } = stateErrors<OfferState, OfferError>({
  Failed: OfferError,
  byStatus: {
    401: ["Unauthorized", "Not authorized to access offer."],
    403: ["Forbidden", "Forbidden to access offer."],
    404: ["NotFound", "Offer could not be found."],
  },
  ofCode: offerStateOfCode,
  knownCause: "Offer could not be accessed.",
  unexpected: "There was an unexpected error while accessing the offer.",
});

export const { errorOf: idvErrorOf, errorIn: idvErrorIn } = stateErrors<IdvOutcome, IdvError>({
  Failed: IdvError,
  byStatus: { 404: ["NotFound", "Idv could not be found."] },
  ofCode: idvOutcomeOfCode,
  knownCause: "Idv could not be accessed.",
  unexpected: "There was an unexpected error while accessing the idv.",
});

const kindOfCode = new Map<string | undefined, ApiErrorKind>([
  ["CUSTOMER_DATA_CHANGED", "conflict"],
  ["DOWNTIME", "downtime"],
  ["IDEMPOTENCY_KEY_REUSED", "takenBefore"],
  ["TERMINATION_EXISTS", "takenBefore"],
  ["WITHDRAWAL_EXISTS", "takenBefore"],
]);

/** Statuses that decide, whatever the body contains. */
const clearStatus = new Set([401, 403, 404]);
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
 * The error of a call that is neither about offers nor about identity verification, in the same order: decisive
 * statuses, then the code, then the errors list. `status` is missing without a response.
 */
export function apiErrorOf(
  status: number | undefined,
  problem: Problem | undefined,
  circumstances: Circumstances = {},
): ApiError | FormFieldError {
  const { cause } = circumstances;
  const kindNamed = clearStatus.has(status ?? 0) ? kindOfStatus.get(status) : kindOfCode.get(problem?.code);
  const refused = kindNamed ? undefined : fieldErrorOf(problem, cause);
  const kind = kindNamed ?? kindOfStatus.get(status) ?? "other";
  return refused ?? new ApiError(kind, { ...circumstances, status, problem });
}

/**
 * A response, or the error object of specification §3 or §8 that its failure stands for. What a failure means for a call
 * with an effect is known in `app/outcome` alone.
 */
export type CallResult<T, E> =
  | { ok: true; data: T }
  | { ok: false; error: E | FormFieldError; failure?: Failure };

/** Makes a function that turns failed calls into the errors of one part of the specification. */
export const mapFailure =
  <E>(errorOf: (status: number | undefined, problem?: Problem, failure?: Failure) => E | FormFieldError) =>
  async <T>(call: Promise<Result<T>> | Result<T>): Promise<CallResult<T, E>> => {
    const result = await call;
    if (result.ok) return result;
    const { failure } = result;
    // Nobody was reached, or the page has given up waiting, as later ones do at once: "later" is what it can say.
    const isLater = failure.kind === "timeout" || wasNotSent(failure);
    const late = isLater ? { code: "DOWNTIME" } : undefined;
    const error = errorOf(failure.status, failure.problem ?? late, failure);
    return { ok: false, error, failure };
  };

/** The result of a call that is neither about offers nor about identity verification. */
export const toApiResult = mapFailure<ApiError>(apiErrorOf);
export type ApiResult<T> = CallResult<T, ApiError>;
