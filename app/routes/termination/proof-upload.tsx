import { type FormEvent, useEffect, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { proofFileLimit, type UploadReason } from "#app/domain/proof-file.ts";
import { BrandField, brandField, useFormBrand } from "#app/forms/brand-field.tsx";
import { FileField } from "#app/forms/file-field.tsx";
import { useT } from "#app/i18n/texts.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Notice } from "#app/ui/notice.tsx";
import type { ReceiptView } from "./receipt-rows.server.ts";

interface ProofUploadProps {
  id: string;
  proof: NonNullable<ReceiptView["proof"]>;
  action: string;
  /**
   * Why the last attempt failed, as reported by the server; or `checking` while the provider is queried whether it did.
   */
  uploadReason?: UploadReason | "checking";
  hotline: string;
}

type Upload =
  | { state: "none" | "done" }
  | { state: "sending"; percent: number }
  | { state: "failed"; reason: UploadReason };

/** Response header that states why an upload was refused. */
export const reasonHeader = "X-Upload-Reason";

/** Sends a proof for a termination that has already been received, as often as needed. */
export function ProofUpload({ id, proof, action, uploadReason, hotline }: ProofUploadProps) {
  const t = useT("termination", "upload");
  const isOpen = uploadReason === "checking" || uploadReason === "unknown";
  const { upload, send } = useUpload(id, action);
  const reason =
    upload.state === "failed" ? upload.reason : upload.state === "none" && !isOpen ? uploadReason : undefined;
  const lost = proof.lost && !isOpen && upload.state !== "sending" && upload.state !== "done";
  const atField =
    reason && reason !== "failed" && reason !== "waiting" ? { code: reason, message: t(reason) } : undefined;

  const notice = useRef<HTMLDivElement>(null);
  // It may be outside the visible part of the page.
  useEffect(() => {
    if (upload.state === "failed") notice.current?.focus();
  }, [upload]);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const file = new FormData(event.currentTarget).get("file");
    if (file instanceof File) send(file);
  }

  return (
    <Card id="proof" title={t("title")}>
      {(lost || reason) && (
        <div ref={notice} role="alert" tabIndex={-1}>
          <Notice kind="warning" title={t("notArrived")}>
            <p>
              {t("safe")} {!atField && !proof.waits && t(reason ?? "announced")}
            </p>
          </Notice>
        </div>
      )}
      {isOpen && (
        <Notice kind="info" role="status" title={t(`${uploadReason}Title`)}>
          <p>{t(uploadReason, { hotline })}</p>
        </Notice>
      )}
      {upload.state === "done" && <Notice kind="success" title={t("done")} role="status" />}
      {proof.uploads.length > 0 && (
        <>
          <h3>{t("listed")}</h3>
          <ul className="list">
            {proof.uploads.map(({ name, at }) => (
              <li key={name + at}>
                {name} <small>{at}</small>
              </li>
            ))}
          </ul>
        </>
      )}
      <p>{t(proof.waits ? "leadWaits" : "lead", { date: proof.until })}</p>
      {proof.helpful.length > 0 && <p>{t("helpful", { list: proof.helpful.join(", ") })}</p>}
      {proof.waits || isOpen || (
        <form method="post" action={action} encType="multipart/form-data" className="form" onSubmit={submit}>
          {/* The id assigns the file to its termination; the same content sent twice is stored once. */}
          <input type="hidden" name="submissionId" value={id} />
          <BrandField />
          <FileField
            label={t("title")}
            hint="PDF, JPEG, PNG, 10 MB"
            error={atField}
            tooLarge={t("tooLarge")}
            wrongType={t("type")}
          />
          {upload.state === "sending" && (
            // Not a live region: screen readers can query the progress bar.
            <div className="uploading">
              <p aria-hidden="true">{t("sending", { percent: upload.percent })}</p>
              <progress value={upload.percent} max={100} aria-label={t("title")} />
            </div>
          )}
          <div className="form-actions">
            <Button type="submit" kind="secondary" icon="upload" loading={upload.state === "sending"}>
              {t(lost || reason ? "again" : "submit")}
            </Button>
          </div>
        </form>
      )}
    </Card>
  );
}

/** Uploads with progress, which `fetch` cannot report. */
function useUpload(id: string, action: string) {
  const [upload, setUpload] = useState<Upload>({ state: "none" });
  const { revalidate } = useRevalidator();
  const sending = useRef<XMLHttpRequest>(undefined);
  const brand = useFormBrand();

  function send(file: File) {
    if (sending.current) return;
    // Saves the customer's data volume.
    if (file.size > proofFileLimit) return setUpload({ state: "failed", reason: "tooLarge" });
    const request = new XMLHttpRequest();
    const body = new FormData();
    // Before the file, so that it is read first.
    if (brand) body.set(brandField, brand);
    body.set("submissionId", id);
    body.set("file", file);
    sending.current = request;
    setUpload({ state: "sending", percent: 0 });
    request.upload.onprogress = ({ loaded, total }) =>
      setUpload({ state: "sending", percent: Math.floor((loaded / Math.max(1, total)) * 100) });
    request.onloadend = () => {
      sending.current = undefined;
      const uploadReason = request.getResponseHeader(reasonHeader) as UploadReason | null;
      // It is not known yet whether the file arrived: the target page finds out.
      if (request.status === 202) location.assign(request.responseURL);
      else if (request.status === 200) {
        setUpload({ state: "done" });
        revalidate();
      } else setUpload({ state: "failed", reason: uploadReason ?? "failed" });
    };
    request.open("POST", action);
    request.send(body);
  }

  const isSending = upload.state === "sending";
  useEffect(() => {
    if (!isSending) return;
    const warn = (event: Event) => event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [isSending]);

  return { upload, send };
}
