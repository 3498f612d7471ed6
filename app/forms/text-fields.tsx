import {
  type FocusEvent,
  type FocusEventHandler,
  type HTMLAttributes,
  type HTMLInputAutoCompleteAttribute,
  type ReactNode,
  useRef,
  useState,
} from "react";
import { useT } from "#app/i18n/texts.tsx";
import { typingAids } from "./aids.ts";
import { FieldFrame, type FieldProps, useField } from "./field-frame.tsx";

interface TextFieldProps extends FieldProps {
  type?: "text" | "tel";
  autoComplete?: HTMLInputAutoCompleteAttribute;
  inputMode?: HTMLAttributes<HTMLInputElement>["inputMode"];
  width?: 8 | 12;
  /** Id of the list with suggestions. */
  list?: string;
  spellCheck?: boolean;
  autoCapitalize?: "characters" | "none" | "words";
  onFocus?: FocusEventHandler;
  onBlur?: FocusEventHandler<HTMLInputElement>;
  /** Below the input. */
  children?: ReactNode;
}

export function TextField(props: TextFieldProps) {
  const { name, label, hint, unmarked, width, type = "text", children, ...own } = props;
  const { value, frame, input } = useField({ name, label, hint, unmarked });
  return (
    <FieldFrame {...frame}>
      <input
        type={type}
        className={width ? `input width-${width}` : "input"}
        defaultValue={value}
        {...input}
        {...own}
      />
      {children}
    </FieldFrame>
  );
}

export function TextAreaField({ rows = 4, ...field }: FieldProps & { rows?: number }) {
  const { value, frame, input } = useField(field);
  return (
    <FieldFrame {...frame}>
      <textarea className="input" rows={rows} defaultValue={value} {...input} />
    </FieldFrame>
  );
}

/**
 * Fields that many forms have, with the fitting keyboard, what the browser may fill in, and what it must not change.
 */
type KnownFieldProps = Omit<TextFieldProps, "name"> & { name?: string };

/** Not of the type `email`: browsers then send another domain than was typed, `xn--…` for `müller.de`. */
export function EmailField(props: KnownFieldProps) {
  const t = useT("common", "form");
  const input = useRef<HTMLInputElement>(null);
  /** Undefined until the field gets the focus: from then on there is an element to announce a suggestion in. */
  const [likely, setLikely] = useState<string>();
  async function offer({ currentTarget, relatedTarget }: FocusEvent<HTMLInputElement>) {
    input.current = currentTarget;
    // A button would move away under the pointer.
    if (!relatedTarget?.closest("button"))
      setLikely((await typingAids())?.suggestedEmail(currentTarget.value) ?? "");
  }
  function take() {
    if (!input.current || !likely) return;
    input.current.value = likely;
    input.current.dispatchEvent(new Event("input", { bubbles: true }));
    input.current.focus();
  }
  return (
    <TextField
      name="email"
      inputMode="email"
      autoComplete="email"
      spellCheck={false}
      autoCapitalize="none"
      onFocus={() => setLikely("")}
      onBlur={offer}
      {...props}
    >
      {likely !== undefined && (
        <p role="status">
          {likely && (
            <button type="button" className="button quiet" onClick={take}>
              {t("likely", { email: likely })}
            </button>
          )}
        </p>
      )}
    </TextField>
  );
}

export function PhoneField(props: KnownFieldProps) {
  return <TextField name="phone" type="tel" inputMode="tel" autoComplete="tel" {...props} />;
}

/** An account number, with spaces and dashes as customers type it. */
export function IbanField(props: KnownFieldProps) {
  return (
    <TextField name="iban" autoComplete="off" autoCapitalize="characters" spellCheck={false} {...props} />
  );
}
