import type { z } from "zod";
import type { offerSummary } from "../../app/backend/contract/offer.ts";
import { addDays, addMonths, berlinDate, berlinInstant, type IsoDate } from "../../app/domain/calendar.ts";
import { useCaseRow as rowOfUseCase } from "../../app/domain/use-cases.ts";
import type { CopyDate } from "../clock/clock.ts";
import { verificationOf } from "../identity/machine.ts";
import { idvScenarioOf } from "../identity/token.ts";
import type { Sandbox } from "../sandbox.ts";
import { buildOffer, endOfOffer, idvIdOf, type OfferAnswer, withSim } from "./offers.ts";
import { endOfPayment, lastDayOfWithdrawal, liveOrder, type Order } from "./orders.ts";
import { type OfferScenario, offerScenarioOf } from "./token.ts";

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
  const lastDay = lastDayOfWithdrawal(order);
  const mandate = order.payment?.method === "direct_debit";
  const isPaid = order.paymentState === "paid" || order.paymentState === "none";
  const idvId = idvIdOf(scenario, order);
  const isSent = idvId ? isIdentified(sandbox, idvId) : scenario.isSent === true;
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
    ...(isPaid && isSent && { trackingUrl: `https://www.example.com/paket/${order.id}` }),
    // Its acceptance did not say it.
    ...(payAt && order.paymentState === "pending" && { redirectUrl: payAt }),
    ...(idvId && { idvId }),
    ...(lastDay >= berlinDate(sandbox.now(order.token)) && { withdrawalUntil: lastDay }),
    ...datesOf(order, scenario),
    ...(order.line.porting && { porting: portingOf(order, order.line.porting) }),
  };
}

function isIdentified(sandbox: Sandbox, idvId: string): boolean {
  const scenario = idvScenarioOf(idvId);
  const state = scenario && verificationOf(sandbox, idvId, scenario).state;
  return state === "success" || state === "completed";
}

/** A number comes along after a week, or on a day that its old provider will name. */
function portingOf({ at }: Order, { number, when }: NonNullable<Order["line"]["porting"]>) {
  return { number, ...(when === "now" && { date: addDays(berlinDate(new Date(at)), 7) }) };
}

/** A technician comes after two weeks; another tariff begins with the next month. */
function datesOf(
  { at, useCase }: Order,
  { technology }: OfferScenario,
): Pick<Summary, "activation" | "appointment"> {
  const today = berlinDate(new Date(at));
  const inTwoWeeks = addDays(today, 14);
  if (technology && technology !== "fms")
    return {
      appointment: { date: inTwoWeeks, from: "08:00", until: "12:00" },
      activation: inTwoWeeks,
    };
  if (rowOfUseCase(useCase).family === "tm") return { activation: `${addMonths(today, 1).slice(0, 7)}-01` };
  return {};
}

/** The first second of a day in Germany, and its last. */
const startOf = (day: IsoDate) => berlinInstant(day, "00:00");
const endOf = (day: IsoDate) => berlinInstant(day, "23:59:59");

/** What comes to an offer, or to its order, by time. */
export function offerDates(sandbox: Sandbox, token: string): CopyDate[] {
  const scenario = offerScenarioOf(token);
  if (!scenario) return [];
  const order = liveOrder(sandbox, token);
  if (!order) {
    const { orderableFrom } = scenario;
    return [
      { name: "offerEnds", at: endOfOffer(sandbox, scenario) },
      ...(orderableFrom ? [{ name: "orderableFrom" as const, at: startOf(orderableFrom) }] : []),
    ];
  }
  const { delivery } = buildOffer(token, scenario, new Date(order.at), order.language, order.brand);
  const { activation, appointment } = datesOf(order, scenario);
  const porting = order.line.porting && portingOf(order, order.line.porting);
  return [
    ...(order.paymentState === "pending" ? [{ name: "paymentEnds" as const, at: endOfPayment(order) }] : []),
    ...(delivery ? [{ name: "delivery" as const, at: endOf(delivery.until ?? delivery.from) }] : []),
    ...(appointment ? [{ name: "appointment" as const, at: endOf(appointment.date) }] : []),
    ...(activation ? [{ name: "activation" as const, at: startOf(activation) }] : []),
    ...(porting?.date ? [{ name: "porting" as const, at: startOf(porting.date) }] : []),
    { name: "withdrawalEnds", at: endOf(lastDayOfWithdrawal(order)) },
  ];
}
