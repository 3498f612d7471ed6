import { getT } from "#app/request/context.server.ts";
import { receiptFile } from "../declaration/receipt-file.server.ts";
import { afterWithdrawal, loadWithdrawal, withdrawalNotes, withdrawalSections } from "./withdrawal.server.ts";

export const middleware = receiptFile(async (context, id) => {
  const result = await loadWithdrawal(context, id);
  if (!result.ok) return result;
  const t = getT(context, "withdrawal", "confirmation");
  const sections = withdrawalSections(context, result.data);
  const { money, device } = afterWithdrawal(context, result.data);
  return {
    ok: true,
    data: {
      title: t("title"),
      lead: [...withdrawalNotes(context, result.data), money, device],
      sections,
      declared: result.data,
    },
  };
});

export { default, loader } from "#app/shell/file-page.ts";
