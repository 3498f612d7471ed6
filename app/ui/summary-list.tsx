import type { ReactNode } from "react";
import { Anchor } from "./anchor.tsx";

export interface SummaryRow {
  label: ReactNode;
  value: ReactNode;
  change?: {
    href: string;
    label: ReactNode /** What is changed, for screen readers, e.g. "E-Mail-Adresse". */;
    of?: string;
  };
}

/** What was entered or ordered, as label and value. Rows without a value are left out. */
export function SummaryList({ rows }: { rows: SummaryRow[] }) {
  const given = rows.filter((row) => row.value !== undefined && row.value !== null && row.value !== "");
  return (
    <dl className="summary">
      {given.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows neither move nor keep state
        <div key={index}>
          <dt>{row.label}</dt>
          <dd>{row.value}</dd>
          {row.change && (
            <dd className="summary-change">
              <Anchor href={row.change.href}>
                {row.change.label}
                {row.change.of && <span className="visually-hidden"> {row.change.of}</span>}
              </Anchor>
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}
