import type { ReactNode } from "react";
import { Hours, PhoneWithHours } from "#app/ui/phone-link.tsx";
import { SummaryList, type SummaryRow } from "#app/ui/summary-list.tsx";
import { WordedButtons } from "./browser-buttons.tsx";
import type { HelpRow } from "./help-row.ts";

export const summaryRows = (rows: readonly HelpRow[]): SummaryRow[] =>
  rows.map((row) => ({ label: row.label, value: <Value {...row} /> }));

/** What is known, in the card of a status. */
export const Facts = ({ rows }: { rows: readonly HelpRow[] }) => <SummaryList rows={summaryRows(rows)} />;

/** Ways to ask that not everybody needs. */
export const HelpFold = ({ title, rows }: { title: string; rows: readonly HelpRow[] }) =>
  rows.length > 0 && (
    <details className="fold">
      <summary>{title}</summary> <SummaryList rows={summaryRows(rows)} className="status-meta" />
    </details>
  );

interface StatusFootProps {
  /** Of the fold. */
  title: string;
  rows: readonly HelpRow[];
  /** What is known beside them. */
  more?: SummaryRow[];
  children?: ReactNode;
}

const isInSight = ({ kind }: HelpRow) => kind === "phone" || kind === "hours" || kind === "code";

/** Ends the page of every status: whom to call and which number to name, then other ways to ask, and other ways on. */
export function StatusFoot({ title, rows, more = [], children }: StatusFootProps) {
  const shown = [...summaryRows(rows.filter(isInSight)), ...more];
  return (
    <div className={shown.length > 0 ? "status-foot card stack" : "status-foot stack"}>
      {shown.length > 0 && <SummaryList rows={shown} className="status-meta" />}
      <HelpFold title={title} rows={rows.filter((row) => !isInSight(row))} />
      {children}
    </div>
  );
}

function Value(row: HelpRow) {
  switch (row.kind) {
    case "phone":
      return <PhoneWithHours number={row.value} hours={row.note} />;
    case "hours":
      return <Hours text={row.value} />;
    case "link":
      return <a href={row.href}>{row.value}</a>;
    case "code":
      return <WordedButtons value={row.value} buttons={["copy"]} words={row.words} />;
    case "text":
      return (
        <>
          {row.language ? <span lang={row.language}>{row.value}</span> : row.value}
          <Note {...row} />
        </>
      );
    case "amount":
      return (
        <>
          <strong className="amount">{row.value}</strong>
          <Note {...row} />
        </>
      );
    case "list":
      return (
        <ul className="list">
          {row.parts.map((part) => (
            <li key={part}>{part}</li>
          ))}
        </ul>
      );
  }
}

const Note = ({ note }: { note?: string | undefined }) => note && <small> {note}</small>;
