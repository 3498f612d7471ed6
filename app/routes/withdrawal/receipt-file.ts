import { getT } from "#app/request/context.server.ts";
import { receiptFile } from "../declaration/receipt-file.server.ts";
import { loadWithdrawal, withdrawalView } from "./withdrawal.server.ts";

export const middleware = receiptFile(async (context, id) => {
  const result = await loadWithdrawal(context, id);
  if (!result.ok) return result;
  const t = getT(context, "withdrawal", "confirmation");
  const { sections, notes, next } = withdrawalView(context, result.data);
  const { money, device, labelUrl } = next;
  const label = labelUrl ? [`${t("returnLabel")}: ${labelUrl}`] : [];
  return {
    ok: true,
    data: {
      title: t("title"),
      lead: [...notes, money, device, ...label],
      sections,
      declared: result.data,
    },
  };
});

export { default, loader } from "#app/shell/file-page.ts";
