import type { z } from "zod";
import type { offerSummary } from "../../app/backend/contract/order.ts";
import { addDays, addMonths, berlinDate, berlinInstant, type IsoDate } from "../../app/domain/calendar.ts";
import { useCaseRow as rowOfUseCase } from "../../app/domain/use-cases.ts";
import type { CopyDate } from "../clock/clock.ts";
import { verificationOf } from "../identity/machine.ts";
import { idvScenarioOf } from "../identity/token.ts";
import type { Sandbox } from "../sandbox.ts";
import { buildOffer, endOfOffer, idvIdOf, type OfferAnswer, withSim } from "./offers.ts";
import { endOfPayment, lastDayOfWithdrawal, liveOrder, type Order } from "./orders.ts";
import { type OfferScenario, offerScenarioOf } from "./token.ts";
import { endOfWithdrawn, settlementOf, withdrawalsFrom } from "./withdrawn.ts";

type Dated = Pick<z.input<typeof offerSummary>, "activation" | "appointment">;

const daysToSend = 2;
/** From the parcel to the SIM, and without a parcel from the order. */
const daysToInsert = 2;
const daysToWrite = 5;

const startOf = (day: IsoDate) => berlinInstant(day, "00:00");
const endOf = (day: IsoDate) => berlinInstant(day, "23:59:59");

export const isPaid = ({ paymentState }: Order) => paymentState === "paid" || paymentState === "none";

/** Whether nothing is left for the customer to do: from then on it is delivered and activated. */
export function isGoing(sandbox: Sandbox, order: Order, scenario: OfferScenario): boolean {
  const idvId = idvIdOf(scenario, order);
  return isPaid(order) && (idvId === undefined || isIdentified(sandbox, idvId));
}

function isIdentified(sandbox: Sandbox, idvId: string): boolean {
  const scenario = idvScenarioOf(idvId);
  const state = scenario && verificationOf(sandbox, idvId, scenario).state;
  return state === "success" || state === "completed";
}

/** A technician comes after two weeks; another tariff begins with the next month. */
function namedDates({ at, useCase }: Order, { technology }: OfferScenario): Dated {
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

/** A number comes along after a week, or on a day that its old provider will name, or not at all yet. */
function portingOf({ at, line: { porting, askedAgainAt } }: Order, { stopped }: OfferScenario) {
  if (!porting) return undefined;
  const { number, when } = porting;
  if (stopped && !askedAgainAt)
    return { number, when, date: undefined, refused: stopped, correctable: stopped !== "unknown" };
  const askedAt = berlinDate(new Date(askedAgainAt ?? at));
  return { number, when, ...(when === "now" && { date: addDays(askedAt, 7) }) };
}

/** The day on which a SIM is activated: nobody knows it before. */
function activationOfSim({ at }: Order, { offers, delivery }: OfferAnswer): IsoDate | undefined {
  if (!offers.some(({ tariff }) => tariff?.sim)) return undefined;
  return delivery
    ? addDays(delivery.until ?? delivery.from, daysToInsert)
    : addDays(berlinDate(new Date(at)), daysToWrite);
}

interface Coming extends CopyDate {
  name: "delivery" | "appointment" | "activation" | "porting";
}

function comingTo(order: Order, scenario: OfferScenario, offer: OfferAnswer): Coming[] {
  const { activation = activationOfSim(order, offer), appointment } = namedDates(order, scenario);
  const porting = portingOf(order, scenario);
  const { delivery } = offer;
  return [
    ...(delivery ? [{ name: "delivery" as const, at: endOf(delivery.until ?? delivery.from) }] : []),
    ...(appointment ? [{ name: "appointment" as const, at: endOf(appointment.date) }] : []),
    ...(activation ? [{ name: "activation" as const, at: startOf(activation) }] : []),
    ...(porting?.date ? [{ name: "porting" as const, at: startOf(porting.date) }] : []),
  ];
}

/** How far an order is, and when what follows is due, by the clock of its copy. */
export function progressOf(sandbox: Sandbox, order: Order, scenario: OfferScenario, offer: OfferAnswer) {
  const now = endOfWithdrawn(sandbox, order, offer) ?? sandbox.now(order.token);
  const goes = isGoing(sandbox, order, scenario);
  const porting = portingOf(order, scenario);
  const passed = goes
    ? comingTo(order, scenario, offer).filter(({ at }) => scenario.hasArrived || at <= now)
    : [];
  const activated = passed.find(({ name }) => name === "activation");
  const today = berlinDate(now);
  const sendingDay = addDays(berlinDate(new Date(order.at)), daysToSend);
  const isSent = scenario.isSent || idvIdOf(scenario, order) || sendingDay <= today;
  return {
    ...(goes && isSent && { trackingUrl: `https://www.example.com/paket/${order.id}` }),
    ...(activated && { activation: activated.at < now ? berlinDate(activated.at) : today }),
    ...namedDates(order, scenario),
    ...(porting && { porting }),
    ...(passed.length > 0 && { happened: passed.map(({ name }) => name) }),
  };
}

/** What is left to come to an order that is withdrawn from. */
function settlementDates(
  sandbox: Sandbox,
  order: Order,
  scenario: OfferScenario,
  offer: OfferAnswer,
): CopyDate[] {
  const isSent = progressOf(sandbox, order, scenario, offer).trackingUrl !== undefined;
  return withdrawalsFrom(sandbox, order, offer).flatMap((one) => {
    const { returnedOn, refundedOn } = settlementOf(one, offer, isSent);
    return [
      ...(returnedOn ? [{ name: "deviceBack" as const, at: startOf(returnedOn) }] : []),
      { name: "refunded" as const, at: startOf(refundedOn) },
    ];
  });
}

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
  const { language, brand, customer, returnUrl: href } = order;
  const notice = { to: customer.email, customer, brand, language, href };
  const offered = buildOffer(token, scenario, new Date(order.at), language, brand);
  const offer = withSim(offered, order.line.sim);
  if (endOfWithdrawn(sandbox, order, offer)) return settlementDates(sandbox, order, scenario, offer);
  const goes = isGoing(sandbox, order, scenario);
  const isOpen = order.paymentState === "pending";
  return [
    ...(isOpen ? [{ name: "paymentEnds" as const, at: endOfPayment(order), notice }] : []),
    ...comingTo(order, scenario, offer).map((coming) => (goes ? { ...coming, notice } : coming)),
    { name: "withdrawalEnds", at: endOf(lastDayOfWithdrawal(order, offer)) },
  ];
}
