import type { RouterContextProvider } from "react-router";
import { type ApiResult, orApiError } from "./api-result.server.ts";
import { send } from "./client.server.ts";
import { type Withdrawal, type WithdrawalReceipt, withdrawalCalls } from "./contract/withdrawal.ts";

type Context = Readonly<RouterContextProvider>;

/**
 * Declares a withdrawal.
 * @param id made with the form: the same one again answers the receipt of the first time
 */
export async function withdraw(
  context: Context,
  id: string,
  body: Withdrawal,
): Promise<ApiResult<WithdrawalReceipt>> {
  return orApiError(
    await send(context, withdrawalCalls.withdraw, { params: { id }, body, idempotencyKey: id }),
  );
}

/** The receipt of a withdrawal. ApiError with status 404: there is none with this id. */
export async function loadWithdrawal(context: Context, id: string): Promise<ApiResult<WithdrawalReceipt>> {
  return orApiError(await send(context, withdrawalCalls.loadWithdrawal, { params: { id } }));
}

/** The receipt as a PDF stream. */
export async function downloadWithdrawal(
  context: Context,
  id: string,
): Promise<ApiResult<ReadableStream<Uint8Array>>> {
  return orApiError(await send(context, withdrawalCalls.withdrawalDownload, { params: { id } }));
}
