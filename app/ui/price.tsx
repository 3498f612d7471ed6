import { Fragment, type ReactNode } from "react";
import { Listed, Unbroken } from "./unbroken.tsx";

/** Replaces the hyphen-minus of the price helper with a true minus sign, which screen readers announce. */
const typeset = (amount: string) => amount.replace(/-(?=\d)/g, "−");

interface BriefPriceProps {
  /** "1,00 €/Mon.", "ab 7. Monat 20,00 €" */
  prices: string[];
  /** What else is paid, and what the prices include. */
  note: string;
}

/**
 * Prices in one line, or in as many as it takes: "68,96 €/Mon. · ab 25. Monat 40,97 €". The dot before a price is cut
 * off where that begins a line.
 */
export const BriefPrice = ({ prices, note }: BriefPriceProps) => (
  <>
    <strong className={prices.length > 1 ? "prices-in-brief" : undefined}>
      <Unbroken
        of={prices.map(typeset).map((price, at) =>
          at === 0 ? (
            price
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: prices neither move nor keep state
            <Fragment key={at}>
              <span className="visually-hidden">· </span>
              {price}
            </Fragment>
          ),
        )}
      />
    </strong>{" "}
    {note && (
      <small>
        <Listed text={typeset(note)} />
      </small>
    )}
  </>
);

/** A product's price. */
export const Price = (props: BriefPriceProps) => (
  <p className="price">
    <BriefPrice {...props} />
  </p>
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
