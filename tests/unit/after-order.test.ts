import { describe, expect, test } from "vitest";
import { type PlacedOrder, stepsAfterOrder } from "#app/domain/after-order.ts";

const phone = { hasDevice: true, line: "mobile" } as const;
const line = { hasDevice: false, line: "mobile" } as const;
const wired = { hasDevice: false, line: "dsl" } as const;
const order = (more: Partial<PlacedOrder>): PlacedOrder => ({
  payment: "notDue",
  items: [line],
  isPrepaid: false,
  isSent: false,
  ...more,
});

/** Its steps in one line; what is done has a tick, and what the provider has dated a day. */
const told = (more: Partial<PlacedOrder>) =>
  stepsAfterOrder(order(more))
    .map(({ name, done, when }) => `${done ? "✓" : ""}${name}${when ? `@${when.from}` : ""}`)
    .join(" ");

describe("what happens after an order", () => {
  test.each<[what: string, known: Partial<PlacedOrder>, steps: string]>([
    ["nothing is known but that it is placed", { items: [] }, "✓ordered"],
    ["no kind of line is known", { items: [{ hasDevice: false, line: "unknown" }] }, "✓ordered start"],
    ["a device", { items: [phone] }, "✓ordered device simOpen activate"],
    [
      "a device with a card, dated",
      { items: [{ ...phone, sim: "card" }], delivery: { from: "2030-01-17" } },
      "✓ordered device@2030-01-17 simBeside activate",
    ],
    [
      "a device on its way",
      { items: [{ ...phone, sim: "card" }], isSent: true },
      "✓ordered ✓sent simBeside activate",
    ],
    [
      "what the provider says has happened",
      {
        items: [{ ...phone, sim: "card" }],
        isSent: true,
        ...{ delivery: { from: "2030-01-17" }, activation: "2030-01-21", porting: { date: "2030-01-22" } },
        happened: ["delivery", "activation", "porting", "something newer"],
      },
      "✓ordered ✓arrived ✓activated@2030-01-21 ✓ported@2030-01-22",
    ],
    [
      "a delivery that has happened, a SIM that is not in use yet",
      { items: [{ ...phone, sim: "card" }], isSent: true, happened: ["delivery"] },
      "✓ordered ✓arrived simBeside activate",
    ],
    [
      "a line that has begun",
      {
        items: [wired],
        ...{ appointment: "2030-01-21", activation: "2030-01-21" },
        happened: ["appointment", "activation"],
      },
      "✓ordered ✓technicianCame@2030-01-21 ✓lineStart@2030-01-21",
    ],
    [
      "another tariff that has begun",
      { family: "tm", activation: "2030-02-01", happened: ["activation"] },
      "✓ordered ✓migrated@2030-02-01",
    ],
    [
      "a date that is long past, and of which nobody says that it has happened",
      { family: "tm", activation: "2001-02-01" },
      "✓ordered migration@2001-02-01",
    ],
    ["a card alone", { items: [{ ...line, sim: "card" }] }, "✓ordered simCard activate"],
    [
      "a card alone on its way",
      { items: [{ ...line, sim: "card" }], isSent: true },
      "✓ordered ✓sent activate",
    ],
    [
      "an eSIM, with a day",
      { items: [{ ...line, sim: "esim" }], activation: "2030-02-01" },
      "✓ordered esim activateEsim@2030-02-01",
    ],
    ["a fixed line", { items: [wired] }, "✓ordered technician"],
    [
      "a fixed line with an appointment",
      { items: [wired], appointment: "2030-01-21", activation: "2030-01-21" },
      "✓ordered appointment@2030-01-21 lineStart@2030-01-21",
    ],
    ["a line over the mobile network", { items: [{ hasDevice: false, line: "fms" }] }, "✓ordered plugIn"],
    ["an extension with a device", { items: [phone], family: "vvl" }, "✓ordered device extension"],
    ["another tariff", { family: "tm", activation: "2030-02-01" }, "✓ordered migration@2030-02-01"],
    ["another owner", { family: "coc" }, "✓ordered takeover"],
    ["a number that comes along", { items: [wired], porting: {} }, "✓ordered technician porting"],
    ["paid by direct debit", { items: [wired], method: "direct_debit" }, "✓ordered technician debit"],
    ["paid by invoice", { items: [wired], method: "invoice" }, "✓ordered technician invoice"],
    [
      "paid from credit",
      { isPrepaid: true, method: "paypal", payment: "paid" },
      "✓ordered ✓paid simOpen activate credit",
    ],
    ["collected credit", { isPrepaid: true, method: "direct_debit" }, "✓ordered simOpen activate debit"],
    ["a payment that is open", { items: [], payment: "open", method: "paypal" }, "✓ordered pay"],
    ["a payment that has failed", { items: [], payment: "failed" }, "✓ordered pay"],
    ["a payment that waits", { items: [], payment: "waiting" }, "✓ordered payWaits"],
    ["a payment that nobody knows", { items: [], payment: undefined }, "✓ordered"],
    ["an open identity", { items: [], identity: "open" }, "✓ordered identity"],
    ["an identity under check", { items: [], identity: "checked" }, "✓ordered identityChecked"],
    ["an identity that is not confirmed", { items: [], identity: "stopped" }, "✓ordered identityStopped"],
    ["a confirmed identity", { items: [], identity: "done" }, "✓ordered ✓identityDone"],
  ])("%s", (_, known, steps) => expect(told(known)).toBe(steps));
});
