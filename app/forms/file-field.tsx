import { useEffect, useRef, useState } from "react";
import { lateFiles } from "#app/browser/files.ts";
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
  /** Says that a photograph was made smaller, with its sizes in megabytes. */
  smaller: (sizes: { before: number; after: number }) => string;
  /** Label of the choice to send it as it was. */
  original: string;
  optional?: boolean;
}

/** Browsers leave the type empty if they do not know it. */
const isKnown = (type: string) => type === "" || type in proofFileTypes;

const megabytes = (bytes: number) => Math.max(1, Math.round((bytes / 1024 / 1024) * 10)) / 10;

/** Chooses a file in the customer's place. */
export function putFile(input: HTMLInputElement, file: File): void {
  const transfer = new DataTransfer();
  transfer.items.add(file);
  input.files = transfer.files;
}

/** One file. Its real type is checked by content on the server. */
export function FileField({ error, tooLarge, wrongType, smaller, original, ...frame }: FileFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [found, setFound] = useState<FieldError>();
  const [picture, setPicture] = useState<Record<"before" | "after", File>>();
  const shown = found ?? error;

  function judge(file: File | undefined) {
    if (!file) setFound(undefined);
    else if (file.size > proofFileLimit) setFound({ code: "tooLarge", message: tooLarge });
    else setFound(isKnown(file.type) ? undefined : { code: "type", message: wrongType });
  }
  function send(file: File) {
    if (input.current) putFile(input.current, file);
    judge(file);
  }
  async function look() {
    const chosen = () => input.current?.files?.[0];
    const before = chosen();
    setPicture(undefined);
    judge(before);
    if (!before) return;
    const after = await (await lateFiles())?.smallerPicture(before);
    // Another one may have been chosen meanwhile.
    if (!after || chosen() !== before) return;
    send(after);
    setPicture({ before, after });
  }
  // It may have been chosen before scripts ran.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (input.current?.files?.length) void look();
  }, []);

  return (
    <FieldFrame name="file" {...frame} error={shown} role={found && "alert"}>
      <input
        ref={input}
        id="file"
        name="file"
        type="file"
        className="input"
        accept={Object.keys(proofFileTypes).join()}
        onChange={look}
        aria-invalid={shown ? true : undefined}
        aria-describedby={describedBy("file", frame.hint, shown)}
      />
      {picture && (
        <>
          <p role="status">
            {smaller({ before: megabytes(picture.before.size), after: megabytes(picture.after.size) })}
          </p>
          <label className="choice">
            <input
              type="checkbox"
              onChange={({ target }) => send(picture[target.checked ? "before" : "after"])}
            />{" "}
            <span>{original}</span>
          </label>
        </>
      )}
    </FieldFrame>
  );
}
