import { data, redirect } from "react-router";
import type { ApiResult } from "#app/backend/api-result.server.ts";
import { loadReceipt } from "#app/backend/declarations.server.ts";
import { terminationConfig } from "#app/backend/terminations.server.ts";
import { type Declaration, findDeclaration, withoutSession } from "#app/declarations/declaration.server.ts";
import { maskIban } from "#app/domain/masked.ts";
import { type UploadReason, uploadReasons } from "#app/domain/proof-file.ts";
import {
  brandContext,
  pageTexts,
  patternContext,
  type RequestContext,
} from "#app/middleware/request.server.ts";
import { submittedEvent } from "#app/tracking/termination-events.server.ts";
import {
  declarer,
  idIn,
  justSubmitted,
  lastDeclared,
  receiptPath,
} from "../declaration/confirmation-link.server.ts";
import { loadProblem, noReceipt } from "../declaration/problem.server.ts";
import { progressOf, receiptFiles } from "../declaration/progress.server.ts";
import { linkTo } from "../shell/link-to.server.ts";
import { receiptView, type ShownTermination } from "./receipt-rows.server.ts";

type TerminationKind = "termination" | "selfcare";
const pagesOf = {
  termination: { kind: "termination", form: "termination", page: "termination-confirmation" },
  selfcare: { kind: "selfcare", form: "selfcare-termination", page: "selfcare-confirmation" },
} as const;

/** Which of the two terminations the page is about. */
export const kindOf = (context: RequestContext) =>
  pagesOf[context.get(patternContext).startsWith("/selfcare") ? "selfcare" : "termination"];

/** Part of the page's time for the provider's receipt where the portal has one of its own. */
const shareForUpdate = 0.25;

/** A termination as its receipt shows it, from what the portal keeps and what the provider says. */
export async function loadTermination(
  context: RequestContext,
  kind: TerminationKind,
  id: string,
): Promise<ApiResult<ShownTermination>> {
  const kept = await findDeclaration(kind, declarer(context).brand, id);
  const asks = !kept || kept.state === "forwarded";
  const share = kept?.declaration.answered?.receipt ? shareForUpdate : 1;
  const asked = asks ? await loadReceipt(withoutSession(context), kind, id, share) : undefined;
  if (!kept) return asked?.ok ? { ok: true, data: { ...asked.data, state: "forwarded" } } : (asked as never);
  const { declaration, state } = kept;
  const { answered, receivedAt } = declaration;
  const receipt = asked?.ok ? asked.data : answered?.receipt;
  const { uploads = [], sentTo = [], endDate, specialEndDate } = receipt ?? {};
  const serviceName = receipt?.declaration.serviceName;
  const declared = { ...declaredIn(declaration), ...(serviceName && { serviceName }) };
  const shown = {
    id,
    receivedAt,
    state,
    answered,
    declaration: declared,
    uploads,
    sentTo,
    endDate,
    specialEndDate,
  };
  return { ok: true, data: shown };
}

/** What was declared, as a receipt has it: the account masked, and with the contract that the portal knew already. */
function declaredIn({ body, facts = {} }: Declaration<TerminationKind>): ShownTermination["declaration"] {
  const { payout, ...declared } = body;
  const { firstName = "", lastName = "", ...contract } = facts;
  return {
    customer: { firstName, lastName },
    ...contract,
    ...declared,
    payout: payout && { accountHolder: payout.accountHolder, maskedIban: maskIban(payout.iban) },
  };
}

/**
 * The confirmation behind its link. Without a reference: what was declared in this browser last, else the form.
 * @throws the redirect, or the page of the problem
 */
export async function loadConfirmation(context: RequestContext, request: Request, url: URL) {
  const { kind, form, page } = kindOf(context);
  const reported = url.searchParams.get("upload") as UploadReason | null;
  /** Why the file that came with the declaration did not arrive. */
  const upload = reported && uploadReasons.includes(reported) ? reported : undefined;
  if (!url.searchParams.has("ref")) {
    const last = lastDeclared(context, request, page);
    throw redirect(last ? receiptPath(context, page, last, { upload }) : linkTo(context, form));
  }
  const id = idIn(context, page, url);
  if (!id) throw noReceipt({ context, url, journey: "termination", page });
  const [result, { discountHotline }] = await Promise.all([
    loadTermination(context, kind, id),
    terminationConfig(withoutSession(context), kind),
  ]);
  if (!result.ok) throw loadProblem({ context, url, journey: "termination", page }, result.error);
  const receipt = result.data;
  const forget = justSubmitted(request, id);
  const confirmation = {
    page,
    ...receiptView(context, receipt, new Date()),
    progress: progressOf(context, receipt.state, receipt.receivedAt, receipt.answered),
    files: receiptFiles(context, page, id, receipt.state),
    upload,
    first: url.searchParams.has("first"),
    action: receiptPath(context, page, id),
    discountHotline: discountHotline ?? context.get(brandContext).hotline.number,
    tracking: forget && submittedEvent(context, kind, receipt.declaration),
    texts: pageTexts(context, ["termination.confirmation", "termination.upload", "termination.discount"]),
  };
  return data(confirmation, { headers: forget });
}
export type Confirmation = Awaited<ReturnType<typeof loadConfirmation>>["data"];
