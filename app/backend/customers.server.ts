import type { RequestContext } from "#app/middleware/request.server.ts";
import { type ApiResult, orApiError } from "./api-result.server.ts";
import { send } from "./client.server.ts";
import {
  type CustomerChange,
  type CustomerChangeReceipt,
  type CustomerDetails,
  customerCalls,
} from "./contract/customer.ts";

/** A customer's data as the provider has it now. */
export async function loadCustomer(context: RequestContext, id: string): Promise<ApiResult<CustomerDetails>> {
  return orApiError(await send(context, customerCalls.customerDetails, { params: { id } }));
}

/**
 * Changes a customer's data. With the same submission id a second call answers as the first did and changes nothing.
 * Errors: ApiError `conflict` for a change of an older version, `takenBefore` for a submission id with another content;
 * an errors list as FormFieldError.
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
