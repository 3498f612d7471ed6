import { receiptFile } from "../declaration/receipt-file.server.ts";
import { loadTermination, terminationKindOf } from "./receipt.server.ts";
import { terminationReceipt } from "./termination-receipt.server.ts";

export const middleware = receiptFile(async (context, id) => {
  const result = await loadTermination(context, terminationKindOf(context), id);
  return result.ok ? { ok: true, data: terminationReceipt(context, result.data, new Date()) } : result;
});

export { default, loader } from "#app/shell/file-page.ts";
