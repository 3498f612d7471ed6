import { type ChangeEvent, type FocusEvent, useMemo, useState } from "react";
import { parseDate } from "#app/domain/calendar.ts";
import type { FormState } from "./form-state.ts";

type Input = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const datePart = /\.(day|month|year)$/;

/** All inputs of one field: the buttons of a choice, the parts of a date. */
function inputsOf(field: string, { form }: Input): Input[] {
  const named = [...(form?.elements ?? [])].filter((element): element is Input => "name" in element);
  return named.filter(({ name }) => name.replace(datePart, "") === field);
}

function isChanged(input: Input): boolean {
  if (input instanceof HTMLSelectElement)
    return [...input.options].some((option) => option.selected !== option.defaultSelected);
  const isTicked = input instanceof HTMLInputElement && /radio|checkbox/.test(input.type);
  return isTicked ? input.checked !== input.defaultChecked : input.value !== input.defaultValue;
}

/** Something else than what was refused, as far as a browser can judge it. The server does so at the next post. */
function isRight(inputs: Input[]): boolean {
  if (!inputs.some(isChanged) || !inputs.every(({ validity }) => validity.valid)) return false;
  const date = Object.fromEntries(
    inputs.flatMap(({ name, value }) => {
      const part = datePart.exec(name)?.[1];
      return part ? [[part, value]] : [];
    }),
  );
  return Object.keys(date).length === 0 || parseDate(date).ok;
}

/**
 * The form's messages without those whose field was set right since: they go when the customer leaves the field or
 * chooses. Not on the way to a button, which would move away under the pointer.
 */
export function useOpenErrors(form: FormState) {
  const [right, setRight] = useState<{ form: FormState; fields: string[] }>({ form, fields: [] });
  const shown = useMemo(() => {
    const fields = right.form === form ? right.fields : [];
    if (fields.length === 0) return form;
    const open = Object.entries(form.errors).filter(([name]) => !fields.includes(name));
    return { ...form, errors: Object.fromEntries(open) };
  }, [form, right]);
  const check = (target: EventTarget, next: EventTarget | null) => {
    const field = (target as Input).name?.replace(datePart, "");
    if (!field || !shown.errors[field]) return;
    const inputs = inputsOf(field, target as Input);
    const isWithin = inputs.some((input) => input === next);
    if (isWithin || (next instanceof Element && next.closest("button"))) return;
    if (isRight(inputs))
      setRight((before) => ({ form, fields: [...(before.form === form ? before.fields : []), field] }));
  };
  return {
    shown,
    onBlur: ({ target, relatedTarget }: FocusEvent) => check(target, relatedTarget),
    onChange: ({ target }: ChangeEvent<HTMLFormElement>) => {
      if (/^(radio|checkbox|select-one)$/.test(target.type)) check(target, null);
    },
  };
}
