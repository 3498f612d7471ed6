import { z } from "zod";
import { withoutPrefix } from "#app/i18n/locale.ts";
import { postedFormContext, type RequestContext, sessionContext } from "#app/middleware/request.server.ts";
import { defineFlash } from "#app/session/scope.ts";
import { valuesOf } from "./form-data.server.ts";
import type { FormState } from "./form-state.ts";

/** What was typed, by the page's path without a language prefix. */
const draftFlash = defineFlash("draft", z.record(z.string(), z.union([z.string(), z.array(z.string())])));

/** Fields of the language switcher itself. */
const own = new Set(["locale", "returnTo"]);

/** Keeps what was posted for the next time that the form's page is shown in this browser. */
export function keepDraft(
  context: RequestContext,
  page: string,
  values: FormState["values"] = valuesOf(context.get(postedFormContext)),
): void {
  const typed = Object.fromEntries(Object.entries(values).filter(([name]) => !own.has(name)));
  context.get(sessionContext).write(draftFlash, page, typed);
}

/** What was typed on this page and could not be sent on; once. */
export function takeDraft(
  context: RequestContext,
  { pathname }: URL,
): Promise<FormState["values"] | undefined> {
  return context.get(sessionContext).take(draftFlash, withoutPrefix(pathname));
}

export function dropDraft(context: RequestContext, page: string): void {
  context.get(sessionContext).remove(draftFlash, page);
}
