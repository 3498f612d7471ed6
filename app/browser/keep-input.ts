import { draftName, isTick, typedFields } from "./typed-draft.ts";

/** Typed fields, by form and name. */
function fields() {
  // eslint-disable-next-line house/no-cast -- what a select lacks of an input is undefined, and not carried over
  const inputs = typedFields() as HTMLInputElement[];
  return new Map(inputs.map((field) => [`${field.form?.id} ${draftName(field)}`, field]));
}

/**
 * For a page that React renders from scratch, because a translator or an extension changed it before React ran, or after an
 * error: carries the customer's input, focus and caret over to the new fields, as the old ones are removed with all they had.
 */
export function keepInput(): () => void {
  let before = fields();
  let active: EventTarget | null = document.activeElement;
  // React works in slices: the focus may move before the old fields are removed. Until then, React stops such events.
  const follow = ({ target }: FocusEvent) => {
    active = target;
  };
  addEventListener("focusin", follow, { capture: true });
  return () => {
    const now = fields();
    for (const [place, old] of before) {
      const field = now.get(place);
      if (!field || old.isConnected) continue;
      const { value, checked, files, selectionStart, selectionEnd } = old;
      Object.assign(field, old.type === "file" ? { files } : isTick(old) ? { checked } : { value });
      if (old !== active) continue;
      field.focus();
      if (typeof selectionStart === "number") field.setSelectionRange(selectionStart, selectionEnd);
    }
    before = now;
  };
}
