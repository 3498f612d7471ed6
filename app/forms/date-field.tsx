import { useT } from "#app/i18n/texts.tsx";
import { FieldGroup, type FieldProps, useField } from "./field-frame.tsx";
import { useForm } from "./form.tsx";

interface DateFieldProps extends FieldProps {
  /** `bday` lets the browser fill in the customer's birth date. */
  autoComplete?: "bday" | "off";
  /** What the ids of its inputs begin with, if not with the name: browsers take some names for those of a bank card. */
  ids?: string;
}

const dateParts = ["day", "month", "year"] as const;

/** A date as three short inputs, each of which accepts a whole date; a message applies to all of them. */
export function DateField({ autoComplete = "off", ids, ...field }: DateFieldProps) {
  const { name } = field;
  const t = useT("common", "form");
  const { values } = useForm();
  const { frame, input } = useField(field);
  return (
    <FieldGroup {...frame}>
      <div className="date-fields">
        {dateParts.map((part) => {
          const at = `${name}.${part}`;
          const id = `${ids ?? name}.${part}`;
          const value = values[at];
          return (
            <div key={part} className="field">
              <label htmlFor={id}>{t(part)}</label>{" "}
              <input
                id={id}
                name={at}
                className="input"
                inputMode="numeric"
                autoComplete={autoComplete === "bday" ? `bday-${part}` : "off"}
                defaultValue={Array.isArray(value) ? value[0] : value}
                required={input.required}
                aria-invalid={input["aria-invalid"]}
                aria-describedby={frame.error && `${name}-error`}
              />
            </div>
          );
        })}
      </div>
    </FieldGroup>
  );
}
