import { data, redirectDocument } from "react-router";
import { loadReceipt } from "#app/backend/declarations.server.ts";
import { loadTerminationConfig, type TerminationKind } from "#app/backend/terminations.server.ts";
import { forDeclaration } from "#app/declarations/calling-context.server.ts";
import { findDeclaration } from "#app/declarations/declaration.server.ts";
import type { Declaration } from "#app/declarations/stored-declaration.server.ts";
import { checkIban, maskIfIban } from "#app/domain/iban.server.ts";
import { followingField, followingKey, type UploadReason, uploadReasons } from "#app/domain/proof-file.ts";
import { attemptOf, scheduleReload } from "#app/error-pages/error-response.server.ts";
import { longestWaitSeconds } from "#app/errors/other-states.ts";
import type { Refresh } from "#app/errors/state-row.ts";
import { carryDraft } from "#app/forms/carried-draft.server.ts";
import { endOfPendingProof } from "#app/outcome/proof.server.ts";
import { pathTo } from "#app/pages.ts";
import {
  addServerParts,
  brandContext,
  type RequestContext,
  responseHeadersContext,
} from "#app/request/context.server.ts";
import { parameterOf } from "#app/request/parameters.server.ts";
import { linkTo } from "#app/shell/link-to.server.ts";
import { submittedEvent } from "#app/tracking/termination-events.server.ts";
import { declarer, justSubmitted, kindOf, receiptPath } from "../declaration/confirmation-link.server.ts";
import {
  askForReceipt,
  type LoadedReceipt,
  receiptProblem,
  requiredId,
  withoutTime,
} from "../declaration/problem.server.ts";
import { defaults } from "./form.server.ts";
import { type ShownTermination, terminationReceipt } from "./termination-receipt.server.ts";

/** Which of the two kinds of termination the page is about. */
export const terminationKindOf = (context: RequestContext): TerminationKind =>
  kindOf(context) === "selfcare" ? "selfcare" : "termination";

/** In seconds. */
const proofPause = 5;
const proofRefresh: Refresh = { seconds: [proofPause], attempts: longestWaitSeconds / proofPause };

/** Fraction of the page's time for the provider's receipt if the portal has its own copy. */
const shareForUpdate = 0.25;

/** A termination as its receipt shows it, from the portal's copy and the provider's response. */
export async function loadTermination(
  context: RequestContext,
  kind: TerminationKind,
  id: string,
): Promise<LoadedReceipt<ShownTermination>> {
  const { stored, isAway } = await findDeclaration(kind, declarer(context).brand, id);
  const load = (share: number) => loadReceipt(forDeclaration(context), kind, id, share);
  if (!stored) {
    const asked = await askForReceipt(context, id, () => load(1));
    if (!asked.ok) return { ...asked, isAway };
    const { uploads, receivedAt } = asked.data;
    if (receivedAt === undefined) return withoutTime(isAway);
    const isListed = uploads !== undefined;
    return {
      ok: true,
      data: { ...asked.data, receivedAt, uploads: uploads ?? [], isListed, state: "forwarded" },
    };
  }
  const share = stored.declaration.answered?.receipt ? shareForUpdate : 1;
  const asked = stored.state === "forwarded" ? await load(share) : undefined;
  const isListed = asked?.ok === true && asked.data.uploads !== undefined;
  const { declaration, state } = stored;
  const { answered, receivedAt, body, proofs = [] } = declaration;
  const receipt = asked?.ok ? asked.data : answered?.receipt;
  const { uploads: providersUploads = [], sentTo = [], endDate, specialEndDate } = receipt ?? {};
  // What the provider has taken stays there, whatever its list says.
  const uploads = [
    ...providersUploads,
    ...proofs.filter(({ size }) => providersUploads.every((one) => one.size !== size)),
  ];
  const serviceName = receipt?.declaration.serviceName;
  const declared = { ...declaredIn(declaration), ...(serviceName && { serviceName }) };
  const shown = { uploads, sentTo, endDate, specialEndDate, isListed };
  const account = body.payout && checkIban(body.payout.iban);
  return { ok: true, data: { id, receivedAt, state, answered, declaration: declared, account, ...shown } };
}

/** Who declared it, and where the confirmation goes: what another contract of theirs has in common with this one. */
const ofPerson = [
  ...(["firstName", "lastName", "street", "houseNumber", "postalCode", "city"] as const),
  ...(["email", "confirmationPhone"] as const),
];

/** The form for another contract, which begins with what its customer has just written. */
export async function toAnother(
  context: RequestContext,
  request: Request,
  kind: TerminationKind,
  id: string,
): Promise<Response> {
  const form = redirectDocument(linkTo(context, "termination"), 303);
  const { stored } = await findDeclaration(kind, declarer(context).brand, id);
  if (!stored) return form;
  const { body, facts } = stored.declaration;
  const entered: Record<string, string | undefined> = { ...facts, ...body.written };
  const values = Object.fromEntries(
    ofPerson.flatMap((name) => (entered[name] ? [[name, entered[name]] as const] : [])),
  );
  return carryDraft({ context, request }, form, {
    page: pathTo("termination"),
    values: { ...defaults, ...values },
  });
}

/** The declaration as a receipt shows it: IBAN masked, prefilled contract data added. */
function declaredIn({ body, facts = {} }: Declaration<TerminationKind>): ShownTermination["declaration"] {
  const { payout, ...declared } = body;
  const { firstName = "", lastName = "", ...contract } = facts;
  return {
    customer: { firstName, lastName },
    ...contract,
    ...declared,
    payout: payout && { accountHolder: payout.accountHolder, maskedIban: maskIfIban(payout.iban) },
  };
}

/**
 * The confirmation behind its link.
 * @throws a redirect, or the page of the problem
 */
export async function loadTerminationConfirmation(context: RequestContext, request: Request, url: URL) {
  const kind = terminationKindOf(context);
  const place = { context, url, kind };
  /** Why the last file did not arrive. */
  const lost = uploadReasons.find(
    (reason) => reason === parameterOf<`${TerminationKind}-confirmation`>(url, "upload"),
  );
  const id = requiredId(place, lost);
  const [result, { discountHotline }] = await Promise.all([
    loadTermination(context, kind, id),
    loadTerminationConfig(forDeclaration(context), kind),
  ]);
  if (!result.ok) throw receiptProblem(place, result);
  const shown = result.data;
  const upload = whyNow(context, url, shown, lost);
  if (lost && !upload) throw redirectDocument(receiptPath(context, kind, id));
  const isWaiting = upload === "checking";
  const hotline = context.get(brandContext).hotline.number;
  const forget = justSubmitted(context, request, id);
  const { receipt, proof } = terminationReceipt(context, shown, new Date());
  addServerParts(context, { receipt, discountHotline: discountHotline ?? hotline });
  const { brand, title, text, progress, notes, keep } = receipt;
  const confirmation = {
    page: `${kind}-confirmation` as const,
    id,
    head: { brand, title, text, progress, notes, keep },
    proof,
    told: receipt.proof,
    /** Nothing on it needs scripts: no proof follows. */
    isStill: proof === undefined,
    upload,
    follows: followingKey(parameterOf<`${TerminationKind}-confirmation`>(url, followingField)),
    state: isWaiting ? "Waiting" : undefined,
    action: receiptPath(context, kind, id),
    hotline,
    tracking: forget && submittedEvent(context, kind, shown.declaration),
  };
  return data(confirmation, { headers: forget, status: isWaiting ? 202 : 200 });
}

/** Why the last file is not there, as of now: undefined once the proof has arrived, or can be sent. */
function whyNow(
  context: RequestContext,
  url: URL,
  receipt: ShownTermination,
  lost: UploadReason | undefined,
) {
  if (lost === "unknown") return whatBecame(context, url, receipt);
  return lost === "waiting" && receipt.state === "forwarded" ? undefined : lost;
}

/** The result of an upload whose outcome was unknown; undefined once the proof has arrived. */
function whatBecame(
  context: RequestContext,
  url: URL,
  receipt: ShownTermination,
): "failed" | "checking" | "unknown" | undefined {
  const bytes = Number(parameterOf<`${TerminationKind}-confirmation`>(url, "bytes"));
  const waitedMs = attemptOf(url) * proofPause * 1000;
  const end = endOfPendingProof({ bytes, waitedMs }, receipt);
  if (end !== "unknown") return end === "did" ? undefined : "failed";
  return scheduleReload(context.get(responseHeadersContext), url, proofRefresh) ? "checking" : "unknown";
}
export type Confirmation = Awaited<ReturnType<typeof loadTerminationConfirmation>>["data"];
