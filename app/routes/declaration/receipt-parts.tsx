import type { ReactNode } from "react";
import type { Receipt } from "#app/domain/receipt.ts";
import { shortReference } from "#app/domain/short-reference.ts";
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
import { SummaryList } from "#app/ui/summary-list.tsx";
import { Timeline } from "#app/ui/timeline.tsx";

interface ReceiptPartsProps {
  receipt: Receipt;
  /**
   * What was declared of a contract is long: it is opened below what can be done with its receipt. The receipt's address may go to
   * others, as no token is in it.
   */
  isOfContract?: boolean;
}

/** A receipt on its page: what was received and what it effects stand above everything that can be clicked. Needs `receipt.head`. */
export function ReceiptParts({ receipt, isOfContract = false }: ReceiptPartsProps) {
  const { id, brand, title, text, progress, notes, received, declared, next, steps, keep } = receipt;
  const t = useT("receipt", "head");
  const first = [...text, keep.first].filter(Boolean).join(" ");
  const declaration = <Declaration {...declared} brand={brand} />;
  const folded = [
    ...(isOfContract ? [{ id: "declared", title: declared.heading, content: declaration }] : []),
    ...(next.lines.length > 0 ? [{ id: "next", title: t("next"), content: <Next {...next} /> }] : []),
    ...(steps.length > 0
      ? [{ id: "steps", title: t("steps"), content: <Timeline steps={[...steps]} /> }]
      : []),
  ];
  return (
    <>
      <StatusSection
        kind="success"
        headline={title}
        meta={[
          { label: t("reference"), value: <strong translate="no">{shortReference(id)}</strong> },
          { label: t("hotline"), value: <ReceiptHotline /> },
        ]}
      >
        <p>
          <Named text={first} name={brand} />
        </p>
      </StatusSection>
      {/* Once it was passed on, that is one of the steps. */}
      {progress && progress.kind !== "success" && (
        <Notice kind={progress.kind} title={progress.title}>
          <Lines texts={progress.texts} />
        </Notice>
      )}
      {notes.length > 0 && (
        <Notice kind="info">
          <Lines texts={notes} />
        </Notice>
      )}
      <Card id="received" title={received.heading}>
        <SummaryList rows={[...received.rows]} />
      </Card>
      {!isOfContract && (
        <Card id="declared" title={declared.heading}>
          {declaration}
        </Card>
      )}
      <Keep receipt={receipt} isShareable={isOfContract} />
      {folded.length > 0 && <Accordion id="receipt" items={folded} open={[]} />}
    </>
  );
}

const Lines = ({ texts }: { texts: readonly string[] }) => texts.map((text) => <p key={text}>{text}</p>);

function Declaration({ rows, withheld, brand }: Receipt["declared"] & Pick<Receipt, "brand">) {
  const shown = rows.map((row): { label: string; value: ReactNode } =>
    row.fixed || row.listed ? row : { ...row, value: <Named text={row.value} name={brand} /> },
  );
  return (
    <>
      <SummaryList rows={shown} />
      {withheld && <p className="muted">{withheld}</p>}
    </>
  );
}

const Next = ({ lines, link }: Receipt["next"]) => (
  <>
    <ul className="list">
      {lines.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
    {link && (
      <p>
        <a href={link.href} rel="noreferrer">
          {link.label}
        </a>
      </p>
    )}
  </>
);

/** The receipt's first file as a button, then every other way to keep it in a row. */
function Keep({ receipt, isShareable }: { receipt: Receipt; isShareable: boolean }) {
  const { files, keep } = receipt;
  const t = useT("receipt", "head");
  const { brand } = useShell();
  const [first, ...others] = files;
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
        <BrowserButtons buttons={isShareable ? ["print", "share", "copy"] : ["print"]} />
      </div>
      {keep.below && <p className="muted">{keep.below}</p>}
    </Card>
  );
}
