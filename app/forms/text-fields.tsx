import type { HTMLAttributes, HTMLInputAutoCompleteAttribute } from "react";
import { type FieldProps, Labelled, useField } from "./field-frame.tsx";

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
