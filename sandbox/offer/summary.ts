import type { z } from "zod";
import type { offerSummary } from "../../app/backend/contract/offer.ts";
import { addDays, addMonths, berlinDate } from "../../app/domain/calendar.ts";
import { useCaseRow as rowOfUseCase } from "../../app/domain/use-cases.ts";
import { verificationOf } from "../identity/machine.ts";
import { idvScenarioOf } from "../identity/token.ts";
import type { Sandbox } from "../sandbox.ts";
import { idvScenario, needsIdv, type OfferAnswer } from "./offers.ts";
import type { Order } from "./orders.ts";
import type { OfferScenario } from "./token.ts";

type Summary = z.input<typeof offerSummary>;

/** What was ordered and how far it is, for the confirmation. */
export function summaryOf(
  sandbox: Sandbox,
  order: Order,
  offer: OfferAnswer,
  scenario: OfferScenario,
  payAt: string | undefined,
): Summary {
  const mandate = order.payment?.method === "direct_debit";
  const isPaid = order.paymentState === "paid" || order.paymentState === "none";
  const idvId = needsIdv(scenario) ? `${idvScenario(scenario)}~${order.id}` : undefined;
  const isSent = idvId ? isIdentified(sandbox, idvId) : scenario.after === "sent";
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
    withdrawalUntil: addDays(berlinDate(new Date(order.at)), 14),
    ...datesOf(order, scenario),
  };
}

function isIdentified(sandbox: Sandbox, idvId: string): boolean {
  const scenario = idvScenarioOf(idvId);
  const state = scenario && verificationOf(sandbox, idvId, scenario).state;
  return state === "success" || state === "completed";
}

/** A technician comes after two weeks, a number after one; another tariff begins with the next month. */
function datesOf(
  { at, useCase }: Order,
  { technology, after }: OfferScenario,
): Pick<Summary, "activation" | "appointment" | "porting"> {
  const today = berlinDate(new Date(at));
  const inTwoWeeks = addDays(today, 14);
  if (technology && technology !== "fms")
    return {
      appointment: { date: inTwoWeeks, from: "08:00", until: "12:00" },
      activation: inTwoWeeks,
    };
  if (rowOfUseCase(useCase).family === "tm") return { activation: `${addMonths(today, 1).slice(0, 7)}-01` };
  return after === "porting" ? { porting: { date: addDays(today, 7) } } : {};
}
