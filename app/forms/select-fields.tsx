import { createContext, useContext } from "react";
import type { Choice } from "./choice-fields.tsx";
import { type FieldProps, LabelledField } from "./field-frame.tsx";

interface SelectFieldProps extends FieldProps {
  choices: Choice[];
  /** Text of the empty choice. */
  empty?: string;
}

export function SelectField({ choices, empty, ...field }: SelectFieldProps) {
  return (
    <LabelledField {...field}>
      {({ pattern, maxLength, minLength, inputMode, ...input }, value) => (
        <select className="input" defaultValue={value ?? ""} {...input}>
          {empty !== undefined && <option value="">{empty}</option>}
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      )}
    </LabelledField>
  );
}

/** Lists that only the server has while it renders, see `serverChoicesContext`: a field's options as HTML. */
export const ServerChoices = createContext<
  ((field: string, selected: string | undefined) => string) | undefined
>(undefined);

/** Its many options are sent once, as HTML that the browser keeps. */
export function LongSelectField(field: FieldProps) {
  const onServer = useContext(ServerChoices);
  return (
    <LabelledField {...field}>
      {({ pattern, maxLength, minLength, inputMode, ...input }, value) => (
        <select
          className="input"
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: escaped where it is made
          dangerouslySetInnerHTML={{ __html: onServer?.(field.name, value) ?? "" }}
          {...input}
        />
      )}
    </LabelledField>
  );
}
