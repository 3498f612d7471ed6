import { receiptFile } from "../declaration/receipt-file.server.ts";
import { loadWithdrawal, withdrawalReceipt } from "./withdrawal.server.ts";

export const middleware = receiptFile(async (context, id) => {
  const result = await loadWithdrawal(context, id);
  return result.ok ? { ok: true, data: { receipt: withdrawalReceipt(context, result.data) } } : result;
});

export { default, loader } from "#app/shell/file-page.ts";
