import { z } from "zod";
import { valuesOf } from "#app/forms/form-data.server.ts";
import type { FormState } from "#app/forms/form-state.ts";
import { defineFlash } from "#app/session/scope.ts";
import type { Session } from "#app/session/session.server.ts";

/** Input by the page's path without language prefix. */
const draftFlash = defineFlash("draft", z.record(z.string(), z.union([z.string(), z.array(z.string())])));

/** Fields of the language switcher. */
const own = new Set(["locale", "returnTo"]);

/** Keeps a form page's input until it is shown again. */
export function keepDraft(session: Session, page: string, posted: FormData): void {
  const values = Object.fromEntries(Object.entries(valuesOf(posted)).filter(([name]) => !own.has(name)));
  session.write(draftFlash, page, values);
}

/** The input that this page could not submit; returned once. */
export function takeDraft(session: Session, page: string): Promise<FormState["values"] | undefined> {
  return session.take(draftFlash, page);
}
