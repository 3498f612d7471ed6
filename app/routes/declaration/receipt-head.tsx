import { useT } from "#app/i18n/texts.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { useHydrated } from "#app/ui/hydrated.ts";
import { Notice } from "#app/ui/notice.tsx";
import { StatusSection } from "#app/ui/status-section.tsx";

interface ReceiptHeadProps {
  title: string;
  /** Where the confirmation was sent. */
  text: string;
  pdf: { href: string; label: string };
  /** What else is to know, e.g. that it had been received before. */
  note?: string;
}

/** It was received: in one sentence, as a PDF, and on paper. */
export function ReceiptHead({ title, text, pdf, note }: ReceiptHeadProps) {
  const t = useT("common", "actions");
  const prints = useHydrated();
  return (
    <>
      <StatusSection
        kind="success"
        headline={title}
        actions={
          <>
            <ButtonLink kind="secondary" icon="download" href={pdf.href} reload>
              {pdf.label}
            </ButtonLink>
            {prints && (
              <Button type="button" kind="quiet" onClick={() => window.print()}>
                {t("print")}
              </Button>
            )}
          </>
        }
      >
        <p>{text}</p>
      </StatusSection>
      {note && (
        <Notice kind="info">
          <p>{note}</p>
        </Notice>
      )}
    </>
  );
}
