import { type ApiError, apiErrorOf, type FormFieldError } from "#app/errors/errors.ts";
import type { Problem } from "./contract/common.ts";

/**
 * Why a call gave no usable answer. `status` and `problem` exist only when the backend answered in its own words, or
 * for `unavailable`: then nothing was sent, as others have just waited for an answer in vain.
 */
export interface Failure {
  kind: "answer" | "unreachable" | "timeout" | "unreadable" | "unavailable";
  status?: number;
  problem?: Problem;
  /** Seconds after which to come back, where somebody says so. */
  retryAfter?: number | undefined;
  cause?: unknown;
}

export type Result<T> = { ok: true; data: T } | { ok: false; failure: Failure };

/** An answer, or the generic error of specification §8. */
export type ApiResult<T> = { ok: true; data: T } | { ok: false; error: ApiError | FormFieldError };

/** The answer of a call that is neither of offers nor of identity verification. */
export function orApiError<T>(result: Result<T>): ApiResult<T> {
  if (result.ok) return result;
  const { failure } = result;
  return { ok: false, error: apiErrorOf(failure.status, failure.problem, failure) };
}
