import { z } from "zod";
import { charge, offerItem } from "../../app/backend/contract/offer.ts";
import { readAnswer } from "../../app/backend/read-answer.ts";
import {
  type Costs,
  costsOfCart,
  costsOfCharge,
  costsOfProduct,
  costsOverTerm,
  formatPrice,
  type Period,
  type Phase,
  type PriceEntry,
} from "../../app/domain/prices.ts";
import type { Language } from "../language.ts";
import type { Rows } from "../rows.ts";
import { filled, sandboxTexts } from "../texts.ts";
import type { OfferAnswer } from "./offers.ts";

const contents = z.object({ offers: z.array(offerItem), charges: z.array(charge).default([]) });
export type PricedOffer = z.output<typeof contents>;

/** The offer's products and charges as the portal reads them. */
export function pricedOffer({ offers, charges = [] }: Pick<OfferAnswer, "offers" | "charges">): PricedOffer {
  const read = readAnswer(contents, { offers, charges });
  if (!read.ok) throw new Error("The portal cannot read this offer.");
  return read.data;
}

interface Part {
  often: "once" | Period;
  when?: string | undefined;
  amount: number;
}

function whenText({ from, until }: Phase, period: Period, language: Language): string | undefined {
  const { open, only, range } = sandboxTexts[language].offer.shared.payments[period];
  if (until === undefined) return from === 1 ? undefined : filled(open, { from });
  return filled(from === until ? only : range, { from, until });
}

function partsOf({ running, once }: Costs, language: Language): Part[] {
  const isDated = once.some(({ month }) => month > 1);
  return [
    ...running.flatMap(({ period, phases }) =>
      phases.map((phase) => ({
        often: period,
        when: whenText(phase, period, language),
        amount: phase.amount,
      })),
    ),
    ...once.map(({ month, amount }) => ({
      often: "once" as const,
      when: isDated ? whenText({ from: month, until: month, amount }, "P1M", language) : undefined,
      amount,
    })),
  ];
}

const lineOf = ({ often, when, amount }: Part, language: Language) =>
  `${when ? `${when}: ` : ""}${formatPrice(amount)} ${sandboxTexts[language].offer.shared.often[often]}`;

/** `Monat 1–6: 1,00 € monatlich`, one line for each amount; as listed where it is unknown which one applies. */
function linesOf(costs: Costs, entries: readonly PriceEntry[], language: Language): string[] {
  if (costs.misplaced.length === 0) return partsOf(costs, language).map((part) => lineOf(part, language));
  const { often, payments } = sandboxTexts[language].offer.shared;
  return entries.map(
    ({ type, amount }) =>
      `${formatPrice(amount)} ${often[type === "once" ? "once" : "unknown"]} (${payments.unknown})`,
  );
}

export const productLines = (entries: readonly PriceEntry[], language: Language, term?: number) =>
  linesOf(costsOfProduct(entries, term), entries, language);

export const chargeLines = (one: PricedOffer["charges"][number], language: Language) =>
  linesOf(costsOfCharge(one), [{ ...one, type: one.frequency }], language);

/** VAT, and postage where there is some or it is free. */
function includedIn({ charges }: PricedOffer, language: Language): string {
  const { total } = sandboxTexts[language].offer.shared;
  const fees = charges.filter(({ type, frequency }) => type === "shippingfee" && frequency === "once");
  const fee = fees.reduce((sum, { amount }) => sum + amount, 0);
  if (fee !== 0) return filled(total.vatAndPostage, { amount: formatPrice(fee) });
  return fees.length > 0 ? total.vatNoPostage : total.vat;
}

/** What is paid over the minimum term, with the instalments that are left after it. */
function termRows(offer: PricedOffer, language: Language): Rows {
  const { total } = sandboxTexts[language].offer.shared;
  const term = costsOverTerm(offer);
  if (!term) return [];
  const label = filled(term.months === 1 ? total.term_one : total.term_other, { count: term.months });
  const { instalmentsLeft: left } = term;
  const rest =
    left &&
    filled(left.count === 1 ? total.left_one : total.left_other, {
      count: left.count,
      amount: formatPrice(left.total),
    });
  const notes = [includedIn(offer, language), rest].filter(Boolean).join(", ");
  return [[`${label} (${notes})`, formatPrice(term.total)]];
}

/** What is paid once and in which months, and over the minimum term; that there is no total where there is none. */
export function totalRows(offer: PricedOffer, language: Language): Rows {
  const { total } = sandboxTexts[language].offer.shared;
  const costs = costsOfCart(offer);
  if (costs.misplaced.length > 0) return [[total.none, total.noneText]];
  const parts = partsOf(costs, language);
  const isPaidOnce = parts.some(({ often }) => often === "once");
  const once: Part[] = isPaidOnce ? [] : [{ often: "once", amount: 0 }];
  return [
    ...[...once, ...parts].map(({ often, when, amount }): [string, string] => [
      `${total[often]}${when ? `, ${when}` : ""} (${often === "once" ? includedIn(offer, language) : total.vat})`,
      formatPrice(amount),
    ]),
    ...termRows(offer, language),
  ];
}

/** What is to be paid with the order, in euros; undefined where that is not known. */
export function dueNow(offer: PricedOffer): number | undefined {
  const { once, misplaced } = costsOfCart(offer);
  return misplaced.length > 0 ? undefined : (once.find(({ month }) => month === 1)?.amount ?? 0);
}
