import type { HTMLAttributes, ReactNode } from "react";
import { useT } from "#app/i18n/texts.tsx";
import { useForm } from "./form.tsx";
import type { FieldError } from "./form-state.ts";

export interface FieldProps {
  /** Dotted name, which is the id too. */
  name: string;
  label: ReactNode;
  hint?: ReactNode;
  /** Not called optional although it may be empty: one of several of which one is needed. */
  unmarked?: boolean;
}

/** The ids of what describes a field: its hint, its message. */
const describedBy = (name: string, hint: ReactNode, error: FieldError | undefined): string | undefined =>
  [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(" ") || undefined;

/** Value and error of a field, and the attributes of its input: what its schema says, what describes it. */
export function useField({ name, hint, unmarked }: Omit<FieldProps, "label">) {
  const { values, errors, constraints } = useForm();
  // The schema has fields that the provider names, such as consents, only as a group.
  const { optional = false, ...limits } = constraints[name] ?? constraints[name.split(".")[0] ?? ""] ?? {};
  const value = values[name];
  const error = errors[name];
  const inputMode: HTMLAttributes<HTMLElement>["inputMode"] = limits.pattern?.includes("\\d")
    ? "numeric"
    : undefined;
  return {
    error,
    value: Array.isArray(value) ? value[0] : value,
    /** The label says so. */
    optional: optional && !unmarked,
    required: !optional,
    input: {
      id: name,
      name,
      required: !optional,
      inputMode,
      ...limits,
      "aria-describedby": describedBy(name, hint, error),
      "aria-invalid": error ? true : undefined,
    },
  };
}

export function Hint({ name, children }: { name: string; children: ReactNode }) {
  return children ? (
    <div id={`${name}-hint`} className="field-hint">
      {children}
    </div>
  ) : null;
}

export function Message({
  name,
  error,
  role,
}: {
  name: string;
  error: FieldError | undefined;
  role?: "alert";
}) {
  return error ? (
    <div id={`${name}-error`} className="field-error" data-code={error.code} role={role}>
      {error.message}
    </div>
  ) : null;
}

function Optional() {
  const t = useT("common", "form");
  return <span className="optional"> {t("optional")}</span>;
}

interface LabelledProps extends FieldProps {
  children: (input: ReturnType<typeof useField>["input"], value: string | undefined) => ReactNode;
}

/** Label, hint and message around one input. */
export function LabelledField({ children, ...field }: LabelledProps) {
  const { name, label, hint } = field;
  const { error, value, optional, input } = useField(field);
  return (
    <div className={error ? "field invalid" : "field"}>
      <label className="field-label" htmlFor={name}>
        {label}
        {optional && <Optional />}
      </label>{" "}
      <Hint name={name}>{hint}</Hint>
      <Message name={name} error={error} />
      {children(input, value)}
    </div>
  );
}

interface GroupProps extends FieldProps {
  /** The group takes the field's id itself, so that the summary's link reaches it; else one of its inputs does. */
  focusable?: boolean;
  /** One choice among radio buttons: the group is what can be invalid, a button cannot (WAI-ARIA 1.2). */
  radios?: boolean;
  children: ReactNode;
}

interface FieldsetProps {
  legend: ReactNode;
  className?: string;
  children: ReactNode;
}

/** Fields that belong together, with a headline of their own. */
export const Fieldset = ({ legend, className = "fieldset", children }: FieldsetProps) => (
  <fieldset className={className}>
    <legend>{legend}</legend> {children}
  </fieldset>
);

/** Legend, hint and message around several inputs. */
export function FieldGroup({ focusable, radios, children, ...field }: GroupProps) {
  const { name, label, hint } = field;
  const { error, optional, input } = useField(field);
  return (
    <fieldset
      id={focusable ? name : undefined}
      role={radios ? "radiogroup" : undefined}
      aria-invalid={radios ? input["aria-invalid"] : undefined}
      className={error ? "fieldset field invalid" : "fieldset field"}
      aria-describedby={input["aria-describedby"]}
      tabIndex={focusable ? -1 : undefined}
    >
      <legend>
        {label}
        {optional && <Optional />}
      </legend>{" "}
      <Hint name={name}>{hint}</Hint>
      <Message name={name} error={error} />
      {children}
    </fieldset>
  );
}
