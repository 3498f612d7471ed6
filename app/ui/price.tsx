import { Fragment, type ReactNode } from "react";
import { Listed, Unbroken } from "./unbroken.tsx";

/** Replaces the hyphen-minus of the price helper with a true minus sign, which screen readers announce. */
const typeset = (amount: string) => amount.replace(/-(?=\d)/g, "−");

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

interface LinePrice extends PriceProps {
  /** "ab Monat 7:" */
  before?: string | undefined;
}

/** The prices, most important first: "68,96 € monatlich · 93,98 € einmalig"; CSS adds the dot. */
export function PriceLine({ prices }: { prices: LinePrice[] }) {
  return (
    <p className="price-line">
      <Unbroken
        of={prices.map(({ before, amount, period }) => (
          <Fragment key={`${before}${amount}`}>
            {before && <span>{`${before} `}</span>}
            <strong>{typeset(amount)}</strong> {period}
          </Fragment>
        ))}
      />
    </p>
  );
}

interface BriefPriceProps {
  /** "1,00 €/Monat", "ab Monat 7 20,00 €" */
  prices: string[];
  /** What else is paid, and what the prices include. */
  note: string;
}

/** The prices of a bar, which is as high as it has to be. */
export const BriefPrice = ({ prices, note }: BriefPriceProps) => (
  <>
    <strong>
      <Listed text={prices.map(typeset).join(", ")} />
    </strong>{" "}
    <small>
      <Listed text={typeset(note)} />
    </small>
  </>
);

interface PriceTableProps {
  /** Caption, e.g. how often the lines are paid. */
  title?: ReactNode;
  /** Lines with a price; `total` marks sums. */
  lines: {
    label: ReactNode;
    /** One amount, or one for each period of time. */
    amounts: { when?: string | undefined; amount: string }[];
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
              {typeof line.label === "string" ? `${line.label} ` : line.label}
              {line.note && (
                <small>
                  <Listed text={line.note} />
                </small>
              )}
            </dt>
            {line.amounts.map(({ when, amount }, position) =>
              when ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: amounts neither move nor keep state
                <dd key={position} className="phase">
                  <span>{when}:</span> <span>{typeset(amount)}</span>
                </dd>
              ) : (
                // biome-ignore lint/suspicious/noArrayIndexKey: amounts neither move nor keep state
                <dd key={position}>{typeset(amount)}</dd>
              ),
            )}
          </div>
        ))}
      </dl>
    </>
  );
}
