import { z } from "zod";
import { defineForm, nothingStored } from "#app/forms/define-form.server.ts";

/** A box per consent, named `consents.<id>`: its value is what the customer read beside it, which the receipt repeats. */
const schema = z.object({ consents: z.record(z.string(), z.string()).optional() });

export const consentsForm = defineForm({
  schema,
  hidden: ["all"],
  texts: ["email.consents"],
  initial: () => nothingStored(schema),
  providerNames: "asNamed",
  sensitive: [],
});

export interface Chosen {
  id: string;
  name: string;
}

/** More than any list that the portal shows. */
const mostConsents = 50;
/** Room in an address: what is shown of a name. */
const shownLetters = 60;

/** The boxes that were ticked: also `consents=<id>`, as a script may send them. */
export function chosenIn(posted: FormData): Chosen[] {
  const chosen = new Map<string, string>();
  for (const [field, value] of posted) {
    if (typeof value !== "string" || value.trim() === "") continue;
    const id = field === "consents" ? value : field.startsWith("consents.") ? field.slice(9) : "";
    if (id && chosen.size < mostConsents) chosen.set(id.slice(0, 200), value.slice(0, shownLetters).trim());
  }
  return [...chosen].map(([id, name]) => ({ id, name }));
}
