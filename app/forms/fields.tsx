import {
  createContext,
  type HTMLAttributes,
  type HTMLInputAutoCompleteAttribute,
  type ReactNode,
  useContext,
} from "react";
import { useTexts } from "#app/i18n/texts.tsx";
import { useForm } from "./form.tsx";

export interface FieldProps {
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

/** Label, hint and message around one input. */
function Labelled({
  name,
  label,
  hint,
  optional,
  error,
  children,
}: FieldProps & { error?: string; children: ReactNode }) {
  return (
    <div className={error ? "field invalid" : "field"}>
      <label className="field-label" htmlFor={name}>
        {label}
        {optional && <Optional />}
      </label>
      <Hint name={name}>{hint}</Hint>
      <Message name={name}>{error}</Message>
      {children}
    </div>
  );
}

interface TextFieldProps extends FieldProps {
  type?: "text" | "email" | "tel";
  autoComplete?: HTMLInputAutoCompleteAttribute;
  inputMode?: HTMLAttributes<HTMLInputElement>["inputMode"];
  width?: 4 | 8 | 12;
  maxLength?: number;
  spellCheck?: boolean;
  autoCapitalize?: "characters" | "none" | "words";
  /** False where this field is one of several of which one is enough. */
  required?: boolean;
}

export function TextField({ name, label, hint, optional, width, type = "text", ...input }: TextFieldProps) {
  const field = useField(name, hint);
  return (
    <Labelled name={name} label={label} hint={hint} optional={optional} error={field.error}>
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
    </Labelled>
  );
}

interface TextAreaFieldProps extends FieldProps {
  rows?: number;
  maxLength?: number;
}

export function TextAreaField({ name, label, hint, optional, rows = 4, maxLength }: TextAreaFieldProps) {
  const field = useField(name, hint);
  return (
    <Labelled name={name} label={label} hint={hint} optional={optional} error={field.error}>
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
    </Labelled>
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

/** Lists that only the server knows while it renders, by field name: see `longChoices`. */
export const ServerChoices = createContext<Record<string, Choice[]> | undefined>(undefined);

interface LongSelectFieldProps extends Omit<SelectFieldProps, "choices"> {
  /** Absent where the document brought the options along. */
  choices?: Choice[];
}

/**
 * A select with so many options that they travel only once: in the document as HTML, which the browser keeps as it is,
 * or as data where the page is reached without a new document.
 */
export function LongSelectField({ choices, ...props }: LongSelectFieldProps) {
  const field = useField(props.name, props.hint);
  const onServer = useContext(ServerChoices)?.[props.name];
  if (choices) return <SelectField {...props} choices={choices} />;
  return (
    <Labelled {...props} error={field.error}>
      <select
        id={props.name}
        name={props.name}
        className="select"
        required={!props.optional}
        autoComplete={props.autoComplete}
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: escaped where it is made
        dangerouslySetInnerHTML={{ __html: onServer ? optionsHtml(onServer, field.value) : "" }}
        {...field.aria}
      />
    </Labelled>
  );
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => entities[character] ?? character);

function optionsHtml(choices: Choice[], selected: string | undefined): string {
  return choices
    .map(({ value, label }) => {
      const mark = value === selected ? " selected" : "";
      return `<option value="${escaped(value)}"${mark}>${escaped(String(label))}</option>`;
    })
    .join("");
}

export function SelectField({ name, label, hint, optional, choices, empty, autoComplete }: SelectFieldProps) {
  const field = useField(name, hint);
  return (
    <Labelled name={name} label={label} hint={hint} optional={optional} error={field.error}>
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
    </Labelled>
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
      className={field.error ? "fieldset field invalid" : "fieldset field"}
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
  const t = useTexts("common.form");
  const { values, errors } = useForm();
  const wrong = [name, ...dateParts.map(({ part }) => `${name}.${part}`)].filter((at) => errors[at]);
  const error = errors[wrong[0] ?? ""];
  const described = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(" ") || undefined;
  return (
    <fieldset
      id={name}
      className={error ? "fieldset field invalid" : "fieldset field"}
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
                required={required}
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
