import { PhoneLink } from "#app/ui/phone-link.tsx";
import type { SummaryRow } from "#app/ui/summary-list.tsx";
import { WordedButtons } from "./browser-buttons.tsx";
import type { HelpRow } from "./help-row.ts";

export const summaryRows = (rows: readonly HelpRow[]): SummaryRow[] =>
  rows.map((row) => ({ label: row.label, value: <Value {...row} /> }));

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
