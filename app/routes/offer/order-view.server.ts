import { formatPrice, type PriceEntry, prices, totals } from "#app/domain/prices.ts";
import { getT, type RequestContext } from "#app/request/context.server.ts";
import type { OrderViewProps } from "#app/ui/order-view.tsx";
import type { Cart } from "./cart.server.ts";

/** The order in a few words: its first product, what it costs, and the list. */
export function orderView(context: RequestContext, { offer }: Cart): OrderViewProps {
  const t = getT(context, "offer", "orderView", offer.offerUseCase);
  const shared = getT(context, "offer", "shared", offer.offerUseCase);
  const sums = totals(offer);
  const monthly = (amount: string) => t("perMonth", { amount });
  const priceOf = (entries: readonly PriceEntry[]) => {
    const { monthly: each, once } = prices(entries);
    return [each && monthly(each.formattedPrice), once?.formattedPrice].filter(Boolean).join(" + ");
  };
  const [first] = offer.offers;
  const others = offer.offers.length - 1;
  return {
    title: t("title"),
    name: [first?.hardware?.name ?? first?.tariff?.name, others > 0 && `+ ${others}`]
      .filter(Boolean)
      .join(" "),
    price: sums.monthly === 0 ? formatPrice(sums.once) : monthly(formatPrice(sums.monthly)),
    lines: [
      ...offer.offers.flatMap(({ hardware, tariff, packs }) =>
        [hardware, tariff, ...packs].flatMap((product) =>
          product ? [row(product.name, priceOf(product.prices))] : [],
        ),
      ),
      ...offer.charges.map(({ name, frequency, amount }) =>
        row(name, priceOf([{ type: frequency, amount }])),
      ),
    ],
    totals: [
      row(shared("totalOnce"), formatPrice(sums.once)),
      row(shared("totalMonthly"), formatPrice(sums.monthly)),
    ],
    vat: shared("vat"),
  };
}

const row = (label: string, amount: string): [label: string, amount: string] => [label, amount];
