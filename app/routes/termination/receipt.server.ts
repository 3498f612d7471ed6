import { redirect } from "react-router";
import {
  downloadTermination,
  loadTermination,
  type TerminationKind,
  terminationConfig,
} from "#app/backend/terminations.server.ts";
import { type UploadReason, uploadReasons } from "#app/domain/proof-file.ts";
import {
  brandContext,
  pageTexts,
  type RequestContext,
  sessionContext,
} from "#app/middleware/request.server.ts";
import { offerEvents } from "#app/tracking/offer-events.server.ts";
import { idIn, lastDeclared, receiptPath } from "../declaration/confirmation-link.server.ts";
import { loadProblem, noReceipt } from "../declaration/problem.server.ts";
import { pdfResponse } from "../shell/file-route.server.ts";
import { linkTo } from "../shell/link-to.server.ts";
import { receiptScope } from "./declare.server.ts";
import { receiptView } from "./receipt-rows.server.ts";

const pagesOf = {
  open: { form: "termination", page: "termination-confirmation", file: "termination-receipt" },
  prefilled: {
    form: "selfcare-termination",
    page: "selfcare-confirmation",
    file: "selfcare-receipt",
  },
} as const;

/**
 * The confirmation behind its link. The provider is asked; where it cannot answer, the receipt that this session got
 * with its declaration is shown. Without a reference: what was declared in this browser last, else the form.
 * @throws the redirect, or the page of the problem
 */
export async function loadConfirmation(
  context: RequestContext,
  request: Request,
  url: URL,
  kind: TerminationKind,
) {
  const { form, page, file } = pagesOf[kind];
  const session = context.get(sessionContext);
  const reported = url.searchParams.get("upload") as UploadReason | null;
  const upload = reported && uploadReasons.includes(reported) ? reported : undefined;
  if (!url.searchParams.has("ref")) {
    const last = lastDeclared(context, request, page);
    throw redirect(last ? receiptPath(context, page, last, { upload }) : linkTo(context, form));
  }
  const id = idIn(context, page, url);
  if (!id) throw noReceipt({ context, url, journey: "termination", page });
  const [result, { discountHotline }] = await Promise.all([
    loadTermination(context, kind, id),
    terminationConfig(context, kind),
  ]);
  const kept = result.ok ? undefined : await session.read(receiptScope, id);
  const receipt = result.ok ? result.data : kept;
  if (!receipt) {
    if (result.ok) throw new Error("A receipt without content.");
    throw loadProblem({ context, url, journey: "termination", page }, result.error);
  }
  return {
    ...receiptView(context, receipt, new Date()),
    /** Why the file that came with the declaration did not arrive. */
    upload,
    first: url.searchParams.has("first"),
    pdf: receiptPath(context, file, id),
    action: receiptPath(context, page, id),
    discountHotline: discountHotline ?? context.get(brandContext).hotline.number,
    tracking: await offerEvents(context, id),
    texts: pageTexts(context, ["termination.confirmation", "termination.upload", "termination.discount"]),
  };
}
export type Confirmation = Awaited<ReturnType<typeof loadConfirmation>>;

/** Streams the receipt's PDF. @throws the page of the problem */
export async function streamReceipt(
  context: RequestContext,
  url: URL,
  kind: TerminationKind,
): Promise<Response> {
  const { page, file } = pagesOf[kind];
  const id = idIn(context, file, url);
  if (!id) throw noReceipt({ context, url, journey: "termination", page });
  const result = await downloadTermination(context, kind, id);
  if (!result.ok) throw loadProblem({ context, url, journey: "termination", page }, result.error);
  return pdfResponse(result.data, "kuendigungsbestaetigung.pdf");
}
