import { type Field, isTick, nameIn } from "./typed-draft.ts";

const fields = () =>
  [...document.querySelectorAll<Field>("input,select,textarea")].filter(({ type }) => type !== "hidden");
const placeOf = (field: Field) => `${field.form?.id} ${nameIn(field)}`;

/**
 * For what React has to render anew because a translator or an extension had changed the page before it ran: hands what
 * was typed, focus and caret to the new fields. The old ones are off the page, with all they had.
 */
export function typedBefore(): () => void {
  const before = fields();
  const active = document.activeElement;
  return () => {
    const now = new Map(fields().map((field) => [placeOf(field), field]));
    for (const old of before) {
      const field = now.get(placeOf(old)) as HTMLInputElement | undefined;
      if (!field || old.isConnected) continue;
      const { value, checked, files, selectionStart, selectionEnd } = old as HTMLInputElement;
      Object.assign(field, files ? { files } : isTick(old) ? { checked } : { value });
      if (old !== active) continue;
      field.focus();
      if (typeof selectionStart === "number") field.setSelectionRange(selectionStart, selectionEnd);
    }
  };
}
