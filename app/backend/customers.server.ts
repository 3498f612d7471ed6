import { toApiResult } from "#app/errors/errors.ts";
import type { RequestContext } from "#app/middleware/request.server.ts";
import { send } from "./client.server.ts";
import { type CustomerChange, customerCalls } from "./contract/customer.ts";
import { actingPatienceMs } from "./running-calls.server.ts";

/** A customer's data as the provider has it now. */
export const loadCustomer = (context: RequestContext, id: string) =>
  toApiResult(send(context, customerCalls.customerDetails, { params: { id } }));

/**
 * Changes a customer's data. With the same submission id a second call answers as the first did and changes nothing.
 * Errors: ApiError `conflict` for a change of an older version, `takenBefore` for a submission id with another content;
 * an errors list as FormFieldError.
 */
export const changeCustomer = (
  context: RequestContext,
  id: string,
  body: CustomerChange,
  idempotencyKey: string,
) => {
  const input = { params: { id }, body, idempotencyKey, patienceMs: actingPatienceMs() };
  return toApiResult(send(context, customerCalls.changeCustomerDetails, input));
};
