import type { z } from "zod";
import type { offerSummary } from "../../app/backend/contract/offer.ts";
import { berlinDate } from "../../app/domain/calendar.ts";
import type { Sandbox } from "../sandbox.ts";
import { idvIdOf, type OfferAnswer, withSim } from "./offers.ts";
import { lastDayOfWithdrawal, type Order } from "./orders.ts";
import { isPaid, progressOf } from "./progress.ts";
import type { OfferScenario } from "./token.ts";

/** What was ordered and how far it is, for the confirmation. */
export function summaryOf(
  sandbox: Sandbox,
  order: Order,
  offered: OfferAnswer,
  scenario: OfferScenario,
  payAt: string | undefined,
): z.input<typeof offerSummary> {
  const offer = withSim(offered, order.line.sim);
  const lastDay = lastDayOfWithdrawal(order);
  const mandate = order.payment?.method === "direct_debit";
  const idvId = idvIdOf(scenario, order);
  return {
    orderId: order.id,
    orderedAt: order.at,
    offerUseCase: order.useCase,
    offers: offer.offers,
    charges: offer.charges,
    customer: order.customer,
    ...(order.payment && { payment: order.payment }),
    paid: isPaid(order),
    documents: offer.documents.filter(({ type }) => type !== "SEPA_MANDATE" || mandate),
    ...(offer.delivery && { delivery: offer.delivery }),
    // Its acceptance did not say it.
    ...(payAt && order.paymentState === "pending" && { redirectUrl: payAt }),
    ...(idvId && { idvId }),
    ...(lastDay >= berlinDate(sandbox.now(order.token)) && { withdrawalUntil: lastDay }),
    ...progressOf(sandbox, order, scenario, offer),
  };
}
