import { redirect } from "react-router";
import type { TerminationReceipt } from "#app/backend/contract/termination.ts";
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
import { confirmationPath, idIn } from "../declaration/confirmation-link.server.ts";
import { loadProblem } from "../declaration/problem.server.ts";
import { pdfResponse } from "../shell/file-route.server.ts";
import { linkTo } from "../shell/link-to.server.ts";
import { lastTerminationScope, receiptScope } from "./declare.server.ts";
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
 * with its declaration is shown. Without an id: the session's last one, else the form.
 * @throws the redirect, or the page of the problem
 */
export async function loadConfirmation(context: RequestContext, url: URL, kind: TerminationKind) {
  const { form, page, file } = pagesOf[kind];
  const session = context.get(sessionContext);
  const id = idIn(url);
  if (!id) {
    const last = kind === "open" ? await session.get<string>(lastTerminationScope) : undefined;
    throw redirect(last ? confirmationPath(context, page, last) : linkTo(context, form));
  }
  const [result, { discountHotline }] = await Promise.all([
    loadTermination(context, kind, id),
    terminationConfig(context, kind),
  ]);
  const kept = result.ok ? undefined : await session.get<TerminationReceipt>(receiptScope(id));
  const receipt = result.ok ? result.data : kept;
  if (!receipt) {
    if (result.ok) throw new Error("A receipt without content.");
    throw loadProblem({ context, url, journey: "termination", page }, result.error);
  }
  const reported = url.searchParams.get("upload") as UploadReason | null;
  return {
    ...receiptView(context, receipt, new Date()),
    /** Why the file that came with the declaration did not arrive. */
    upload: reported && uploadReasons.includes(reported) ? reported : undefined,
    first: url.searchParams.has("first"),
    pdf: `${linkTo(context, file)}?id=${encodeURIComponent(id)}`,
    action: `${url.pathname}?id=${encodeURIComponent(id)}`,
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
  const { page, form } = pagesOf[kind];
  const id = idIn(url);
  if (!id) throw redirect(linkTo(context, form));
  const result = await downloadTermination(context, kind, id);
  if (!result.ok) throw loadProblem({ context, url, journey: "termination", page }, result.error);
  return pdfResponse(result.data, "kuendigungsbestaetigung.pdf");
}
