import { downloadReceipt } from "#app/backend/declarations.server.ts";
import { type Declaration, type Kept, withoutSession } from "#app/declarations/declaration.server.ts";
import { type ReceiptDocument, receiptPdf, receiptText } from "#app/declarations/receipt-document.server.ts";
import type { IsoDate } from "#app/domain/calendar.ts";
import { calendarFile } from "#app/domain/calendar-file.ts";
import type { ApiResult } from "#app/errors/errors.ts";
import { brandContext, getT, type RequestContext } from "#app/middleware/request.server.ts";
import { calendarResponse, fileResponse, fileRoute, pdfResponse } from "../shell/file-route.server.ts";
import { declarer, idIn, kindOf, receipts } from "./confirmation-link.server.ts";
import { loadProblem, noReceipt } from "./problem.server.ts";
import { progressOf } from "./progress.server.ts";

type OwnPart = Pick<ReceiptDocument, "title" | "lead" | "sections">;
interface Declared {
  receivedAt: string;
  state: Kept["state"];
  answered?: Declaration["answered"];
}

/** The portal's receipt, of which the journey loads its part, the provider's, or the end for a calendar. */
export function receiptFile(
  load: (
    context: RequestContext,
    id: string,
  ) => Promise<ApiResult<OwnPart & { declared: Declared; end?: IsoDate | undefined }>>,
) {
  return fileRoute(
    async (args: { context: RequestContext; request: Request; url: URL; params: { format: string } }) => {
      const { context, url, params } = args;
      const kind = kindOf(context);
      const name = getT(context, "termination", "files")(receipts[kind].journey);
      const place = { context, url, kind };
      const id = idIn(context, kind, url);
      const formats = ["pdf", "text", "anbieter", "kalender"];
      if (!id || !formats.includes(params.format)) throw noReceipt(place);
      if (params.format === "anbieter") {
        const result = await downloadReceipt(withoutSession(context), kind, id);
        if (!result.ok) throw loadProblem(place, result.error);
        return pdfResponse(result.data, `${name}.pdf`);
      }
      const own = await load(context, id);
      if (!own.ok) throw loadProblem(place, own.error);
      const { declared, end, ...document } = own.data;
      if (params.format === "kalender") {
        if (!end) throw noReceipt(place);
        return endForCalendar(context, id, declared, end);
      }
      return receiptAs(params.format, name, documentOf(context, declared, document));
    },
  );
}

function endForCalendar(
  context: RequestContext,
  id: string,
  { receivedAt }: Declared,
  date: IsoDate,
): Response {
  const t = getT(context, "termination", "confirmation");
  const files = getT(context, "termination", "files");
  const { name } = context.get(brandContext);
  const event = { uid: id, date, title: `${t("endDate")}: ${name}`, text: `${t("id")}: ${id}` };
  return calendarResponse(calendarFile({ ...event, stamp: new Date(receivedAt) }), files("end"));
}

/** The portal's own receipt in one of its forms. */
export async function receiptAs(format: string, name: string, receipt: ReceiptDocument): Promise<Response> {
  if (format === "text")
    return fileResponse(receiptText(receipt), { type: "text/plain; charset=utf-8", name: `${name}.txt` });
  const pdf = await receiptPdf(receipt);
  return pdfResponse({ body: pdf, size: pdf.byteLength }, `${name}.pdf`);
}

function documentOf(
  context: RequestContext,
  { receivedAt, state, answered }: Declared,
  { title, lead, sections }: OwnPart,
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
