import type { ComponentProps } from "react";
import { Icon } from "./icon.tsx";
import { BriefPrice, PriceTable } from "./price.tsx";

export interface OrderViewProps {
  title: string;
  name: string;
  brief: ComponentProps<typeof BriefPrice>;
  lines: ComponentProps<typeof PriceTable>["lines"];
}

/**
 * What is being ordered at what price, on each step that does not show it itself. The bar opens the list on narrow
 * screens; wide ones always show it, and no bar. Stands in a `.order`.
 */
export function OrderView({ title, name, brief, lines }: OrderViewProps) {
  return (
    <section aria-label={title}>
      <details>
        <summary>
          <span className="price-line">
            <span>{name}</span> <BriefPrice {...brief} />
          </span>
          <Icon name="chevron-down" />
        </summary>
      </details>
      <div className="card">
        <p className="eyebrow">{title}</p>
        <PriceTable lines={lines} />
      </div>
    </section>
  );
}
