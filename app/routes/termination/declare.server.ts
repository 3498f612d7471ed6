import { data } from "react-router";
import { type TerminationReceipt, terminationReceipt } from "#app/backend/contract/termination.ts";
import type { EnteredTermination } from "#app/backend/termination-request.server.ts";
import { terminate, terminationConfig, uploadProof } from "#app/backend/terminations.server.ts";
import type { UploadReason } from "#app/domain/proof-file.ts";
import { checkAccount } from "#app/forms/account-check.server.ts";
import { fieldErrors } from "#app/forms/field-errors.server.ts";
import type { FieldError, FormState } from "#app/forms/form-state.ts";
import type { FormWithFile } from "#app/forms/upload.server.ts";
import {
  brandContext,
  getT,
  type RequestContext,
  sessionContext,
  uploadContext,
} from "#app/middleware/request.server.ts";
import { defineScope } from "#app/session/scope.ts";
import { leaveSubmitted, submitFailed } from "#app/tracking/termination-events.server.ts";
import { receiptPath, redirectToReceipt } from "../declaration/confirmation-link.server.ts";
import { declarationProblem, statePage } from "../declaration/problem.server.ts";
import { inOrder, isTerminationField, readTermination, type TerminationFacts } from "./form.server.ts";

/** What a session keeps of a termination: its receipt, for the case that the provider cannot be asked again. */
export const receiptScope = defineScope("termination", terminationReceipt);

export async function terminationFacts(
  context: RequestContext,
  prefilled: boolean,
): Promise<TerminationFacts> {
  const { serviceTypes } = await terminationConfig(context, prefilled ? "prefilled" : "open");
  return { serviceTypes, prepaid: context.get(brandContext).prepaid, prefilled, now: new Date() };
}

/** Whether money can be paid out to the account; a check that fails never stops a termination. */
export async function checkPayout(
  context: RequestContext,
  entered: EnteredTermination,
): Promise<{ ok: true; source: "validated" | "entered" } | { ok: false; error: FieldError }> {
  if (!entered.iban) return { ok: true, source: "entered" };
  const account = await checkAccount(context, entered.iban);
  return account.ok ? account : { ok: false, error: fieldErrors(context)("iban.payoutRefused") };
}

export function keepReceipt(context: RequestContext, id: string, receipt: TerminationReceipt): void {
  context.get(sessionContext).write(receiptScope, id, receipt);
}

/**
 * The post of the public form: the declaration goes out first and is safe; only then the file is streamed on. What
 * becomes of the file, the confirmation says.
 */
export async function declareTermination(context: RequestContext, request: Request, url: URL) {
  const incoming = context.get(uploadContext);
  const facts = await terminationFacts(context, false);
  const errorOf = fieldErrors(context);
  const read = () => readTermination(incoming.posted, facts, errorOf);
  let parsed = read();
  // Fields behind the file: it is skipped, and the confirmation asks for it again. The declaration matters more.
  let skipped = false;
  if (!parsed.ok && incoming.announced && !incoming.tooLarge) {
    await incoming.rest();
    skipped = true;
    parsed = read();
  }
  if (!parsed.ok) return invalid(context, incoming, parsed.form);
  const { form, value: entered } = parsed;
  const id = form.submissionId;

  const payout = await checkPayout(context, entered);
  if (!payout.ok) {
    form.errors.iban = payout.error;
    return invalid(context, incoming, form);
  }
  const result = await terminate(context, id, entered, {
    ibanSource: payout.source,
    proofAnnounced: incoming.announced || incoming.posted.get("proofAnnounced") === "yes",
  });
  // An id that declared before leads to its confirmation too.
  if (!result.ok && result.error.kind !== "takenBefore") {
    incoming.discard();
    const again = incoming.announced ? withFileHint(context, form) : form;
    return declarationProblem(context, "termination", again, result.error, isTerminationField, {
      tracking: submitFailed("terminationSubmitFailed", entered),
    });
  }
  if (result.ok) keepReceipt(context, id, result.data);
  await leaveSubmitted(context, id, "terminationSubmitted", entered);
  const upload = incoming.announced ? await forwardProof(context, id, incoming, skipped) : undefined;
  if (upload === "tooLarge") throw tooLargePage(context, url, id);
  const notice = { ...(upload && { upload }), first: !result.ok };
  return redirectToReceipt(context, request, "termination-confirmation", id, notice);
}

/** Streams the file on. @returns why it did not arrive */
export async function forwardProof(
  context: RequestContext,
  id: string,
  incoming: FormWithFile,
  skipped = false,
): Promise<UploadReason | undefined> {
  if (skipped) return "failed";
  if (incoming.tooLarge) {
    incoming.discard();
    return "tooLarge";
  }
  const file = await incoming.file();
  if (!file.ok) {
    incoming.discard();
    return file.reason;
  }
  const result = await uploadProof(context, id, file);
  if (result.ok) return undefined;
  incoming.discard();
  if (file.tooLarge) return "tooLarge";
  return result.reason;
}

function invalid(context: RequestContext, incoming: FormWithFile, form: FormState) {
  incoming.discard();
  if (incoming.tooLarge) {
    const errors = inOrder({ ...form.errors, file: fieldErrors(context)("file.tooLarge") });
    return data({ form: { ...form, errors } }, { status: 413 });
  }
  return data({ form: incoming.announced ? withFileHint(context, form) : form }, { status: 422 });
}

/** No page can fill a file field in again: it says so. */
function withFileHint(context: RequestContext, form: FormState): FormState {
  const message = getT(context, "termination", "errors")("fileAgain");
  const file = { code: "again", message };
  return { ...form, errors: inOrder({ ...form.errors, file }) };
}

/** 413, and yet the termination was received: the page says both. */
function tooLargePage(context: RequestContext, url: URL, id: string) {
  const page = "termination-confirmation";
  return statePage({ context, url, journey: "termination", page }, "ProofTooLarge", {
    kind: "showOrder",
    href: receiptPath(context, page, id, { upload: "tooLarge" }),
    label: getT(context, "termination", "errors")("toConfirmation"),
  });
}
