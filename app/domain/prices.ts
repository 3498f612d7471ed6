/** How often a running price is paid: every month, or every 28 days (13 times a year). */
export type Period = "P1M" | "P28D";

/**
 * Amount in euros with at most two decimals, VAT included (§ 3 PAngV). `once` is paid one time; `monthly` again and
 * again, every month or every 28 days. Its payments are counted from 1, in months or in periods of 28 days.
 */
export interface PriceEntry {
  type: "monthly" | "once";
  amount: number;
  /** The first payment at this amount. Absent: 1. */
  from?: number | "unknown" | undefined;
  /** How many payments. Absent: until the contract ends. */
  months?: number | "unknown" | undefined;
  /** Absent: every month. */
  period?: Period | "unknown" | undefined;
}

interface Priced {
  prices: readonly PriceEntry[];
}

/** A whole order. */
export interface PricedCart {
  offers: readonly {
    hardware?: Priced | undefined;
    tariff?: (Priced & { minimumTermMonths: number }) | undefined;
    packs: readonly Priced[];
  }[];
  charges: readonly (Omit<PriceEntry, "type"> & { frequency: PriceEntry["type"] })[];
}

/**
 * German grouping ("1.234,56") in every language: the specification fixes the decimal comma, and English readers would
 * take a lone comma for a thousands separator. Without `Intl`, whose first number costs a slow phone 50 milliseconds.
 */
const digits = (amount: number): string =>
  amount
    .toFixed(2)
    .replace(".", ",")
    // eslint-disable-next-line redos/no-vulnerable -- an amount has 24 characters at most
    .replace(/\B(?=(\d{3})+,)/g, ".");

/** Exact, because amounts have at most two decimals (wire contract). */
function cents(euros: number): number {
  if (!Number.isFinite(euros)) throw new RangeError("An amount has to be a finite number.");
  return Math.round(euros * 100);
}

/**
 * A price as shown to customers: `1.234,56 €` (specification §9), with two decimals, comma, space and euro sign. An
 * ordinary space, so that copying and searching give the specified text; CSS keeps it on one line.
 * @param euros amount in euros; a negative amount shows its own minus sign
 * @param options.negative shows the amount as a deduction: with a minus sign, unless it is zero
 * @throws RangeError for NaN and infinite amounts
 */
export function formatPrice(euros: number, options: { negative?: boolean } = {}): string {
  const amount = cents(euros) / 100;
  return `${digits(options.negative ? -Math.abs(amount) : amount)} €`;
}

/** The same amount in euros for each of these payments, counted from 1; without `until`, as long as the contract runs. */
export interface Phase {
  from: number;
  until?: number;
  amount: number;
}

/** What is paid again and again: one phase after the other, without a gap. */
interface RunningCosts {
  period: Period;
  phases: Phase[];
}

/**
 * Why entries have no place: two prices of one product apply to the same payment; no price applies to one, although
 * others come after it or the contract goes on; or what was said cannot be read.
 */
type Misplacement = "overlap" | "gap" | "unknown";

/** What has to be paid and when, in euros, VAT included. */
export interface Costs {
  /** What is paid one time, by the month in which it is due, counted from 1. */
  once: { month: number; amount: number }[];
  running: RunningCosts[];
  /** If this is not empty, nothing is added up: there are no totals, only the entries themselves. */
  misplaced: Misplacement[];
}

/** What is paid within the minimum term if nothing is cancelled, in euros, VAT included. */
export interface TermCosts {
  months: number;
  total: number;
  /** Instalments of devices that are still to be paid after the term: the most of one device, and the sum of all. */
  instalmentsLeft?: { count: number; total: number };
}

/** Entries of one thing: of a product's prices one at a time applies, and negative ones are deductions from it. */
interface Thing {
  entries: readonly PriceEntry[];
  kind: "device" | "tariff" | "pack" | "charge";
  /** Minimum term of a tariff, for which it needs a price at least; 0 = none: it needs one for all time. */
  term?: number;
}

/** An entry in cents, from its first payment to its last. */
interface Span {
  type: PriceEntry["type"];
  from: number;
  until: number;
  cents: number;
  period: Period;
}

/** Undefined if what the entry says of its payments cannot be understood. */
function spanOf({ type, amount, from = 1, months, period = "P1M" }: PriceEntry): Span | undefined {
  const count = months ?? (type === "once" ? 1 : Infinity);
  if (from === "unknown" || count === "unknown") return undefined;
  const span = { type, from, until: from + count - 1, cents: cents(amount) };
  if (type === "once") return count === 1 ? { ...span, period: "P1M" } : undefined;
  return period === "unknown" ? undefined : { ...span, period };
}

/** A product's own prices without deductions, in their order. */
const pricesIn = (spans: readonly Span[]) =>
  spans.filter(({ type, cents }) => type === "monthly" && cents >= 0).sort((a, b) => a.from - b.from);

/** Whether each payment of a product has exactly one price. A charge may begin and end at any time. */
function misplacementOf({ kind, term }: Thing, spans: readonly Span[]): Misplacement | undefined {
  const own = kind === "charge" ? [] : pricesIn(spans);
  let next = 1;
  for (const { from, until, period } of own) {
    if (from < next || period !== own[0]?.period) return "overlap";
    if (from > next) return "gap";
    next = until + 1;
  }
  return term !== undefined && own.length > 0 && next <= (term || Number.MAX_SAFE_INTEGER)
    ? "gap"
    : undefined;
}

/** Everything in its place, or why it is not. */
function placed(things: readonly Thing[]): { spans: Span[]; misplaced: Misplacement[] } {
  const misplaced = new Set<Misplacement>();
  const spans = things.flatMap((thing) => {
    const found = thing.entries.map(spanOf);
    const spans = found.filter((span) => span !== undefined);
    const misplacement = spans.length < found.length ? "unknown" : misplacementOf(thing, spans);
    if (misplacement) misplaced.add(misplacement);
    return spans;
  });
  return { spans, misplaced: [...misplaced].sort() };
}

/** The last payment of which all prices are known: a tariff's may be named for its minimum term only. */
const knownUntil = (things: readonly Thing[], period: Period): number =>
  Math.min(
    Infinity,
    ...things
      .filter(({ kind }) => kind === "tariff")
      .flatMap(({ entries }) => pricesIn(placed([{ entries, kind: "charge" }]).spans).at(-1) ?? [])
      .flatMap((last) => (last.period === period ? [last.until] : [])),
  );

/** Added up by interval, not by payment: a count of a thousand million costs no more than one of six. */
function phasesOf(spans: readonly Span[], first: number, end: number): Phase[] {
  const last = Math.min(end, Math.max(...spans.map(({ until }) => until)));
  const changes = new Set([first, ...spans.flatMap(({ from, until }) => [from, until + 1])]);
  const starts = [...changes].filter((start) => start <= last && start < Infinity).sort((a, b) => a - b);
  const phases: (Phase & { until: number })[] = [];
  for (const [index, from] of starts.entries()) {
    const until = (starts[index + 1] ?? last + 1) - 1;
    const due = spans.filter((span) => span.from <= from && from <= span.until);
    const amount = due.reduce((sum, span) => sum + span.cents, 0) / 100;
    const before = phases.at(-1);
    if (before?.amount === amount) before.until = until;
    else phases.push({ from, until, amount });
  }
  return phases.map(({ until, ...phase }) => (until === Infinity ? phase : { ...phase, until }));
}

const periods = ["P1M", "P28D"] as const satisfies Period[];

/** @param first the payment with which phases begin, if not with the first one that is due */
function costsOfThings(things: readonly Thing[], first = Infinity): Costs {
  const { spans, misplaced } = placed(things);
  if (misplaced.length > 0) return { once: [], running: [], misplaced };
  const once = new Map<number, number>();
  for (const { type, from, cents } of spans)
    if (type === "once") once.set(from, (once.get(from) ?? 0) + cents);
  const running = periods.flatMap((period) => {
    const own = spans.filter((span) => span.type === "monthly" && span.period === period);
    if (own.length === 0) return [];
    const start = Math.min(first, ...own.map(({ from }) => from));
    return [{ period, phases: phasesOf(own, start, knownUntil(things, period)) }];
  });
  return {
    once: [...once].sort(([a], [b]) => a - b).map(([month, sum]) => ({ month, amount: sum / 100 })),
    running,
    misplaced,
  };
}

/**
 * What one product costs by itself.
 * @param term minimum term in months of a tariff, which needs a price for so long; 0 = none: for all time
 * @throws RangeError for NaN and infinite amounts
 */
export const costsOfProduct = (entries: readonly PriceEntry[], term?: number): Costs =>
  costsOfThings([
    { entries, kind: term === undefined ? "pack" : "tariff", ...(term !== undefined && { term }) },
  ]);

type Charge = PricedCart["charges"][number];
const entryOf = ({ frequency, ...charge }: Charge): PriceEntry => ({ ...charge, type: frequency });

/**
 * What one charge or discount costs by itself, from the first month in which it is due.
 * @throws RangeError for NaN and infinite amounts
 */
export const costsOfCharge = (charge: Charge): Costs =>
  costsOfThings([{ entries: [entryOf(charge)], kind: "charge" }]);

const thingsOf = ({ offers, charges }: PricedCart): Thing[] => [
  ...offers.flatMap(({ hardware, tariff, packs }): Thing[] => [
    ...(hardware ? [{ entries: hardware.prices, kind: "device" as const }] : []),
    ...(tariff ? [{ entries: tariff.prices, kind: "tariff" as const, term: tariff.minimumTermMonths }] : []),
    ...packs.map(({ prices }) => ({ entries: prices, kind: "pack" as const })),
  ]),
  ...charges.map((charge) => ({ entries: [entryOf(charge)], kind: "charge" as const })),
];

/**
 * What the whole cart costs: once, and in which months or periods of 28 days (§ 312j (2) BGB, § 54 (3) TKG), so that an
 * introductory price never stands for what follows it (§ 5 UWG). Phases begin with the first payment. Nothing is added
 * up where an entry has no place.
 * @throws RangeError for NaN and infinite amounts
 */
export const costsOfCart = (cart: PricedCart): Costs => costsOfThings(thingsOf(cart), 1);

/**
 * What is paid within the minimum term: all that is due once and every payment of each month of it. Undefined where no
 * single total exists: an entry has no place, the contracts have different terms or none, something is paid every 28
 * days, or a device's instalments are not limited in number.
 * @throws RangeError for NaN and infinite amounts
 */
export function costsOverTerm(cart: PricedCart): TermCosts | undefined {
  const things = thingsOf(cart);
  const { spans, misplaced } = placed(things);
  const terms = new Set(cart.offers.map(({ tariff }) => tariff?.minimumTermMonths ?? 0));
  const [months = 0] = terms;
  if (misplaced.length > 0 || terms.size !== 1 || months <= 0) return undefined;
  const instalments = placed(things.filter(({ kind }) => kind === "device")).spans;
  if (spans.some(({ period }) => period !== "P1M") || instalments.some(({ until }) => until === Infinity))
    return undefined;
  const sum = spans.reduce((before, { from, until, cents }) => {
    return before + cents * Math.max(0, Math.min(until, months) - from + 1);
  }, 0);
  const left = instalments.filter(({ until }) => until > months);
  const after = left.map(({ from, until, cents }) => (until - Math.max(from - 1, months)) * cents);
  return {
    months,
    total: sum / 100,
    ...(left.length > 0 && {
      instalmentsLeft: {
        count: Math.max(...left.map(({ until }) => until)) - months,
        total: after.reduce((before, one) => before + one, 0) / 100,
      },
    }),
  };
}

type FormattedPrice = Pick<PriceEntry, "type" | "amount"> & { formattedPrice: string };
export type Prices = Partial<Record<PriceEntry["type"], FormattedPrice>>;

/**
 * The price helper (specification §3): one entry per type with what is paid in the first month, in euros; nothing for a
 * type of which nothing is due then, or of which that cannot be known. 0 € is a price.
 * @throws RangeError for NaN and infinite amounts
 */
export function prices(entries: readonly PriceEntry[]): Prices {
  const found: Prices = {};
  for (const type of ["once", "monthly"] as const) {
    const { once, running } = costsOfProduct(entries.filter((entry) => entry.type === type));
    const due = type === "once" ? once.find(({ month }) => month === 1) : running[0]?.phases[0];
    if (!due || ("from" in due && due.from > 1)) continue;
    found[type] = { type, amount: due.amount, formattedPrice: formatPrice(due.amount) };
  }
  return found;
}
