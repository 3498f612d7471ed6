import { downloadReceipt } from "#app/backend/declarations.server.ts";
import { type Declaration, type Kept, withoutSession } from "#app/declarations/declaration.server.ts";
import { type ReceiptDocument, receiptPdf, receiptText } from "#app/declarations/receipt-document.server.ts";
import type { ApiError, FormFieldError } from "#app/errors/errors.ts";
import { brandContext, getT, patternContext, type RequestContext } from "#app/middleware/request.server.ts";
import { fileRoute, pdfResponse } from "../shell/file-route.server.ts";
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
type Row = (typeof rows)[keyof typeof rows];

type Loaded<T> = { ok: true; data: T } | { ok: false; error: ApiError | FormFieldError };
interface Declared {
  receivedAt: string;
  state: Kept["state"];
  answered?: Declaration["answered"];
}

/**
 * The receipt of a declaration as a file: the portal's own as PDF or text, or the provider's document.
 * @param load the journey's own part of the portal's receipt
 */
export function receiptFile(
  load: (
    context: RequestContext,
    kind: Row["kind"],
    id: string,
  ) => Promise<Loaded<Pick<ReceiptDocument, "title" | "lead" | "sections"> & { declared: Declared }>>,
) {
  return fileRoute(
    async (args: { context: RequestContext; request: Request; url: URL; params: { format: string } }) => {
      const { context, url, params } = args;
      const [, first = ""] = context.get(patternContext).split("/");
      const { kind, journey, page, name } = rows[first as keyof typeof rows];
      const id = idIn(context, page, url);
      const formats = ["pdf", "text", "anbieter"];
      if (!id || !formats.includes(params.format)) throw noReceipt({ context, url, journey, page });
      if (params.format === "anbieter") {
        const result = await downloadReceipt(withoutSession(context), kind, id);
        if (!result.ok) throw loadProblem({ context, url, journey, page }, result.error);
        return pdfResponse(result.data, `${name}.pdf`);
      }
      const own = await load(context, kind, id);
      if (!own.ok) throw loadProblem({ context, url, journey, page }, own.error);
      const { declared, ...document } = own.data;
      const receipt = documentOf(context, declared, document);
      if (params.format === "pdf") return pdfResponse(await receiptPdf(receipt), `${name}.pdf`);
      return new Response(receiptText(receipt), {
        headers: {
          "Content-Type": "text/plain; charset=utf-8",
          "Content-Disposition": `inline; filename="${name}.txt"`,
        },
      });
    },
  );
}

function documentOf(
  context: RequestContext,
  { receivedAt, state, answered }: Declared,
  { title, lead, sections }: Pick<ReceiptDocument, "title" | "lead" | "sections">,
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
