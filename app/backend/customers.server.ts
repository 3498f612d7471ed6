import { toApiResult } from "#app/errors/errors.ts";
import type { RequestContext } from "#app/request/context.server.ts";
import { send } from "./client.server.ts";
import { type CustomerChange, customerCalls } from "./contract/customer.ts";
import { actingPatienceMs } from "./running-calls.server.ts";

/**
 * A customer's current data; the provider masks sensitive values. Errors: ApiError, such as `notFound` for an unknown
 * id or `gone` for an expired link.
 */
export const loadCustomer = (context: RequestContext, id: string) =>
  toApiResult(send(context, customerCalls.customerDetails, { params: { id } }));

/**
 * Changes a customer's data. A second call with the same submission id gets the first one's response and changes
 * nothing. It may take longer than the page (`actingPatienceMs`).
 *
 * Errors: ApiError `conflict` for a change of an outdated version, `takenBefore` for a submission id reused with
 * other content; FormFieldError for an errors list.
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
