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

interface Entry {
  key: string;
  draft: string;
}

/** What belongs into the page's entry of the history, which other pages of the tab cannot read. */
let entry: Entry | undefined;
let pause: ReturnType<typeof setTimeout> | undefined;
let isLate = false;

/** On a reload, Firefox forgets what is written to the entry at `pagehide`; Safari on iPhones has no other. */
const leavings = ["beforeunload", "pagehide"] as const;

/** Writes the draft into the page's entry of the history, also after React Router has replaced what was there. */
export function keepEntry(): void {
  isLate = false;
  const { draft: _, ...state } = history.state ?? {};
  try {
    if (entry || "draft" in (history.state ?? {}))
      history.replaceState({ ...state, ...(entry && { draft: entry }) }, "");
  } catch {
    // Safari takes no more than a hundred in half a minute.
  }
}

/** The first letter at once, those that follow it together. */
function writeEntry(next: Entry | undefined) {
  entry = next;
  isLate = true;
  if (pause) return;
  keepEntry();
  pause = setTimeout(() => {
    pause = undefined;
    if (isLate) writeEntry(entry);
  }, 400);
}

function inEntry(key: string): string | undefined {
  entry ??= history.state?.draft;
  return entry?.key === key ? entry.draft : undefined;
}

/** Runs on every page: removes drafts older than half an hour, and from the tab's storage all where third parties could read them. */
export function forgetOldDrafts(): void {
  for (const key of tabStorage.keys().filter((one) => one.startsWith(prefix))) {
    const { at } = stored(key);
    if (isShared() || !at) tabStorage.remove(key);
    else setTimeout(forgetOldDrafts, at + longestMs - Date.now());
  }
  const draft: Entry | undefined = entry ?? history.state?.draft;
  if (draft && !stored(draft.key).at) {
    entry = undefined;
    keepEntry();
  }
}

/**
 * The customer's input survives going back, a reload and a crash in this tab, until it is sent or half an hour is over. Where
 * third parties' scripts may run, it is kept in the page's entry of the history: they could read the tab's storage on any page.
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
      if (!isField(target)) return;
      const typed = { ...stored(key).typed, ...typedIn(fields(), target.name) };
      const draft = JSON.stringify({ at: Date.now(), typed });
      if (isShared()) writeEntry({ key, draft });
      else tabStorage.set(key, draft);
      clearTimeout(end);
      end = setTimeout(forgetOldDrafts, longestMs);
    };
    const flush = () => isLate && keepEntry();
    element.addEventListener("input", save);
    for (const leaving of leavings) addEventListener(leaving, flush);
    return () => {
      element.removeEventListener("input", save);
      for (const leaving of leavings) removeEventListener(leaving, flush);
    };
  }, [form, key, excluded]);
}

export function forgetTyped(pathname: string): void {
  const key = keyOf(pathname);
  tabStorage.remove(key);
  if (inEntry(key) === undefined) return;
  entry = undefined;
  keepEntry();
}

/** Everything on the page that can be typed into or ticked. */
export const typedFields = () =>
  [...document.querySelectorAll<Field>("input,select,textarea")].filter(({ type }) => type !== "hidden");

const fieldsOf = (form: HTMLFormElement) =>
  [...form.elements].filter(isField).filter(({ name, type }) => name && !untyped.has(type));

export const isField = (target: EventTarget | null): target is Field =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLSelectElement ||
  target instanceof HTMLTextAreaElement;

export const isTick = (field: Field): field is HTMLInputElement =>
  field.type === "radio" || field.type === "checkbox";
export const draftName = (field: Field) => (isTick(field) ? `${field.name}=${field.value}` : field.name);

/** The stored draft; empty once it has expired, or if an older build stored it without a time. */
function stored(key: string): { at?: number; typed: Typed } {
  const { at = 0, typed = {} } = JSON.parse((isShared() ? inEntry(key) : tabStorage.get(key)) ?? "{}");
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
