import { PhoneLink } from "#app/ui/phone-link.tsx";
import { SummaryList, type SummaryRow } from "#app/ui/summary-list.tsx";
import { WordedButtons } from "./browser-buttons.tsx";
import type { HelpRow } from "./help-row.ts";

export const summaryRows = (rows: readonly HelpRow[]): SummaryRow[] =>
  rows.map((row) => ({ label: row.label, value: <Value {...row} /> }));

/** A number to call or to name is in sight; other ways to ask are folded. */
export const isInSight = ({ kind }: HelpRow): boolean => kind === "phone" || kind === "code";

/** Ways to ask that not everybody needs. */
export const HelpFold = ({ title, rows }: { title: string; rows: readonly HelpRow[] }) =>
  rows.length > 0 && (
    <details className="fold">
      <summary>{title}</summary> <SummaryList rows={summaryRows(rows)} className="status-meta" />
    </details>
  );

function Value({ kind, value, note, href, words = {} }: HelpRow) {
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
      return value;
  }
}
