import { z } from "zod";
import { valuesOf } from "#app/forms/form-data.server.ts";
import type { FormState } from "#app/forms/form-state.ts";
import { defineFlash } from "#app/session/scope.ts";
import type { Session } from "#app/session/session.server.ts";

/** What was typed, by the page's path without a language prefix. */
const draftFlash = defineFlash("draft", z.record(z.string(), z.union([z.string(), z.array(z.string())])));

/** Fields of the language switcher itself. */
const own = new Set(["locale", "returnTo"]);

/** Keeps what was typed on a form page for the next time that it is shown. */
export function keepDraft(session: Session, page: string, posted: FormData): void {
  const values = Object.fromEntries(Object.entries(valuesOf(posted)).filter(([name]) => !own.has(name)));
  session.write(draftFlash, page, values);
}

/** What was typed on this page and could not be sent on; once. */
export function takeDraft(session: Session, page: string): Promise<FormState["values"] | undefined> {
  return session.take(draftFlash, page);
}
