import { getT } from "#app/middleware/request.server.ts";
import { receiptFile } from "../declaration/receipt-file.server.ts";
import { loadWithdrawal, withdrawalRows } from "./withdrawal.server.ts";

export const middleware = receiptFile(async (context, id) => {
  const result = await loadWithdrawal(context, id);
  if (!result.ok) return result;
  const t = getT(context, "withdrawal", "confirmation");
  const sections = [{ heading: t("receipt"), rows: withdrawalRows(context, result.data) }];
  return { ok: true, data: { title: t("title"), lead: [t("declaration")], sections, declared: result.data } };
});

export { default, loader } from "../shell/file-page.ts";
