import type { ReactNode } from "react";
import { Listed, Unbroken } from "./unbroken.tsx";

/** Replaces the hyphen-minus of the price helper with a true minus sign, which screen readers announce. */
const typeset = (amount: string) => amount.replace(/-(?=\d)/g, "−");

interface BriefPriceProps {
  /** "1,00 €/Mon.", "ab 7. Monat 20,00 €" */
  prices: string[];
  /** What a sum is called, where nothing beside it says so. */
  name?: string | undefined;
  /** What else is paid, and what the prices include. */
  note: string;
}

/**
 * What is paid at first is bold, and all that follows or comes with it is small beside or below it: "68,96 €/Mon.", then
 * "ab 25. Monat 40,97 €" and "dazu einmalig 93,98 €, inkl. MwSt.".
 */
export function BriefPrice({ name, prices: [first = "", ...later], note }: BriefPriceProps) {
  return (
    <>
      <strong>
        {name && <small>{`${name} `}</small>}
        <span>{typeset(first)}</span>
      </strong>{" "}
      {(later.length > 0 || note) && (
        <small>
          {later.length > 0 && (
            <span className="follows">
              <span className="visually-hidden">· </span>
              <Unbroken
                of={later.map((price, at) =>
                  typeset(at < later.length - 1 ? `${price} ·` : note ? `${price},` : price),
                )}
              />
            </span>
          )}{" "}
          {note && <Listed text={typeset(note).replaceAll(" €", "\u00a0€")} />}
        </small>
      )}
    </>
  );
}

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
    /** The amount of a sum is larger than how often it is paid. */
    large?: boolean;
  }[];
}

const amountIn = /[−-]?(?:€\s?)?\d[\d.,]*(?:\s?€)?/;

function Large({ price }: { price: string }) {
  const [amount = ""] = amountIn.exec(price) ?? [];
  const [before, after] = price.split(amount, 2);
  return amount ? (
    <>
      {before && <span>{before}</span>}
      <b>{amount}</b>
      {after && <span>{after}</span>}
    </>
  ) : (
    price
  );
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
                  <span>{when}</span> <span>{typeset(amount)}</span>
                </dd>
              ) : (
                // biome-ignore lint/suspicious/noArrayIndexKey: amounts neither move nor keep state
                <dd key={position}>
                  {line.total && line.large ? <Large price={typeset(amount)} /> : typeset(amount)}
                </dd>
              ),
            )}
          </div>
        ))}
      </dl>
    </>
  );
}
