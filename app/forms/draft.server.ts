import { z } from "zod";
import { withoutPrefix } from "#app/i18n/locale.ts";
import { postedFormContext, type RequestContext, sessionContext } from "#app/request/context.server.ts";
import { isSameForAll } from "#app/request/visitor.server.ts";
import { defineFlash } from "#app/session/scope.ts";
import { type FormDefinition, shownValues } from "./define-form.server.ts";
import { currentEdition } from "./edition.server.ts";
import { formOf, freshForm, submissionIdOf, valuesOf } from "./form-data.server.ts";
import type { FormState } from "./form-state.ts";

/** By the page's German path. Includes the form's id, as the first post may have been received. */
const draftFlash = defineFlash("draft", z.record(z.string(), z.union([z.string(), z.array(z.string())])));

/** Fields of the language switcher itself. */
const own = new Set(["locale", "returnTo"]);

function postedIn(context: RequestContext): FormState["values"] {
  const posted = context.get(postedFormContext);
  const { edition } = formOf(posted);
  return { ...valuesOf(posted), ...(edition ? { edition } : { submissionId: submissionIdOf(posted) }) };
}

/** Stores what was posted for the next time that the form's page is shown in this browser. */
export function keepDraft(context: RequestContext, page: string, values = postedIn(context)): void {
  const typed = Object.fromEntries(Object.entries(values).filter(([name]) => !own.has(name)));
  context.get(sessionContext).write(draftFlash, page, typed);
}

/** A form as first shown: once with the input posted on this page that could not be processed. */
export async function firstForm<Stored>(
  context: RequestContext,
  { pathname }: URL,
  definition: FormDefinition<z.ZodObject, Stored>,
  stored: Stored,
  shown?: z.ZodType,
): Promise<FormState> {
  const form: FormState = {
    ...freshForm(definition, shown),
    ...shownValues(definition, stored),
    ...(isSameForAll(context) && { submissionId: "", edition: currentEdition() }),
  };
  const draft = await context.get(sessionContext).take(draftFlash, withoutPrefix(pathname));
  if (!draft) return form;
  const { submissionId, edition, ...values } = draft;
  if (edition) return { ...form, submissionId: "", edition: String(edition), values };
  return {
    ...form,
    submissionId: String(submissionId ?? freshForm().submissionId),
    edition: undefined,
    values,
  };
}

export function dropDraft(context: RequestContext, page: string): void {
  context.get(sessionContext).remove(draftFlash, page);
}
