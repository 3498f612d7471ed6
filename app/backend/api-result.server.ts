import { type ApiError, apiErrorOf, type FormFieldError } from "#app/errors/errors.ts";
import type { Result } from "./client.server.ts";

/** An answer, or the generic error of specification §8. */
export type ApiResult<T> = { ok: true; data: T } | { ok: false; error: ApiError | FormFieldError };

/** The answer of a call that is neither of offers nor of identity verification. */
export function orApiError<T>(result: Result<T>): ApiResult<T> {
  if (result.ok) return result;
  const { failure } = result;
  return { ok: false, error: apiErrorOf(failure.status, failure.problem, failure) };
}
