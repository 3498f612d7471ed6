import { z } from "zod";
import { addressFields } from "#app/domain/address.ts";
import { withoutPrefix } from "#app/i18n/locale.ts";
import {
  newSessionContext,
  postedFormContext,
  type RequestContext,
  sessionContext,
} from "#app/request/context.server.ts";
import { isSameForAll } from "#app/request/visitor.server.ts";
import { defineFlash, defineScope } from "#app/session/scope.ts";
import { carriedDraft, carryDraft, maxDraftBytes } from "./carried-draft.server.ts";
import { type FormDefinition, shownValues } from "./define-form.server.ts";
import { freshForm, postedFrom, submissionIdOf, valuesOf } from "./form-data.server.ts";
import { datePart, type FormState, savesField } from "./form-state.ts";
import { brandField } from "./page-fields.tsx";
import { currentStamp } from "./page-stamp.server.ts";

/** By the page's German path. Includes the form's id, as the first post may have been received. */
const draftFlash = defineFlash(
  "draft",
  z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  () => ({ kind: "form" }),
);

/** By the page's German path: what was entered in another browser. Until this page is sent, its form begins with it. */
const handedOver = defineScope("handed over", draftFlash.schema, { endNotice: () => ({ kind: "offer" }) });

/** By the page's German path: what an address has carried to an offer that was found since. */
const carriedOver = defineFlash("carried over", draftFlash.schema, () => ({ kind: "form" }));

export function keepCarried(context: RequestContext, page: string, values: FormState["values"]): void {
  context.get(sessionContext).write(carriedOver, page, values);
}

export function keepHandedOver(context: RequestContext, page: string, values: FormState["values"]): void {
  context.get(sessionContext).write(handedOver, page, values);
}

export const handedOverTo = (context: RequestContext, page: string) =>
  context.get(sessionContext).read(handedOver, page);

/** Fields that no customer fills in. */
const unseen = new Set(["submissionId", "edition", brandField]);

/** Fields of buttons: the language switcher's, and of those that lead away from a step; and what a step's page knows of it. */
const own = new Set(["locale", "returnTo", "leave", savesField]);

function postedIn(context: RequestContext): FormState["values"] {
  const posted = context.get(postedFormContext);
  const { stamp } = postedFrom(posted);
  return { ...valuesOf(posted), ...(stamp ? { edition: stamp } : { submissionId: submissionIdOf(posted) }) };
}

const typedIn = (values: FormState["values"]) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !own.has(name)));

/**
 * Whether drafts are stored: for a browser that has found something, unless its network adds too much to the store of sessions.
 */
export const mayKeepDrafts = async (context: RequestContext): Promise<boolean> =>
  context.get(newSessionContext) === "allowed" && !(await context.get(sessionContext).isNew());

/** Stores what was posted for the next time that the form's page is shown in this browser; not what no form is as long as. */
export function keepDraft(context: RequestContext, page: string, values = postedIn(context)): void {
  const typed = typedIn(values);
  if (Buffer.byteLength(JSON.stringify(typed)) > maxDraftBytes) return;
  context.get(sessionContext).write(draftFlash, page, typed);
}

/** The same for a browser without a session: with it to the next page, and in no store. */
export const carryPosted = (
  answered: { context: RequestContext; request: Request },
  response: Response,
  page: string,
  notice?: string,
): Response => {
  const values = typedIn(postedIn(answered.context));
  const hasTyped = Object.entries(values).some(
    ([name, value]) => !unseen.has(name) && String(value).trim() !== "",
  );
  return hasTyped || notice
    ? carryDraft(answered, response, { page, values: hasTyped ? values : {}, notice })
    : response;
};

/** What was typed into the page's form and not processed yet. */
export async function draftOf(
  context: RequestContext,
  page: string,
): Promise<FormState["values"] | undefined> {
  const draft = await context.get(sessionContext).read(draftFlash, page);
  if (!draft) return undefined;
  const { submissionId: _, edition: __, ...typed } = draft;
  return typed;
}

/** A step of an order and a customer's data keep what was typed until it is sent; a form for everybody shows it once. */
const keepsUntilSent = (page: string): boolean => /^\/(?:angebot|kundendaten)\//.test(page);

/** A form as first shown: with the input posted on this page that could not be processed. */
export async function firstForm<Stored>(
  context: RequestContext,
  url: URL,
  definition: FormDefinition<z.ZodObject, Stored>,
  stored: Stored,
  shown?: z.ZodType,
): Promise<FormState> {
  const form: FormState = {
    ...freshForm(definition, shown),
    ...shownValues(definition, stored),
    ...(isSameForAll(context) && { submissionId: "", stamp: currentStamp() }),
  };
  const page = withoutPrefix(url.pathname);
  const session = context.get(sessionContext);
  const draft = await session[keepsUntilSent(page) ? "read" : "take"](draftFlash, page);
  if (!draft) {
    const brought = carriedDraft(context, url);
    const carried = brought?.page === page ? brought.values : await session.read(carriedOver, page);
    if (carried) return withCarried(form, carried, definition);
    return { ...form, values: { ...form.values, ...(await handedOverTo(context, page)) } };
  }
  const { submissionId, edition, ...values } = draft;
  if (edition) return { ...form, submissionId: "", stamp: String(edition), values };
  return {
    ...form,
    submissionId: String(submissionId ?? freshForm().submissionId),
    stamp: undefined,
    values,
  };
}

/**
 * What was carried is ours, not the customer's word: it fills fields of its form that are empty, and replaces nothing that is
 * stored. An address is one value.
 */
function withCarried(
  form: FormState,
  carried: FormState["values"],
  { schema, hidden = [], preselected = [] }: FormDefinition,
): FormState {
  const fields = new Set([...Object.keys(schema.shape), ...hidden]);
  const isFilled = (name: string) => (form.values[name] ?? "") !== "" && !preselected.includes(name);
  const hasAddress = addressFields.some(isFilled);
  const fits = (name: string) =>
    fields.has(name.replace(datePart, "")) &&
    !isFilled(name) &&
    !(hasAddress && addressFields.some((field) => field === name));
  const fitting = Object.entries(carried).filter(([name]) => fits(name));
  if (fitting.length === 0) return form;
  return { ...form, values: { ...form.values, ...Object.fromEntries(fitting) }, isCarried: true };
}

export function dropDraft(context: RequestContext, page: string): void {
  for (const scope of [draftFlash, carriedOver, handedOver]) context.get(sessionContext).remove(scope, page);
}
