import type { ReactNode } from "react";
import { useT } from "#app/i18n/texts.tsx";
import { useShell } from "#app/shell/use-shell.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { useHydrated } from "#app/ui/hydrated.ts";
import { Notice } from "#app/ui/notice.tsx";
import { PhoneLink } from "#app/ui/phone-link.tsx";
import { PrintButton } from "#app/ui/print-button.tsx";
import { StatusSection } from "#app/ui/status-section.tsx";
import { Timeline } from "#app/ui/timeline.tsx";
import type { ReceiptFacts } from "./progress.server.ts";

interface ReceiptHeadProps {
  title: string;
  text: string;
  facts: ReceiptFacts;
  /** For example that it had been received before. */
  notes?: string[];
  /** What was received and what it effects: above everything that can be clicked. */
  children?: ReactNode;
}

/** Confirms the receipt; shows its files, whom to call with which number, the progress. Needs `termination.receipt`. */
export function ReceiptHead({ title, text, facts, notes = [], children }: ReceiptHeadProps) {
  const { files, progress, steps, reference, shareable } = facts;
  const t = useT("termination", "receipt");
  const { hotline } = useShell().brand;
  const hydrated = useHydrated();
  return (
    <>
      <StatusSection
        kind="success"
        headline={title}
        meta={[
          { label: t("reference"), value: <strong>{reference}</strong> },
          { label: t("hotline"), value: <PhoneLink number={hotline.number} /> },
        ]}
      >
        <p>{text}</p>
      </StatusSection>
      {progress && (
        <Notice kind={progress.kind} title={progress.title}>
          {progress.texts.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </Notice>
      )}
      {notes.length > 0 && (
        <Notice kind="info">
          {notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </Notice>
      )}
      {children}
      <div className="cluster">
        {files.map(({ href, label }, index) => (
          <ButtonLink
            key={href}
            kind={index === 0 ? "secondary" : "quiet"}
            icon={index === 0 ? "download" : undefined}
            href={href}
          >
            {label}
          </ButtonLink>
        ))}
        <PrintButton label={t("print")} />
        {hydrated && shareable && "share" in navigator && (
          <Button type="button" kind="quiet" onClick={() => share(title)}>
            {t("share")}
          </Button>
        )}
      </div>
      {steps.length > 0 && (
        <Card id="steps" title={t("steps")}>
          <Timeline steps={steps} />
        </Card>
      )}
    </>
  );
}

/** The promise rejects when the customer closes the share sheet; that is no error. */
const share = (title: string) => navigator.share({ title, url: location.href }).catch(() => {});
