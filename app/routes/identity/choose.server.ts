import { data, redirect } from "react-router";
import { z } from "zod";
import type { IdvChoiceAnswer } from "#app/backend/contract/identity.ts";
import { chooseMethod, listMethods, loadIdv } from "#app/backend/identity.server.ts";
import { FormFieldError, idvErrorIn } from "#app/errors/errors.ts";
import { freshForm, submissionIdOf } from "#app/forms/form-data.server.ts";
import type { FormReply } from "#app/forms/form-state.ts";
import { getT, sessionContext } from "#app/middleware/request.server.ts";
import { defineFlash, defineScope } from "#app/session/scope.ts";
import { providerUrl } from "../shell/provider-url.server.ts";
import {
  type IdvPlace,
  idvPath,
  outcomeAnswer,
  outcomePage,
  requireStatus,
  statusOfLoaded,
  toPage,
} from "./idv-status.server.ts";

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

export const idvNotice = defineFlash(
  "idv notice",
  z.enum(["chosenAlready", "notChosen", "mailed", "notMailed", "notDownloaded"]),
);

/** The submission id of a mail with an unknown outcome, reused by the next try so that only one mail is sent. */
export const mailingScope = defineScope("idv mail", z.string());

/** One choice per submission id: repeated, it leads where the first led; another method is not taken. */
export async function chooseOnce(place: IdvPlace, posted: FormData) {
  const { context, token, url } = place;
  const session = context.get(sessionContext);
  const submissionId = submissionIdOf(posted);
  const method = posted.get("method");
  const earlier = await session.read(choiceScope, token);
  if (earlier?.submissionId === submissionId) {
    if (earlier.method === method) return redirect(earlier.target, 303);
    return backToSelection(place, "chosenAlready");
  }

  const [loaded, methods] = await Promise.all([loadIdv(context, token), listMethods(context, token)]);
  const status = statusOfLoaded(loaded);
  if (!("idv" in status) || !status.idv.changeable) requireStatus(place, status, undefined, 303);
  if (!methods.ok) throw await outcomeAnswer(place, methods.error, 303);
  if (typeof method !== "string" || method === "") return refused(place, submissionId, "methodMissing");
  if (!methods.data.some(({ id }) => id === method)) return refused(place, submissionId, "methodUnknown");

  const returnUrl = new URL(idvPath(place, "idv-selection"), url.origin).href;
  const chosen = await chooseMethod(context, token, { method, returnUrl }, submissionId);
  let answer = chosen.ok ? chosen.data : undefined;
  if (!chosen.ok) {
    if (chosen.error instanceof FormFieldError) return refused(place, submissionId, "methodUnknown");
    // The backend's code for a choice that another tab already made.
    if (chosen.error.unknownCode) return backToSelection(place, "notChosen");
    answer = await choiceMade(place, method);
    if (!answer) throw await outcomeAnswer(place, chosen.error, 303);
  }
  const atProvider = answer?.step === "provider";
  const target = atProvider ? providerUrl(answer?.redirectUrl, url) : idvPath(place, "idv-post-ident");
  if (!target) throw outcomePage(place, idvErrorIn("TechnicalProblem"));
  session.write(choiceScope, token, { method, submissionId, target });
  return redirect(target, 303);
}

/** Recovers a lost answer from the status; undefined if the choice was not made. */
async function choiceMade(
  { context, token }: IdvPlace,
  method: string,
): Promise<IdvChoiceAnswer | undefined> {
  const loaded = await loadIdv(context, token);
  if (!loaded.ok || loaded.data.methodId !== method) return undefined;
  const { coupon, continueUrl } = loaded.data;
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
