import type { HTMLInputAutoCompleteAttribute } from "react";
import type { FieldProps } from "./field-frame.tsx";
import { TextField } from "./text-fields.tsx";

/** Fields that many forms have: the keyboard that fits, what the browser may fill in, and what it must not change. */
interface KnownFieldProps extends Omit<FieldProps, "name"> {
  name?: string;
  /** False where this field is one of several of which one is enough. */
  required?: boolean;
  autoComplete?: HTMLInputAutoCompleteAttribute;
}

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
    <TextField
      name="iban"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={42}
      {...props}
    />
  );
}
