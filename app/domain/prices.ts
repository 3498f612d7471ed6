/** Amount in euros with at most two decimals. `once` is paid one time, `monthly` every month. */
export interface PriceEntry {
  type: "monthly" | "once";
  amount: number;
  /** Number of instalments of a monthly price that ends before the contract does. */
  months?: number | undefined;
}

interface Priced {
  prices: readonly PriceEntry[];
}

export interface PricedCart {
  offers: readonly {
    hardware?: Priced | undefined;
    tariff?: (Priced & { minimumTermMonths: number }) | undefined;
    packs: readonly Priced[];
  }[];
  charges: readonly { frequency: PriceEntry["type"]; amount: number }[];
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

type FormattedPrice = PriceEntry & { formattedPrice: string };
export type Prices = Partial<Record<PriceEntry["type"], FormattedPrice>>;

/**
 * One entry per type with its sum in euros (specification §3), so that no amount stays hidden. 0 € is a price.
 * @throws RangeError for NaN and infinite amounts
 */
export function prices(entries: readonly PriceEntry[]): Prices {
  const found: Prices = {};
  for (const { type, amount, months } of entries) {
    const sum = (cents(found[type]?.amount ?? 0) + cents(amount)) / 100;
    found[type] = { type, amount: sum, formattedPrice: formatPrice(sum), ...(months && { months }) };
  }
  return found;
}

/** Amounts in euros, VAT included. */
export interface Totals {
  once: number;
  monthly: number;
}

/** Every price of devices, tariffs and packs, and the charges; discounts are charges with a negative amount. */
const entriesOf = ({ offers, charges }: PricedCart): PriceEntry[] => [
  ...offers.flatMap(({ hardware, tariff, packs }) =>
    [hardware, tariff, ...packs].flatMap((product) => product?.prices ?? []),
  ),
  ...charges.map(({ frequency, amount }) => ({ type: frequency, amount })),
];

/**
 * What the whole cart costs in euros, once and per month (§ 312j (2) BGB). Added up in cents, so that 0.10 + 0.20 is
 * 0.30.
 * @throws RangeError for NaN and infinite amounts
 */
export function totals(cart: PricedCart): Totals {
  const sum = { once: 0, monthly: 0 };
  for (const { type, amount } of entriesOf(cart)) sum[type] += cents(amount);
  return { once: sum.once / 100, monthly: sum.monthly / 100 };
}

/**
 * What the whole cart costs in euros over its minimum term if nothing is cancelled: all one-off prices and every
 * monthly payment of the term. Undefined where no single total exists: the contracts have different terms or none, or
 * the instalments of a device outlast the term or are not limited in number.
 * @throws RangeError for NaN and infinite amounts
 */
export function totalOverTerm(cart: PricedCart): { months: number; total: number } | undefined {
  const terms = new Set(cart.offers.map(({ tariff }) => tariff?.minimumTermMonths ?? 0));
  const [months = 0] = terms;
  if (terms.size !== 1 || months === 0) return undefined;
  const instalments = cart.offers.flatMap(({ hardware }) => hardware?.prices ?? []);
  const isOpen = ({ type, months: count }: PriceEntry) => type === "monthly" && (count ?? Infinity) > months;
  if (instalments.some(isOpen)) return undefined;
  const sum = entriesOf(cart).reduce((before, price) => {
    const times = price.type === "once" ? 1 : Math.min(price.months ?? months, months);
    return before + cents(price.amount) * times;
  }, 0);
  return { months, total: sum / 100 };
}
