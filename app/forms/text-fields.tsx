import type { HTMLAttributes, HTMLInputAutoCompleteAttribute } from "react";
import { type FieldProps, LabelledField } from "./field-frame.tsx";

interface TextFieldProps extends FieldProps {
  type?: "text" | "email" | "tel";
  autoComplete?: HTMLInputAutoCompleteAttribute;
  inputMode?: HTMLAttributes<HTMLInputElement>["inputMode"];
  width?: 4 | 8 | 12;
  spellCheck?: boolean;
  autoCapitalize?: "characters" | "none" | "words";
}

export function TextField({ name, label, hint, unmarked, width, type = "text", ...own }: TextFieldProps) {
  return (
    <LabelledField name={name} label={label} hint={hint} unmarked={unmarked}>
      {(input, value) => (
        <input
          type={type}
          className={width ? `input width-${width}` : "input"}
          defaultValue={value}
          {...input}
          {...own}
        />
      )}
    </LabelledField>
  );
}

export function TextAreaField({ rows = 4, ...field }: FieldProps & { rows?: number }) {
  return (
    <LabelledField {...field}>
      {({ pattern, ...input }, value) => (
        <textarea className="textarea" rows={rows} defaultValue={value} {...input} />
      )}
    </LabelledField>
  );
}

/** Fields that many forms have: the keyboard that fits, what the browser may fill in, and what it must not change. */
type KnownFieldProps = Omit<TextFieldProps, "name"> & { name?: string };

export function EmailField(props: KnownFieldProps) {
  return (
    <TextField
      name="email"
      type="email"
      inputMode="email"
      autoComplete="email"
      spellCheck={false}
      autoCapitalize="none"
      {...props}
    />
  );
}

export function PhoneField(props: KnownFieldProps) {
  return <TextField name="phone" type="tel" inputMode="tel" autoComplete="tel" {...props} />;
}

/** An account number; with blanks and dashes as people write it. */
export function IbanField(props: KnownFieldProps) {
  return (
    <TextField name="iban" autoComplete="off" autoCapitalize="characters" spellCheck={false} {...props} />
  );
}
