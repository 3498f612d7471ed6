import { useState } from "react";
import { useServerRender } from "#app/ui/server-render.ts";
import type { Choice } from "./choice-fields.tsx";
import { FieldFrame, type FieldProps, useField } from "./field-frame.tsx";

interface SelectFieldProps extends FieldProps {
  choices: Choice[];
  /** Text of the empty choice. */
  empty?: string;
}

/** The limits of typed input mean nothing to it. */
const ofSelect = ({ maxLength, minLength, ...input }: ReturnType<typeof useField>["input"]) => input;

export function SelectField({ choices, empty, ...field }: SelectFieldProps) {
  const { value = "", frame, input } = useField(field);
  return (
    <FieldFrame {...frame}>
      <select className="input" defaultValue={value} {...ofSelect(input)}>
        {empty !== undefined && <option value="">{empty}</option>}
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}

/** Its many options are sent once, as HTML that the browser keeps, also where React renders the page from scratch. */
export function LongSelectField(field: FieldProps) {
  const { options } = useServerRender();
  const { value, frame, input } = useField(field);
  const [html] = useState(() => options(field.name, value));
  return (
    <FieldFrame {...frame}>
      <select
        className="input"
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: escaped where it is made
        dangerouslySetInnerHTML={{ __html: html }}
        {...ofSelect(input)}
      />
    </FieldFrame>
  );
}
