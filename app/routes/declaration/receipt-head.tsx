import type { ReactNode } from "react";
import { useT } from "#app/i18n/texts.tsx";
import { BrowserButtons } from "#app/shell/browser-buttons.tsx";
import { ReceiptHotline } from "#app/shell/hotline.tsx";
import { useShell } from "#app/shell/use-shell.ts";
import { Accordion } from "#app/ui/accordion.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Named } from "#app/ui/named.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { StatusSection } from "#app/ui/status-section.tsx";
import { Timeline } from "#app/ui/timeline.tsx";
import type { ReceiptFacts } from "./progress.server.ts";

interface ReceiptHeadProps {
  title: string;
  text: ReactNode;
  facts: ReceiptFacts;
  /** For example that it had been received before. */
  notes?: string[];
  /** How to find this page again. */
  keep?: string;
  /** What was declared, to open below. */
  declared?: { title: string; content: ReactNode };
  /** What follows, to open below. */
  next?: { title: string; content: ReactNode };
  /** What was received and what it effects: above everything that can be clicked. */
  children?: ReactNode;
}

/** Confirms the receipt; shows whom to call with which number, how to keep it, the progress. Needs `receipt.head`. */
export function ReceiptHead(props: ReceiptHeadProps) {
  const { title, text, facts, notes = [], keep, declared, next, children } = props;
  const { progress, steps, reference } = facts;
  const t = useT("receipt", "head");
  const folded = [
    ...(declared ? [{ id: "declared", ...declared }] : []),
    ...(next ? [{ id: "next", ...next }] : []),
    ...(steps.length > 0 ? [{ id: "steps", title: t("steps"), content: <Timeline steps={steps} /> }] : []),
  ];
  return (
    <>
      <StatusSection
        kind="success"
        headline={title}
        meta={[
          { label: t("reference"), value: <strong translate="no">{reference}</strong> },
          { label: t("hotline"), value: <ReceiptHotline /> },
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
      {facts.files.length > 0 && <Keep facts={facts} text={keep} />}
      {folded.length > 0 && <Accordion id="receipt" items={folded} open={[]} />}
    </>
  );
}

/** The receipt's first file as a button, then every other way to keep it in a row. */
function Keep({ facts, text }: { facts: ReceiptFacts; text: string | undefined }) {
  const t = useT("receipt", "head");
  const { brand } = useShell();
  const [first, ...others] = facts.files;
  return (
    <Card id="keep" title={t("keep")} className="keep stack">
      {first && (
        <ButtonLink kind="primary" icon="download" href={first.href}>
          {first.label}
        </ButtonLink>
      )}
      <div className="cluster">
        {others.map(({ href, label }) => (
          <ButtonLink key={href} kind="quiet" href={href}>
            <Named text={label} name={brand.name} />
          </ButtonLink>
        ))}
        <BrowserButtons acts={facts.shareable ? ["print", "share", "copy"] : ["print"]} />
      </div>
      {text && <p className="muted">{text}</p>}
    </Card>
  );
}
