import type { ReactNode } from "react";
import { useT, useTexts } from "#app/i18n/texts.tsx";
import { useForm } from "./form.tsx";
import type { FieldError } from "./form-state.ts";

export interface FieldProps {
  /** Dotted name, also used as the id. */
  name: string;
  /** Instead of the form's own text, see `FormState.texts`. */
  label?: ReactNode;
  hint?: ReactNode;
  /** Not marked as optional although it may be empty: at least one of several fields is needed. */
  unmarked?: boolean;
}

/** The ids of the elements that describe a field: its hint, its message. */
export const describedBy = (
  name: string,
  hint: ReactNode,
  error: FieldError | undefined,
): string | undefined =>
  [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(" ") || undefined;

/** A field's value, what stands around it, and its input's attributes: the schema's constraints and the descriptions. */
export function useField({ name, unmarked, ...own }: FieldProps) {
  const { values, errors, constraints, texts, question } = useForm();
  const textOf = useTexts(texts);
  const { label = textOf(name), hint = textOf(`${name}Hint`) } = own;
  if (label === undefined) throw new Error(`The field ${name} has no label.`);
  // The schema has fields named by the provider, such as consents, only as a group.
  const row = constraints[name] ?? constraints[name.split(".")[0] ?? ""];
  if (!row) throw new Error(`The form has no field ${name}: what is typed there would be dropped.`);
  const { optional = false, ...limits } = row;
  const value = values[name];
  const error = errors[name];
  return {
    value: Array.isArray(value) ? value[0] : value,
    // A question about it stands above the form.
    frame: {
      name,
      label,
      hint,
      error: question?.field === name ? undefined : error,
      optional: optional && !unmarked,
    },
    input: {
      id: name,
      name,
      required: !optional,
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

interface MessageProps extends Pick<FrameProps, "name" | "error" | "role"> {
  /** The form's only field, directly below the summary, which shows the message: here it only describes the field. */
  hidden?: boolean;
}

export function Message({ name, error, role, hidden }: MessageProps) {
  return error ? (
    <div id={`${name}-error`} className="field-error" data-code={error.code} role={role} hidden={hidden}>
      {error.message}
    </div>
  ) : null;
}

function Optional() {
  const t = useT("common", "form");
  return <span className="optional">{` ${t("optional")}`}</span>;
}

interface FrameProps extends Omit<FieldProps, "unmarked"> {
  label: ReactNode;
  error: FieldError | undefined;
  /** Its label says so. */
  optional?: boolean;
  /** Role of the message. */
  role?: "alert" | undefined;
  children: ReactNode;
}

/** Label, hint and message around one input. */
export function FieldFrame({ name, label, hint, error, optional, role, children }: FrameProps) {
  return (
    <div className={error ? "field invalid" : "field"}>
      <label htmlFor={name}>
        {label}
        {optional && <Optional />}
      </label>{" "}
      <Hint name={name}>{hint}</Hint>
      <Message name={name} error={error} role={role} />
      {children}
    </div>
  );
}

interface GroupProps extends Omit<FrameProps, "role"> {
  /**
   * One choice among radio buttons: the group is what can be invalid, not a button. The summary's link leads to the
   * first button, or else to the group itself. A fold is a group, and so are a choice's own fields: none of radio buttons
   * may hold one (WAI-ARIA 1.2).
   */
  radios?: "all" | "folded";
}

interface FieldsetProps {
  legend: ReactNode;
  /** About all of its fields. */
  hint?: ReactNode;
  /** Needed with a hint, whose id begins with it. */
  name?: string;
  kind?: "rows";
  children: ReactNode;
}

/** Fields that belong together, under a headline of their own. */
export const Fieldset = ({ legend, hint, name = "", kind, children }: FieldsetProps) => (
  <fieldset
    className={kind ? `section ${kind}` : "section"}
    aria-describedby={describedBy(name, hint, undefined)}
  >
    <legend>{legend}</legend> <Hint name={name}>{hint}</Hint>
    {children}
  </fieldset>
);

/** Legend, hint and message around several inputs. */
export function FieldGroup({ name, label, hint, error, optional, radios, children }: GroupProps) {
  return (
    <fieldset
      id={radios ? undefined : name}
      role={radios === "all" ? "radiogroup" : undefined}
      aria-invalid={radios === "all" && error ? true : undefined}
      className={error ? "field invalid" : "field"}
      aria-describedby={describedBy(name, hint, error)}
      tabIndex={radios ? undefined : -1}
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
