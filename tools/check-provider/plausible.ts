import type { Offer } from "#app/backend/contract/offer.ts";
import {
  type Costs,
  costsOfCart,
  costsOfCharge,
  costsOfProduct,
  type PriceEntry,
} from "#app/domain/prices.ts";
import type { ReportRow } from "./report.ts";

type Priced = Pick<Offer, "offers" | "charges">;

/** Above these, nobody sells to consumers: they are cents. */
const dearest: Record<PriceEntry["type"], number> = { monthly: 500, once: 10_000 };

const reasons: Record<Costs["misplaced"][number], string> = {
  overlap: "two prices for the same month: a price that follows another one says `from`",
  gap: "no price for some months",
  unknown: "it cannot be told when it is paid",
};

/** Prices that can be read, and yet cannot be meant: by their path, never with their value. */
export function implausiblePrices(priced: Priced): string[] {
  const found = new Set<string>();
  const look = (path: string, entries: readonly PriceEntry[], costs: Costs) => {
    for (const { type, amount } of entries) {
      if (Math.abs(amount) > dearest[type]) found.add(`${path}.amount: as many euros look like cents`);
      if (Math.abs(amount * 100 - Math.round(amount * 100)) > 1e-6)
        found.add(`${path}.amount: more than two decimals`);
    }
    for (const reason of costs.misplaced) found.add(`${path}: ${reasons[reason]}`);
  };
  for (const { hardware, tariff, packs } of priced.offers) {
    if (hardware) look("offers[].hardware.prices[]", hardware.prices, costsOfProduct(hardware.prices));
    if (tariff)
      look(
        "offers[].tariff.prices[]",
        tariff.prices,
        costsOfProduct(tariff.prices, tariff.minimumTermMonths),
      );
    for (const { prices } of packs) look("offers[].packs[].prices[]", prices, costsOfProduct(prices));
  }
  for (const charge of priced.charges)
    look("charges[]", [{ ...charge, type: charge.frequency }], costsOfCharge(charge));
  const { once, running } = costsOfCart(priced);
  const sums = [...once, ...running.flatMap(({ phases }) => phases)];
  if (sums.some(({ amount }) => amount < 0)) found.add("a total is below zero: discounts exceed prices");
  return [...found];
}

/** Whether what was ordered costs what was offered. */
export const contradicts = (offered: Priced, ordered: Priced): boolean =>
  JSON.stringify(costsOfCart(offered)) !== JSON.stringify(costsOfCart(ordered));

/** Adds what is implausible to the row of an answer. */
export function noteImplausible(row: ReportRow, found: string[]): void {
  if (found.length === 0) return;
  row.implausible = [...(row.implausible ?? []), ...found];
  if (row.outcome === "read") row.outcome = "deviations";
}
