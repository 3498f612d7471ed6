import { Icon } from "./icon.tsx";
import { PriceTable } from "./price.tsx";

type Row = [label: string, amount: string];

export interface OrderViewProps {
  title: string;
  name: string;
  price: string;
  lines: Row[];
  totals: Row[];
  vat: string;
}

/**
 * What is being ordered at what price, on each step that does not show it itself. The bar opens the list on narrow
 * screens; wide ones always show it, and no bar. Stands in a `.order`.
 */
export function OrderView({ title, name, price, lines, totals, vat }: OrderViewProps) {
  return (
    <section aria-label={title}>
      <details>
        <summary>
          <span className="price-line">
            <span>{name}</span> <strong>{price}</strong>
          </span>
          <Icon name="chevron-down" />
        </summary>
      </details>
      <div className="card">
        <p className="eyebrow">{title}</p>
        <PriceTable
          lines={[
            ...lines.map(([label, amount]) => ({ label, amount })),
            ...totals.map(([label, amount]) => ({ label, amount, note: vat, total: true })),
          ]}
        />
      </div>
    </section>
  );
}
