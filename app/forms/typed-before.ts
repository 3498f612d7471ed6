const fields = () =>
  [...document.querySelectorAll("input,select,textarea")].filter(
    (field): field is HTMLInputElement => (field as HTMLInputElement).type !== "hidden",
  );
const isTick = ({ type }: HTMLInputElement) => type === "radio" || type === "checkbox";
const nameIn = (field: HTMLInputElement) =>
  [field.form?.id, field.name, isTick(field) && field.value].join(" ");

/**
 * For what React has to render anew because a translator or an extension had changed the page before it ran: hands what
 * was typed, focus and caret to the new fields. The old ones are off the page, with all they had.
 */
export function typedBefore(): () => void {
  const before = fields();
  const active = document.activeElement;
  return () => {
    const now = new Map(fields().map((field) => [nameIn(field), field]));
    for (const old of before) {
      const field = now.get(nameIn(old));
      if (!field || old.isConnected) continue;
      const { value, checked, files, selectionStart, selectionEnd } = old;
      Object.assign(field, files ? { files } : isTick(old) ? { checked } : { value });
      if (old !== active) continue;
      field.focus();
      if (typeof selectionStart === "number") field.setSelectionRange(selectionStart, selectionEnd);
    }
  };
}
