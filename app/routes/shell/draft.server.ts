import { valuesOf } from "#app/forms/form-data.server.ts";
import type { FormState } from "#app/forms/form-state.ts";
import type { Session } from "#app/session/session.server.ts";

const scope = (page: string) => `draft:${page}`;
/** Fields of the switcher itself. */
const own = new Set(["locale", "returnTo"]);

/** Keeps what was typed on a form page while the language changes. */
export function keepDraft(session: Session, page: string, posted: FormData): void {
  const values = Object.fromEntries(Object.entries(valuesOf(posted)).filter(([name]) => !own.has(name)));
  session.set(scope(page), values);
}

/** What was typed on this page before the language changed; once. */
export async function takeDraft(session: Session, page: string): Promise<FormState["values"] | undefined> {
  const values = await session.get<FormState["values"]>(scope(page));
  if (values) session.remove(scope(page));
  return values;
}
