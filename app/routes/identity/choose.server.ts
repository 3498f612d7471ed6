import { data, redirectDocument } from "react-router";
import { z } from "zod";
import type { Idv, IdvChoiceAnswer } from "#app/backend/contract/identity.ts";
import { chooseMethod, loadIdv } from "#app/backend/identity.server.ts";
import { portalState } from "#app/error-pages/error-response.server.ts";
import { idvOutcomeEvent } from "#app/error-pages/tracking.server.ts";
import { FormFieldError, givesReason, type IdvError, idvErrorIn } from "#app/errors/errors.ts";
import { freshForm, submissionIdOf } from "#app/forms/form-data.server.ts";
import type { FormReply } from "#app/forms/form-state.ts";
import {
  type ActingPost,
  isAnswered,
  noticeOfSent,
  postOnce,
  sentSchema,
  settlePost,
  toWaiting,
} from "#app/outcome/attempt.server.ts";
import { readAgainWhile } from "#app/outcome/lagging-read.server.ts";
import { pathTo } from "#app/pages.ts";
import { journeyOutcomes } from "#app/platform/metrics.server.ts";
import { brandContext, getT, localeContext, sessionContext } from "#app/request/context.server.ts";
import { defineFlash, defineScope } from "#app/session/scope.ts";
import { providerUrl, returnUrl } from "#app/shell/provider-url.server.ts";
import {
  choiceScope,
  type IdvPlace,
  idvPath,
  outcomeAnswer,
  requireStatus,
  statusOfLoaded,
  toPage,
} from "./idv-status.server.ts";
import { attemptsIn, isBeforeChoice, isChangeable } from "./idv-status.ts";
import { openIdvMethods } from "./open-methods.server.ts";

const chosenSchema = sentSchema.extend({
  method: z.string(),
  /** `attemptsIn` the status before it. */
  before: z.string().optional(),
});
type Chosen = z.infer<typeof chosenSchema>;

export const idvNotice = defineFlash(
  "idv notice",
  z.enum(["chosenAlready", "notChosen", "unconfirmed", "mailed", "notMailed", "notDownloaded"]),
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

  const elsewhere = await toWaiting(choice, place, submissionId);
  if (elsewhere) return elsewhere;
  const [loaded, methods] = await Promise.all([loadIdv(context, token), openIdvMethods(context, token)]);
  const before = statusOfLoaded(loaded);
  if (!("idv" in before) || !isChangeable(before.idv)) await requireStatus(place, before, undefined, 303);
  if (!methods.ok) throw await outcomeAnswer(place, methods.error, 303);
  if (typeof method !== "string" || method === "") return refused(place, submissionId, "methodMissing");
  if (!methods.data.some(({ id }) => id === method)) return refused(place, submissionId, "methodUnknown");
  return postOnce(choice, place, {
    submissionId,
    method,
    before: "idv" in before ? attemptsIn(before.idv) : "",
  });
}

const choice: ActingPost<IdvPlace, Chosen, IdvChoiceAnswer, IdvError, ChoiceReply | undefined> = {
  scope: defineScope("idv pending", chosenSchema, {
    endNotice: noticeOfSent({ kind: "identity" }, (token) => pathTo("idv-selection", { token })),
  }),
  section: "identity.waiting",
  call: "chooseIdvMethod",
  self: (place) => idvPath(place, "idv-selection"),
  send(place, { method, submissionId }) {
    const { context, token, url } = place;
    const back = returnUrl(url, context.get(localeContext).prefix, "idv-selection", { token });
    return chooseMethod(context, token, { method, returnUrl: back }, submissionId);
  },
  ask: askWhatBecame,
  askFirst: askWhatBecame,
  done: toChosen,
  async failed(place, { submissionId }, failed, status) {
    if (status === 302) {
      place.context.get(sessionContext).write(idvNotice, place.token, "notChosen");
      return undefined;
    }
    const { error, failure } = failed;
    if (error instanceof FormFieldError) return refused(place, submissionId, "methodUnknown");
    const isWord = !isAnswered(failed) || givesReason(failure ?? {});
    // The backend's own code for a choice that another tab has already made.
    if (error.unknownCode && isWord) return backToSelection(place, "notChosen");
    // The verification was found: a bare status is not about it.
    throw await outcomeAnswer(place, isWord ? error : idvErrorIn("Unexpected"), 303);
  },
  async gaveUp({ context, token }) {
    context.get(sessionContext).write(idvNotice, token, "unconfirmed");
    return undefined;
  },
};

async function askWhatBecame({ context, token }: IdvPlace, { method }: Chosen) {
  const loaded = await loadIdv(context, token);
  return loaded.ok ? whatBecame(loaded.data, method) : undefined;
}

/**
 * A success that does not say where it goes on: the status does, once its read no longer lags behind. Where that does not say
 * either, the identification is in progress.
 */
async function goesOn({ context, token }: IdvPlace, { method }: Chosen): Promise<IdvChoiceAnswer> {
  const loaded = await readAgainWhile(
    context,
    () => loadIdv(context, token),
    (answer) => answer.ok && isBeforeChoice(answer.data, method),
  );
  if (!loaded.ok || isBeforeChoice(loaded.data, method)) return {};
  const { coupon, continueUrl } = loaded.data;
  if (coupon) return { step: "coupon" };
  return continueUrl ? { step: "provider", redirectUrl: continueUrl } : {};
}

async function toChosen(
  place: IdvPlace,
  sent: Chosen,
  reply: IdvChoiceAnswer,
  status: 302 | 303,
): Promise<Response> {
  const { method, submissionId, before = "" } = sent;
  const { context, token, url } = place;
  const { redirectUrl, step = redirectUrl ? "provider" : undefined } = reply;
  const answer = step ? { step, redirectUrl } : await goesOn(place, sent);
  const atProvider = answer.step === "provider";
  const page = answer.step ? "idv-post-ident" : "idv-pending";
  const target = atProvider
    ? providerUrl(context, "identification", answer.redirectUrl, url)
    : idvPath(place, page);
  if (!target) throw blockedPage(place);
  const chosen = { method, submissionId, target, expectedSince: Date.now() };
  context.get(sessionContext).write(choiceScope, token, atProvider ? { ...chosen, before } : chosen);
  journeyOutcomes?.inc({ journey: "identity", brand: context.get(brandContext).slug, outcome: "done" });
  return redirectDocument(target, status);
}

/** The method's page is not among the configured origins: other methods' may be. */
const blockedPage = (place: IdvPlace) =>
  portalState(place, "IdentityBlocked", {
    page: "idv-error",
    more: { state: "TechnicalProblem", tracking: [idvOutcomeEvent("TechnicalProblem")] },
  });

/**
 * Runs before the selection is shown: finds out what became of a choice whose outcome was unknown.
 * @throws a redirect to where it leads, or the waiting page
 */
export async function settleChoice(place: IdvPlace, idv: Idv): Promise<void> {
  const session = place.context.get(sessionContext);
  const sent = await session.read(choice.scope, place.token);
  const ended = sent && whatBecame(idv, sent.method);
  if (!sent || typeof ended !== "object") return void (await settlePost(choice, place));
  session.remove(choice.scope, place.token);
  throw await toChosen(place, sent, ended.did, 302);
}

/** The lost response, recovered from the status. A verification that names no method says nothing, unless it is new. */
function whatBecame({ state, methodId, coupon, continueUrl }: Idv, method: string) {
  if (methodId === method && coupon) return { did: { step: "coupon" as const } };
  if (methodId === method && continueUrl)
    return { did: { step: "provider" as const, redirectUrl: continueUrl } };
  const isOther = methodId !== undefined && methodId !== method;
  return isOther || state === "created" ? "didNot" : undefined;
}

function backToSelection(place: IdvPlace, notice: "chosenAlready" | "notChosen"): Response {
  place.context.get(sessionContext).write(idvNotice, place.token, notice);
  return toPage(place, "idv-selection", 303);
}

type ChoiceReply = Response | ReturnType<typeof refused>;

function refused({ context }: IdvPlace, submissionId: string, reason: "methodMissing" | "methodUnknown") {
  const t = getT(context, "identity", "selection");
  const code = reason === "methodMissing" ? "missing" : "unknown";
  const errors = { method: { code, message: t(reason) } };
  const reply: FormReply = { form: { ...freshForm(), submissionId, errors } };
  return data(reply, { status: 422 });
}
