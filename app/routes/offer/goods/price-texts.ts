import type { Offer, OfferItem } from "#app/backend/contract/offer.ts";
import {
  type Costs,
  costsOfCart,
  costsOfCharge,
  costsOfProduct,
  costsOverTerm,
  formatPrice,
  type Period,
  type Phase,
  type PricedCart,
  type PriceEntry,
} from "#app/domain/prices.ts";
import type { Translate } from "#app/i18n/resources.ts";

type Text = Translate<"offer", "shared">;

/** One amount of a product, a charge or a total. */
export interface PricePart {
  often: "once" | Period | "unknown";
  /** In which months, where it is not all of them: "Monat 7–12". */
  when?: string | undefined;
  /** The same after another one, in brief: "ab 7. Monat 20,00 €". */
  since?: string | undefined;
  amount: string;
}

/** "Monat 1–6", "ab Monat 7", "Monat 3"; nothing for all of them. */
function whenText({ from, until }: Omit<Phase, "amount">, period: Period, text: Text): string | undefined {
  if (until === undefined) return from === 1 ? undefined : text(`payments.${period}.open`, { from });
  return from === until
    ? text(`payments.${period}.only`, { from })
    : text(`payments.${period}.range`, { from, until });
}

function partsOf({ running, once }: Costs, text: Text): PricePart[] {
  const isDated = once.some(({ month }) => month > 1);
  return [
    ...running.flatMap(({ period, phases }) =>
      phases.map((phase, index) => {
        const amount = formatPrice(phase.amount);
        const when = whenText(phase, period, text);
        const ends = index === phases.length - 1 && phase.until !== undefined;
        const since = text(`payments.${period}.since`, { from: phase.from, amount });
        return { often: period, when, since: ends ? `${when}: ${amount}` : since, amount };
      }),
    ),
    ...once.map(({ month, amount }) => ({
      often: "once" as const,
      when: isDated ? whenText({ from: month, until: month }, "P1M", text) : undefined,
      amount: formatPrice(amount),
    })),
  ];
}

/** Also of what runs all the time, as others beside it do not. */
function whenOf(
  type: PriceEntry["type"],
  { from, until }: { from: number; until: number | undefined },
  period: Period,
  text: Text,
): string | undefined {
  if (type === "once") return from === 1 ? undefined : text(`payments.${period}.only`, { from });
  if (until === undefined) return text(`payments.${period}.open`, { from });
  return whenText({ from, until }, period, text);
}

/** As the provider lists them, because it is unknown which one applies when. */
const unplacedParts = (entries: readonly PriceEntry[], text: Text): PricePart[] =>
  entries.map(({ type, amount, from = 1, months, period = "P1M" }) => {
    const often = type === "once" ? "once" : period;
    const isKnown = from !== "unknown" && months !== "unknown" && period !== "unknown";
    const until = isKnown && months !== undefined ? from + months - 1 : undefined;
    return {
      often,
      when: isKnown ? whenOf(type, { from, until }, period, text) : text("payments.unknown"),
      amount: formatPrice(amount),
    };
  });

/** @param term minimum term of a tariff in months */
export function productParts(entries: readonly PriceEntry[], text: Text, term?: number): PricePart[] {
  const costs = costsOfProduct(entries, term);
  return costs.misplaced.length > 0 ? unplacedParts(entries, text) : partsOf(costs, text);
}

/** A device's price that ends is paid in so many instalments; undefined if it has none, or more than one price. */
export function instalmentsOf(entries: readonly PriceEntry[]): number | undefined {
  const [price, ...others] = costsOfProduct(entries).running.flatMap(({ phases }) => phases);
  return others.length === 0 && price?.from === 1 ? price.until : undefined;
}

export function chargeParts(charge: PricedCart["charges"][number], text: Text): PricePart[] {
  const costs = costsOfCharge(charge);
  const { frequency, ...entry } = charge;
  return costs.misplaced.length > 0
    ? unplacedParts([{ ...entry, type: frequency }], text)
    : partsOf(costs, text);
}

/**
 * The totals for a line, without those of which nothing is paid at all; if that is everything, with the one-off total.
 * Undefined where nothing can be added up.
 */
export function totalsInBrief(cart: PricedCart, text: Text): PricePart[] | undefined {
  const { once, running, misplaced } = costsOfCart(cart);
  if (misplaced.length > 0) return undefined;
  const isPaid = ({ amount }: { amount: number }) => amount !== 0;
  const paid = running.filter(({ phases }) => phases.some(isPaid));
  const nothing = paid.length === 0 && once.length === 0 ? [{ month: 1, amount: 0 }] : [];
  const isShown = paid.length === 0 || once.some(isPaid);
  return partsOf({ once: isShown ? [...once, ...nothing] : [], running: paid, misplaced }, text);
}

type View = Translate<"offer", "orderView">;

/** "1,00 €/Mon." and "ab 7. Monat 20,00 €", beside them "+ 44,98 € einmalig". */
function inBrief(parts: readonly PricePart[], view: View): { prices: string[]; besides?: string } {
  const once = parts.flatMap(({ often, when, amount }) =>
    often === "once" ? [when ? `${when}: ${amount}` : amount] : [],
  );
  const running = parts.filter(({ often }) => often !== "once");
  if (running.length === 0) return { prices: once };
  const follows = (at: number) => running[at]?.since && running[at]?.often === running[at - 1]?.often;
  const prices = running.map(({ often, when, since, amount }, at) => {
    if (since && follows(at)) return since;
    return joined([view(`per.${often}`, { amount }), follows(at + 1) ? undefined : when]);
  });
  return once.length > 0 ? { prices, besides: view("once", { amount: once.join(", ") }) } : { prices };
}

/** An order's totals for a line: what is paid, and what is paid beside it. */
export function briefAmounts(
  cart: Cart,
  text: Text,
  view: View,
): { name?: string; prices: string[]; note: string } {
  const parts = totalsInBrief(cart, text);
  if (!parts) return { prices: [text("total.none")], note: "" };
  const { prices, besides = "" } = inBrief(parts, view);
  return { name: text("total.name"), prices, note: besides };
}

/** A price in a row of its own, by the months in which it is paid, or else by how often. */
const priceRow = ({ often, when, amount }: PricePart, text: Text, view: View) =>
  when && often !== "once"
    ? { label: when, amounts: [{ amount: view(`per.${often}`, { amount }) }] }
    : { label: joined([text(`paid.${often}`), when]), amounts: [{ amount }] };

/** The same in rows, of which the first is the total's; undefined where nothing can be added up. */
export const totalRows = (cart: Cart, text: Text, view: View) =>
  totalsInBrief(cart, text)?.map((part, at, parts) => {
    if (at > 0) return priceRow(part, text, view);
    const { often, when, amount } = part;
    const next = parts[at + 1];
    // The row of the months that follow says when these end.
    const months = next?.often === often && next.since ? undefined : when;
    const isMonthly = often === "P1M";
    return {
      label: text("total.name"),
      note: joined([isMonthly ? undefined : text(`often.${often}`), months]),
      amounts: [{ amount: isMonthly ? view("per.P1M", { amount }) : amount }],
    };
  });

interface Product {
  entries: readonly PriceEntry[];
  /** A tariff's minimum term in months. */
  term?: number;
  /** A device's price that ends is paid in instalments. */
  isDevice?: boolean;
}

/** A product's price for a line, as an order's totals have it; or a row for each price of several that follow each other. */
export function briefProduct({ entries, term, isDevice }: Product, text: Text, view: View) {
  const count = isDevice ? instalmentsOf(entries) : undefined;
  // Counted instalments name their months by that.
  const parts = productParts(entries, text, term).map((part) =>
    count && part.often !== "once" ? { ...part, when: undefined } : part,
  );
  const [running, ...later] = parts.filter(({ often }) => often !== "once");
  const unclear = costsOfProduct(entries, term).misplaced.length > 0 ? text("total.unclear") : undefined;
  // "alle 4 Wochen" has no room beside the product's name.
  const isFourWeekly = running?.often === "P28D" && !running.when;
  if (later.length > 0 || (isFourWeekly && parts.length > 1))
    return { unclear, rows: parts.map((part) => priceRow(part, text, view)) };
  const { prices, besides } = inBrief(parts, view);
  const isOnce = parts.every(({ often }) => often === "once");
  const counted = count ? text("instalments", { count }) : undefined;
  if (isFourWeekly) return { prices: [running.amount], note: joined([text("often.P28D"), counted, unclear]) };
  return { prices, note: joined([isOnce ? text("often.once") : counted, besides, unclear]) };
}

interface TotalLine {
  label: string;
  note: string;
  amounts: { when?: string | undefined; amount: string }[];
  total: boolean;
}

/** The totals of a table: over the minimum term, once, and each month; undefined where nothing can be added up. */
export function totalLines(cart: Cart, text: Text): TotalLine[] | undefined {
  const costs = costsOfCart(cart);
  if (costs.misplaced.length > 0) return undefined;
  const parts = partsOf(costs, text);
  const included = includedText(cart, text);
  const total = (often: "once" | Period, note: string): TotalLine => {
    const amounts = parts.filter((part) => part.often === often);
    return { label: text(`total.${often}`), note, amounts, total: true };
  };
  const shown = (line: TotalLine) =>
    line.amounts.length > 0 ? line : { ...line, amounts: [{ amount: formatPrice(0) }] };
  const fourWeekly = total("P28D", text("total.vat"));
  const monthly = total("P1M", text("total.vat"));
  const isMonthly = monthly.amounts.length > 0 || fourWeekly.amounts.length === 0;
  const term = costsOverTerm(cart);
  const left = term?.instalmentsLeft;
  const rest = left && text("total.left", { count: left.count, amount: formatPrice(left.total) });
  return [
    ...(term
      ? [
          {
            label: text("total.term", { count: term.months }),
            note: joined([included, rest]),
            amounts: [{ amount: formatPrice(term.total) }],
            total: false,
          },
        ]
      : []),
    shown(total("once", included)),
    ...(isMonthly ? [shown(monthly)] : []),
    ...(fourWeekly.amounts.length > 0 ? [fourWeekly] : []),
  ];
}

/** Why there is no total. */
export const whyNoTotal = (cart: PricedCart, text: Text): string =>
  costsOfCart(cart)
    .misplaced.map((reason) => text(`total.misplaced.${reason}`))
    .join(" ");

/** That there is none, and why. */
export const noTotalText = (cart: PricedCart, text: Text): string =>
  `${text("total.noneText")} ${whyNoTotal(cart, text)}`;

export const joined = (parts: (string | undefined)[]): string => parts.filter(Boolean).join(", ");

interface Cart extends PricedCart {
  charges: readonly (PricedCart["charges"][number] & { type: string })[];
}

/** What a total includes: VAT and postage (§ 6 (1) PAngV). */
export function includedText({ offers, charges }: Cart, text: Text): string {
  const fees = charges.filter(({ type, frequency }) => type === "shippingfee" && frequency === "once");
  const fee = fees.reduce((cents, { amount }) => cents + Math.round(amount * 100), 0) / 100;
  if (fee !== 0) return text("total.vatAndPostage", { amount: formatPrice(fee) });
  // A charge of unknown kind may be postage; without a device, there may be nothing to send.
  const isSent = offers.some(({ hardware }) => hardware) && charges.every(({ type }) => type !== "unknown");
  return text(fees.length > 0 || isSent ? "total.vatNoPostage" : "total.vat");
}

/** A product or charge, with what is paid for it. */
export interface CostLine {
  label: string;
  note?: string | undefined;
  parts: PricePart[];
  /** What it is paid for, if not a device or a pack. */
  tariff?: NonNullable<OfferItem["tariff"]>;
  charge?: Offer["charges"][number]["type"];
}

const frequencies = ["once", "P1M", "P28D", "unknown"] as const satisfies PricePart["often"][];

/** The same by how often it is paid: what is paid once, then what is paid each month. */
export function costGroups(cart: Pick<Offer, "offers" | "charges">, text: Text) {
  const all = costLines(cart, text);
  return frequencies.flatMap((frequency) => {
    const lines = all.flatMap(({ parts, note, ...line }) => {
      const amounts = parts.filter(({ often }) => often === frequency);
      // A tariff's terms stand where it is paid for regularly.
      const isBeside = line.tariff && frequency === "once" && parts.some(({ often }) => often !== "once");
      return amounts.length > 0 ? [{ ...line, note: isBeside ? undefined : note, amounts }] : [];
    });
    return lines.length > 0 ? [{ title: text(`paid.${frequency}`), lines }] : [];
  });
}

/** Everything that an order's price is made of, in its order. */
export const costLines = ({ offers, charges }: Pick<Offer, "offers" | "charges">, text: Text): CostLine[] => [
  ...offers.flatMap((item) => productLines(item, text)),
  ...chargeLines(charges, text),
];

/** What is paid or taken off beside the products. */
const chargeLines = (charges: Offer["charges"], text: Text): CostLine[] =>
  charges.map((charge) => ({
    label: charge.name ?? text(`chargeNames.${charge.type}`),
    parts: chargeParts(charge, text),
    charge: charge.type,
  }));

/** The same as rows below the products, in the form of their prices: what is paid each month, then what is paid once. */
export const chargeRows = (charges: Offer["charges"], text: Text, view: View) =>
  chargeLines(charges, text)
    .flatMap(({ label, parts }) => parts.map((part) => ({ label, ...part })))
    .sort((a, b) => Number(a.often === "once") - Number(b.often === "once"))
    .map(({ label, often, when, amount }) => ({
      label,
      note: joined([often === "once" ? text("often.once") : undefined, when]),
      amounts: [{ amount: view(`per.${often}`, { amount }) }],
    }));

function productLines({ hardware, tariff, packs }: OfferItem, text: Text): CostLine[] {
  const lines: CostLine[] = [];
  if (hardware) {
    const count = instalmentsOf(hardware.prices);
    const parts = productParts(hardware.prices, text);
    const about = joined([hardware.color, hardware.capacity]);
    const running = parts.filter(({ often }) => often !== "once");
    const once = parts.filter(({ often }) => often === "once");
    lines.push(
      { label: hardware.name, note: about, parts: once },
      {
        label: hardware.name,
        note: joined([
          once.length > 0 ? undefined : about,
          count ? text("instalments", { count }) : undefined,
        ]),
        // Counted instalments name their months by that.
        parts: count ? running.map((part) => ({ ...part, when: undefined })) : running,
      },
    );
  }
  if (tariff)
    lines.push({
      label: tariff.name,
      note: joined(termsOf(tariff, text)),
      parts: productParts(tariff.prices, text, tariff.minimumTermMonths),
      tariff,
    });
  for (const { name, prices, minimumTermMonths: term } of packs)
    lines.push({
      label: name,
      note: term === undefined ? undefined : termText(term, text),
      parts: productParts(prices, text),
    });
  return lines;
}

export const termsOf = (
  { minimumTermMonths, noticePeriodMonths }: NonNullable<OfferItem["tariff"]>,
  text: Text,
) => [
  termText(minimumTermMonths, text),
  noticePeriodMonths > 0 ? text("notice", { count: noticePeriodMonths }) : text("noNotice"),
];

export const termText = (months: number, text: Text): string =>
  months > 0 ? text("term", { count: months }) : text("noTerm");
