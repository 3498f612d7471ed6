import { valuesOf } from "#app/forms/form-data.server.ts";
import type { FormState } from "#app/forms/form-state.ts";
import type { Session } from "#app/session/session.server.ts";

/** One for all pages: it waits only for the redirect after the switch, and nobody can fill a session with them. */
const scope = "draft";
interface Draft {
  page: string;
  values: FormState["values"];
}

/** Fields of the switcher itself. */
const own = new Set(["locale", "returnTo"]);

/** Keeps what was typed on a form page while the language changes. */
export function keepDraft(session: Session, page: string, posted: FormData): void {
  const values = Object.fromEntries(Object.entries(valuesOf(posted)).filter(([name]) => !own.has(name)));
  session.set<Draft>(scope, { page, values });
}

/** What was typed on this page before the language changed; once. */
export async function takeDraft(session: Session, page: string): Promise<FormState["values"] | undefined> {
  const draft = await session.get<Draft>(scope);
  if (draft?.page !== page) return undefined;
  session.remove(scope);
  return draft.values;
}
