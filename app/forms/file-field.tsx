import { type ChangeEvent, useState } from "react";
import { proofFileLimit, proofFileTypes } from "#app/domain/proof-file.ts";
import { describedBy, FieldFrame } from "./field-frame.tsx";
import type { FieldError } from "./form-state.ts";

interface FileFieldProps {
  label: string;
  hint?: string;
  error?: FieldError;
  /** Messages shown at once, before anything is sent. */
  tooLarge: string;
  wrongType: string;
  optional?: boolean;
}

/** Browsers leave the type empty if they do not know it. */
const isKnown = (type: string) => type === "" || type in proofFileTypes;

/** One file. Its real type is checked by content on the server. */
export function FileField({ error, tooLarge, wrongType, ...frame }: FileFieldProps) {
  const [found, setFound] = useState<FieldError>();
  const shown = found ?? error;

  function look({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const file = currentTarget.files?.[0];
    if (!file) setFound(undefined);
    else if (file.size > proofFileLimit) setFound({ code: "tooLarge", message: tooLarge });
    else setFound(isKnown(file.type) ? undefined : { code: "type", message: wrongType });
  }

  return (
    <FieldFrame name="file" {...frame} error={shown} role={found && "alert"}>
      <input
        id="file"
        name="file"
        type="file"
        className="input"
        accept={Object.keys(proofFileTypes).join()}
        onChange={look}
        aria-invalid={shown ? true : undefined}
        aria-describedby={describedBy("file", frame.hint, shown)}
      />
    </FieldFrame>
  );
}
