import type { z } from "zod";
import type { priceEntry } from "../../app/backend/contract/common.ts";
import type { charge as chargeSchema } from "../../app/backend/contract/offer.ts";
import { keysOf } from "../../app/domain/keys-of.ts";
import type { Texts } from "../language.ts";
import { names } from "./names.ts";

type Price = z.input<typeof priceEntry>;
type Charge = z.input<typeof chargeSchema>;

const once = (amount: number, from?: number): Price => ({ type: "once", amount, ...(from && { from }) });
/** @param from first month, counted from 1 */
const monthly = (amount: number, from?: number, months?: number): Price => ({
  type: "monthly",
  amount,
  ...(from && { from }),
  ...(months && { months }),
});
const charge = (type: NonNullable<Charge["type"]>, name: Texts, { type: frequency, ...price }: Price) => ({
  type,
  name,
  frequency,
  ...price,
});
const discount = (price: Price) => charge("discount", names.onlineDiscount, price);
const shipping = charge("shippingfee", names.shipping, once(4.99));
const fee = charge("connectionfee", names.connection, once(39.99));

/** Prices that an offer has instead of its bundle's, in euros. */
export interface PriceCase {
  /** What it shows, in German and English. */
  about: [de: string, en: string];
  tariff: Price[];
  minimumTermMonths?: number;
  /** One device for each list of prices, the second with a contract of its own. */
  devices?: Price[][];
  pack?: { prices: Price[]; minimumTermMonths?: number };
  charges?: ReturnType<typeof charge>[];
}

/** Offers whose prices change with time, as the trade makes them. */
export const priceCases = {
  phases: {
    about: ["Einführungspreis, dann ein Rabatt mit Ende", "Introductory price, then a discount that ends"],
    tariff: [monthly(1, 1, 6), monthly(20, 7)],
    pack: { prices: [monthly(4.99)], minimumTermMonths: 1 },
    charges: [shipping, fee, discount(monthly(-5, 7, 6))],
  },
  instalments: {
    about: [
      "24 und 36 Raten, höherer Preis nach der Laufzeit",
      "24 and 36 installments, a higher price after the term",
    ],
    tariff: [monthly(29.99, 1, 24), monthly(39.99, 25)],
    devices: [
      [once(49), monthly(27.99, 1, 24)],
      [once(1), monthly(10, 1, 36)],
    ],
    charges: [shipping],
  },
  discount: {
    about: ["Rabatt für sechs Monate", "Discount for six months"],
    tariff: [monthly(20)],
    charges: [discount(monthly(-19, 1, 6))],
  },
  five: {
    about: ["Fünf Preise nacheinander", "Five prices, one after the other"],
    tariff: [
      monthly(0, 1, 3),
      monthly(9.99, 4, 3),
      monthly(14.99, 7, 6),
      monthly(19.99, 13, 12),
      monthly(34.99, 25),
    ],
  },
  "free-at-the-end": {
    about: ["Freimonate am Ende", "Free months at the end"],
    tariff: [monthly(20)],
    charges: [discount(monthly(-20, 23, 2))],
  },
  "discount-later": {
    about: ["Rabatt ab Monat 4", "Discount from month 4"],
    tariff: [monthly(20)],
    charges: [discount(monthly(-5, 4))],
  },
  credit: {
    about: ["Einmalige Gutschrift in Monat 7", "One-time credit in month 7"],
    tariff: [monthly(20)],
    charges: [fee, charge("discount", names.loyaltyDiscount, once(-50, 7))],
  },
  "fee-waived": {
    about: ["Anschlusspreis erlassen", "Activation fee waived"],
    tariff: [monthly(20)],
    charges: [fee, charge("discount", names.onlineDiscount, once(-39.99))],
  },
  "pack-monthly": {
    about: ["Zusatzoption monatlich kündbar", "Pack that can be canceled monthly"],
    tariff: [monthly(20)],
    pack: { prices: [monthly(0, 1, 3), monthly(4.99, 4)], minimumTermMonths: 0 },
  },
  "after-term": {
    about: ["Nach der Laufzeit teurer", "More expensive after the term"],
    tariff: [monthly(20, 1, 24), monthly(29.99, 25)],
  },
  negative: {
    about: ["Rabatt höher als der Preis", "Discount above the price"],
    tariff: [monthly(5)],
    charges: [discount(monthly(-7.5)), charge("discount", names.loyaltyDiscount, once(-10))],
  },
  "four-digits": {
    about: ["Vierstellige Preise", "Four-digit prices"],
    tariff: [monthly(1, 1, 6), monthly(1099.99, 7)],
    devices: [[once(1299), monthly(1249.5, 1, 24)]],
    charges: [shipping],
  },
  overlap: {
    about: ["Zwei Preise für dieselben Monate: kein Gesamtpreis", "Two prices for the same months: no total"],
    tariff: [monthly(1, 1, 6), monthly(20)],
    devices: [[once(49), monthly(10, 1, 24)]],
    charges: [shipping],
  },
  gap: {
    about: ["Kein Preis für Monat 7: kein Gesamtpreis", "No price for month 7: no total"],
    tariff: [monthly(1, 1, 6), monthly(20, 8)],
  },
  "period-unknown": {
    about: ["Unbekannter Zeitraum: kein Gesamtpreis", "Unknown period: no total"],
    tariff: [monthly(20)],
    pack: { prices: [{ ...monthly(3), period: "P1W" as "unknown" }] },
  },
} satisfies Record<string, PriceCase>;

export type PriceCaseName = keyof typeof priceCases;
const isPriceCase = (name: string): name is PriceCaseName => Object.hasOwn(priceCases, name);

/** `demo-phases` and `demo-instalments`; the others as `prices-<case>`. */
const inDemo: readonly PriceCaseName[] = ["phases", "instalments"];

export function priceCaseOf(token: string): PriceCaseName | undefined {
  const [, kind, name = ""] = /^(demo|prices)-(.+)$/.exec(token) ?? [];
  return isPriceCase(name) && inDemo.includes(name) === (kind === "demo") ? name : undefined;
}

/** The cases with their tokens, to be listed. */
export const priceCaseTokens: Record<string, [de: string, en: string]> = Object.fromEntries(
  keysOf(priceCases).map((name) => [
    `${inDemo.includes(name) ? "demo" : "prices"}-${name}`,
    priceCases[name].about,
  ]),
);
