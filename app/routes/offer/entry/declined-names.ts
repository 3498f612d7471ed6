import type { OfferItem } from "#app/backend/contract/offer.ts";

/** How a part of an offer is called: its device, its tariff. */
export const namesOf = ({ hardware, tariff }: Pick<OfferItem, "hardware" | "tariff">): string[] =>
  [hardware?.name, tariff?.name].filter((name) => name !== undefined);
