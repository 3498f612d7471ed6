import type { ReactNode } from "react";

interface PriceProps {
  /** Formatted by the price helper, e.g. "24,99 €". */
  amount: string;
  /** "monatlich", "einmalig". */
  period: ReactNode;
}

export function Price({ amount, period }: PriceProps) {
  return (
    <p className="price">
      <strong>{amount}</strong> <span>{period}</span>
    </p>
  );
}

interface PriceTableProps {
  /** Caption, e.g. how often the lines are paid. */
  title?: ReactNode;
  /** Lines with a price; `total` marks sums. */
  lines: {
    label: ReactNode;
    amount: string;
    note?: ReactNode;
    total?: boolean;
  }[];
}

export function PriceTable({ title, lines }: PriceTableProps) {
  return (
    <>
      {title && <h3 className="eyebrow">{title}</h3>}
      <dl className="prices">
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines neither move nor keep state
          <div key={index} className={line.total ? "total" : undefined}>
            <dt>
              {line.label}
              {line.note && <small>{line.note}</small>}
            </dt>
            <dd>{line.amount}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
