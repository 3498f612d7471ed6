import { type RefObject, useEffect } from "react";
import { useLocation } from "react-router";
import { withoutPrefix } from "#app/i18n/locale.ts";
import { tabStorage } from "./tab-storage.ts";

export type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
type Typed = Record<string, string | boolean>;

/** ID numbers and accounts, the mandate that goes with one, and the answer to what only one reply asked. */
const never = new Set(["documentNumber", "iban", "sepaMandate", "addressChoice"]);
const untyped = new Set(["hidden", "file", "submit", "button", "fieldset"]);

const keyOf = (pathname: string) => `draft ${withoutPrefix(pathname)}`;

/** What is typed survives the way back, a reload and a crash, in this tab, until it is sent. */
export function useTypedDraft(form: RefObject<HTMLFormElement | null>): void {
  const key = keyOf(useLocation().pathname);
  useEffect(() => {
    const element = form.current;
    if (!element) return;
    restore(element, stored(key));
    const save = ({ target }: Event) => {
      const typed = typedIn(element, (target as Field).name);
      tabStorage.set(key, JSON.stringify({ ...stored(key), ...typed }));
    };
    element.addEventListener("input", save);
    return () => element.removeEventListener("input", save);
  }, [form, key]);
}

export const forgetTyped = (pathname: string): void => tabStorage.remove(keyOf(pathname));

/** Everything on the page that can be typed into or ticked. */
export const typedFields = () =>
  [...document.querySelectorAll<Field>("input,select,textarea")].filter(({ type }) => type !== "hidden");

const fieldsOf = (form: HTMLFormElement) =>
  ([...form.elements] as Field[]).filter(({ name, type }) => name && !untyped.has(type) && !never.has(name));

export const isTick = (field: Field): field is HTMLInputElement =>
  field.type === "radio" || field.type === "checkbox";
export const nameIn = (field: Field) => (isTick(field) ? `${field.name}=${field.value}` : field.name);

const stored = (key: string): Typed => JSON.parse(tabStorage.get(key) ?? "{}");

/** What differs from the page as it came, and the field of this name. The rest is the server's to fill in. */
const typedIn = (form: HTMLFormElement, name: string): Typed =>
  Object.fromEntries(
    fieldsOf(form)
      .filter((field) => field.name === name || !isUntouched(field))
      .map((field) => [nameIn(field), isTick(field) ? field.checked : field.value]),
  );

function restore(form: HTMLFormElement, typed: Typed) {
  for (const field of fieldsOf(form)) {
    const value = typed[nameIn(field)];
    // What is newer than the page was typed before its JavaScript ran.
    if (value === undefined || !isUntouched(field)) continue;
    if (isTick(field)) field.checked = value === true;
    else field.value = String(value);
    const section = field.closest("details");
    if (section && !isUntouched(field)) section.open = true;
  }
}

export function isUntouched(field: Field): boolean {
  if (isTick(field)) return field.checked === field.defaultChecked;
  if (field instanceof HTMLSelectElement)
    return field.value === ([...field.options].find((one) => one.defaultSelected) ?? field.options[0])?.value;
  return field.value === field.defaultValue;
}
