import { type ChangeEvent, type FocusEvent, useEffect, useMemo, useState } from "react";
import { isField } from "#app/browser/typed-draft.ts";
import { typingAids } from "./aids.ts";
import { datePart, type FormState, isInvalid } from "./form-state.ts";

/**
 * The form's messages without those whose field has been corrected since: they disappear when the customer leaves the
 * field or chooses, but not on the way to a button, which would move away under the pointer.
 */
export function useOpenErrors(form: FormState) {
  const [right, setRight] = useState<{ form: FormState; fields: string[] }>({ form, fields: [] });
  const shown = useMemo(() => {
    const fields = right.form === form ? right.fields : [];
    if (fields.length === 0) return form;
    const open = Object.entries(form.errors).filter(([name]) => !fields.includes(name));
    return { ...form, errors: Object.fromEntries(open) };
  }, [form, right]);
  const wasRefused = isInvalid(form);
  // Load it while there is still a network.
  useEffect(() => {
    if (wasRefused) void typingAids();
  }, [wasRefused]);
  const check = async (target: EventTarget, next: EventTarget | null) => {
    if (!isField(target)) return;
    const field = target.name.replace(datePart, "");
    if (!field || !shown.errors[field] || (next instanceof Element && next.closest("button"))) return;
    if ((await typingAids())?.isRight(field, target, next))
      setRight((before) => ({ form, fields: [...(before.form === form ? before.fields : []), field] }));
  };
  return {
    shown,
    onBlur: ({ target, relatedTarget }: FocusEvent) => void check(target, relatedTarget),
    onChange: ({ target }: ChangeEvent<HTMLFormElement>) => {
      if (/^(radio|checkbox|select-one)$/.test(target.type)) void check(target, null);
    },
  };
}
