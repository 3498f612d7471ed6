import type { FieldProblem } from "#app/errors/errors.ts";
import type { Values } from "#app/i18n/translation.ts";
import { getT, type RequestContext } from "#app/middleware/request.server.ts";

/** Text of a refused field: the key is `<field>.<reason>`. A reason without a text of its own gets the general one. */
export type ValidationText = (key: string, values?: Values) => string;

/** Messages beside fields in the customer's language. */
export function validationText(context: RequestContext): ValidationText {
  const own = getT(context, "validation", "fields") as ValidationText;
  const general = getT(context, "validation", "form");
  return (key, values) => {
    const [field = "", reason] = key.split(".");
    const defaultValue = reason === "missing" ? general("required", { path: field }) : general("invalid");
    return own(key, { ...values, defaultValue });
  };
}

/** The message for a field that the backend refused: its own words, else ours for its code. */
export function messageOf({ field, code, message }: FieldProblem, text: ValidationText): string {
  return message ?? text(`${field.split(".").at(-1)}.${code?.toLowerCase() ?? "refused"}`);
}
