import { randomUUID } from "node:crypto";
import type { FormState } from "./forms/form-state.ts";
import type { Slots, Template } from "./template.server.ts";

/** In the place of what was typed while a page is rendered for others. Not to be guessed, so that nobody types it. */
const mark = randomUUID();

/**
 * The form with marks instead of what was typed, and what that was. Equal values get one mark: data for browsers name the
 * place of a value that they have already.
 * @param inputs names of text inputs; what is empty, listed or chosen stays, as it may change what is shown
 */
export function openForm(form: FormState, inputs: readonly string[]) {
  const typed: string[] = [];
  const values = Object.entries(form.values).map(([name, value]) => {
    if (typeof value !== "string" || value === "" || !inputs.includes(name)) return [name, value];
    if (!typed.includes(value)) typed.push(value);
    return [name, mark + typed.indexOf(value)];
  });
  return { form: { ...form, values: Object.fromEntries(values) }, typed };
}

const signs: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#x27;",
};
const inHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => signs[sign] ?? sign);
const inScript = (text: string) => JSON.stringify(text).slice(1, -1).replaceAll("<", "\\u003c");

/** Each value as an input's, and as one of the strings in the data for browsers. */
const slots = (typed: string[], shown: (text: string, at: number, escaped: typeof inHtml) => string): Slots =>
  Object.fromEntries(
    typed.flatMap((text, at) => [
      [`input ${at}`, `value="${shown(text, at, inHtml)}"`],
      [`data ${at}`, `,"${shown(text, at, inScript)}"`],
    ]),
  );

/** What stands in a page that was rendered from `openForm`. */
export const marks = (typed: string[]): Slots => slots(typed, (_, at) => mark + at);
/** What belongs there. */
export const typedIn = (typed: string[]): Slots => slots(typed, (text, _, escaped) => escaped(text));

/** Whether each mark was the value of an input, and none is anywhere else. */
export const isOpen = (template: Template, typed: string[]): boolean =>
  template.every((part) => typeof part !== "string" || !part.includes(mark)) &&
  typed.every((_, at) => template.some((part) => typeof part !== "string" && part.name === `input ${at}`));
