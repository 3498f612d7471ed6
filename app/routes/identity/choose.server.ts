import { data, redirectDocument } from "react-router";
import { z } from "zod";
import type { Idv, IdvChoiceAnswer } from "#app/backend/contract/identity.ts";
import { chooseMethod, loadIdv } from "#app/backend/identity.server.ts";
import { errorResponse } from "#app/error-pages/error-response.server.ts";
import { idvOutcomeEvent } from "#app/error-pages/tracking.server.ts";
import { FormFieldError, givesReason, idvErrorIn } from "#app/errors/errors.ts";
import { portalStates } from "#app/errors/other-states.ts";
import { freshForm, submissionIdOf } from "#app/forms/form-data.server.ts";
import type { FormReply } from "#app/forms/form-state.ts";
import { evidenceAfterAsking, evidenceOf, isOpen } from "#app/outcome/evidence.ts";
import { waitingPage } from "#app/outcome/waiting-page.server.ts";
import { journeyOutcomes } from "#app/platform/metrics.server.ts";
import { brandContext, getT, sessionContext } from "#app/request/context.server.ts";
import { defineFlash, defineScope } from "#app/session/scope.ts";
import { providerUrl } from "#app/shell/provider-url.server.ts";
import {
  type IdvPlace,
  idvPath,
  outcomeAnswer,
  requireStatus,
  statusOfLoaded,
  toPage,
} from "./idv-status.server.ts";
import { openMethods } from "./open-methods.server.ts";

/** The session's latest choice, by verification. */
export const choiceScope = defineScope(
  "idv",
  z.object({
    method: z.string(),
    submissionId: z.string(),
    /** The provider's page, or the coupon. */
    target: z.string(),
  }),
);

/** The choice whose outcome is unknown, by verification: sent again under the same submission id, it is one choice. */
const pendingScope = defineScope(
  "idv pending",
  z.object({
    method: z.string(),
    submissionId: z.string(),
    /** When it was sent, in milliseconds since the epoch. */
    startedAt: z.number(),
  }),
);
type Pending = z.infer<typeof pendingScope.schema>;

export const idvNotice = defineFlash(
  "idv notice",
  z.enum(["chosenAlready", "notChosen", "mailed", "notMailed", "notDownloaded"]),
);

/** One choice per submission id: repeated, it leads where the first one led; another method is not accepted. */
export async function chooseOnce(place: IdvPlace, posted: FormData) {
  const { context, token } = place;
  const session = context.get(sessionContext);
  const submissionId = submissionIdOf(posted);
  const method = posted.get("method");
  const earlier = await session.read(choiceScope, token);
  if (earlier?.submissionId === submissionId) {
    if (earlier.method === method) return redirectDocument(earlier.target, 303);
    return backToSelection(place, "chosenAlready");
  }

  const waiting = await session.read(pendingScope, token);
  if (waiting && waiting.submissionId !== submissionId) return toPage(place, "idv-selection", 303);
  const [loaded, methods] = await Promise.all([loadIdv(context, token), openMethods(context, token)]);
  const before = statusOfLoaded(loaded);
  if (!("idv" in before) || !before.idv.changeable) requireStatus(place, before, undefined, 303);
  if (!methods.ok) throw await outcomeAnswer(place, methods.error, 303);
  if (typeof method !== "string" || method === "") return refused(place, submissionId, "methodMissing");
  if (!methods.data.some(({ id }) => id === method)) return refused(place, submissionId, "methodUnknown");

  const pending = { method, submissionId, startedAt: waiting?.startedAt ?? Date.now() };
  const chosen = await send(place, pending);
  if (chosen.ok) return toChosen(place, pending, chosen.data, 303);
  const said = evidenceOf(chosen, waiting !== undefined);
  const after = isOpen(said) ? await loadIdv(context, token) : undefined;
  const answer = after?.ok ? answerIn(after.data, method) : undefined;
  if (answer) return toChosen(place, pending, answer, 303);
  if (isOpen(evidenceAfterAsking(said, after?.ok ? false : undefined))) {
    session.write(pendingScope, token, pending);
    if (await session.flush()) return toPage(place, "idv-selection", 303);
  }
  session.remove(pendingScope, token);
  const { error, failure } = chosen;
  if (error instanceof FormFieldError) return refused(place, submissionId, "methodUnknown");
  const isWord = !failure || givesReason(failure);
  // The backend's own code for a choice that another tab has already made.
  if (error.unknownCode && isWord) return backToSelection(place, "notChosen");
  // The verification was found: a bare 404 is not about it.
  throw await outcomeAnswer(place, isWord || !after?.ok ? error : idvErrorIn("Unexpected"), 303);
}

function send(place: IdvPlace, { method, submissionId }: Pending) {
  const returnUrl = new URL(idvPath(place, "idv-selection"), place.url.origin).href;
  return chooseMethod(place.context, place.token, { method, returnUrl }, submissionId);
}

function toChosen(
  place: IdvPlace,
  { method, submissionId }: Pending,
  answer: IdvChoiceAnswer,
  status: 302 | 303,
): Response {
  const { context, token, url } = place;
  const session = context.get(sessionContext);
  const atProvider = answer.step === "provider";
  const target = atProvider
    ? providerUrl(context, "identification", answer.redirectUrl, url)
    : idvPath(place, "idv-post-ident");
  session.remove(pendingScope, token);
  if (!target) throw blockedPage(place);
  session.write(choiceScope, token, { method, submissionId, target });
  journeyOutcomes?.inc({ journey: "identity", brand: context.get(brandContext).slug, outcome: "done" });
  return redirectDocument(target, status);
}

/** The method's page is not among the configured origins: other methods' may be. */
function blockedPage(place: IdvPlace) {
  return errorResponse(
    place,
    { code: "IdentityBlocked" },
    {
      section: "errors.portal",
      page: "idv-error",
      row: portalStates.IdentityBlocked,
      more: { state: "TechnicalProblem", tracking: [idvOutcomeEvent("TechnicalProblem")] },
    },
  );
}

/**
 * Runs before the selection is shown: finds out what became of a choice whose outcome was unknown.
 * @throws a redirect to where it leads, or the waiting page
 */
export async function settleChoice(place: IdvPlace, idv: Idv): Promise<void> {
  const { context, token } = place;
  const session = context.get(sessionContext);
  const pending = await session.read(pendingScope, token);
  if (!pending) return;
  const made = answerIn(idv, pending.method);
  if (made) throw toChosen(place, pending, made, 302);
  const chosen = await send(place, pending);
  if (chosen.ok) throw toChosen(place, pending, chosen.data, 302);
  const after = evidenceOf(chosen, true) === "unclear" ? await loadIdv(context, token) : undefined;
  const late = after?.ok ? answerIn(after.data, pending.method) : undefined;
  if (late) throw toChosen(place, pending, late, 302);
  if (!after?.ok) {
    const { submissionId: reference, startedAt } = pending;
    const self = idvPath(place, "idv-selection");
    throw waitingPage(place, {
      section: "identity.waiting",
      page: "idv-selection",
      reference,
      self,
      startedAt,
    });
  }
  session.write(idvNotice, token, "notChosen");
  session.remove(pendingScope, token);
}

/** The lost response, recovered from the status; undefined if the choice was not made. */
function answerIn({ methodId, coupon, continueUrl }: Idv, method: string): IdvChoiceAnswer | undefined {
  if (methodId !== method) return undefined;
  if (coupon) return { step: "coupon" };
  return continueUrl ? { step: "provider", redirectUrl: continueUrl } : undefined;
}

function backToSelection(place: IdvPlace, notice: "chosenAlready" | "notChosen"): Response {
  place.context.get(sessionContext).write(idvNotice, place.token, notice);
  return toPage(place, "idv-selection", 303);
}

function refused({ context }: IdvPlace, submissionId: string, reason: "methodMissing" | "methodUnknown") {
  const t = getT(context, "identity", "selection");
  const code = reason === "methodMissing" ? "missing" : "unknown";
  const errors = { method: { code, message: t(reason) } };
  const reply: FormReply = { form: { ...freshForm(), submissionId, errors } };
  return data(reply, { status: 422 });
}
