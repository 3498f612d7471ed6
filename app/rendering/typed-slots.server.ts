import { randomUUID } from "node:crypto";
import type { FormState } from "#app/forms/form-state.ts";
import { escapedHtml, jsonInScript } from "./escaped-html.server.ts";
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

const inScript = (text: string) => jsonInScript(JSON.stringify(text)).slice(1, -1);

/** Where a value is: in an input, and as one of the strings in the data for browsers. */
const places = [
  { kind: "input", opening: 'value="', escaped: escapedHtml },
  { kind: "data", opening: ',"', escaped: inScript },
];
const slots = (
  typed: string[],
  filling: (place: (typeof places)[number], text: string, at: number) => string,
): Slots =>
  Object.fromEntries(
    typed.flatMap((text, at) => places.map((place) => [`${place.kind} ${at}`, filling(place, text, at)])),
  );

/** What stands in a page that was rendered from `openForm`. */
export const marks = (typed: string[]) => slots(typed, ({ opening }, _, at) => `${opening}${mark}${at}"`);
/** What belongs behind the openings. */
export const typedIn = (typed: string[]) => slots(typed, ({ escaped }, text) => `${escaped(text)}"`);

/** With slots that begin behind the openings: spaces after the last quote mean nothing, in a tag or between strings. */
export const withRoom = (template: Template): Template =>
  template.flatMap((part): Template => {
    if (typeof part === "string") return [part];
    const place = places.find(({ kind }) => part.name.startsWith(`${kind} `));
    return place ? [place.opening, { ...part, room: true }] : [part];
  });

/** Whether each mark was the value of an input, and none is anywhere else. */
export const isOpen = (template: Template, typed: string[]): boolean =>
  template.every((part) => typeof part !== "string" || !part.includes(mark)) &&
  typed.every((_, at) => template.some((part) => typeof part !== "string" && part.name === `input ${at}`));
