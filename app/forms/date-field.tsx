import { useT } from "#app/i18n/texts.tsx";
import { FieldGroup, type FieldProps } from "./field-frame.tsx";
import { useForm } from "./form.tsx";

interface DateFieldProps extends FieldProps {
  /** See TextField. */
  required?: boolean;
  /** `bday` gives the browser's own birth date to the three inputs. */
  autoComplete?: "bday" | "off";
}

const dateParts = [
  { part: "day", maxLength: 2, width: "width-4" },
  { part: "month", maxLength: 2, width: "width-4" },
  { part: "year", maxLength: 4, width: "width-8" },
] as const;

/** A date as three short inputs; a message belongs to all of them. */
export function DateField(props: DateFieldProps) {
  const { name, label, hint, optional, required = !optional, autoComplete = "off" } = props;
  const t = useT("common", "form");
  const { values, errors } = useForm();
  const wrong = [name, ...dateParts.map(({ part }) => `${name}.${part}`)].filter((at) => errors[at]);
  const error = errors[wrong[0] ?? ""];
  return (
    <FieldGroup name={name} label={label} hint={hint} optional={optional} error={error} focusable>
      <div className="date-fields">
        {dateParts.map(({ part, maxLength, width }) => {
          const at = `${name}.${part}`;
          const value = values[at];
          return (
            <div key={part} className="field">
              <label className="field-label" htmlFor={at}>
                {t(part)}
              </label>
              <input
                id={at}
                name={at}
                className={`input ${width}`}
                inputMode="numeric"
                maxLength={maxLength}
                autoComplete={autoComplete === "bday" ? `bday-${part}` : "off"}
                defaultValue={Array.isArray(value) ? value[0] : value}
                required={required}
                aria-invalid={error && (wrong[0] === name || wrong.includes(at)) ? true : undefined}
                aria-describedby={error ? `${name}-error` : undefined}
              />
            </div>
          );
        })}
      </div>
    </FieldGroup>
  );
}
