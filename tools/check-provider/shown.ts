import type { Offer } from "#app/backend/contract/offer.ts";
import type { OfferSummary } from "#app/backend/contract/order.ts";
import type { TerminationReceipt } from "#app/backend/contract/termination.ts";
import type { WithdrawalReceipt } from "#app/backend/contract/withdrawal.ts";
import { formatDate, formatDateTime } from "#app/domain/calendar.ts";
import { costsOfCart, formatPrice, type Phase } from "#app/domain/prices.ts";

type Priced = Pick<Offer, "offers" | "charges"> &
  Partial<Pick<Offer, "validUntil" | "delivery">> & { porting?: unknown };

const monthsOf = ({ from, until }: Phase) =>
  until === undefined ? (from === 1 ? "" : ` from ${from} on`) : ` ${from} to ${until}`;

/** Products, what is paid and when, and the dates of an offer or an order, as customers read them: a line each. */
export function shownOfOffer(priced: Priced | (Priced & OfferSummary)): string[] {
  const names = priced.offers.flatMap(({ hardware, tariff, packs }) =>
    [hardware, tariff, ...packs].flatMap((product) => product?.name ?? []),
  );
  const { once, running, misplaced } = costsOfCart(priced);
  const sums = [
    ...once.map(({ month, amount }) => `${formatPrice(amount)} once, in month ${month}`),
    ...running.flatMap(({ period, phases }) =>
      phases.map(
        (phase) =>
          `${formatPrice(phase.amount)} ${period === "P28D" ? "every 28 days, periods" : "a month, months"}${monthsOf(phase) || " 1 on"}`,
      ),
    ),
  ];
  const { validUntil, delivery } = priced;
  const sims = new Set(priced.offers.flatMap(({ tariff }) => tariff?.sim ?? tariff?.simChoice ?? []));
  return [
    `products: ${names.join(", ")}`,
    misplaced.length > 0 ? "no totals: prices without a place in time" : `to pay: ${sums.join("; ")}`,
    ...(validUntil ? [`can be ordered until ${formatDateTime(new Date(validUntil), "en")}`] : []),
    ...(delivery
      ? [
          `arrives ${[delivery.from, delivery.until].flatMap((day) => (day ? [formatDate(day, "en")] : [])).join(" to ")}`,
        ]
      : []),
    ...(sims.size > 0 ? [`SIM: ${[...sims].join(" or ")}`] : []),
    ...(priced.porting ? ["a number comes along from another provider, if the customer brings one"] : []),
  ];
}

/**
 * Times, dates and addressees of a declaration's receipt.
 * @param receivedAt when the portal received it, as the call said
 */
export function shownOfReceipt(
  receipt: TerminationReceipt | WithdrawalReceipt,
  receivedAt: string,
): string[] {
  const ends = (receipt as TerminationReceipt).endDate;
  const own = formatDateTime(new Date(receivedAt), "en");
  const said = receipt.receivedAt === undefined ? own : formatDateTime(new Date(receipt.receivedAt), "en");
  return [
    said === own
      ? `received ${said}`
      : `received ${said}, although the call says ${own}: that is what counts`,
    ...("uploads" in receipt || ends
      ? [ends ? `the contract ends ${formatDate(ends, "en")}` : "no end named"]
      : []),
    receipt.sentTo.length > 0
      ? `a mail went to ${receipt.sentTo.join(", ")}`
      : "no addressee named in `sentTo`: was it sent?",
  ];
}
