import { randomUUID } from "node:crypto";
import { data, redirect } from "react-router";
import { z } from "zod";
import { type TerminationPrefill, terminationPrefill } from "#app/backend/contract/termination.ts";
import { loadTermination, prefillTermination, terminatePrefilled } from "#app/backend/terminations.server.ts";
import { formatDate } from "#app/domain/calendar.ts";
import { formatPhone } from "#app/domain/phone.server.ts";
import { takeDraft } from "#app/forms/draft.server.ts";
import { fieldErrors } from "#app/forms/field-errors.server.ts";
import { freshForm } from "#app/forms/form-data.server.ts";
import {
  formIsUnsentContext,
  getT,
  localeContext,
  postedFormContext,
  type RequestContext,
  sessionContext,
} from "#app/middleware/request.server.ts";
import { defineScope } from "#app/session/scope.ts";
import { leaveSubmitted, submitFailed } from "#app/tracking/termination-events.server.ts";
import { redirectToReceipt } from "../declaration/confirmation-link.server.ts";
import { declarationProblem, loadProblem } from "../declaration/problem.server.ts";
import { linkTo } from "../shell/link-to.server.ts";
import { checkPayout, keepReceipt, terminationFacts } from "./declare.server.ts";
import { isTerminationField, readTermination, selfcareForm } from "./form.server.ts";
import type { Row } from "./receipt-rows.server.ts";

/** A prefilled contract in the session. Each opened link has a handle of its own, so that two tabs never mix. */
const prefilledScope = defineScope("selfcare", z.object({ data: z.string(), prefill: terminationPrefill }), {
  essential: true,
});
const currentScope = defineScope("current selfcare", z.string(), { essential: true });
export const sessionLostParameter = "session";

/**
 * Takes the opaque data out of the address: the prefill goes into the session, and the page is shown without a query.
 * @throws that redirect; the error page for data that is not valid; the page of a problem that passes
 */
async function takeData(context: RequestContext, url: URL, opaque: string): Promise<never> {
  const session = context.get(sessionContext);
  const result = await prefillTermination(context, opaque);
  if (!result.ok) {
    const { error } = result;
    const refused = error.kind === "fields" || (error.status ?? 500) < 500;
    if (refused) throw redirect(linkTo(context, "selfcare-error"));
    throw loadProblem({ context, url, journey: "termination", page: "selfcare-error" }, error);
  }
  const handle = randomUUID();
  session.write(prefilledScope, handle, { data: opaque, prefill: result.data });
  session.write(currentScope, "", handle);
  throw redirect(linkTo(context, "selfcare-termination"));
}

/** The prefilled form. @throws a redirect where there is no valid data */
export async function loadSelfcare(context: RequestContext, url: URL) {
  const opaque = url.searchParams.get("data");
  if (opaque) return takeData(context, url, opaque);
  const session = context.get(sessionContext);
  const handle = await session.read(currentScope);
  const prefilled = handle ? await session.read(prefilledScope, handle) : undefined;
  if (!handle || !prefilled) throw redirect(linkTo(context, "selfcare-error"));
  const { prefill } = prefilled;
  const draft = await takeDraft(context, url);
  const known = {
    cancellationType: "regular",
    selectTerminationDate: "now",
    email: prefill.email,
    prefill: handle,
  };
  const fresh = freshForm(known, selfcareForm);
  return {
    form: draft ? { ...fresh, values: { ...fresh.values, ...draft, prefill: handle } } : fresh,
    contract: contractRows(context, prefill),
  };
}

function contractRows(context: RequestContext, prefill: TerminationPrefill): Row[] {
  const form = getT(context, "termination", "form");
  const t = getT(context, "termination", "selfcare");
  const { locale } = context.get(localeContext);
  const rows: [string, string | undefined][] = [
    [form("who"), `${prefill.firstName} ${prefill.lastName}`],
    [form("phoneNumber"), prefill.phoneNumber && formatPhone(prefill.phoneNumber)],
    [form("customerNumber"), prefill.customerNumber],
    [form("contractNumber"), prefill.contractNumber],
    [t("tariff"), prefill.tariff],
    [t("earliest"), prefill.earliestEndDate && formatDate(prefill.earliestEndDate, locale)],
  ];
  return rows.flatMap(([label, value]) => (value ? [{ label, value }] : []));
}

/** The post of the prefilled form. */
export async function declareSelfcare(context: RequestContext, request: Request) {
  const posted = context.get(postedFormContext);
  const facts = await terminationFacts(context, true);
  const parsed = readTermination(posted, facts, fieldErrors(context));
  const { form } = parsed;
  const id = form.submissionId;
  const handle = String(posted.get("prefill") ?? "");
  const prefilled = await context.get(sessionContext).read(prefilledScope, handle);
  if (!prefilled) throw await withoutSession(context, request, id);
  if (!parsed.ok) return data({ form }, { status: 422 });

  const payout = await checkPayout(context, parsed.value);
  if (!payout.ok) {
    form.errors.iban = payout.error;
    return data({ form }, { status: 422 });
  }
  const result = await terminatePrefilled(context, id, parsed.value, {
    ibanSource: payout.source,
    data: prefilled.data,
  });
  if (!result.ok && result.error.kind !== "takenBefore")
    return declarationProblem(context, "termination", form, result.error, isTerminationField, {
      tracking: submitFailed("selfcareSubmitFailed", parsed.value),
    });
  if (result.ok) keepReceipt(context, id, result.data);
  await leaveSubmitted(context, id, "selfcareSubmitted", parsed.value);
  return redirectToReceipt(context, request, "selfcare-confirmation", id, { first: !result.ok });
}

/** A post that comes again after its session is gone ends where it ended before; any other learns why not. */
async function withoutSession(context: RequestContext, request: Request, id: string) {
  const earlier = await loadTermination(context, "prefilled", id);
  if (earlier.ok) return redirectToReceipt(context, request, "selfcare-confirmation", id);
  context.set(formIsUnsentContext, true);
  return redirect(`${linkTo(context, "selfcare-error")}?${sessionLostParameter}=lost`, 303);
}
