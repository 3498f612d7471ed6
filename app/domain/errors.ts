import type { Problem } from "#app/backend/contract/common.ts";
import type { IdvOutcome } from "./idv-outcomes.ts";
import type { OfferState } from "./offer-states.ts";

/** When a downtime ends, as the backend sent it: an instant, a wording, or a span. */
export type Downtime = NonNullable<Problem["downtime"]>;
export type FieldProblem = NonNullable<Problem["errors"]>[number];

/** What an error object carries beside its code. */
export interface Details {
  cause?: unknown;
  useCase?: string | undefined;
  downtime?: Downtime | undefined;
  shopHotline?: string | undefined;
  /** A code that specification §8 does not know, for the log. */
  unknownCode?: string | undefined;
}

/** What offer and idv errors share; `Code` is the name of a row in their table. */
class StateError<Code extends string> extends Error {
  readonly code: Code;
  readonly useCase: string | undefined;
  readonly downtime: Downtime | undefined;
  /** In specification §3 only of offers, but the backend may send it and the page shows a hotline. */
  readonly shopHotline: string | undefined;
  readonly unknownCode: string | undefined;

  constructor(code: Code, message: string, details: Details = {}) {
    super(message, { cause: details.cause });
    this.code = code;
    this.useCase = details.useCase;
    this.downtime = details.downtime;
    this.shopHotline = details.shopHotline;
    this.unknownCode = details.unknownCode;
  }
}

/** What went wrong with an offer: `code` is a state of specification §4, with its row in `offerStates`. */
export class OfferError extends StateError<OfferState> {
  override readonly name = "OfferError";
}

/** What went wrong with an identity verification, or how it ended: `code` has its row in `idvOutcomes`. */
export class IdvError extends StateError<IdvOutcome> {
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

  constructor(
    kind: ApiErrorKind,
    options: { status?: number | undefined; problem?: Problem | undefined; cause?: unknown } = {},
  ) {
    super("Error occurred while doing an api request.", { cause: options.cause });
    this.kind = kind;
    this.status = options.status;
    this.code = options.problem?.code ?? (options.status ? `http-${options.status}` : "no-answer");
    this.downtime = options.problem?.downtime;
    this.shopHotline = options.problem?.shopHotline;
  }
}
