import { isTick, nameIn, typedFields } from "./typed-draft.ts";

/** By form and name. */
const fields = () => new Map(typedFields().map((field) => [`${field.form?.id} ${nameIn(field)}`, field]));

/**
 * For a page that a translator or an extension had changed before React ran, so that React renders it anew: hands what
 * was typed, focus and caret to the new fields. The old ones are off the page, with all they had.
 */
export function keepEarlyInput(): () => void {
  let before = fields();
  let active: EventTarget | null = document.activeElement;
  // React works in slices: the focus may move before the old fields go. Until then it stops such events.
  const follow = ({ target }: FocusEvent) => {
    active = target;
  };
  addEventListener("focusin", follow, { capture: true });
  return () => {
    const now = fields();
    for (const [place, old] of before) {
      const field = now.get(place) as HTMLInputElement | undefined;
      if (!field || old.isConnected) continue;
      const { value, checked, files, selectionStart, selectionEnd } = old as HTMLInputElement;
      Object.assign(field, files ? { files } : isTick(old) ? { checked } : { value });
      if (old !== active) continue;
      field.focus();
      if (typeof selectionStart === "number") field.setSelectionRange(selectionStart, selectionEnd);
    }
    before = now;
  };
}
