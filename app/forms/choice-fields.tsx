import type { ReactNode } from "react";
import { FieldGroup, type FieldProps, Hint, Message, useField } from "./field-frame.tsx";

export interface Choice {
  value: string;
  label: ReactNode;
  hint?: ReactNode;
}

interface ChoiceFieldProps extends FieldProps {
  choices: Choice[];
}

/** One of several, all seen at once. The first input carries the field's id, so that the summary's link reaches it. */
export function RadioField({ name, label, hint, optional, choices }: ChoiceFieldProps) {
  const field = useField(name, hint);
  return (
    <FieldGroup name={name} label={label} hint={hint} optional={optional} error={field.error} radios>
      <div className="choices">
        {choices.map((choice, index) => (
          <label key={choice.value} className="choice">
            <input
              id={index === 0 ? name : undefined}
              type="radio"
              name={name}
              value={choice.value}
              defaultChecked={field.value === choice.value}
              required={!optional}
            />
            <span>
              {choice.label}
              {choice.hint && <small className="muted">{choice.hint}</small>}
            </span>
          </label>
        ))}
      </div>
    </FieldGroup>
  );
}

interface CheckboxFieldProps extends FieldProps {
  /** Never ticked by itself: only what the customer ticked before comes back ticked. */
  value?: string;
}

export function CheckboxField({ name, label, hint, optional, value = "yes" }: CheckboxFieldProps) {
  const field = useField(name, hint);
  return (
    <div className={field.error ? "field invalid" : "field"}>
      <Message name={name}>{field.error}</Message>
      <label className="choice">
        <input
          id={name}
          type="checkbox"
          name={name}
          value={value}
          defaultChecked={field.value === value}
          required={!optional}
          {...field.aria}
        />
        <span>{label}</span>
      </label>
      <Hint name={name}>{hint}</Hint>
    </div>
  );
}
