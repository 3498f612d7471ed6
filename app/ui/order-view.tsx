import type { ComponentProps } from "react";
import { Icon } from "./icon.tsx";
import { Named } from "./named.tsx";
import { BriefPrice, PriceTable } from "./price.tsx";
import { Tooltip } from "./tooltip.tsx";

/** A word of the trade, and what it means. */
interface Explained {
  word: string;
  meaning: string;
}
type Line = ComponentProps<typeof PriceTable>["lines"][number];

export interface OrderViewProps {
  title: string;
  /** The brand's name, which products may have in theirs. */
  brand: string;
  name: string;
  brief: ComponentProps<typeof BriefPrice>;
  /** `explained` is said of the line; without a name, its words are the name. */
  lines: (Omit<Line, "label"> & { label?: string; explained?: Explained[] })[];
}

const labelled =
  (brand: string) =>
  ({ label, explained = [], ...line }: OrderViewProps["lines"][number], at: number): Line => ({
    ...line,
    label: (
      <>
        {label && <Named text={`${label} `} name={brand} />}
        {explained.map(({ word, meaning }, index) => (
          <Tooltip key={word} id={`word-${at}-${index}`} label={word}>
            {meaning}
          </Tooltip>
        ))}
      </>
    ),
  });

/**
 * What is being ordered at what price, on each step that does not show it itself. The bar opens the list on narrow
 * screens; wide ones always show it, and no bar. Stands in a `.order`.
 */
export function OrderView({ title, brand, name, brief, lines }: OrderViewProps) {
  return (
    <section aria-label={title}>
      <details>
        <summary>
          <span className="price-line">
            <span>
              <Named text={name} name={brand} />
            </span>{" "}
            <BriefPrice {...brief} />
          </span>
          <Icon name="chevron-down" />
        </summary>
      </details>
      <div className="card">
        <p className="eyebrow">{title}</p>
        <PriceTable lines={lines.map(labelled(brand))} />
      </div>
    </section>
  );
}
