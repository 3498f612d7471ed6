import { downloadReceipt } from "#app/backend/declarations.server.ts";
import { withoutSession } from "#app/declarations/declaration.server.ts";
import { type ReceiptDocument, receiptPdf, receiptText } from "#app/declarations/receipt-document.server.ts";
import { brandContext, getT, patternContext, type RequestContext } from "#app/middleware/request.server.ts";
import { fileRoute, pdfResponse } from "../shell/file-route.server.ts";
import { loadTermination } from "../termination/receipt.server.ts";
import { receiptView, type ShownTermination } from "../termination/receipt-rows.server.ts";
import { loadWithdrawal, withdrawalRows } from "../withdrawal/withdrawal.server.ts";
import type { Route } from "./+types/receipt-file";
import { declarer, idIn } from "./confirmation-link.server.ts";
import { loadProblem, noReceipt } from "./problem.server.ts";
import { progressOf } from "./progress.server.ts";

/** Kind, journey, page and file name by the first part of the path. */
const rows = {
  kuendigung: {
    kind: "termination",
    journey: "termination",
    page: "termination-confirmation",
    name: "kuendigung",
  },
  selfcarekuendigung: {
    kind: "selfcare",
    journey: "termination",
    page: "selfcare-confirmation",
    name: "kuendigung",
  },
  widerruf: { kind: "withdrawal", journey: "withdrawal", page: "withdrawal-confirmation", name: "widerruf" },
} as const;

/** The receipt of a declaration as a file: the portal's own as PDF or text, or the provider's document. */
const file = fileRoute(async ({ context, url, params }: Route.LoaderArgs) => {
  const [, first = ""] = context.get(patternContext).split("/");
  const row = rows[first as keyof typeof rows];
  const { kind, journey, page, name } = row;
  const id = idIn(context, page, url);
  const formats = ["pdf", "text", "anbieter"];
  if (!id || !formats.includes(params.format)) throw noReceipt({ context, url, journey, page });
  if (params.format === "anbieter") {
    const result = await downloadReceipt(withoutSession(context), kind, id);
    if (!result.ok) throw loadProblem({ context, url, journey, page }, result.error);
    return pdfResponse(result.data, `${name}.pdf`);
  }
  const document =
    kind === "withdrawal"
      ? await withdrawalDocument(context, id)
      : await terminationDocument(context, kind, id);
  if (!document.ok) throw loadProblem({ context, url, journey, page }, document.error);
  if (params.format === "text")
    return new Response(receiptText(document.data), {
      headers: {
        "Content-Type": "text/plain; charset=utf-8",
        "Content-Disposition": `inline; filename="${name}.txt"`,
      },
    });
  return pdfResponse(await receiptPdf(document.data), `${name}.pdf`);
});

async function terminationDocument(context: RequestContext, kind: "termination" | "selfcare", id: string) {
  const result = await loadTermination(context, kind, id);
  if (!result.ok) return result;
  const t = getT(context, "termination", "confirmation");
  const upload = getT(context, "termination", "upload");
  const { effect, declared, notes, proof } = receiptView(context, result.data, new Date());
  const follows = proof ? [upload(proof.waits ? "leadWaits" : "lead", { date: proof.until })] : [];
  const sections = [
    { heading: t("effect"), rows: effect },
    { heading: t("declared"), rows: declared },
  ];
  const lead = [...notes, ...follows];
  return { ok: true as const, data: documentOf(context, t("title"), result.data, lead, sections) };
}

async function withdrawalDocument(context: RequestContext, id: string) {
  const result = await loadWithdrawal(context, id);
  if (!result.ok) return result;
  const t = getT(context, "withdrawal", "confirmation");
  const sections = [{ heading: t("receipt"), rows: withdrawalRows(context, result.data) }];
  return {
    ok: true as const,
    data: documentOf(context, t("title"), result.data, [t("declaration")], sections),
  };
}

function documentOf(
  context: RequestContext,
  title: string,
  { receivedAt, state, answered }: Pick<ShownTermination, "receivedAt" | "state" | "answered">,
  lead: string[],
  sections: ReceiptDocument["sections"],
): ReceiptDocument {
  const { name } = context.get(brandContext);
  const t = getT(context, "termination", "progress");
  const progress = progressOf(context, state, receivedAt, answered);
  const texts = progress ? [progress.title, ...progress.texts] : [];
  return {
    sender: name,
    title,
    language: declarer(context).language,
    receivedAt: new Date(receivedAt),
    lead: [t("received", { brand: name }), ...texts, ...lead],
    sections,
    footer: t("footer"),
  };
}

export const middleware = file.middleware;
export const loader = file.loader;
export { default } from "../shell/no-page.ts";
