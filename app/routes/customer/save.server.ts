import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { data, redirectDocument } from "react-router";
import type { CustomerChangeReceipt } from "#app/backend/contract/customer.ts";
import { changeCustomer, loadCustomer } from "#app/backend/customers.server.ts";
import { callsUnderWay, whilePageWaits } from "#app/backend/running-calls.server.ts";
import { lookalikeEmail } from "#app/domain/mail-domains.ts";
import { shortReference } from "#app/domain/short-reference.ts";
import { normalize } from "#app/domain/user-input.ts";
import type { Place } from "#app/error-pages/error-response.server.ts";
import { retryLater } from "#app/errors/downtime.server.ts";
import { ApiError, FormFieldError, givesReason } from "#app/errors/errors.ts";
import { customerStates } from "#app/errors/other-states.ts";
import { withHouseNumber } from "#app/forms/address-check.server.ts";
import { parseAskingOnce } from "#app/forms/asked-once.server.ts";
import { fieldAt } from "#app/forms/define-form.server.ts";
import { fieldErrors, refusalsBy } from "#app/forms/field-errors.server.ts";
import { freshForm, submissionIdOf } from "#app/forms/form-data.server.ts";
import { askedField, type FormReply, type FormState, isInvalid } from "#app/forms/form-state.ts";
import { type ActingPost, isAnswered, postOnce, toWaiting } from "#app/outcome/attempt.server.ts";
import { actor, audit } from "#app/outcome/audit.server.ts";
import { evidenceOf, type Failed, isConflict, isUndecided } from "#app/outcome/evidence.ts";
import { readAgainWhile } from "#app/outcome/lagging-read.server.ts";
import { getT, getTexts, type RequestContext, sessionContext } from "#app/request/context.server.ts";
import { failedForm } from "#app/shell/help.server.ts";
import { linkTo } from "#app/shell/link-to.server.ts";
import {
  type CheckedChange,
  type Conflict,
  changedRows,
  checkedChange,
  conflictRows,
  containsChange,
  valuesWithChange,
} from "./change.server.ts";
import { customerForm, schemaOf } from "./customer-data.form.server.ts";
import { customerErrorAnswer, customerStateOf } from "./error-answer.server.ts";
import {
  keepReceipt,
  type Pending,
  pendingScope,
  storedReceipt,
  suggestionsScope,
  unsavedScope,
} from "./page-state.server.ts";

/** The response to a post that was not saved; after a concurrent change with both versions. */
export interface CustomerReply extends FormReply {
  conflict?: Conflict[];
}

interface CustomerPlace extends Place {
  /** The customer's id in the address. */
  token: string;
  /** The provider has shown this customer during this request. */
  isFound?: boolean;
}

/** As the provider has it now. */
async function read(place: CustomerPlace) {
  const stored = await loadCustomer(place.context, place.token);
  if (stored.ok) place.isFound = true;
  return stored;
}

const formReply = (reply: CustomerReply, status: number) => data(reply, { status });

/** A repeated post is one change, by its submission id; the form's version protects a concurrent one. */
export async function saveCustomer(place: CustomerPlace, posted: FormData) {
  const { context, token } = place;
  if (posted.get("leave") === "discard") {
    context.get(sessionContext).remove(unsavedScope, token);
    return redirectDocument(customerChangePost.self(place), 303);
  }
  const schema = schemaOf(posted);
  const parsed = parseAskingOnce(
    withHouseNumber(posted),
    { schema },
    fieldErrors(context),
    customerForm.schema,
  );
  const { form } = parsed;
  form.submissionId = submissionIdOf(posted);
  if (!parsed.ok) return formReply({ form }, 422);
  const { email = "" } = parsed.value;
  const likely = lookalikeEmail(email);
  if (likely && !posted.getAll(askedField).includes("email")) {
    const errors = { email: fieldErrors(context)("email.lookalike", { likely, email }) };
    return formReply({ form: { ...form, errors, asked: [...(form.asked ?? []), "email"] } }, 422);
  }
  const elsewhere = await toWaiting(customerChangePost, place, form.submissionId);
  if (elsewhere) return elsewhere;
  const session = context.get(sessionContext);
  const change = await checkedChange(context, parsed.value, form, {
    shown: await session.read(suggestionsScope, token),
    keep: (shown) => session.write(suggestionsScope, token, shown),
  });
  if (!change) return formReply({ form }, 422);
  const changed = changedRows(change);
  // It is saved: a repetition would be answered by it.
  const saved = await storedReceipt(context, token, form.submissionId);
  if (isDeepStrictEqual(saved?.changed, changed))
    return redirectDocument(`${customerChangePost.self(place)}?receipt=${form.submissionId}`, 303);
  if (changed.length === 0) return formReply({ form: withProblem(context, form, "nothing") }, 422);

  // A script may omit the version; the change then applies to the current one.
  const shown = normalize(String(posted.get("version") ?? ""));
  const seen = shown ? { version: shown } : await latest(place, form);
  if (!("version" in seen)) return seen;
  const { version } = seen;
  const { submissionId, values } = form;
  return postOnce(customerChangePost, place, { submissionId, body: { version, ...change }, values });
}

type Saving = ReturnType<typeof changeCustomer>;
type Saved = Awaited<Saving>;
type NotSaved = Failed<ApiError>;
/** Without a receipt, the change was found in the customer's data. */
type SavedAs = CustomerChangeReceipt | undefined;

export const customerChangePost: ActingPost<
  CustomerPlace,
  Pending,
  SavedAs,
  ApiError,
  Awaited<ReturnType<typeof notSaved>> | Response
> = {
  scope: pendingScope,
  section: "customer.waiting",
  call: "changeCustomerDetails",
  self: ({ context, token }) => linkTo(context, "customer-data", { id: token }),
  send,
  ask,
  async askFirst(place, { body: { version, ...change } }) {
    const stored = await read(place);
    if (!stored.ok) return undefined;
    // Without versions, a masked value may be the one from before.
    const isNewer = version !== undefined && stored.data.version !== undefined;
    const isThere = stored.data.version !== version || !isNewer;
    return isThere && containsChange(stored.data, change, isNewer) ? { did: undefined } : undefined;
  },
  done: toReceipt,
  async failed(place, { submissionId, values, body: { version, ...change } }, failed, status) {
    const form = { ...freshForm(customerForm), submissionId, values };
    const answer = await notSaved(place, form, change, wordOf(failed));
    if (await isFound(place, failed)) keepUnsaved(place, answer.data, change, randomUUID());
    return status === 303 ? answer : redirectDocument(customerChangePost.self(place));
  },
  async gaveUp(place, { submissionId, values, body: { version, ...change } }) {
    const form = { ...freshForm(customerForm), submissionId, values };
    const { data: reply } = await redisplayed(place, form, new ApiError("other"));
    keepUnsaved(place, reply, change, submissionId);
    return redirectDocument(customerChangePost.self(place));
  },
  keepsTyped: true,
};

/**
 * For the next looks at its page.
 * @param submissionId a new one, unless it may have been saved: a press sends it again under this id
 */
function keepUnsaved(
  { context, token }: CustomerPlace,
  { form, conflict }: CustomerReply,
  change: CheckedChange,
  submissionId: string,
): void {
  const { values, errors, problem } = form;
  const t = getT(context, "customer", "conflict");
  const message = problem ?? (conflict && { headline: t("title"), text: t("text") });
  const shown = message && { headline: message.headline, text: message.text };
  context
    .get(sessionContext)
    .write(unsavedScope, token, { submissionId, values, errors, problem: shown, change });
}

/**
 * Nothing is kept for somebody whose link opens nothing: only their first session is asked about, unless this request has seen
 * their data already. A read more may find no time.
 */
async function isFound(place: CustomerPlace, { error }: NotSaved): Promise<boolean> {
  if (error instanceof FormFieldError || place.isFound) return true;
  if (!(await place.context.get(sessionContext).isNew())) return true;
  return (await read(place)).ok;
}

/** By customer and submission id. */
const underWay = callsUnderWay<Saved>();

/** Sends the change, again even if an earlier call is still in progress, and waits as long as the page can. */
async function send({ context, token }: CustomerPlace, { body, submissionId }: Pending): Promise<Saved> {
  const key = `${token} ${submissionId}`;
  const earlier = underWay.get(key);
  const call = changeCustomer(context, token, body, submissionId);
  const first = earlier ? Promise.any([earlier, call].map(endedSaving)).catch(() => call) : call;
  underWay.set(key, first);
  const ended = await whilePageWaits(context, first);
  if (ended) underWay.delete(key);
  const saved: Saved = ended ?? { ok: false, error: new ApiError("other"), failure: { kind: "timeout" } };
  const outcome = outcomeOf(saved);
  const references = [
    saved.ok ? saved.data.reference : undefined,
    submissionId,
    shortReference(submissionId),
  ];
  if (outcome !== "waiting" || !earlier)
    audit({ audit: "customer-change", outcome, ...actor(context) }, references);
  return saved;
}

/** @throws the call's error if it does not say what became of the change */
async function endedSaving(call: Saving): Saving {
  const saved = await call;
  if (!saved.ok && evidenceOf(saved) !== "didNot") throw saved.error;
  return saved;
}

async function toReceipt(
  place: CustomerPlace,
  { submissionId, body: { version, ...change }, startedAt }: Pending,
  receipt: SavedAs,
  status: 302 | 303,
) {
  const { reference, receivedAt = new Date(startedAt).toISOString() } = receipt ?? {};
  const shown = { reference, receivedAt, changed: changedRows(change) };
  place.context.get(sessionContext).remove(unsavedScope, place.token);
  const query = await keepReceipt(place.context, place.token, submissionId, shown);
  return redirectDocument(`${customerChangePost.self(place)}?${query}`, status);
}

function outcomeOf(saved: Saved) {
  if (saved.ok) return "done";
  if (isUndecided(evidenceOf(saved))) return "waiting";
  const { error } = saved;
  return error instanceof FormFieldError || isOutdated(error) ? "refused" : "failed";
}

/**
 * The customer's data: their version is the one that the form showed until something was saved. Without versions, which only
 * our contract names, what is read is compared with what was sent. A change that is refused as outdated may have outdated
 * itself, by another attempt or the other half of a double press.
 */
async function ask(
  place: CustomerPlace,
  { body: { version, ...change } }: Pending,
  failed: NotSaved & { isRepeated: boolean },
) {
  if (!isAnswered(failed)) return undefined;
  const stored = await readAgainWhile(
    place.context,
    () => read(place),
    (shown) => shown.ok && shown.data.version === undefined && !containsChange(shown.data, change, true),
  );
  if (!stored.ok) return undefined;
  // Several changes look like one once they are masked: only after another attempt is it likely to be this one.
  const maySayMasked = failed.isRepeated || failed.failure?.isRepeat === true;
  if (isOutdated(failed.error) && (maySayMasked || isConflict(failed.failure)))
    return containsChange(stored.data, change, maySayMasked) ? { did: undefined } : "didNot";
  if (version !== undefined && stored.data.version !== undefined)
    return stored.data.version === version ? "didNot" : undefined;
  if (containsChange(stored.data, change, false)) return { did: undefined };
  // A mask that fits may be that of the value before.
  return containsChange(stored.data, change, true) ? undefined : "didNot";
}

/** The customer's data could be asked for: what a bare status says of them, or of their link, is not true. */
function wordOf({ error, failure }: NotSaved): ApiError | FormFieldError {
  const isBare = failure?.kind === "answer" && !givesReason(failure);
  return isBare && error.kind !== "downtime" ? new ApiError("other", failure) : error;
}

/** A concurrent change, or an earlier post of this form with other content. */
const isOutdated = (error: ApiError | FormFieldError) =>
  error.kind === "conflict" || error.kind === "takenBefore";

async function latest(place: CustomerPlace, form: FormState) {
  const loaded = await read(place);
  return loaded.ok ? { version: loaded.data.version } : redisplayed(place, form, loaded.error);
}

async function notSaved(
  place: CustomerPlace,
  form: FormState,
  change: CheckedChange,
  error: ApiError | FormFieldError,
) {
  const { context, token } = place;
  if (error instanceof FormFieldError) {
    Object.assign(
      form.errors,
      refusalsBy(context, error.errors, (path) => fieldAt(customerForm, path)),
    );
    if (isInvalid(form)) return formReply({ form }, 422);
    return formReply({ form: withProblem(context, form, "refused") }, 422);
  }
  if (!isOutdated(error)) return redisplayed(place, form, error);
  const stored = await loadCustomer(context, token);
  if (!stored.ok) return redisplayed(place, form, stored.error);
  // The same input as a new form based on the stored version.
  const values = valuesWithChange(stored.data, change, form.values);
  const again: FormState = { ...form, submissionId: randomUUID(), values };
  return formReply({ form: again, conflict: conflictRows(stored.data, change) }, 409);
}

/**
 * The form existed a moment ago, so it stays with its input, whatever has become of its link since. Only one that has
 * expired takes it away.
 */
async function redisplayed(place: CustomerPlace, form: FormState, error: ApiError | FormFieldError) {
  const { context } = place;
  if (error.kind === "gone") throw await customerErrorAnswer(place, error);
  const state = customerStateOf(error);
  const { status } = customerStates[state];
  const [headline, text] = status < 500 ? refusedTexts(context, state) : failedTexts(context, error);
  const problem = failedForm(context, headline, text, state);
  return formReply({ form: { ...form, problem } }, state === "TechnicalProblem" ? 502 : status);
}

/** Trying again does not help. */
function refusedTexts(context: RequestContext, state: string) {
  const t = getTexts(context, "customer.states");
  return [t(`${state}.headline`), t(`${state}.text`)] as const;
}

function failedTexts(context: RequestContext, error: ApiError | FormFieldError) {
  const t = getT(context, "customer", "problem");
  const downtimeEnd = retryLater(context, error);
  return [t("failedTitle"), downtimeEnd ? t("failedWithEnd", { downtimeEnd }) : t("failed")] as const;
}

function withProblem(context: RequestContext, form: FormState, kind: "nothing" | "refused"): FormState {
  const t = getT(context, "customer", "problem");
  return { ...form, problem: { headline: t(`${kind}Title`), text: t(kind) } };
}
