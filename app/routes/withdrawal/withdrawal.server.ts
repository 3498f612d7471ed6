import { data } from "react-router";
import { z } from "zod";
import { loadReceipt } from "#app/backend/declarations.server.ts";
import { forDeclaration, loginOf } from "#app/declarations/calling-context.server.ts";
import { findDeclaration, receiveDeclaration } from "#app/declarations/declaration.server.ts";
import { keepWithdrawal } from "#app/declarations/withdrawn-order.server.ts";
import { addDays, berlinDate, formatDate } from "#app/domain/calendar.ts";
import { keysOf } from "#app/domain/keys-of.ts";
import { checkEmail } from "#app/domain/personal-data.ts";
import type { Receipt, ReceiptRow } from "#app/domain/receipt.ts";
import { isCut, normalize } from "#app/domain/user-input.ts";
import { defineForm, nothingStored } from "#app/forms/define-form.server.ts";
import { fieldErrors } from "#app/forms/field-errors.server.ts";
import { namedAs, parseForm, postedFrom, valuesOf, withoutRepeats } from "#app/forms/form-data.server.ts";
import type { FormState } from "#app/forms/form-state.ts";
import { formNames, freeText } from "#app/forms/schema.server.ts";
import {
  brandContext,
  getT,
  localeContext,
  postedFormContext,
  type RequestContext,
} from "#app/request/context.server.ts";
import { declarer, receiptUrls, redirectToReceipt } from "../declaration/confirmation-link.server.ts";
import {
  askForReceipt,
  notReceived,
  receiptProblem,
  requiredId,
  withoutTime,
} from "../declaration/problem.server.ts";
import { keptBy, receivedSection, storedFacts } from "../declaration/receipt.server.ts";

const kind = "withdrawal";
/** As shown: only the last name is marked as required; either will do. */
const schema = z.object({
  firstName: freeText(200).optional(),
  lastName: freeText(200),
  contractReference: freeText(500).optional(),
  contractParts: freeText(500).optional(),
  email: freeText(200).optional(),
});
const posted = schema.partial();
export const withdrawalForm = defineForm({
  schema,
  posted,
  hidden: ["offeredParts"],
  texts: ["withdrawal.form"],
  initial: () => nothingStored(schema),
  providerNames: "asNamed",
  sensitive: [],
});
const names = formNames(withdrawalForm);

/** Requires a name and one way to identify the contract: its reference or the e-mail address. */
function readWithdrawal(context: RequestContext) {
  const errorOf = fieldErrors(context);
  const named = namedAs(names, context.get(postedFormContext));
  const sent = withoutRepeats(named);
  const parsed = parseForm(sent, { schema: posted }, errorOf, schema);
  const { form } = parsed;
  const has = (name: string) => normalize(String(sent.get(name) ?? "")) !== "";
  Object.assign(form, postedFrom(sent));
  const missing: FormState["errors"] = {};
  if (!has("firstName") && !has("lastName")) missing.firstName = errorOf("name.missingBoth");
  if (!has("contractReference") && !has("email"))
    missing.contractReference = errorOf("contractReference.missing");
  form.errors = { ...missing, ...form.errors };
  const { contractParts, offeredParts } = valuesOf(named);
  Object.assign(form.values, { contractParts, offeredParts });
  const value = parsed.ok ? parsed.value : {};
  const { firstName = "", lastName = "", contractReference = "", email = "" } = value;
  const parts = value.contractParts ? { contractParts: value.contractParts } : {};
  return { form, written: { firstName, lastName, contractReference, ...parts, email } };
}

/** Handles the post of the form: one withdrawal per form, however often it is sent. */
export async function declareWithdrawal(context: RequestContext, request: Request, url: URL) {
  const { form, written } = readWithdrawal(context);
  if (Object.keys(form.errors).length > 0) return data({ form }, { status: 422 });
  const origin = declarer(context);
  const { language } = origin;
  const email = checkEmail(written.email);
  const reachable = email.ok ? { email: email.value } : { email: "", note: written.email || undefined };
  const body = (id: string) => ({
    ...written,
    ...reachable,
    language,
    ...receiptUrls(context, url, kind, id),
  });
  const { submissionId, stamp } = form;
  const result = await receiveDeclaration({
    kind,
    submissionId,
    stamp,
    content: written,
    ...origin,
    login: loginOf(context),
    body,
  });
  if (!result.ok) return notReceived(context, kind, form, result, withdrawalForm, written);
  const { id, receivedAt } = result.stored.declaration;
  const { contractReference, contractParts: parts } = written;
  await keepWithdrawal(context, contractReference.trim(), { receivedAt, reference: id, parts });
  return redirectToReceipt(context, request, kind, id, { submitted: result.isNew });
}

/** A withdrawal as its receipt shows it, from the portal's copy or else from the provider. */
export async function loadWithdrawal(context: RequestContext, id: string) {
  const { stored, isAway } = await findDeclaration(kind, declarer(context).brand, id);
  if (stored) {
    const { receivedAt, body, answered } = stored.declaration;
    const { sentTo = [], deviceReturn } = answered?.receipt ?? {};
    return {
      ok: true as const,
      data: { id, receivedAt, declaration: body, sentTo, deviceReturn, state: stored.state, answered },
    };
  }
  const asked = await askForReceipt(context, id, () => loadReceipt(forDeclaration(context), kind, id));
  if (!asked.ok) return { ...asked, isAway };
  const { receivedAt } = asked.data;
  if (receivedAt === undefined) return withoutTime(isAway);
  return {
    ok: true as const,
    data: { ...asked.data, receivedAt, state: "forwarded" as const, answered: undefined },
  };
}
export type ShownWithdrawal = Extract<Awaited<ReturnType<typeof loadWithdrawal>>, { ok: true }>["data"];

/** What the customer wrote stays as it is, in whatever language a browser shows the page. */
const fixed = { fixed: true, listed: true } as const;

/** What was declared. */
function declaredIn(context: RequestContext, { declaration }: ShownWithdrawal): ReceiptRow[] {
  const t = getT(context, "withdrawal", "confirmation");
  const rows = getT(context, "receipt", "rows");
  const { firstName, lastName, contractReference, contractParts = "", email, note = "" } = declaration;
  return [
    {
      label: rows("content"),
      value: contractParts ? t("declarationOfParts", { parts: contractParts }) : t("declaration"),
      ...(contractParts && fixed),
    },
    { label: t("name"), value: [firstName, lastName].filter(Boolean).join(" "), ...fixed },
    { label: t("contract"), value: contractReference || t("contractOpen"), ...(contractReference && fixed) },
    { label: t("email"), value: email || note, ...fixed },
  ].filter(({ value }) => value !== "");
}

/** Goods are sent back within 14 days of the withdrawal (§§ 355 (3), 357 (1) BGB). */
const lastDayToReturn = (receivedAt: string) => addDays(berlinDate(new Date(receivedAt)), 14);

/**
 * What follows a withdrawal (§ 357 BGB): the money, and the device, which goes to the address that the provider names
 * for it, or else to the brand's.
 */
function afterWithdrawal(
  context: RequestContext,
  { receivedAt, deviceReturn }: ShownWithdrawal,
): Receipt["next"] {
  const t = getT(context, "withdrawal", "confirmation");
  const { locale } = context.get(localeContext);
  const { name, contact } = context.get(brandContext);
  const { address, until, paidBy, labelUrl } = deviceReturn ?? {
    address: [name, ...contact.address],
  };
  const to = address.join(", ");
  const device = [
    deviceReturn ? t("returnTo", { address: to }) : t("nextDevice", { address: to }),
    t("returnUntil", { date: formatDate(until ?? lastDayToReturn(receivedAt), locale) }),
    t(`returnPaidBy.${paidBy ?? "unknown"}`),
  ];
  return {
    lines: [t("nextMoney"), device.join(" ")],
    link: labelUrl ? { label: t("returnLabel"), href: labelUrl } : undefined,
  };
}

/** What its sender should know of it. */
function notesOn(context: RequestContext, { declaration }: ShownWithdrawal): string[] {
  const hotline = context.get(brandContext).hotline.number;
  const t = getT(context, "withdrawal", "confirmation");
  const rows = getT(context, "receipt", "rows");
  const form = getT(context, "withdrawal", "form");
  const { firstName, lastName, contractReference, contractParts = "", email, note } = declaration;
  const written = { firstName, lastName, contractReference, contractParts, email: note ?? email };
  const cut = keysOf(written).filter((name) => isCut(written[name]));
  return [
    ...(contractReference ? [] : [t("contractMissing", { hotline })]),
    ...cut.map((name) => rows("shortened", { label: form(name) })),
    // What was entered is no e-mail address, so the portal's own receipt is the only one.
    ...(note === undefined ? [] : [t("unreachable")]),
  ];
}

export function withdrawalReceipt(context: RequestContext, shown: ShownWithdrawal): Receipt {
  const t = getT(context, "withdrawal", "confirmation");
  const rows = getT(context, "receipt", "rows");
  return {
    ...storedFacts(context, { ...shown, kind }),
    ...keptBy(context, shown.declaration.note === undefined ? shown.sentTo.join(", ") : ""),
    title: t("title"),
    notes: notesOn(context, shown),
    received: receivedSection(context, shown.receivedAt),
    declared: {
      heading: rows("declared"),
      rows: declaredIn(context, shown),
      withheld: undefined,
    },
    proof: undefined,
    next: afterWithdrawal(context, shown),
  };
}

/**
 * The confirmation behind its link.
 * @throws a redirect, or the page of the problem
 */
export async function loadWithdrawalConfirmation(context: RequestContext, url: URL) {
  const place = { context, url, kind } as const;
  const id = requiredId(place);
  const result = await loadWithdrawal(context, id);
  if (!result.ok) throw receiptProblem(place, result);
  return { receipt: withdrawalReceipt(context, result.data) };
}
