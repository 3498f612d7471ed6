import { getT } from "#app/request/context.server.ts";
import { receiptFile } from "../declaration/receipt-file.server.ts";
import { loadTermination, terminationKindOf } from "./receipt.server.ts";
import { receiptView } from "./receipt-rows.server.ts";

export const middleware = receiptFile(async (context, id) => {
  const result = await loadTermination(context, terminationKindOf(context), id);
  if (!result.ok) return result;
  const t = getT(context, "termination", "confirmation");
  const upload = getT(context, "termination", "upload");
  const { effect, declared, notes, next, proof, end } = receiptView(context, result.data, new Date());
  const follows = proof ? [upload(proof.waits ? "leadWaits" : "lead", { date: proof.until })] : [];
  const sections = [
    { heading: t("effect"), rows: effect },
    { heading: t("declared"), rows: declared },
  ];
  return {
    ok: true,
    data: { title: t("title"), lead: [...notes, ...follows, ...next], sections, declared: result.data, end },
  };
});

export { default, loader } from "#app/shell/file-page.ts";
