import type { OfferSummary } from "#app/backend/contract/order.ts";
import { type Ordered, placedOrder } from "#app/backend/placed-order.ts";
import {
  type AfterOrderStep,
  currentSteps,
  isStopped,
  type PlacedOrder,
  stepsAfterOrder,
  type Viewer,
} from "#app/domain/after-order.ts";
import { stepInWords } from "#app/domain/after-order-words.ts";
import { maskPhone } from "#app/domain/masked.ts";
import type { PaymentState } from "#app/domain/payment-states.ts";
import { brandContext, getT, getTexts, type RequestContext } from "#app/request/context.server.ts";
import type { TimelineStep } from "#app/ui/timeline.tsx";
import { deliveryDates } from "./delivery.server.ts";

/** A step as it is told: in words, and as data. */
export type ToldStep = AfterOrderStep & Pick<TimelineStep, "label" | "detail" | "current" | "stopped">;

type Facts = Omit<Parameters<typeof stepInWords>[2], "number" | "between" | "hotline">;

/** What happens with an order, in its order, in words. */
export function toldSteps(
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
  const steps = stepsAfterOrder(order);
  const current = currentSteps(steps);
  return steps.map((step) => ({
    ...step,
    current: current.includes(step),
    stopped: isStopped(step),
    ...stepInWords(step, deliveryDates(context, step.when), all, (key, values) =>
      texts(key, { ...values, defaultValue: "" }),
    ),
  }));
}

/** An order of the brand in view. */
export const orderFor = (
  context: RequestContext,
  order: Ordered & { payment?: OfferSummary["payment"] },
  beside: { payment: PaymentState | undefined; identity?: PlacedOrder["identity"]; viewer: Viewer },
): PlacedOrder =>
  placedOrder(order, context.get(brandContext).prepaid, { method: order.payment?.method, ...beside });

/** The same on the page of a state, which leads to no step itself: how the viewer gets there, the order's page says. */
export function nextOnStatePage(
  context: RequestContext,
  order: Ordered & Pick<PlacedOrder, "payment" | "method" | "identity">,
) {
  const { payment, method, identity } = order;
  const viewer = { isCustomer: false, canLogIn: false };
  const placed = placedOrder(order, context.get(brandContext).prepaid, { payment, method, identity, viewer });
  return {
    title: getT(context, "offer", "confirmation")("next"),
    steps: toldSteps(context, order, placed, {}).map(({ label, detail, state, how, current, stopped }) => ({
      label,
      detail: how?.is === "notForViewer" ? undefined : detail,
      done: state === "done",
      current,
      stopped,
    })),
  };
}
