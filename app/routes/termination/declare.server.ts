import { data } from "react-router";
import { openTermination } from "#app/backend/termination-request.server.ts";
import { terminationConfig, uploadProof } from "#app/backend/terminations.server.ts";
import { config } from "#app/config.server.ts";
import { receive, withoutSession } from "#app/declarations/declaration.server.ts";
import type { UploadReason } from "#app/domain/proof-file.ts";
import { fieldErrors } from "#app/forms/field-errors.server.ts";
import type { FormState } from "#app/forms/form-state.ts";
import type { FormWithFile } from "#app/forms/upload.server.ts";
import {
  brandContext,
  deadlineContext,
  getT,
  type RequestContext,
  uploadContext,
} from "#app/middleware/request.server.ts";
import { submitFailed } from "#app/tracking/termination-events.server.ts";
import {
  declarer,
  receiptPath,
  receiptUrl,
  redirectToReceipt,
} from "../declaration/confirmation-link.server.ts";
import { notReceived, statePage } from "../declaration/problem.server.ts";
import { inOrder, isTerminationField, readTermination } from "./form.server.ts";

const page = "termination-confirmation";

/**
 * The post of the public form: the declaration is received first and is safe; only then the file is streamed on. What
 * becomes of the file, the confirmation says.
 */
export async function declareTermination(context: RequestContext, request: Request, url: URL) {
  const incoming = context.get(uploadContext);
  // The provider's time begins when the declaration is here, however slow the customer's connection is.
  context.set(deadlineContext, Date.now() + config().pageDeadlineMs);
  const { serviceTypes } = await terminationConfig(withoutSession(context));
  const facts = { serviceTypes, prepaid: context.get(brandContext).prepaid, prefilled: false };
  const read = () => readTermination(incoming.posted, facts, fieldErrors(context));
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
  const who = declarer(context);
  const serviceName = serviceTypes.find((service) => service.id === entered.serviceType)?.name;
  const result = await receive({
    kind: "termination",
    id,
    ...who,
    facts: { serviceName },
    body: openTermination(entered, {
      language: who.language,
      proofAnnounced: incoming.announced || incoming.posted.get("proofAnnounced") === "yes",
      receiptUrl: receiptUrl(context, url, page, id),
    }),
  });
  if (!result.ok) {
    incoming.discard();
    const again = incoming.announced ? withFileHint(context, form) : form;
    return notReceived(context, "termination", again, result.error, isTerminationField, entered.written, {
      tracking: submitFailed("terminationSubmitFailed", entered),
    });
  }
  const upload = incoming.announced
    ? await forwardProof(context, id, incoming, { skipped, waits: result.kept.state !== "forwarded" })
    : undefined;
  if (upload === "tooLarge") throw tooLargePage(context, url, id);
  return redirectToReceipt(context, request, page, id, {
    upload,
    first: result.before === "other",
    submitted: result.before === "new",
  });
}

/** Streams the file on. @returns why it did not arrive */
export async function forwardProof(
  context: RequestContext,
  id: string,
  incoming: FormWithFile,
  { skipped = false, waits = false } = {},
): Promise<UploadReason | undefined> {
  if (skipped) return "failed";
  if (incoming.tooLarge) {
    incoming.discard();
    return "tooLarge";
  }
  if (waits) {
    incoming.discard();
    return "waiting";
  }
  const file = await incoming.file();
  if (!file.ok) {
    incoming.discard();
    return file.reason;
  }
  const result = await uploadProof(withoutSession(context), id, file);
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
  const file = { code: "again", message: getT(context, "termination", "errors")("fileAgain") };
  return { ...form, errors: inOrder({ ...form.errors, file }) };
}

/** 413, and yet the termination was received: the page says both. */
function tooLargePage(context: RequestContext, url: URL, id: string) {
  return statePage({ context, url, journey: "termination", page }, "ProofTooLarge", {
    kind: "showOrder",
    href: receiptPath(context, page, id, { upload: "tooLarge" }),
    label: getT(context, "termination", "errors")("toConfirmation"),
  });
}
