import type { OrderedItem, PlacedOrder, Porting } from "#app/domain/after-order.ts";
import { berlinDate } from "#app/domain/calendar.ts";
import { useCaseRow as rowOfUseCase } from "#app/domain/use-cases.ts";
import type { OfferItem } from "./contract/offer.ts";
import type { OfferSummary } from "./contract/order.ts";

/** What is known of an order, from its summary or from the offer that was ordered. */
export type Ordered = Pick<OfferSummary, "offers" | "offerUseCase"> &
  Partial<
    Pick<
      OfferSummary,
      | "delivery"
      | "trackingUrl"
      | "activation"
      | "appointment"
      | "porting"
      | "esim"
      | "esimAgainUntil"
      | "happened"
      | "withdrawals"
      | "cancelled"
      | "withdrawalUntil"
    >
  >;

type Beside = Pick<PlacedOrder, "payment" | "method" | "identity" | "viewer">;

/** The order as the rules of what comes next know it. @param isPrepaidBrand its tariffs without a term are paid from credit */
export function placedOrder(order: Ordered, isPrepaidBrand: boolean, beside: Beside): PlacedOrder {
  const items = order.offers.map(orderedItem);
  return {
    ...beside,
    family: rowOfUseCase(order.offerUseCase).family,
    items,
    isPrepaid: order.offers.some((item) => isPaidFromCredit(item, isPrepaidBrand)),
    isSent: order.trackingUrl !== undefined,
    delivery: order.delivery,
    activation: order.activation,
    appointment: order.appointment?.date,
    esim: order.esim,
    isEsimShownAgain: order.esimAgainUntil !== undefined,
    porting: order.porting && {
      ...order.porting,
      cancels: whoCancels(order.porting, items),
    },
    isPortingCorrectable: order.porting?.correctable === true,
    withdrawals: order.withdrawals?.map(({ receivedAt, ...withdrawal }) => ({
      ...withdrawal,
      on: berlinDate(new Date(receivedAt)),
    })),
    isCancelled: order.cancelled !== undefined,
    happened: order.happened,
    withdrawalUntil: order.withdrawalUntil,
  };
}

function orderedItem(item: OfferItem): OrderedItem {
  const { hardware, tariff } = item;
  return { device: hardware?.name, tariff: tariff?.name, line: lineOf(item), sim: tariff?.sim };
}

/** What kind of line an item is, as far as the provider says. */
function lineOf({ category, tariff }: OfferItem): OrderedItem["line"] {
  if (!tariff) return undefined;
  if (tariff.connectionTechnology) return tariff.connectionTechnology;
  if (category === "mobile" || category === "myHandy" || tariff.sim || tariff.dataVolumeGb) return "mobile";
  return category === "dsl" || category === "fms" || category === "unknown" ? category : undefined;
}

/** Without a term at a prepaid brand, or paid every four weeks. */
const isPaidFromCredit = ({ tariff }: OfferItem, isPrepaidBrand: boolean): boolean =>
  tariff !== undefined &&
  (tariff.prices.some(({ period }) => period === "P28D") ||
    (isPrepaidBrand && tariff.minimumTermMonths === 0));

const mobileNumber = /^(?:\+49|0049|0)\s?1[5-7]/;
const landlineNumber = /^(?:\+49|0049|0)\s?[2-9]/;

/** Who ends the old contract is a fact of the line that the number belongs to (§ 59 TKG). */
function whoCancels(
  { cancels, number = "" }: NonNullable<OfferSummary["porting"]>,
  items: OrderedItem[],
): Porting["cancels"] {
  if (cancels) return cancels === "customer" ? "customer" : "we";
  if (mobileNumber.test(number)) return "customer";
  if (landlineNumber.test(number)) return "we";
  const lines = new Set(items.flatMap(({ line }) => (line && line !== "unknown" ? [line === "mobile"] : [])));
  if (lines.size !== 1) return undefined;
  return lines.has(true) ? "customer" : "we";
}
