import { type RefObject, useEffect } from "react";
import { useLocation } from "react-router";
import { withoutPrefix } from "#app/i18n/locale.ts";
import { tabStorage } from "./tab-storage.ts";

export type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
type Typed = Record<string, string | boolean>;

const untyped = new Set(["hidden", "file", "submit", "button", "fieldset"]);

const prefix = "draft ";
const longestMs = 30 * 60_000;

/** A hash of the page's path, as the path may contain a token. */
const keyOf = (pathname: string) =>
  prefix +
  [...withoutPrefix(pathname)].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) | 0, 7);

/** Whether third-party scripts may run on this page, which could read the tab's storage. */
const isShared = () => document.querySelector("script[data-settings]") !== null;

/** Runs on every page: removes drafts older than half an hour, and all drafts where third parties could read them. */
export function forgetOldDrafts(): void {
  for (const key of tabStorage.keys().filter((one) => one.startsWith(prefix))) {
    const { at } = stored(key);
    if (isShared() || !at) tabStorage.remove(key);
    else setTimeout(forgetOldDrafts, at + longestMs - Date.now());
  }
}

/**
 * The customer's input survives going back, a reload and a crash in this tab, until it is sent or half an hour is over.
 * @param never fields that are not stored
 */
export function useTypedDraft(form: RefObject<HTMLFormElement | null>, never: readonly string[] = []): void {
  const key = keyOf(useLocation().pathname);
  const excluded = never.join(" ");
  useEffect(() => {
    const element = form.current;
    if (!element) return;
    const except = excluded.split(" ");
    const fields = () => fieldsOf(element).filter(({ name }) => !except.includes(name.split(".")[0] ?? ""));
    restore(fields(), stored(key).typed);
    let end: ReturnType<typeof setTimeout> | undefined;
    const save = ({ target }: Event) => {
      if (isShared()) return;
      const typed = { ...stored(key).typed, ...typedIn(fields(), (target as Field).name) };
      tabStorage.set(key, JSON.stringify({ at: Date.now(), typed }));
      clearTimeout(end);
      end = setTimeout(forgetOldDrafts, longestMs);
    };
    element.addEventListener("input", save);
    return () => element.removeEventListener("input", save);
  }, [form, key, excluded]);
}

export const forgetTyped = (pathname: string): void => tabStorage.remove(keyOf(pathname));

/** Everything on the page that can be typed into or ticked. */
export const typedFields = () =>
  [...document.querySelectorAll<Field>("input,select,textarea")].filter(({ type }) => type !== "hidden");

const fieldsOf = (form: HTMLFormElement) =>
  ([...form.elements] as Field[]).filter(({ name, type }) => name && !untyped.has(type));

export const isTick = (field: Field): field is HTMLInputElement =>
  field.type === "radio" || field.type === "checkbox";
export const draftName = (field: Field) => (isTick(field) ? `${field.name}=${field.value}` : field.name);

/** The stored draft; empty once it has expired, or if an older build stored it without a time. */
function stored(key: string): { at?: number; typed: Typed } {
  const { at = 0, typed = {} } = JSON.parse(tabStorage.get(key) ?? "{}");
  return Date.now() - at < longestMs ? { at, typed } : { typed: {} };
}

/** The fields that differ from the page as it was served, and the field of this name. The server fills in the rest. */
const typedIn = (fields: Field[], name: string): Typed =>
  Object.fromEntries(
    fields
      .filter((field) => field.name === name || !isUntouched(field))
      .map((field) => [draftName(field), isTick(field) ? field.checked : field.value]),
  );

function restore(fields: Field[], typed: Typed) {
  for (const field of fields) {
    const value = typed[draftName(field)];
    // A field that differs from the page was changed before its JavaScript ran: that input is newer.
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
