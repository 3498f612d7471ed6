import { useServerRender } from "#app/ui/server-render.ts";
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

/** Its many options are sent once, as HTML that the browser keeps. */
export function LongSelectField(field: FieldProps) {
  const { options } = useServerRender();
  return (
    <LabelledField {...field}>
      {({ pattern, maxLength, minLength, inputMode, ...input }, value) => (
        <select
          className="input"
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: escaped where it is made
          dangerouslySetInnerHTML={{ __html: options(field.name, value) }}
          {...input}
        />
      )}
    </LabelledField>
  );
}
