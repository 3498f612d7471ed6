import { Icon } from "#app/ui/icon.tsx";
import { PriceTable } from "#app/ui/price.tsx";
import type { orderView } from "./order-view.server.ts";

/**
 * What is being ordered at what price, on each step that does not show it itself. The bar opens the list on narrow
 * screens; wide ones always show it, and no bar.
 */
export function OrderView({ title, name, price, lines, totals, vat }: ReturnType<typeof orderView>) {
  return (
    <section className="order" aria-label={title}>
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
