import type { ReactNode } from "react";
import { useT } from "#app/i18n/texts.tsx";
import { useForm } from "./form.tsx";

export interface FieldProps {
  /** Dotted name, which is the id too. */
  name: string;
  label: ReactNode;
  hint?: ReactNode;
  optional?: boolean;
}

/** The ids of what describes a field: its hint, its message. */
function describedBy(name: string, hint: ReactNode, error: string | undefined): string | undefined {
  return [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(" ") || undefined;
}

/** Value, message and the attributes that tie an input to its hint and message. Read once per field. */
export function useField(name: string, hint: ReactNode) {
  const { values, errors } = useForm();
  const value = values[name];
  const error = errors[name];
  return {
    error,
    value: Array.isArray(value) ? value[0] : value,
    aria: { "aria-describedby": describedBy(name, hint, error), "aria-invalid": error ? true : undefined },
  };
}

export function Hint({ name, children }: { name: string; children: ReactNode }) {
  return children ? (
    <div id={`${name}-hint`} className="field-hint">
      {children}
    </div>
  ) : null;
}

export function Message({ name, children }: { name: string; children?: string }) {
  return children ? (
    <p id={`${name}-error`} className="field-error">
      {children}
    </p>
  ) : null;
}

function Optional() {
  const t = useT("common", "form");
  return <span className="optional"> {t("optional")}</span>;
}

/** Label, hint and message around one input. */
export function Labelled({
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

interface GroupProps extends FieldProps {
  error?: string;
  /** The group takes the field's id itself, so that the summary's link reaches it; else one of its inputs does. */
  focusable?: boolean;
  /** One choice among radio buttons: the group is what can be invalid, a button cannot (WAI-ARIA 1.2). */
  radios?: boolean;
  children: ReactNode;
}

/** Legend, hint and message around several inputs. */
export function FieldGroup(props: GroupProps) {
  const { name, label, hint, optional, error, focusable, radios, children } = props;
  return (
    <fieldset
      id={focusable ? name : undefined}
      role={radios ? "radiogroup" : undefined}
      aria-invalid={radios && error ? true : undefined}
      className={error ? "fieldset field invalid" : "fieldset field"}
      aria-describedby={describedBy(name, hint, error)}
      tabIndex={focusable ? -1 : undefined}
    >
      <legend>
        {label}
        {optional && <Optional />}
      </legend>
      <Hint name={name}>{hint}</Hint>
      <Message name={name}>{error}</Message>
      {children}
    </fieldset>
  );
}
