import { ApiError } from "#app/domain/errors.ts";
import type { RequestContext } from "#app/middleware/request.server.ts";
import { type ApiResult, orApiError } from "./api-result.server.ts";
import { send } from "./client.server.ts";
import {
  type CustomerChange,
  type CustomerChangeReceipt,
  type CustomerDetails,
  customerCalls,
  staleVersion,
} from "./contract/customer.ts";

/** A customer's data as the provider has it now. */
export async function loadCustomer(context: RequestContext, id: string): Promise<ApiResult<CustomerDetails>> {
  return orApiError(await send(context, customerCalls.customerDetails, { params: { id } }));
}

/**
 * Changes a customer's data. With the same submission id a second call answers as the first did and changes nothing.
 * Errors: `isStale` for a change of an older version; an errors list as FormFieldError.
 */
export async function changeCustomer(
  context: RequestContext,
  id: string,
  body: CustomerChange,
  idempotencyKey: string,
): Promise<ApiResult<CustomerChangeReceipt>> {
  return orApiError(
    await send(context, customerCalls.changeCustomerDetails, { params: { id }, body, idempotencyKey }),
  );
}

/**
 * Whether the data is another one now than when the form was made: somebody else changed it, or an earlier post of
 * this same form with other content did (then its submission id is used up).
 */
export function isStale(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.status === 409 || error.code === staleVersion || error.code === "IDEMPOTENCY_KEY_REUSED";
}
