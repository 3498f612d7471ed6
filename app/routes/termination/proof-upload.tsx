import { type FormEvent, useEffect, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { keepsFiles, lateFiles } from "#app/browser/files.ts";
import { markHeader } from "#app/browser/portal-mark.ts";
import { untilReachable } from "#app/browser/reachable.ts";
import { proofFileLimit, type UploadReason, uploadReasons } from "#app/domain/proof-file.ts";
import type { Receipt } from "#app/domain/receipt.ts";
import { FileField, putFile } from "#app/forms/file-field.tsx";
import { PageFields } from "#app/forms/page-fields.tsx";
import { useT } from "#app/i18n/texts.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Notice } from "#app/ui/notice.tsx";
import type { ProofState } from "./termination-receipt.server.ts";

interface ProofUploadProps {
  id: string;
  proof: ProofState;
  /** What its receipt says of it. */
  told: NonNullable<Receipt["proof"]>;
  action: string;
  /**
   * Why the last attempt failed, as reported by the server; or `checking` while the provider is queried whether it did.
   */
  uploadReason?: UploadReason | "checking";
  /** By what this browser may have a file that the declaration has announced. */
  follows?: string;
  hotline: string;
}

type Upload =
  | { state: "none" | "done" | "interrupted" | "cancelled" }
  | { state: "sending"; percent: number }
  | { state: "failed"; reason: UploadReason };

/** Response header that states why an upload was refused. */
export const reasonHeader = "X-Upload-Reason";

/** Reasons whose words the form of the termination has, too: in `termination.file`. */
export const isOfFile = (reason: UploadReason) =>
  reason === "heic" || reason === "locked" || reason === "empty";

/** Sends a proof for a termination that has already been received, as often as needed. */
export function ProofUpload({ id, proof, told, action, uploadReason, follows, hotline }: ProofUploadProps) {
  const t = useT("termination", "upload");
  const file = useT("termination", "file");
  const isChecking = uploadReason === "checking";
  const isOpen = isChecking || uploadReason === "unknown";
  const wordsOf = (reason: UploadReason) => (isOfFile(reason) ? file(reason) : t(reason));
  const { upload, send, cancel } = useUpload(action, useShowUpload(proof));
  const form = useRef<HTMLFormElement>(null);
  const handed = useHandedFile({ proof, follows, isChecking }, (found) => {
    if (!form.current) return;
    const input = form.current.elements.namedItem("file");
    if (input instanceof HTMLInputElement) putFile(input, found);
    const body = new FormData(form.current);
    body.set("file", found);
    // One that has failed waits for its button.
    if (!uploadReason) send(body);
  });
  const reason =
    upload.state === "failed" ? upload.reason : upload.state === "none" && !isOpen ? uploadReason : undefined;
  /** The file is still to come. */
  const isExpected = (proof.lost || proof.unknown) && handed !== "none" && !reason && upload.state === "none";
  const notice = isOpen
    ? uploadReason
    : proof.unknown && !isExpected && !reason && upload.state === "none" && "unknown";
  const isUnderWay = upload.state === "sending" || upload.state === "interrupted";
  const lost = proof.lost && !isOpen && !isExpected && !isUnderWay && upload.state !== "done";
  const atField =
    reason && reason !== "failed" && reason !== "waiting"
      ? { code: reason, message: wordsOf(reason) }
      : undefined;

  const hasForm = !proof.waits && !isChecking;
  const texts = told.texts.map((text) => <p key={text}>{text}</p>);

  const warning = useRef<HTMLDivElement>(null);
  // It may be outside the visible part of the page.
  useEffect(() => {
    if (upload.state === "failed") warning.current?.focus();
  }, [upload]);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    send(new FormData(event.currentTarget));
  }

  return (
    <Card id="proof" title={told.heading}>
      {(lost || reason) && (
        <div ref={warning} role="alert" tabIndex={-1}>
          <Notice
            kind="warning"
            title={t(reason === "onlyFirst" || reason === "locked" ? `${reason}Title` : "notArrived")}
          >
            <p>
              {atField || proof.waits
                ? t("safe")
                : `${t("safe")} ${reason ? wordsOf(reason) : t("announced")}`}
            </p>
          </Notice>
        </div>
      )}
      {isExpected && !proof.waits && (
        <Notice kind="info" role="status" title={t("followsTitle")} text={t("follows")} />
      )}
      {notice && (
        <Notice kind="info" role="status" title={t(`${notice}Title`)} text={t(notice, { hotline })} />
      )}
      {upload.state === "done" && <Notice kind="success" title={t("done")} role="status" />}
      {told.rows.length > 0 && (
        <>
          <h3>{t("listed")}</h3>
          <ul className="list">
            {told.rows.map(({ label, value }) => (
              <li key={`${label} ${value}`}>
                {label} <small>{value}</small>
              </li>
            ))}
          </ul>
        </>
      )}
      {hasForm || texts}
      {proof.waits && handed && handed !== "none" && <p>{t("ready")}</p>}
      {hasForm && (
        <form
          ref={form}
          method="post"
          action={action}
          encType="multipart/form-data"
          className="form"
          onSubmit={submit}
        >
          {/* The id assigns the file to its termination; the same content sent twice is stored once. */}
          <input type="hidden" name="submissionId" value={id} />
          <PageFields />
          <FileField
            label={t("field")}
            hint={
              <>
                {texts}
                <p>{t("kinds")}</p>
              </>
            }
            error={atField}
            faults={{ tooLarge: t("tooLarge"), type: t("type") }}
          />
          {upload.state === "sending" && (
            // Not a live region: screen readers can query the progress bar.
            <div className="uploading">
              <p aria-hidden="true">{t("sending", { percent: upload.percent })}</p>
              <progress value={upload.percent} max={100} aria-label={t("title")} />
            </div>
          )}
          <p className="sending" role="status">
            {upload.state === "interrupted"
              ? t("interrupted")
              : upload.state === "cancelled" && t("cancelled")}
          </p>
          <div className="form-actions">
            <Button
              type="submit"
              kind={lost || reason ? "primary" : "secondary"}
              icon="upload"
              loading={isUnderWay}
            >
              {t(lost || reason ? "again" : "submit")}
            </Button>
            {isUnderWay && (
              <Button type="button" kind="quiet" onClick={cancel}>
                {t("cancel")}
              </Button>
            )}
          </div>
        </form>
      )}
    </Card>
  );
}

/** Once a file has arrived: the receipt around it is the server's, and what was waiting then is passed on now. */
function useShowUpload({ waits }: ProofState): () => void {
  const [waited] = useState(waits);
  const { revalidate } = useRevalidator();
  return () => void (waited ? location.reload() : revalidate());
}

const askAgainMs = 15_000;

interface Expected extends Pick<ProofUploadProps, "proof" | "follows"> {
  /** Whether an earlier attempt has arrived is being found out. */
  isChecking: boolean;
}

/**
 * The file that the form has left for its receipt, once it can be sent (decision 0070).
 * @returns `none` if there is none, undefined until that is known
 */
function useHandedFile({ proof, follows, isChecking }: Expected, onFound: (file: File) => void) {
  const [handed, setHanded] = useState<File | "none" | undefined>(follows ? undefined : "none");
  const { revalidate } = useRevalidator();
  const latest = useRef(onFound);
  latest.current = onFound;
  useEffect(() => {
    if (!follows) return;
    if (!keepsFiles()) return setHanded("none");
    lateFiles()
      .then((files) => files?.takeFile(follows))
      .catch(() => undefined)
      .then((file) => setHanded(file ?? "none"));
  }, [follows]);
  const file = handed === "none" ? undefined : handed;
  const { waits } = proof;
  useEffect(() => {
    if (file && !waits && !isChecking) latest.current(file);
  }, [file, waits, isChecking]);
  useEffect(() => {
    if (!waits || !file) return;
    const look = setInterval(() => void revalidate(), askAgainMs);
    return () => clearInterval(look);
  }, [waits, file, revalidate]);
  return handed;
}

const resends = 3;
/**
 * How long nothing may be passed on to the network. Long, since what the system takes at once, up to some megabytes, is
 * sent in silence.
 */
const longestSilenceMs = 120_000;
/** The file is there; something else is to be said. */
const hasArrived = new Set<UploadReason>(["onlyFirst", "locked"]);

/**
 * Uploads with progress, which `fetch` cannot report. One whose answer is lost goes on by itself: the same content sent
 * twice is stored once.
 */
function useUpload(action: string, showUpload: () => void) {
  const [upload, setUpload] = useState<Upload>({ state: "none" });
  const under = useRef<AbortController>(undefined);

  /** @param body the form's fields, its file last: what stands before is read first */
  function send(body: FormData) {
    const file = body.get("file");
    if (under.current || !(file instanceof File)) return;
    // Saves the customer's data volume.
    if (file.size > proofFileLimit) return setUpload({ state: "failed", reason: "tooLarge" });
    under.current = new AbortController();
    attempt(body, resends, under.current.signal);
  }

  function end(outcome: Upload) {
    under.current = undefined;
    setUpload(outcome);
  }

  function attempt(body: FormData, left: number, signal: AbortSignal) {
    const request = new XMLHttpRequest();
    setUpload({ state: "sending", percent: 0 });
    const abort = () => request.abort();
    let silence = setTimeout(abort, longestSilenceMs);
    request.upload.onprogress = ({ loaded, total }) => {
      clearTimeout(silence);
      silence = setTimeout(abort, longestSilenceMs);
      setUpload({ state: "sending", percent: Math.floor((loaded / Math.max(1, total)) * 100) });
    };
    // In a tunnel, an upload would wait for minutes before it fails.
    addEventListener("offline", abort, { once: true });
    signal.addEventListener("abort", abort, { once: true });
    request.onloadend = async () => {
      removeEventListener("offline", abort);
      clearTimeout(silence);
      if (signal.aborted) return;
      // Of somebody in between, whatever its status.
      if (!request.getResponseHeader(markHeader)) {
        if (left === 0) return end({ state: "failed", reason: "failed" });
        setUpload({ state: "interrupted" });
        if (await untilReachable(signal)) attempt(body, left - 1, signal);
        return;
      }
      const reasonName = request.getResponseHeader(reasonHeader);
      const uploadReason = uploadReasons.find((reason) => reason === reasonName);
      // It is not known yet whether the file arrived: the target page finds out.
      if (request.status === 202) location.assign(request.responseURL);
      else if (request.status === 200) {
        end({ state: "done" });
        showUpload();
      } else {
        end({ state: "failed", reason: uploadReason ?? "failed" });
        if (uploadReason && hasArrived.has(uploadReason)) showUpload();
      }
    };
    request.open("POST", action);
    request.send(body);
  }

  function cancel() {
    under.current?.abort();
    end({ state: "cancelled" });
  }

  const isUnderWay = upload.state === "sending" || upload.state === "interrupted";
  useEffect(() => {
    if (!isUnderWay) return;
    const warn = (event: Event) => event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [isUnderWay]);

  return { upload, send, cancel };
}
