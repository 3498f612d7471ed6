import { type ReactNode, useEffect, useRef, useState } from "react";
import { lateFiles } from "#app/browser/files.ts";
import { proofFileLimit, proofFileTypes } from "#app/domain/proof-file.ts";
import { useT } from "#app/i18n/texts.tsx";
import { describedBy, FieldFrame } from "./field-frame.tsx";
import type { FieldError } from "./form-state.ts";

interface FileFieldProps {
  label: string;
  hint?: ReactNode;
  /** Its label says so. */
  optional?: boolean;
  error?: FieldError;
  /** Messages of this page's own, shown at once, before anything is sent. */
  faults: Record<"tooLarge" | "type", string>;
}

/** Some systems know a file by its name's ending alone. */
const accepted = Object.entries(proofFileTypes).flatMap(([type, { extension }]) => [type, `.${extension}`]);

const megabytes = (bytes: number) => Math.max(1, Math.round((bytes / 1024 / 1024) * 10)) / 10;

const isTooLarge = ({ size }: File) => size > proofFileLimit;

/** Chooses a file in the customer's place. */
export function putFile(input: HTMLInputElement, file: File): void {
  const transfer = new DataTransfer();
  transfer.items.add(file);
  input.files = transfer.files;
}

/** A proof: one file. */
export function FileField({ error, faults, ...frame }: FileFieldProps) {
  const t = useT("termination", "file");
  const input = useRef<HTMLInputElement>(null);
  const [found, setFound] = useState<FieldError>();
  const [picture, setPicture] = useState<Record<"before" | "after", File>>();
  const [isLocked, setLocked] = useState(false);
  const shown = found ?? error;

  const chosen = () => input.current?.files?.[0];
  function send(file: File) {
    if (input.current) putFile(input.current, file);
  }
  async function look() {
    const before = chosen();
    setPicture(undefined);
    setLocked(false);
    setFound(undefined);
    if (!before) return;
    const late = await lateFiles();
    const unread = await late?.faultOf(before).catch(() => undefined);
    const after = unread ? undefined : await late?.smallerPicture(before);
    const fault = unread ?? (isTooLarge(after ?? before) ? "tooLarge" : undefined);
    const hasLock = !fault && !after && (await late?.mayBeLocked(before)) === true;
    // Another one may have been chosen meanwhile.
    if (chosen() !== before) return;
    setFound(
      fault && { code: fault, message: fault === "tooLarge" || fault === "type" ? faults[fault] : t(fault) },
    );
    setLocked(hasLock);
    if (fault || !after) return;
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
        accept={accepted.join()}
        onChange={look}
        aria-invalid={shown ? true : undefined}
        aria-describedby={describedBy("file", frame.hint, shown)}
      />
      {isLocked && <p role="status">{t("locked")}</p>}
      {picture && (
        <>
          <p role="status">
            {t("smaller", { before: megabytes(picture.before.size), after: megabytes(picture.after.size) })}
          </p>
          {!isTooLarge(picture.before) && (
            <label className="choice">
              <input
                type="checkbox"
                onChange={({ target }) => send(picture[target.checked ? "before" : "after"])}
              />{" "}
              <span>{t("original")}</span>
            </label>
          )}
        </>
      )}
    </FieldFrame>
  );
}
