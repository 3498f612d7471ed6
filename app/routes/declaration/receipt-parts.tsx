import type { ReactNode } from "react";
import type { Receipt } from "#app/domain/receipt.ts";
import { shortReference } from "#app/domain/short-reference.ts";
import { useT } from "#app/i18n/texts.tsx";
import { BrowserButtons } from "#app/shell/browser-buttons.tsx";
import { ReceiptHotline } from "#app/shell/hotline.tsx";
import { useShell } from "#app/shell/use-shell.ts";
import { Accordion } from "#app/ui/accordion.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { CardHead } from "#app/ui/card.tsx";
import { Named } from "#app/ui/named.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { StatusSection } from "#app/ui/status-section.tsx";
import { Reference, SummaryList } from "#app/ui/summary-list.tsx";
import { Timeline } from "#app/ui/timeline.tsx";

declare module "#app/ui/server-render.ts" {
  interface ServerParts {
    receipt?: Receipt;
  }
}

interface ReceiptPartsProps {
  receipt: Receipt;
  /** Its address may go to others, as no token is in it. */
  isShareable?: boolean;
  /** What is still to be done about it, before the folds. */
  children?: ReactNode;
}

/**
 * A receipt on its page, the same for every kind: that it was received, then a card of its facts and of how it is kept, then folds
 * of what was declared, what comes next, and whom to ask.
 */
export function ReceiptParts({ receipt, isShareable = false, children }: ReceiptPartsProps) {
  return (
    <>
      <ReceiptHead receipt={receipt} />
      <section className="card receipt" aria-labelledby={factsId}>
        <ReceiptFacts receipt={receipt} isShareable={isShareable} />
      </section>
      {children}
      <ReceiptFolds receipt={receipt} />
    </>
  );
}

interface ReceiptHeadProps {
  receipt: Pick<Receipt, "brand" | "title" | "text" | "progress" | "notes" | "keep">;
}

export function ReceiptHead({ receipt }: ReceiptHeadProps) {
  const { brand, title, text, progress, notes, keep } = receipt;
  const first = [...text, keep.first].filter(Boolean).join(" ");
  return (
    <>
      <StatusSection kind="success" headline={title}>
        {first && (
          <p>
            <Named text={first} name={brand} />
          </p>
        )}
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
    </>
  );
}

/** Id of the headline of the facts, whose card names itself by it. */
export const factsId = "received";

interface FactsProps extends Required<Pick<ReceiptPartsProps, "receipt" | "isShareable">> {
  /** Something is still to be sent, whose button is the page's main one. */
  isIncomplete?: boolean;
}

/** The most important fact, the number to name, when and how it was received; below them, how to keep it. */
export function ReceiptFacts({ receipt, isShareable, isIncomplete }: FactsProps) {
  const { id, received } = receipt;
  const t = useT("receipt", "head");
  const number = { label: t("reference"), value: <Reference number={shortReference(id)} /> };
  const main = received.rows.filter((row) => row.main);
  const others = received.rows.filter((row) => !row.main);
  return (
    <>
      <CardHead id={factsId} title={received.heading} />
      <SummaryList className="facts" rows={[...main, number, ...others]} />
      <Keep receipt={receipt} isShareable={isShareable} isIncomplete={isIncomplete} />
    </>
  );
}

export function ReceiptFolds({ receipt }: Pick<ReceiptPartsProps, "receipt">) {
  const { brand, declared, next, steps } = receipt;
  const t = useT("receipt", "head");
  const folded = [
    { id: "declared", title: declared.heading, content: <Declaration {...declared} brand={brand} /> },
    ...(next.lines.length > 0
      ? [{ id: "next", title: t("next"), content: <Next {...next} brand={brand} /> }]
      : []),
    ...(steps.length > 0
      ? [{ id: "steps", title: t("steps"), content: <Timeline steps={[...steps]} /> }]
      : []),
    { id: "hotline", title: t("hotline"), content: <ReceiptHotline /> },
  ];
  return <Accordion id="receipt" items={folded} open={[]} />;
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

const Next = ({ lines, link, brand }: Receipt["next"] & Pick<Receipt, "brand">) => (
  <>
    <ul className="list">
      {lines.map((text) => (
        <li key={text}>
          <Named text={text} name={brand} />
        </li>
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

/** The receipt's first file as a button, or else the page's print, then every other way to keep it in a row. */
function Keep({ receipt, isShareable, isIncomplete }: FactsProps) {
  const { files, keep } = receipt;
  const { brand } = useShell();
  const [first, ...others] = files;
  return (
    <div className="keep">
      {first && (
        <ButtonLink kind={isIncomplete ? "secondary" : "primary"} icon="download" href={first.href}>
          {first.label}
        </ButtonLink>
      )}
      <div className="cluster">
        {others.map(({ href, label }) => (
          <ButtonLink key={href} kind="quiet" href={href}>
            <Named text={label} name={brand.name} />
          </ButtonLink>
        ))}
        <BrowserButtons
          buttons={isShareable ? ["print", "share", "copy"] : ["print"]}
          kind={first ? "quiet" : "secondary"}
        />
      </div>
      {keep.below && <p className="muted">{keep.below}</p>}
    </div>
  );
}
