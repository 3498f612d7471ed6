import { randomUUID } from "node:crypto";
import { data, redirect } from "react-router";
import { actor, audit } from "#app/audit.server.ts";
import type { CustomerDetails } from "#app/backend/contract/customer.ts";
import { changeCustomer, loadCustomer } from "#app/backend/customers.server.ts";
import { retryLater } from "#app/errors/downtime.server.ts";
import type { Place } from "#app/errors/error-response.server.ts";
import { type ApiError, FormFieldError } from "#app/errors/errors.ts";
import { fieldErrors, fieldIn, refusalsBy } from "#app/forms/field-errors.server.ts";
import { parseForm } from "#app/forms/form-data.server.ts";
import { type FormReply, type FormState, isInvalid } from "#app/forms/form-state.ts";
import { getT, type RequestContext, sessionContext } from "#app/middleware/request.server.ts";
import { linkTo } from "../shell/link-to.server.ts";
import {
  type Change,
  type Conflict,
  changedRows,
  checkedChange,
  conflictRows,
  customerForm,
  schemaOf,
  valuesOnTop,
} from "./change.server.ts";
import { fieldsOf, parts } from "./customer-parts.ts";
import { customerErrorAnswer, customerStateOf } from "./error-answer.server.ts";
import { keepReceipt, suggestionsScope } from "./page-state.server.ts";

/** The answer to a post that was not saved; after a concurrent change with both versions. */
export interface CustomerReply extends FormReply {
  conflict?: Conflict[];
}

interface CustomerPlace extends Place {
  id: string;
}

const formReply = (reply: CustomerReply, status: number) => data(reply, { status });

/** A repeated post is one change by its submission id; the form's version protects a concurrent one. */
export async function saveCustomer(place: CustomerPlace, posted: FormData) {
  const { context, id } = place;
  const parsed = parseForm(posted, schemaOf(posted), fieldErrors(context), customerForm);
  const { form } = parsed;
  if (!parsed.ok) return formReply({ form }, 422);
  const session = context.get(sessionContext);
  const change = await checkedChange(context, parsed.value, form, {
    shown: await session.read(suggestionsScope, id),
    keep: (shown) => session.write(suggestionsScope, id, shown),
  });
  if (!change) return formReply({ form }, 422);
  const rows = changedRows(change);
  if (rows.length === 0) return formReply({ form: withProblem(context, form, "nothing") }, 422);

  // A script may omit the version; the change then applies to the current one.
  const version = parsed.value.version || (await latest(place, form));
  if (typeof version !== "string") return version;
  const saved = await changeCustomer(context, id, { version, ...change }, form.submissionId);
  const references = [saved.ok ? saved.data.reference : undefined, form.submissionId];
  audit({ audit: "customer-change", outcome: outcomeOf(saved), ...actor(context) }, references);
  if (!saved.ok) return notSaved(place, form, change, saved.error);
  const query = await keepReceipt(context, id, form.submissionId, { ...saved.data, changed: rows });
  const path = linkTo(context, "customer-data", { id });
  return redirect(`${path}?${query}`, 303);
}

function outcomeOf(saved: Awaited<ReturnType<typeof changeCustomer>>) {
  if (saved.ok) return "done";
  const { error } = saved;
  const isRefused =
    error instanceof FormFieldError || error.kind === "conflict" || error.kind === "takenBefore";
  return isRefused ? "refused" : "failed";
}

async function latest(place: CustomerPlace, form: FormState) {
  const loaded = await loadCustomer(place.context, place.id);
  return loaded.ok ? loaded.data.version : redisplayed(place, form, loaded.error);
}

async function notSaved(
  place: CustomerPlace,
  form: FormState,
  change: Change,
  error: ApiError | FormFieldError,
) {
  const { context, id } = place;
  if (error instanceof FormFieldError) {
    Object.assign(form.errors, refusalsBy(context, error.errors, fieldOf));
    if (isInvalid(form)) return formReply({ form }, 422);
    return formReply({ form: withProblem(context, form, "refused") }, 422);
  }
  // A concurrent change, or an earlier post of this form with other content.
  const outdated = error.kind === "conflict" || error.kind === "takenBefore";
  if (!outdated) return redisplayed(place, form, error);
  const stored = await loadCustomer(context, id);
  if (!stored.ok) return redisplayed(place, form, stored.error);
  return formReply(
    { form: onTop(form, stored.data, change), conflict: conflictRows(stored.data, change) },
    409,
  );
}

/** The same input as a new form based on the stored version. */
function onTop(form: FormState, stored: CustomerDetails, change: Change): FormState {
  return { ...form, submissionId: randomUUID(), values: valuesOnTop(stored, change, form.values) };
}

/** The form existed a moment ago, so a refusal is our fault and keeps its input. Only an expired link ends it. */
function redisplayed(place: CustomerPlace, form: FormState, error: ApiError | FormFieldError) {
  const { context } = place;
  if (error.kind === "gone") throw customerErrorAnswer(place, error);
  const t = getT(context, "customer", "problem");
  const downtimeEnd = retryLater(context, error);
  const text = downtimeEnd ? t("failedWithEnd", { downtimeEnd }) : t("failed");
  const state = customerStateOf(error);
  const problem = { headline: t("failedTitle"), text, state };
  return formReply({ form: { ...form, problem } }, state === "Downtime" ? 503 : 502);
}

function withProblem(context: RequestContext, form: FormState, kind: "nothing" | "refused"): FormState {
  const t = getT(context, "customer", "problem");
  return { ...form, problem: { headline: t(`${kind}Title`), text: t(kind) } };
}

const fields = parts.flatMap((part) => fieldsOf[part]);

const fieldOf = (path: string) => fieldIn(path, fields, { address: "street", bankAccount: "iban" });
