import type { OfferItem } from "#app/backend/contract/offer.ts";
import type { OfferSummary } from "#app/backend/contract/order.ts";
import {
  type AfterOrderStep,
  type IdentityState,
  type PlacedOrder,
  stepsAfterOrder,
} from "#app/domain/after-order.ts";
import { formatDeadline } from "#app/domain/calendar.ts";
import { maskPhone } from "#app/domain/masked.ts";
import type { PaymentState } from "#app/domain/payment-states.ts";
import { useCaseRow as rowOfUseCase } from "#app/domain/use-cases.ts";
import {
  brandContext,
  getT,
  getTexts,
  localeContext,
  type RequestContext,
} from "#app/request/context.server.ts";
import type { TimelineStep } from "#app/ui/timeline.tsx";
import { deliveryDates } from "./delivery.server.ts";

/** What is known of an order, from its summary or from the offer that this session has ordered. */
type Ordered = Pick<OfferSummary, "offers" | "offerUseCase"> &
  Partial<
    Pick<
      OfferSummary,
      | "orderedAt"
      | "delivery"
      | "trackingUrl"
      | "activation"
      | "appointment"
      | "porting"
      | "esim"
      | "happened"
    >
  > & {
    payment: PaymentState | undefined;
    method?: string | undefined;
    /** How the method is called, and from which account it is collected. */
    paidBy?: string | undefined;
    account?: string | undefined;
    /** Its eSIM can be set up in this browser. */
    canSetUp?: boolean;
    identity?: { state: IdentityState | undefined; until?: string | undefined } | undefined;
  };

export interface AfterOrder {
  steps: (TimelineStep & { name: AfterOrderStep["name"] })[];
  canSetUp: boolean;
  /** Beside the steps: what customers may still want. */
  hint: string | undefined;
}

/** The same on the page of an order that cannot be shown as done. */
export const nextOnStatePage = (context: RequestContext, order: Ordered) => ({
  title: getT(context, "offer", "confirmation")("next"),
  steps: afterOrder(context, order).steps.map(({ name: _, ...step }) => step),
});

/** What happens next with an order, by whom and when, as far as somebody knows. */
export function afterOrder(context: RequestContext, order: Ordered): AfterOrder {
  const { locale } = context.get(localeContext);
  const { family } = rowOfUseCase(order.offerUseCase);
  const items = order.offers.map((item) => ({
    hasDevice: item.hardware !== undefined,
    line: lineOf(item),
    sim: item.tariff?.sim,
  }));
  const t = getT(context, "offer", "next", order.offerUseCase);
  const texts = getTexts(context, "offer.next", order.offerUseCase);
  const { appointment, identity } = order;
  const times =
    appointment?.from && appointment.until
      ? ` ${t("between", { from: appointment.from, until: appointment.until })}`
      : "";
  const number = order.porting?.number && maskPhone(order.porting.number);
  const line = lineOfOrder(items);
  const details: Partial<Record<AfterOrderStep["name"], string | undefined>> = {
    paid: order.paidBy,
    esim: order.canSetUp ? t("esim.ready") : order.esim === "read" ? t("esim.read") : undefined,
    porting: order.porting?.date || line === "unknown" ? undefined : t(`porting.${line}`),
    identity: identity?.until && t("identity.on", { date: formatDeadline(new Date(identity.until), locale) }),
  };
  const detailOf = ({ name, when }: AfterOrderStep) => {
    const date = deliveryDates(context, when);
    const values = { account: order.account ?? t("account") };
    const on =
      date &&
      texts(`${name}.on`, {
        ...values,
        date: name === "appointment" ? date + times : date,
        defaultValue: "",
      });
    const said = details[name] ?? (on || texts(`${name}.text`, { ...values, defaultValue: "" }) || undefined);
    return name === "porting" && number ? [`${number}.`, said].filter(Boolean).join(" ") : said;
  };
  const steps = stepsAfterOrder({
    ...order,
    family,
    items,
    identity: identity?.state,
    isPrepaid: isPrepaid(context, order.offers),
    isSent: order.trackingUrl !== undefined,
    appointment: appointment?.date,
  });
  const isNew =
    !family && !order.porting && items.some(({ line }) => line !== undefined && line !== "unknown");
  return {
    steps: steps.map((step) => ({
      name: step.name,
      label: t(`${step.name}.label`),
      detail: detailOf(step),
      done: step.done,
    })),
    canSetUp: order.canSetUp === true,
    hint: isNew ? t(`keepNumber.${line}`) : undefined,
  };
}

/**
 * What a number moves to: customers cancel their old mobile contract themselves, a landline's is cancelled by the new
 * carrier (§ 59 TKG). Unknown if an order has both, or a line of no known kind.
 */
function lineOfOrder(items: PlacedOrder["items"]): "mobile" | "landline" | "unknown" {
  const lines = items.flatMap(({ line }) => line ?? []);
  if (lines.length === 0 || lines.includes("unknown")) return "unknown";
  if (lines.every((line) => line === "mobile")) return "mobile";
  return lines.includes("mobile") ? "unknown" : "landline";
}

/** What kind of line an item is, as far as the provider says. */
function lineOf({ category, tariff }: OfferItem): PlacedOrder["items"][number]["line"] {
  if (!tariff) return undefined;
  if (tariff.connectionTechnology) return tariff.connectionTechnology;
  if (category === "mobile" || category === "myHandy" || tariff.sim || tariff.dataVolumeGb) return "mobile";
  return category === "dsl" || category === "fms" || category === "unknown" ? category : undefined;
}

/** Whether a tariff is paid from credit: a prepaid brand's without a term, or one paid every four weeks. */
const isPrepaid = (context: RequestContext, offers: OfferItem[]) =>
  offers.some(
    ({ tariff }) =>
      tariff &&
      (tariff.prices.some(({ period }) => period === "P28D") ||
        (context.get(brandContext).prepaid && tariff.minimumTermMonths === 0)),
  );
