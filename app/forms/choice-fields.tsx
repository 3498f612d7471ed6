import type { ReactNode } from "react";
import { FieldGroup, type FieldProps, Hint, Message, useField } from "./field-frame.tsx";

export interface Choice {
  value: string;
  label: ReactNode;
  hint?: ReactNode;
}

/** The first input has the field's id, for the summary's link; `row` puts short choices in one line. */
export function RadioField({ choices, row, ...field }: FieldProps & { choices: Choice[]; row?: boolean }) {
  const { name } = field;
  const { value: chosen, required } = useField(field);
  return (
    <FieldGroup {...field} radios>
      <div className={row ? "choices row" : "choices"}>
        {choices.map(({ value, label, hint }, index) => (
          <label key={value} className="choice">
            <input
              id={index === 0 ? name : undefined}
              type="radio"
              name={name}
              value={value}
              defaultChecked={chosen === value}
              required={required}
            />{" "}
            <span>
              {typeof label === "string" ? `${label} ` : label}
              {hint && <small className="muted">{hint}</small>}
            </span>{" "}
          </label>
        ))}
      </div>
    </FieldGroup>
  );
}

/** Never ticked automatically: only what the customer ticked before comes back ticked. */
export function CheckboxField({ value = "yes", ...field }: FieldProps & { value?: string }) {
  const { name } = field;
  const { label, hint, error, value: ticked, input } = useField(field);
  return (
    <div className={error ? "field invalid" : "field"}>
      <Message name={name} error={error} />
      <label className="choice">
        <input type="checkbox" value={value} defaultChecked={ticked === value} {...input} />{" "}
        <span>{label}</span>
      </label>
      <Hint name={name}>{hint}</Hint>
    </div>
  );
}
