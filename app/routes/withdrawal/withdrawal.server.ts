import { data, redirect } from "react-router";
import { z } from "zod";
import { type WithdrawalReceipt, withdrawalReceipt } from "#app/backend/contract/withdrawal.ts";
import { downloadWithdrawal, loadWithdrawal, withdraw } from "#app/backend/withdrawals.server.ts";
import { checkReference } from "#app/domain/contract-holder.ts";
import { checkEmail, checkName, personalLimits } from "#app/domain/personal-data.ts";
import { checkPhone } from "#app/domain/phone.server.ts";
import { accepted, type Check } from "#app/domain/user-input.ts";
import { fieldErrors } from "#app/forms/field-errors.server.ts";
import { parseForm } from "#app/forms/form-data.server.ts";
import { by, line } from "#app/forms/schema.server.ts";
import {
  localeContext,
  postedFormContext,
  type RequestContext,
  sessionContext,
} from "#app/middleware/request.server.ts";
import { defineScope } from "#app/session/scope.ts";
import {
  idIn,
  lastDeclared,
  receiptPath,
  redirectToReceipt,
} from "../declaration/confirmation-link.server.ts";
import { declarationProblem, loadProblem, noReceipt } from "../declaration/problem.server.ts";
import { pdfResponse } from "../shell/file-route.server.ts";
import { linkTo } from "../shell/link-to.server.ts";

/** An order, contract or phone number: the latter may have blanks and brackets. */
function checkContractReference(typed: string | undefined): Check<string, "missing" | "form"> {
  const reference = checkReference(typed);
  if (reference.ok) return reference;
  const phone = checkPhone(typed);
  return phone.ok ? accepted(phone.value) : reference;
}

export const withdrawalSchema = z.object({
  firstName: line.max(personalLimits.name).transform(by(checkName)),
  lastName: line.max(personalLimits.name).transform(by(checkName)),
  contractReference: line.transform(by(checkContractReference)),
  email: line.max(personalLimits.email).transform(by(checkEmail)),
});
const isField = (name: string) => name in withdrawalSchema.shape;

const receiptScope = defineScope("withdrawal", withdrawalReceipt);

/** The post of the form: one withdrawal per form, however often it is sent. */
export async function declareWithdrawal(context: RequestContext, request: Request) {
  const posted = context.get(postedFormContext);
  const parsed = parseForm(posted, withdrawalSchema, fieldErrors(context));
  const { form } = parsed;
  if (!parsed.ok) return data({ form }, { status: 422 });
  const id = form.submissionId;
  const result = await withdraw(context, id, {
    ...parsed.value,
    language: context.get(localeContext).locale,
  });
  if (!result.ok && result.error.kind !== "takenBefore")
    return declarationProblem(context, "withdrawal", form, result.error, isField);
  if (result.ok) context.get(sessionContext).write(receiptScope, id, result.data);
  return redirectToReceipt(context, request, "withdrawal-confirmation", id, { first: !result.ok });
}

/**
 * The receipt behind the link of a confirmation: the provider's, else the one that this session got.
 * @throws the form's address where there is no id, or the page of the problem
 */
export async function loadReceipt(
  context: RequestContext,
  request: Request,
  url: URL,
): Promise<WithdrawalReceipt> {
  const page = "withdrawal-confirmation";
  if (!url.searchParams.has("ref")) {
    const last = lastDeclared(context, request, page);
    throw redirect(last ? receiptPath(context, page, last) : linkTo(context, "withdrawal"));
  }
  const id = idIn(context, page, url);
  if (!id) throw noReceipt({ context, url, journey: "withdrawal", page });
  const result = await loadWithdrawal(context, id);
  if (result.ok) return result.data;
  const kept = await context.get(sessionContext).read(receiptScope, id);
  if (kept) return kept;
  throw loadProblem({ context, url, journey: "withdrawal", page }, result.error);
}

/** Streams the receipt's PDF. @throws the page of the problem */
export async function streamReceipt(context: RequestContext, url: URL): Promise<Response> {
  const id = idIn(context, "withdrawal-receipt", url);
  if (!id) throw noReceipt({ context, url, journey: "withdrawal", page: "withdrawal-confirmation" });
  const result = await downloadWithdrawal(context, id);
  if (!result.ok)
    throw loadProblem({ context, url, journey: "withdrawal", page: "withdrawal-confirmation" }, result.error);
  return pdfResponse(result.data, "widerruf.pdf");
}
