import { z } from "zod";
import { defineForm, nothingStored } from "#app/forms/define-form.server.ts";

/** A button per consent, `consents.<id>`. */
const schema = z.object({ consents: z.record(z.string(), z.string()).optional() });

export const consentsForm = defineForm({
  schema,
  hidden: ["all"],
  texts: ["email.consents"],
  initial: () => nothingStored(schema),
  providerNames: "asNamed",
  sensitive: [],
});

/** More than any list that the portal shows. */
const maxConsents = 50;
/** What a script may send for a consent that stays. */
const isNo = (value: string) => /^(?:|0|no|off|false|nein|hayır)$/i.test(value.trim());

/** The ids of what was chosen: also `consents=<id>`, as a script may send them. */
export function chosenIn(posted: FormData): string[] {
  const ids = [...posted].flatMap(([field, value]) => {
    if (typeof value !== "string" || isNo(value)) return [];
    if (field === "consents") return [value.trim()];
    return field.startsWith("consents.") ? [field.slice("consents.".length)] : [];
  });
  return [...new Set(ids)].slice(0, maxConsents).sort();
}
