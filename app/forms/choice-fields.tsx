import { Fragment, type ReactNode } from "react";
import { FieldGroup, type FieldProps, Hint, Message, useField } from "./field-frame.tsx";

export interface Choice {
  value: string;
  label: ReactNode;
  hint?: ReactNode;
  /** Beside the label, hidden from screen readers. */
  mark?: ReactNode;
  /** What only this choice asks for: shown below it once it is chosen, or always in a browser that knows no `:has()`. */
  asks?: ReactNode;
}

interface RadioFieldProps extends FieldProps {
  choices: Choice[];
  /** Choices that few need, folded below the others. */
  rare?: { label: ReactNode; choices: Choice[] };
  /** Puts short choices in one line. */
  row?: boolean;
}

/** The first input has the field's id, for the summary's link. */
export function RadioField({ choices, rare, row, ...field }: RadioFieldProps) {
  const { value: chosen, frame, input } = useField(field);
  const shown = { name: field.name, chosen, required: input.required };
  const isFolded = rare !== undefined || choices.some(({ asks }) => asks);
  return (
    <FieldGroup {...frame} radios={isFolded ? "folded" : "all"}>
      <Choices {...shown} choices={choices} id={field.name} row={row} />
      {rare && (
        <details className="fold" open={rare.choices.some(({ value }) => value === chosen)}>
          <summary>{rare.label}</summary> <Choices {...shown} choices={rare.choices} />
        </details>
      )}
    </FieldGroup>
  );
}

interface ChoicesProps extends Pick<RadioFieldProps, "name" | "choices" | "row"> {
  chosen: string | undefined;
  required: boolean;
  /** Of the first input. */
  id?: string;
}

function Choices({ name, chosen, required, choices, id, row }: ChoicesProps) {
  const kind = row ? " row" : choices.some(({ mark }) => mark) ? " asking" : "";
  return (
    <div className={`choices${kind}`}>
      {choices.map(({ value, label, hint, mark, asks }, index) => (
        <Fragment key={value}>
          <label className="choice">
            <input
              id={index === 0 ? id : undefined}
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
            {mark}
          </label>
          {asks && <div className="asks">{asks}</div>}
        </Fragment>
      ))}
    </div>
  );
}

/** Never ticked automatically: only what the customer ticked before comes back ticked. */
export function CheckboxField({ value = "yes", ...field }: FieldProps & { value?: string }) {
  const { value: ticked, frame, input } = useField(field);
  const { name, label, hint, error } = frame;
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
