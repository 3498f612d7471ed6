import type { OfferSummary } from "#app/backend/contract/order.ts";
import { type Ordered, placedOrder } from "#app/backend/placed-order.ts";
import { withdrawalsOf } from "#app/declarations/withdrawn-order.server.ts";
import {
  type AfterOrderStep,
  lineOfNumber,
  type OrderHead,
  type PlacedOrder,
  stepsAfterOrder,
  type Viewer,
} from "#app/domain/after-order.ts";
import { headInWords, type Say, stepInWords, withdrawalInWords } from "#app/domain/after-order-words.ts";
import { formatDate, formatDateTime, formatDeadline } from "#app/domain/calendar.ts";
import { maskEmail, maskPhone } from "#app/domain/masked.ts";
import type { PaymentState } from "#app/domain/payment-states.ts";
import { config } from "#app/platform/config.server.ts";
import {
  brandContext,
  getT,
  getTexts,
  localeContext,
  type RequestContext,
} from "#app/request/context.server.ts";
import type { TimelineStep } from "#app/ui/timeline.tsx";
import type { Cart } from "./cart.server.ts";
import { deliveryDates } from "./delivery.server.ts";
import { mayReadEsim } from "./esim.server.ts";
import { identityOf } from "./identity-state.server.ts";
import { shownPayment } from "./payment.server.ts";

/** A step as it is told: in words, and as data. */
export type ToldStep = AfterOrderStep & Pick<TimelineStep, "label" | "detail">;

/** All that is told of an order, on its page, its paper and wherever else. */
export interface ToldOrder {
  head: { name: OrderHead; title: string; text: string };
  steps: ToldStep[];
  /** The number that could still come along. */
  hint: string | undefined;
  /** Until when it can be withdrawn from; undefined if nothing is left to withdraw from. */
  withdrawal: string | undefined;
  paid: ReturnType<typeof shownPayment>;
  /** The verification that the customer may look at: none, where it is not needed or done. */
  identity: { id: string; until: string | undefined } | undefined;
}

/** What happens next with an order that is done, by whom and when, as far as somebody knows, and for who looks at it. */
export async function toldOrder(
  { context, token }: { context: RequestContext; token: string },
  cart: Cart | undefined,
  known: { summary: OfferSummary; payment: PaymentState | undefined },
): Promise<ToldOrder> {
  const { payment } = known;
  const withdrawals = await withdrawalsOf(context, known.summary);
  const summary = { ...known.summary, withdrawals };
  const { idvId, orderId, offerUseCase, orderedAt, customer } = summary;
  const { locale } = context.get(localeContext);
  const t = getT(context, "offer", "confirmation", offerUseCase);
  const [identity, isCustomer] = await Promise.all([
    idvId ? identityOf(context, idvId) : undefined,
    mayReadEsim(context, token, cart, orderId),
  ]);
  const paid = shownPayment(context, summary);
  const identityUntil = identity?.until ? formatDeadline(new Date(identity.until), locale) : undefined;
  const viewer = { isCustomer, canLogIn: config().loginUrl !== undefined };
  const order = orderFor(context, summary, { payment, identity: identity?.state, viewer });
  const steps = toldSteps(context, summary, order, {
    orderedAt: orderedAt && formatDateTime(new Date(orderedAt), locale),
    paidBy: paid?.method,
    account: paid?.iban,
    identityUntil,
  });
  const { hotline } = context.get(brandContext);
  const sayHead: Say = (key, values) =>
    getTexts(context, "offer.confirmation", offerUseCase)(key, { ...values, defaultValue: "" });
  const email = customer?.email;
  const mail = email ? t("mailTo", { email: maskEmail(email) }) : t("mail");
  const number = lineOfNumber(order);
  const isShown = identity?.state && identity.state !== "done" && identity.state !== "cancelled";
  return {
    head: headInWords(steps, { identityUntil, hotline: hotline.number, mail }, sayHead),
    steps,
    hint: number && getT(context, "offer", "next", offerUseCase)(`keepNumber.${number}`),
    withdrawal: withdrawalInWords(order, (date) => formatDate(date, locale), sayHead),
    paid,
    identity: idvId && isShown ? { id: idvId, until: identityUntil } : undefined,
  };
}

type Facts = Omit<Parameters<typeof stepInWords>[2], "number" | "between" | "hotline">;

function toldSteps(
  context: RequestContext,
  { offerUseCase, porting, appointment }: Ordered,
  order: PlacedOrder,
  facts: Facts,
): ToldStep[] {
  const texts = getTexts(context, "offer.next", offerUseCase);
  const all = {
    ...facts,
    number: porting?.number && maskPhone(porting.number),
    between:
      appointment?.from && appointment.until
        ? { from: appointment.from, until: appointment.until }
        : undefined,
    hotline: context.get(brandContext).hotline.number,
  };
  return stepsAfterOrder(order).map((step) => ({
    ...step,
    ...stepInWords(step, deliveryDates(context, step.when), all, (key, values) =>
      texts(key, { ...values, defaultValue: "" }),
    ),
  }));
}

const orderFor = (
  context: RequestContext,
  order: Ordered & { payment?: OfferSummary["payment"] },
  beside: { payment: PaymentState | undefined; identity?: PlacedOrder["identity"]; viewer: Viewer },
): PlacedOrder =>
  placedOrder(order, context.get(brandContext).prepaid, { method: order.payment?.method, ...beside });

/** The same on the page of an order that cannot be shown as done. */
export function nextOnStatePage(
  context: RequestContext,
  order: Ordered & { payment: PaymentState | undefined; method?: string | undefined },
) {
  const { payment, method } = order;
  const viewer = { isCustomer: false, canLogIn: false };
  const placed = placedOrder(order, context.get(brandContext).prepaid, { payment, method, viewer });
  return {
    title: getT(context, "offer", "confirmation")("next"),
    steps: toldSteps(context, order, placed, {}).map(({ label, detail, state }) => ({
      label,
      detail,
      done: state === "done",
    })),
  };
}
