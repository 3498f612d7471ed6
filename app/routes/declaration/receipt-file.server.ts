import { downloadReceipt, type LinkKind, type ReceiptKind } from "#app/backend/declarations.server.ts";
import { forDeclaration } from "#app/declarations/calling-context.server.ts";
import { type ReceiptDocument, receiptPaper, receiptPdf } from "#app/declarations/receipt-document.server.ts";
import type { Declaration, StoredDeclaration } from "#app/declarations/stored-declaration.server.ts";
import type { IsoDate } from "#app/domain/calendar.ts";
import { calendarFile } from "#app/domain/calendar-file.ts";
import { shortReference } from "#app/domain/short-reference.ts";
import { paperText } from "#app/paper/paper.ts";
import { brandContext, getT, type RequestContext } from "#app/request/context.server.ts";
import { calendarResponse, fileResponse, fileRoute, pdfResponse } from "#app/shell/file-route.server.ts";
import { letterheadIn } from "#app/shell/letterhead.server.ts";
import { declarer, idIn, kindOf, receipts } from "./confirmation-link.server.ts";
import { documentProblem, type LoadedReceipt, noReceipt, receiptProblem } from "./problem.server.ts";
import { progressOf } from "./progress.server.ts";

type OwnPart = Pick<ReceiptDocument, "title" | "lead" | "sections">;
interface Declared {
  receivedAt: string;
  state: StoredDeclaration["state"];
  answered?: Declaration["answered"];
}

/**
 * Serves the portal's receipt, whose content the journey loads, the provider's, or the contract's end for a calendar.
 */
export function receiptFile(
  load: (
    context: RequestContext,
    id: string,
  ) => Promise<LoadedReceipt<OwnPart & { declared: Declared; end?: IsoDate | undefined }>>,
) {
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
      const { declared, end, lead, sections, ...document } = own.data;
      if (params.format === "kalender") {
        if (!end) throw noReceipt(place);
        return endForCalendar(context, id, declared, end);
      }
      return receiptAs(context, params.format, fileName(context, receipts[kind].journey, id), {
        ...document,
        receivedAt: new Date(declared.receivedAt),
        sections: sections.map(({ heading, rows }, index) => ({
          heading,
          rows: index === 0 ? [...rows, numberRow(context, id)] : rows,
        })),
        lead: [...openingOf(context, kind, declared), ...lead],
      });
    },
  );
}

/** Two papers of one declaration, and those of two, have different names: `Kündigungsbestätigung o2 3F2A-77C1`. */
export const fileName = (
  context: RequestContext,
  paper: "termination" | "withdrawal" | LinkKind | "letter",
  id: string,
) => [getT(context, "receipt", "files")(paper), context.get(brandContext).name, shortReference(id)].join(" ");

/** The number as the page shows it, and in full, as the provider has it: a file may be all that is left. */
export const numberRow = (context: RequestContext, id: string) => ({
  label: numberLabel(context),
  value: `${shortReference(id)} (${id})`,
});

const numberLabel = (context: RequestContext) => getT(context, "receipt", "head")("reference");

async function endForCalendar(context: RequestContext, id: string, { receivedAt }: Declared, date: IsoDate) {
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
  format: string,
  name: string,
  own: Omit<ReceiptDocument, "letterhead" | "language" | "footer">,
): Promise<Response> {
  const t = getT(context, "receipt", "progress");
  const paper = receiptPaper({
    ...own,
    letterhead: letterheadIn(context),
    language: declarer(context).language,
    footer: t("footer"),
  });
  if (format === "text")
    return fileResponse(paperText(paper), { type: "text/plain; charset=utf-8", name: `${name}.txt` });
  const pdf = await receiptPdf(paper, (scripts) => t("unshown", { scripts }));
  return pdfResponse({ body: pdf, size: pdf.byteLength }, `${name}.pdf`);
}

/** The opening of every receipt: that it was received, and how far it has got. */
function openingOf(context: RequestContext, kind: ReceiptKind, declared: Declared): string[] {
  const t = getT(context, "receipt", "progress");
  const progress = progressOf(context, { ...declared, kind });
  const received = t("received", { brand: context.get(brandContext).name });
  return progress ? [received, progress.title, ...progress.texts] : [received];
}
