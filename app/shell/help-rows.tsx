import { PhoneLink } from "#app/ui/phone-link.tsx";
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

function Value({ kind, value, language, note, href, words = {} }: HelpRow) {
  switch (kind) {
    case "phone":
      return (
        <>
          <PhoneLink number={value} />
          {note && <small> {note}</small>}
        </>
      );
    case "link":
      return <a href={href}>{value}</a>;
    case "code":
      return <WordedButtons value={value} buttons={["copy"]} words={words} />;
    case "text":
      return (
        <>
          {language ? <span lang={language}>{value}</span> : value}
          {note && <small> {note}</small>}
        </>
      );
    case "amount":
      return (
        <>
          <strong>{value}</strong>
          {note && <small> {note}</small>}
        </>
      );
    case "list":
      return (
        <ul className="list">
          {value.split("\n").map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      );
  }
}
