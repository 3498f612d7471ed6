import type { z } from "zod";
import type { offerSummary } from "../../app/backend/contract/offer.ts";
import { needsIdv, type OfferAnswer } from "./offers.ts";
import type { Order } from "./orders.ts";
import type { OfferScenario } from "./token.ts";

/** What was ordered, for the confirmation. */
export function summaryOf(
  order: Order,
  offer: OfferAnswer,
  scenario: OfferScenario,
  payAt: string | undefined,
): z.input<typeof offerSummary> {
  const mandate = order.payment?.method === "direct_debit";
  const isPaid = order.paymentState === "paid" || order.paymentState === "none";
  return {
    orderId: order.id,
    orderedAt: order.at,
    offerUseCase: order.useCase,
    offers: offer.offers,
    charges: offer.charges,
    customer: order.customer,
    ...(order.payment && { payment: order.payment }),
    paid: isPaid,
    documents: offer.documents.filter(({ type }) => type !== "SEPA_MANDATE" || mandate),
    ...(offer.delivery && { delivery: offer.delivery }),
    ...(offer.delivery && isPaid && { trackingUrl: `https://www.example.com/paket/${order.id}` }),
    // Its acceptance did not say it.
    ...(payAt && order.paymentState === "pending" && { redirectUrl: payAt }),
    ...(needsIdv(scenario) && { idvId: `demo~${order.id}` }),
  };
}
