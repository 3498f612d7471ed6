import type { z } from "zod";
import type { offerSummary } from "../../app/backend/contract/order.ts";
import { isPartWithdrawn } from "../../app/domain/after-order.ts";
import { berlinDate } from "../../app/domain/calendar.ts";
import type { Sandbox } from "../sandbox.ts";
import { idvIdOf, type OfferAnswer, withSim } from "./offers.ts";
import { endOfEsim, esimReplacements, lastDayOfWithdrawal, type Order } from "./orders.ts";
import { isGoing, isPaid, progressOf } from "./progress.ts";
import type { OfferScenario } from "./token.ts";
import { settlementOf, withdrawalsFrom } from "./withdrawn.ts";

/** After that, the hotline asks what happens to them. */
const mostReplacements = 3;

type Summary = z.input<typeof offerSummary>;

/** What was ordered and how far it is, for the confirmation. */
export function summaryOf(
  sandbox: Sandbox,
  order: Order,
  offered: OfferAnswer,
  scenario: OfferScenario,
  payAt: string | undefined,
): Summary {
  const offer = withSim(offered, order.line.sim);
  const lastDay = lastDayOfWithdrawal(order, offer);
  const progress = progressOf(sandbox, order, scenario, offer);
  const isReceived = !offer.delivery || progress.happened?.includes("delivery");
  const withdrawals = withdrawalsFrom(sandbox, order, offer);
  const isLineKept = offer.offers.some(({ tariff }) => tariff && !isPartWithdrawn(withdrawals, tariff.name));
  const today = berlinDate(sandbox.now(order.token));
  const settled = (one: (typeof withdrawals)[number]) => {
    const { returnedOn, refundedOn } = settlementOf(one, offer, progress.trackingUrl !== undefined);
    return {
      ...one,
      ...(returnedOn && returnedOn <= today && { returnedOn }),
      ...(refundedOn <= today && { refundedOn }),
    };
  };
  const mandate = order.payment?.method === "direct_debit";
  const idvId = idvIdOf(scenario, order);
  const hasEsim = offer.offers.some(({ tariff }) => tariff?.sim === "esim");
  const esimUntil = endOfEsim(sandbox, order);
  const isEsimFree = hasEsim && isLineKept && isGoing(sandbox, order, scenario);
  return {
    orderId: order.id,
    orderedAt: order.at,
    offerUseCase: order.useCase,
    offers: offer.offers,
    charges: offer.charges,
    customer: order.customer,
    emailCorrectable: true,
    ...(order.payment && { payment: order.payment }),
    paid: isPaid(order),
    documents: offer.documents.filter(({ type }) => type !== "SEPA_MANDATE" || mandate),
    ...(offer.delivery && { delivery: offer.delivery }),
    // Its acceptance did not say it.
    ...(payAt && order.paymentState === "pending" && { redirectUrl: payAt }),
    ...(idvId && { idvId }),
    ...(isEsimFree && { esim: esimUntil ? "read" : "ready" }),
    ...(isEsimFree &&
      esimUntil &&
      esimUntil > sandbox.now(order.token) && { esimAgainUntil: esimUntil.toISOString() }),
    ...(isEsimFree && { esimReplaceable: esimReplacements(sandbox, order) < mostReplacements }),
    ...(isReceived && lastDay >= today && { withdrawalUntil: lastDay }),
    ...(withdrawals.length > 0 && { withdrawals: withdrawals.map(settled) }),
    ...progress,
  };
}

/** One profile for each eSIM of the order, others after each replacement; a device can load none of them. */
export function esimsOf(sandbox: Sandbox, order: Order, { offers }: Pick<Summary, "offers">) {
  const before = esimReplacements(sandbox, order);
  const names = offers.flatMap(({ tariff }) => (tariff?.sim === "esim" ? [tariff.name] : []));
  return names.map((name, index) => ({
    ...(names.length > 1 && { name }),
    smdpAddress: "smdp.example.com",
    matchingId: [...(order.id.slice(2).match(/.{5}/g) ?? []), `${before * names.length + index + 1}`].join(
      "-",
    ),
  }));
}
