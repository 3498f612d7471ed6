import { type ComponentProps, Fragment } from "react";
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
  /** What is paid once, what is paid each month, and the totals. */
  groups: { title?: string; lines: ViewedLine[] }[];
}

/** `explained` is said of the line; without a name, its words are the name. */
type ViewedLine = Omit<Line, "label"> & { label?: string; explained?: Explained[] };

function labelled({ label, explained = [], ...line }: ViewedLine, brand: string, id: string): Line {
  const words = explained.map(({ word, meaning }, at) => (
    <Tooltip key={word} id={`${id}-${at}`} label={word}>
      {meaning}
    </Tooltip>
  ));
  if (label === undefined) return { ...line, label: words };
  return {
    ...line,
    label: (
      <>
        <Named text={`${label} `} name={brand} />
        {words.length > 0 && <small>{words}</small>}
      </>
    ),
  };
}

/**
 * What is being ordered at what price, on each step that does not show it itself. The bar opens the list on narrow
 * screens; wide ones always show it, and no bar. Stands in a `.order`.
 */
export function OrderView({ title, brand, name, brief, groups }: OrderViewProps) {
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
        <p>
          <strong>{title}</strong>
        </p>
        {groups.map((group, of) => (
          <Fragment key={group.title ?? "total"}>
            {group.title && <p className="eyebrow">{group.title}</p>}
            <PriceTable lines={group.lines.map((line, at) => labelled(line, brand, `word-${of}-${at}`))} />
          </Fragment>
        ))}
      </div>
    </section>
  );
}
