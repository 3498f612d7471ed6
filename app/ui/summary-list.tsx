import type { ReactNode } from "react";
import { Listed } from "./unbroken.tsx";

export interface SummaryRow {
  label: ReactNode;
  value: ReactNode;
  /** Its text has comma-separated parts, each of which stays on one line. */
  listed?: true;
  /** What the customer wrote, or a number: no browser translates it. */
  fixed?: true;
  /** What its reader looks for first. */
  main?: true;
}

/** Leaves out rows without a value. */
export function SummaryList({ rows, className = "summary" }: { rows: SummaryRow[]; className?: string }) {
  const given = rows.filter((row) => row.value !== undefined && row.value !== null && row.value !== "");
  return (
    <dl className={className}>
      {given.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows neither move nor keep state
        <div key={index} className={row.main && "main"}>
          <dt>{row.label}</dt>
          <dd translate={row.fixed && "no"}>
            {row.listed && typeof row.value === "string" ? <Listed text={row.value} /> : row.value}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The number to name, as the value of a receipt's row. */
export const Reference = ({ number }: { number: string }) => (
  <strong className="number" translate="no">
    {number}
  </strong>
);
