import type { RouterContextProvider } from "react-router";
import { brandContext } from "#app/middleware/request.server.ts";
import { send } from "./client.server.ts";
import { type Withdrawal, type WithdrawalReceipt, withdrawalCalls } from "./contract/withdrawal.ts";
import { orApiError, type ServiceResult } from "./services.server.ts";

type Context = Readonly<RouterContextProvider>;

const paramsOf = (context: Context, id: string) => ({ brand: context.get(brandContext).backendEnum, id });

/**
 * Declares a withdrawal.
 * @param id made with the form: the same one again answers the receipt of the first time
 */
export async function withdraw(
  context: Context,
  id: string,
  body: Withdrawal,
): Promise<ServiceResult<WithdrawalReceipt>> {
  const params = paramsOf(context, id);
  return orApiError(await send(context, withdrawalCalls.withdraw, { params, body, idempotencyKey: id }));
}

/** The receipt of a withdrawal. ApiError with status 404: there is none with this id. */
export async function loadWithdrawal(
  context: Context,
  id: string,
): Promise<ServiceResult<WithdrawalReceipt>> {
  return orApiError(await send(context, withdrawalCalls.loadWithdrawal, { params: paramsOf(context, id) }));
}

/** The receipt as a PDF stream. */
export async function downloadWithdrawal(
  context: Context,
  id: string,
): Promise<ServiceResult<ReadableStream<Uint8Array>>> {
  return orApiError(
    await send(context, withdrawalCalls.withdrawalDownload, { params: paramsOf(context, id) }),
  );
}
