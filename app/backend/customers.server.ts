import type { RouterContextProvider } from "react-router";
import { ApiError } from "#app/domain/errors.ts";
import { brandContext } from "#app/middleware/request.server.ts";
import { send } from "./client.server.ts";
import {
  type CustomerChange,
  type CustomerChangeReceipt,
  type CustomerDetails,
  customerCalls,
  staleVersion,
} from "./contract/customer.ts";
import { orApiError, type ServiceResult } from "./services.server.ts";

type Context = Readonly<RouterContextProvider>;

const paramsOf = (context: Context, id: string) => ({ brand: context.get(brandContext).backendEnum, id });

/** A customer's data as the provider has it now. */
export async function loadCustomer(context: Context, id: string): Promise<ServiceResult<CustomerDetails>> {
  return orApiError(await send(context, customerCalls.customerDetails, { params: paramsOf(context, id) }));
}

/**
 * Changes a customer's data. With the same submission id a second call answers as the first did and changes nothing.
 * Errors: `isStale` for a change of an older version; an errors list as FormFieldError.
 */
export async function changeCustomer(
  context: Context,
  id: string,
  body: CustomerChange,
  idempotencyKey: string,
): Promise<ServiceResult<CustomerChangeReceipt>> {
  const params = paramsOf(context, id);
  return orApiError(
    await send(context, customerCalls.changeCustomerDetails, { params, body, idempotencyKey }),
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
