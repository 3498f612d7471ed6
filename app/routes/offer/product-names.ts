import type { OfferItem } from "#app/backend/contract/offer.ts";

/** The names of everything in the cart, in its order. */
export function productNames(items: OfferItem[]): string[] {
  return items.flatMap(({ hardware, tariff, packs }) =>
    [hardware, tariff, ...packs].flatMap((product) => product?.name ?? []),
  );
}
