import type { RequestContext } from "#app/middleware/request.server.ts";
import { type ApiResult, orApiError } from "./api-result.server.ts";
import { send } from "./client.server.ts";
import { type Withdrawal, type WithdrawalReceipt, withdrawalCalls } from "./contract/withdrawal.ts";

/**
 * Declares a withdrawal.
 * @param id made with the form: the same one again answers the receipt of the first time
 */
export async function withdraw(
  context: RequestContext,
  id: string,
  body: Withdrawal,
): Promise<ApiResult<WithdrawalReceipt>> {
  return orApiError(
    await send(context, withdrawalCalls.withdraw, { params: { id }, body, idempotencyKey: id }),
  );
}

/** The receipt of a withdrawal. ApiError `notFound`: there is none with this id. */
export async function loadWithdrawal(
  context: RequestContext,
  id: string,
): Promise<ApiResult<WithdrawalReceipt>> {
  return orApiError(await send(context, withdrawalCalls.loadWithdrawal, { params: { id } }));
}

/** The receipt as a PDF stream. */
export async function downloadWithdrawal(
  context: RequestContext,
  id: string,
): Promise<ApiResult<ReadableStream<Uint8Array>>> {
  return orApiError(await send(context, withdrawalCalls.withdrawalDownload, { params: { id } }));
}
