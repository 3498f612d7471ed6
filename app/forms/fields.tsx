import type { HTMLAttributes, HTMLInputAutoCompleteAttribute, ReactNode } from "react";
import { useTexts } from "#app/i18n/texts.tsx";
import { useForm } from "./form.tsx";

interface FieldProps {
  /** Dotted name, which is the id too. */
  name: string;
  label: ReactNode;
  hint?: ReactNode;
  optional?: boolean;
}

/** Value, message and the attributes that tie an input to its hint and message. Read once per field. */
function useField(name: string, hint: ReactNode) {
  const { values, errors } = useForm();
  const value = values[name];
  const error = errors[name];
  const described = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(" ");
  return {
    error,
    values: value === undefined ? [] : [value].flat(),
    value: Array.isArray(value) ? value[0] : value,
    aria: { "aria-describedby": described || undefined, "aria-invalid": error ? true : undefined },
  };
}

function Hint({ name, children }: { name: string; children: ReactNode }) {
  return children ? (
    <div id={`${name}-hint`} className="field-hint">
      {children}
    </div>
  ) : null;
}

function Message({ name, children }: { name: string; children?: string }) {
  return children ? (
    <p id={`${name}-error`} className="field-error">
      {children}
    </p>
  ) : null;
}

function Optional() {
  const t = useTexts("common.form");
  return <span className="optional"> {t("optional")}</span>;
}

interface TextFieldProps extends FieldProps {
  type?: "text" | "email" | "tel";
  autoComplete?: HTMLInputAutoCompleteAttribute;
  inputMode?: HTMLAttributes<HTMLInputElement>["inputMode"];
  width?: 4 | 8 | 12;
  maxLength?: number;
  /** Shown in place of a value that is kept but never sent back, e.g. a masked IBAN. */
  placeholder?: string;
  spellCheck?: boolean;
  autoCapitalize?: "characters" | "none" | "words";
}

export function TextField({ name, label, hint, optional, width, type = "text", ...input }: TextFieldProps) {
  const field = useField(name, hint);
  return (
    <div className={field.error ? "field invalid" : "field"}>
      <label className="field-label" htmlFor={name}>
        {label}
        {optional && <Optional />}
      </label>
      <Hint name={name}>{hint}</Hint>
      <Message name={name}>{field.error}</Message>
      <input
        id={name}
        name={name}
        type={type}
        className={width ? `input width-${width}` : "input"}
        defaultValue={field.value}
        required={!optional}
        {...field.aria}
        {...input}
      />
    </div>
  );
}

interface TextAreaFieldProps extends FieldProps {
  rows?: number;
  maxLength?: number;
}

export function TextAreaField({ name, label, hint, optional, rows = 4, maxLength }: TextAreaFieldProps) {
  const field = useField(name, hint);
  return (
    <div className={field.error ? "field invalid" : "field"}>
      <label className="field-label" htmlFor={name}>
        {label}
        {optional && <Optional />}
      </label>
      <Hint name={name}>{hint}</Hint>
      <Message name={name}>{field.error}</Message>
      <textarea
        id={name}
        name={name}
        className="textarea"
        rows={rows}
        maxLength={maxLength}
        defaultValue={field.value}
        required={!optional}
        {...field.aria}
      />
    </div>
  );
}

export interface Choice {
  value: string;
  label: ReactNode;
  hint?: ReactNode;
}

interface SelectFieldProps extends FieldProps {
  choices: Choice[];
  /** Text of the empty choice. */
  empty?: string;
  autoComplete?: HTMLInputAutoCompleteAttribute;
}

export function SelectField({ name, label, hint, optional, choices, empty, autoComplete }: SelectFieldProps) {
  const field = useField(name, hint);
  return (
    <div className={field.error ? "field invalid" : "field"}>
      <label className="field-label" htmlFor={name}>
        {label}
        {optional && <Optional />}
      </label>
      <Hint name={name}>{hint}</Hint>
      <Message name={name}>{field.error}</Message>
      <select
        id={name}
        name={name}
        className="select"
        defaultValue={field.value ?? ""}
        required={!optional}
        autoComplete={autoComplete}
        {...field.aria}
      >
        {empty !== undefined && <option value="">{empty}</option>}
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </div>
  );
}

interface ChoiceFieldProps extends FieldProps {
  choices: Choice[];
}

/** One of several, all seen at once. The first input carries the field's id, so that the summary's link reaches it. */
export function RadioField({ name, label, hint, optional, choices }: ChoiceFieldProps) {
  const field = useField(name, hint);
  return (
    <fieldset
      className={field.error ? "fieldset invalid" : "fieldset"}
      aria-describedby={field.aria["aria-describedby"]}
    >
      <legend>
        {label}
        {optional && <Optional />}
      </legend>
      <Hint name={name}>{hint}</Hint>
      <Message name={name}>{field.error}</Message>
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
    </fieldset>
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

interface DateFieldProps extends FieldProps {
  /** `bday` gives the browser's own birth date to the three inputs. */
  autoComplete?: "bday" | "off";
}

const dateParts = [
  { part: "day", maxLength: 2, width: "width-4" },
  { part: "month", maxLength: 2, width: "width-4" },
  { part: "year", maxLength: 4, width: "width-8" },
] as const;

/** A date as three short inputs; a message belongs to all of them. */
export function DateField({ name, label, hint, optional, autoComplete = "off" }: DateFieldProps) {
  const t = useTexts("common.form");
  const { values, errors } = useForm();
  const wrong = [name, ...dateParts.map(({ part }) => `${name}.${part}`)].filter((at) => errors[at]);
  const error = errors[wrong[0] ?? ""];
  const described = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(" ") || undefined;
  return (
    <fieldset
      id={name}
      className={error ? "fieldset invalid" : "fieldset"}
      aria-describedby={described}
      tabIndex={-1}
    >
      <legend>
        {label}
        {optional && <Optional />}
      </legend>
      <Hint name={name}>{hint}</Hint>
      <Message name={name}>{error}</Message>
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
                required={!optional}
                aria-invalid={error && (wrong[0] === name || wrong.includes(at)) ? true : undefined}
                aria-describedby={error ? `${name}-error` : undefined}
              />
            </div>
          );
        })}
      </div>
    </fieldset>
  );
}
