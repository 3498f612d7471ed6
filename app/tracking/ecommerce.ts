import type { Offer, OfferItem } from "#app/backend/contract/offer.ts";
import { costsOfCart, prices } from "#app/domain/prices.ts";
import { useCaseRow as rowOfUseCase } from "#app/domain/use-cases.ts";

interface EcommerceProduct {
  id: string;
  name: string;
  category: "Handy" | "Tarif" | "Pack";
  /** Euros: a phone's one-time price, a tariff's or pack's price of its first month. */
  price?: number;
  /** Index of the offer in the cart, from 1. */
  position: number;
  quantity: 1;
}

/** Amounts in euros, VAT included. */
export interface Ecommerce {
  currency: "EUR";
  /** What is due once, and in the first month or four weeks; undefined if nothing can be added up. */
  revenue?: number;
  /** VAT included in the revenue. */
  tax?: number;
  shipping: number;
  /** Name of the brand. */
  affiliation: string;
  payment?: string;
  products: EcommerceProduct[];
}

const vatRate = 0.19;
const inCents = (euros: number) => Math.round(euros * 100) / 100;

type Sold = Pick<NonNullable<OfferItem["tariff"]>, "id" | "name" | "prices">;

/** Products of a cart for analytics (specification §9), in the order of the offers: phone, tariff, packs. */
export function ecommerceProducts(offers: readonly OfferItem[]): EcommerceProduct[] {
  return offers.flatMap(({ hardware, tariff, packs }, index) => {
    const row = (sold: Sold, category: EcommerceProduct["category"]): EcommerceProduct => {
      const { id, name } = sold;
      const price = prices(sold.prices)[category === "Handy" ? "once" : "monthly"]?.amount;
      return { id, name, category, ...(price !== undefined && { price }), position: index + 1, quantity: 1 };
    };
    return [
      ...(hardware ? [row(hardware, "Handy")] : []),
      ...(tariff ? [row(tariff, "Tarif")] : []),
      ...packs.map((pack) => row(pack, "Pack")),
    ];
  });
}

function revenueOf(cart: Pick<Offer, "offers" | "charges">): number | undefined {
  const { once, running, misplaced } = costsOfCart(cart);
  if (misplaced.length > 0) return undefined;
  const due = [...once, ...running.flatMap(({ phases }) => phases.slice(0, 1))];
  return inCents(due.reduce((sum, { amount }) => sum + amount, 0));
}

/** The ecommerce block: goods and amounts, no customer and no order number. */
export function ecommerceOf(
  cart: Pick<Offer, "offers" | "charges">,
  { affiliation, payment }: { affiliation: string; payment?: string },
): Ecommerce {
  const revenue = revenueOf(cart);
  const fees = cart.charges.filter(({ type }) => type === "shippingfee");
  return {
    currency: "EUR",
    ...(revenue !== undefined && { revenue, tax: inCents(revenue - revenue / (1 + vatRate)) }),
    shipping: inCents(fees.reduce((sum, { amount }) => sum + amount, 0)),
    affiliation,
    ...(payment && { payment }),
    products: ecommerceProducts(cart.offers),
  };
}

/** Offer type and variant as analytics names them. */
export function detailsOfUseCase(useCase: string | undefined) {
  const { analytics, variant } = rowOfUseCase(useCase);
  return { useCase: analytics, useCaseCode: variant };
}
