import { type ChangeEvent, useState } from "react";
import { proofFileLimit, proofFileTypes } from "#app/domain/proof-file.ts";
import { Message } from "#app/forms/field-frame.tsx";
import type { FieldError } from "#app/forms/form-state.ts";
import { useT } from "#app/i18n/texts.tsx";

interface FileFieldProps {
  label: string;
  hint?: string;
  error?: FieldError;
  /** Messages at once, before anything is sent. */
  tooLarge: string;
  wrongType: string;
  optional?: boolean;
}

/** Browsers leave the type empty if they do not know it. */
const isKnown = (type: string) => type === "" || type in proofFileTypes;

/** One file. Its real type is checked by content on the server. */
export function FileField({ label, hint, error, tooLarge, wrongType, optional }: FileFieldProps) {
  const t = useT("common", "form");
  const [found, setFound] = useState<FieldError>();
  const shown = found ?? error;

  function look({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const file = currentTarget.files?.[0];
    if (!file) setFound(undefined);
    else if (file.size > proofFileLimit) setFound({ code: "tooLarge", message: tooLarge });
    else setFound(isKnown(file.type) ? undefined : { code: "type", message: wrongType });
  }

  return (
    <div className={shown ? "field invalid" : "field"}>
      <label className="field-label" htmlFor="file">
        {label}
        {optional && <span className="optional"> {t("optional")}</span>}
      </label>{" "}
      {hint && (
        <div id="file-hint" className="field-hint">
          {hint}
        </div>
      )}
      <Message name="file" error={shown} role={found && "alert"} />
      <input
        id="file"
        name="file"
        type="file"
        className="input"
        accept={Object.keys(proofFileTypes).join()}
        onChange={look}
        aria-invalid={shown ? true : undefined}
        aria-describedby={[hint && "file-hint", shown && "file-error"].filter(Boolean).join(" ") || undefined}
      />
    </div>
  );
}
