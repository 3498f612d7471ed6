import { useT } from "#app/i18n/texts.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { useHydrated } from "#app/ui/hydrated.ts";
import { Notice } from "#app/ui/notice.tsx";
import { StatusSection } from "#app/ui/status-section.tsx";
import type { Progress, ReceiptFile } from "./progress.server.ts";

interface ReceiptHeadProps {
  title: string;
  text: string;
  files: ReceiptFile[];
  progress?: Progress | undefined;
  /** For example that it had been received before. */
  notes?: string[];
}

/** It was received: in one sentence, how far it is, as files, and on paper. */
export function ReceiptHead({ title, text, files, progress, notes = [] }: ReceiptHeadProps) {
  const t = useT("common", "actions");
  const prints = useHydrated();
  return (
    <>
      <StatusSection
        kind="success"
        headline={title}
        actions={
          <>
            {files.map(({ href, label }, index) => (
              <ButtonLink
                key={href}
                kind={index === 0 ? "secondary" : "quiet"}
                icon={index === 0 ? "download" : undefined}
                href={href}
                reload
              >
                {label}
              </ButtonLink>
            ))}
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
    </>
  );
}
