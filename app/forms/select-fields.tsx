import { createContext, type HTMLInputAutoCompleteAttribute, useContext } from "react";
import type { Choice } from "./choice-fields.tsx";
import { type FieldProps, Labelled, useField } from "./field-frame.tsx";

interface SelectFieldProps extends FieldProps {
  choices: Choice[];
  /** Text of the empty choice. */
  empty?: string;
  autoComplete?: HTMLInputAutoCompleteAttribute;
}

export function SelectField({ name, label, hint, optional, choices, empty, autoComplete }: SelectFieldProps) {
  const field = useField(name, hint);
  return (
    <Labelled name={name} label={label} hint={hint} optional={optional} error={field.error}>
      <select
        id={name}
        name={name}
        className="select"
        defaultValue={field.value ?? ""}
        required={!optional}
        autoComplete={autoComplete}
        {...field.aria}
      >
        {empty !== undefined && <option value="">{empty}</option>}
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </Labelled>
  );
}

/** Lists that only the server knows while it renders, by field name: see `longChoices`. */
export const ServerChoices = createContext<Record<string, Choice[]> | undefined>(undefined);

interface LongSelectFieldProps extends Omit<SelectFieldProps, "choices"> {
  /** Absent where the document brought the options along. */
  choices?: Choice[];
}

/**
 * A select with so many options that they travel only once: in the document as HTML, which the browser keeps as it is,
 * or as data where the page is reached without a new document.
 */
export function LongSelectField({ choices, ...props }: LongSelectFieldProps) {
  const field = useField(props.name, props.hint);
  const onServer = useContext(ServerChoices)?.[props.name];
  if (choices) return <SelectField {...props} choices={choices} />;
  return (
    <Labelled {...props} error={field.error}>
      <select
        id={props.name}
        name={props.name}
        className="select"
        required={!props.optional}
        autoComplete={props.autoComplete}
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: escaped where it is made
        dangerouslySetInnerHTML={{ __html: onServer ? optionsHtml(onServer, field.value) : "" }}
        {...field.aria}
      />
    </Labelled>
  );
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => entities[character] ?? character);

function optionsHtml(choices: Choice[], selected: string | undefined): string {
  return choices
    .map(({ value, label }) => {
      const mark = value === selected ? " selected" : "";
      return `<option value="${escaped(value)}"${mark}>${escaped(String(label))}</option>`;
    })
    .join("");
}
