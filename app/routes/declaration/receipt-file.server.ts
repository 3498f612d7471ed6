import { downloadReceipt } from "#app/backend/declarations.server.ts";
import { forDeclaration } from "#app/declarations/calling-context.server.ts";
import { receiptPaper, receiptPdf } from "#app/declarations/receipt-document.server.ts";
import type { IsoDate } from "#app/domain/calendar.ts";
import { calendarFile } from "#app/domain/calendar-file.ts";
import type { Receipt } from "#app/domain/receipt.ts";
import { shortReference } from "#app/domain/short-reference.ts";
import { paperText } from "#app/paper/paper.ts";
import { brandContext, getT, type RequestContext } from "#app/request/context.server.ts";
import { calendarResponse, fileResponse, fileRoute, pdfResponse } from "#app/shell/file-route.server.ts";
import { letterheadIn } from "#app/shell/letterhead.server.ts";
import { declarer, idIn, kindOf } from "./confirmation-link.server.ts";
import { documentProblem, type LoadedReceipt, noReceipt, receiptProblem } from "./problem.server.ts";
import { type FiledKind, receiptKinds } from "./receipt-kinds.ts";

/** A receipt that a signed link opens, and when the contract ends, if that is known. */
type Loaded = { receipt: Receipt; end?: IsoDate | undefined };

/**
 * Serves the portal's receipt, whose content the journey loads, the provider's, or the contract's end for a calendar.
 */
export function receiptFile(load: (context: RequestContext, id: string) => Promise<LoadedReceipt<Loaded>>) {
  return fileRoute(
    async (args: { context: RequestContext; request: Request; url: URL; params: { format: string } }) => {
      const { context, url, params } = args;
      const kind = kindOf(context);
      const place = { context, url, kind };
      const id = idIn(context, kind, url);
      const formats = ["pdf", "text", "anbieter", "kalender"];
      if (!id || !formats.includes(params.format)) throw noReceipt(place);
      if (params.format === "anbieter") {
        const result = await downloadReceipt(forDeclaration(context), kind, id);
        if (!result.ok) throw documentProblem(place, result.error);
        return pdfResponse(result.data, `${fileName(context, "letter", id)}.pdf`);
      }
      const own = await load(context, id);
      if (!own.ok) throw receiptProblem(place, own);
      const { receipt, end } = own.data;
      if (params.format !== "kalender") return receiptAs(context, kind, params.format, receipt);
      if (!end) throw noReceipt(place);
      return endForCalendar(context, receipt, end);
    },
  );
}

/** Two papers of one declaration, and those of two, have different names: `Kündigungsbestätigung o2 3F2A-77C1`. */
const fileName = (
  context: RequestContext,
  paper: (typeof receiptKinds)[FiledKind]["paper"] | "letter",
  id: string,
) => [getT(context, "receipt", "files")(paper), context.get(brandContext).name, shortReference(id)].join(" ");

const numberLabel = (context: RequestContext) => getT(context, "receipt", "head")("reference");

async function endForCalendar(context: RequestContext, { id, receivedAt }: Receipt, date: IsoDate) {
  const t = getT(context, "receipt", "rows");
  const files = getT(context, "receipt", "files");
  const { name } = context.get(brandContext);
  const event = {
    uid: id,
    date,
    title: `${t("endDate")}: ${name}`,
    text: `${numberLabel(context)}: ${shortReference(id)}`,
  };
  return calendarResponse(await calendarFile({ ...event, stamp: new Date(receivedAt) }), files("end"));
}

/** The portal's own receipt in one of its formats. */
export async function receiptAs(
  context: RequestContext,
  kind: FiledKind,
  format: string,
  receipt: Receipt,
): Promise<Response> {
  const { id, brand } = receipt;
  const t = getT(context, "receipt", "progress");
  const head = getT(context, "receipt", "head");
  const name = fileName(context, receiptKinds[kind].paper, id);
  const paper = receiptPaper(receipt, {
    letterhead: letterheadIn(context),
    language: declarer(context).language,
    opening: t("received", { brand }),
    next: head("next"),
    reference: [numberLabel(context), `${shortReference(id)} (${id})`],
    footer: t("footer"),
  });
  if (format === "text")
    return fileResponse(paperText(paper), { type: "text/plain; charset=utf-8", name: `${name}.txt` });
  const pdf = await receiptPdf(paper, (scripts) => t("unshown", { scripts }));
  return pdfResponse({ body: pdf, size: pdf.byteLength }, `${name}.pdf`);
}
