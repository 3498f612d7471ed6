import { type Field, isUntouched } from "#app/browser/typed-draft.ts";
import { parseDate, partsOf } from "#app/domain/calendar.ts";
import { groupIban } from "#app/domain/iban.ts";
import { datePart } from "./form-state.ts";

export { suggestedEmail } from "#app/domain/mail-domains.ts";

/** All inputs of one field: the buttons of a choice, the parts of a date. */
function inputsOf(field: string, { form }: Field): Field[] {
  const named = [...(form?.elements ?? [])].filter((element): element is Field => "name" in element);
  return named.filter(({ name }) => name.replace(datePart, "") === field);
}

/** One @ with something before it, and a dot within what follows. */
function isAddress(value: string): boolean {
  const at = value.indexOf("@");
  const dot = value.lastIndexOf(".");
  return at > 0 && dot > at + 1 && dot < value.length - 1 && !/\s/.test(value);
}

/**
 * Whether a field now differs from what was refused and is valid as far as a browser can check. The server checks it
 * at the next post.
 * @param next what gets the focus: while it stays within the inputs of one field, nothing is checked
 */
export function isRight(field: string, input: Field, next: EventTarget | null): boolean {
  const inputs = inputsOf(field, input);
  if (inputs.some((one) => one === next)) return false;
  if (inputs.every(isUntouched) || !inputs.every(({ validity }) => validity.valid)) return false;
  if (input.inputMode === "email" && !isAddress(input.value)) return false;
  const date = Object.fromEntries(
    inputs.flatMap(({ name, value }) => {
      const part = datePart.exec(name)?.[1];
      return part ? [[part, value]] : [];
    }),
  );
  return Object.keys(date).length === 0 || parseDate(date).ok;
}

/** Groups an account number, and spreads a date over its three inputs. */
export function arrange(input: HTMLInputElement): void {
  if (input.name === "iban") group(input);
  else if (datePart.test(input.name)) spread(input);
}

/** Groups an account number; the caret stays behind the same character. */
function group(input: HTMLInputElement): void {
  const { value, selectionStart } = input;
  const grouped = groupIban(value);
  if (grouped === value || !/^[\w\s]*$/.test(value)) return;
  const before = value.slice(0, selectionStart ?? value.length).replace(/\s/g, "").length;
  input.value = grouped;
  const caret = before + Math.floor(Math.max(before - 1, 0) / 4);
  input.setSelectionRange(caret, caret);
}

/** A date that is typed part by part stays as it is. */
function spread(typed: HTMLInputElement): void {
  const [day, month, year] = ["day", "month", "year"].map((part) => {
    const field = typed.form?.elements.namedItem(typed.name.replace(datePart, `.${part}`));
    return field instanceof HTMLInputElement ? field : undefined;
  });
  if (!day || !month || !year) return;
  const parts = partsOf({ day: day.value, month: month.value, year: year.value });
  const isInParts = [day, month, year].every(({ value }) => value.length <= 4);
  // A year of two digits may still be being typed.
  if (isInParts || parts.year?.length !== 4) return;
  day.value = parts.day ?? "";
  month.value = parts.month ?? "";
  year.value = parts.year;
  year.dispatchEvent(new Event("input", { bubbles: true }));
}
