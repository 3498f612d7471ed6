import { data } from "react-router";
import type { Wire } from "#app/backend/declarations.server.ts";
import { type EnteredTermination, openRequest } from "#app/backend/termination-request.server.ts";
import { loadTerminationConfig, type TerminationKind } from "#app/backend/terminations.server.ts";
import { forDeclaration, loginOf } from "#app/declarations/calling-context.server.ts";
import { keepProof, receiveDeclaration } from "#app/declarations/declaration.server.ts";
import type { StoredDeclaration } from "#app/declarations/stored-declaration.server.ts";
import { followingField, followingKey, type UploadReason, uploadReasons } from "#app/domain/proof-file.ts";
import type { ApiError, FormFieldError } from "#app/errors/errors.ts";
import { fieldErrors } from "#app/forms/field-errors.server.ts";
import type { FormState } from "#app/forms/form-state.ts";
import { type FormWithFile, uploadContext } from "#app/forms/upload.server.ts";
import type { Locale } from "#app/i18n/locale.ts";
import { endOfProof, sendProof } from "#app/outcome/proof.server.ts";
import { config } from "#app/platform/config.server.ts";
import { monotonicMs } from "#app/platform/monotonic.ts";
import { brandContext, deadlineContext, getT, type RequestContext } from "#app/request/context.server.ts";
import { submitFailed } from "#app/tracking/termination-events.server.ts";
import {
  declarer,
  type LostUpload,
  receiptPath,
  receiptUrls,
  redirectToReceipt,
} from "../declaration/confirmation-link.server.ts";
import { notReceived, statePage } from "../declaration/problem.server.ts";
import { contentOf, inOrder, readTermination, terminationForm } from "./form.server.ts";

export async function declareTermination(context: RequestContext, request: Request, url: URL) {
  const incoming = context.get(uploadContext);
  const { serviceTypes } = await loadTerminationConfig(forDeclaration(context));
  const facts = { serviceTypes, prepaid: context.get(brandContext).prepaid, prefilled: false };
  const read = () => readTermination(incoming.posted, facts, fieldErrors(context));
  let parsed = read();
  // There are fields after the file: skip it and ask for it again on the confirmation. The declaration matters more.
  let skipped = false;
  if (!parsed.ok && incoming.announced && !incoming.tooLarge) {
    await incoming.rest();
    skipped = true;
    parsed = read();
  }
  if (!parsed.ok) return invalid(context, parsed.form);
  const { value: entered } = parsed;
  const serviceName = serviceTypes.find((service) => service.id === entered.serviceType)?.name;
  return declared(context, request, url, parsed, {
    kind: "termination",
    facts: { serviceName },
    body: (more) => openRequest(entered, more),
    skipped,
  });
}

interface Termination {
  kind: TerminationKind;
  facts: Record<string, string | undefined>;
  /** What was declared besides the form's content. */
  content?: Record<string, string>;
  body: (more: {
    language: Locale;
    proofAnnounced: boolean;
    receiptUrl: string;
    receiptPdfUrl: string;
  }) => Wire[TerminationKind]["body"];
  skipped?: boolean;
}

/** The termination is received first and safely stored; only then is the file streamed to the provider. */
export async function declared(
  context: RequestContext,
  request: Request,
  url: URL,
  { form, value }: { form: FormState; value: EnteredTermination },
  { kind, facts, content, body, skipped }: Termination,
) {
  const incoming = context.get(uploadContext);
  const origin = declarer(context);
  const { language } = origin;
  const follows = followingKey(incoming.posted.get(followingField));
  const proofAnnounced = incoming.announced || follows !== undefined;
  const result = await receiveDeclaration({
    kind,
    submissionId: form.submissionId,
    stamp: form.stamp,
    content: { ...contentOf(value), ...content },
    ...origin,
    login: loginOf(context),
    facts,
    body: (id) => body({ language, proofAnnounced, ...receiptUrls(context, url, kind, id) }),
  });
  if (!result.ok) {
    incoming.discard();
    const again = withFileHint(context, form);
    return notReceived(context, kind, again, result, terminationForm, value.written, {
      tracking: submitFailed(`${kind}SubmitFailed`, {
        ...value,
        serviceType: value.serviceType ?? facts.serviceType,
      }),
    });
  }
  const { id } = result.stored.declaration;
  const upload = incoming.announced
    ? await forwardProof(context, kind, id, incoming, { skipped, stored: result.stored })
    : undefined;
  if (upload?.reason === "tooLarge") throw tooLargePage(context, url, kind, id);
  return redirectToReceipt(context, request, kind, id, {
    ...upload,
    follows,
    submitted: result.isNew,
  });
}

/**
 * Streams the file to the provider.
 * @returns why it did not arrive, or how to find out whether it did
 */
export async function forwardProof(
  context: RequestContext,
  kind: TerminationKind,
  id: string,
  incoming: FormWithFile,
  { skipped = false, stored }: { skipped?: boolean | undefined; stored?: StoredDeclaration | undefined } = {},
): Promise<LostUpload | undefined> {
  if (skipped) return { reason: "failed" };
  if (incoming.tooLarge) {
    incoming.discard();
    return { reason: "tooLarge" };
  }
  if (stored && stored.state !== "forwarded") {
    incoming.discard();
    return { reason: "waiting" };
  }
  const file = await incoming.file();
  if (!file.ok) {
    incoming.discard();
    return { reason: file.reason };
  }
  const { answered } = stored?.declaration ?? {};
  const passedOnAt = answered && Date.parse(answered.at);
  const result = await sendProof(forDeclaration(context), { kind, id, passedOnAt }, file);
  const { name, size } = file;
  if (!result.ok) {
    incoming.discard();
    context.set(deadlineContext, monotonicMs() + config().pageDeadlineMs / 2);
  }
  const ended = await endOfProof(forDeclaration(context), { kind, id, bytes: size }, result);
  if (ended.end === "did") {
    if (size !== undefined) await keepProof(id, { name, size, receivedAt: new Date().toISOString() });
    if (!(await incoming.hasAnother())) return file.locked ? { reason: "locked" } : undefined;
    incoming.discard();
    return { reason: "onlyFirst" };
  }
  if (file.tooLarge) return { reason: "tooLarge" };
  if (ended.end === "didNot") return { reason: reasonOf(ended.failed.error) };
  return { reason: "unknown", bytes: size };
}

/** Why the provider does not accept a proof. */
function reasonOf(error: ApiError | FormFieldError): UploadReason {
  const code = error.kind === "fields" ? error.errors[0]?.code?.toLowerCase() : undefined;
  return uploadReasons.find((reason) => reason.toLowerCase() === code) ?? "failed";
}

/** The form again, whose messages show what is missing. */
export function invalid(context: RequestContext, form: FormState) {
  const incoming = context.get(uploadContext);
  incoming.discard();
  if (!incoming.tooLarge) return data({ form: withFileHint(context, form) }, { status: 422 });
  const errors = inOrder({ ...form.errors, file: fieldErrors(context)("file.tooLarge") });
  return data({ form: { ...form, errors } }, { status: 413 });
}

/** Browsers do not let a page refill a file field, so a message asks for the file again. */
function withFileHint(context: RequestContext, form: FormState): FormState {
  if (!context.get(uploadContext).announced) return form;
  const file = { code: "again", message: getT(context, "termination", "errors")("fileAgain") };
  return { ...form, errors: inOrder({ ...form.errors, file }) };
}

/** 413 although the termination was received; the page states both. */
function tooLargePage(context: RequestContext, url: URL, kind: TerminationKind, id: string) {
  return statePage({ context, url, kind }, "ProofTooLarge", {
    kind: "showOrder",
    href: receiptPath(context, kind, id, { reason: "tooLarge" }),
    label: getT(context, "termination", "errors")("toConfirmation"),
  });
}
