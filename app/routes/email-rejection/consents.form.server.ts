import { z } from "zod";
import { defineForm, nothingStored } from "#app/forms/define-form.server.ts";

/** A box per consent, `consents.<id>`, and beside it what the customer reads there, `names.<id>`: the receipt repeats it. */
const schema = z.object({ consents: z.record(z.string(), z.string()).optional() });

export const consentsForm = defineForm({
  schema,
  hidden: ["all", "names.{id}"],
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
const maxConsents = 50;
/** Room in an address: what is shown of a name. */
const shownLetters = 60;

/** The boxes that were ticked: also `consents=<id>`, as a script may send them. */
export function chosenIn(posted: FormData): Chosen[] {
  const ids = [...posted].flatMap(([field, value]) => {
    if (typeof value !== "string" || value.trim() === "") return [];
    if (field === "consents") return [value];
    return field.startsWith("consents.") ? [field.slice("consents.".length)] : [];
  });
  return [...new Set(ids)].slice(0, maxConsents).map((id) => {
    const name = posted.get(`names.${id}`);
    const read = typeof name === "string" ? name.trim() : "";
    return { id: id.slice(0, 200), name: (read || id).slice(0, shownLetters) };
  });
}
