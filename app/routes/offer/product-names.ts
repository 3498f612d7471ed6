import type { OfferItem } from "#app/backend/contract/offer.ts";

export function productNames(items: OfferItem[]): string[] {
  return items.flatMap(({ hardware, tariff, packs }) =>
    [hardware, tariff, ...packs].flatMap((product) => product?.name ?? []),
  );
}
