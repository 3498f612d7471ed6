import { Fragment, type ReactNode } from "react";
import { Listed, Unbroken } from "./unbroken.tsx";

/** Replaces the hyphen-minus of the price helper with a true minus sign, which screen readers announce. */
const typeset = (amount: string) => amount.replace("-", "−");

interface PriceProps {
  /** Formatted by the price helper, e.g. "24,99 €". */
  amount: string;
  /** "monatlich", "einmalig". */
  period: ReactNode;
}

export function Price({ amount, period }: PriceProps) {
  return (
    <p className="price">
      <strong>{typeset(amount)}</strong> <span>{period}</span>
    </p>
  );
}

/** The prices, most important first: "68,96 € monatlich · 93,98 € einmalig"; CSS adds the dot. */
export function PriceLine({ prices }: { prices: PriceProps[] }) {
  return (
    <p className="price-line">
      <Unbroken
        of={prices.map(({ amount, period }) => (
          <Fragment key={amount}>
            <strong>{typeset(amount)}</strong> {period}
          </Fragment>
        ))}
      />
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
    note?: string | undefined;
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
              {`${line.label} `}
              {line.note && (
                <small>
                  <Listed text={line.note} />
                </small>
              )}
            </dt>
            <dd>{typeset(line.amount)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
