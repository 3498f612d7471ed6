import { expect, test } from "vitest";
import {
  type Answer,
  isEnded,
  type Next,
  nextOfOrder,
  type OrderEvent,
  type OrderLife,
} from "#app/outcome/order-life.ts";
import { body, editing, ordered, resetting, underWay } from "../support/cart.ts";

const now = Date.now();
const once = { shown: "key", key: "key", presses: 1 };
const twice = { ...once, presses: 2 };
const ofAnother = { ...once, key: "key-1" };
const open = { says: "open" } as const;
const order = { says: "order", order: { orderId: "o-1" }, payment: "paid" } as const;
const refused: Answer = { how: "refused", steps: {}, words: [], isFixable: false };
const did: Answer = { how: "did", orderId: "o-2", pay: { at: "none" } };
const another: OrderLife = { ...editing, shown: "another" };
const unsent: Answer = { how: "unsent" };

type Row = [what: string, life: OrderLife, event: OrderEvent, is: OrderLife["is"], does: Next["does"]];
// Between two presses, every answer may be that of the other one.
const rows: Row[] = [
  ["the only press was refused", underWay("sent"), answer(once, refused), "editing", "refuse"],
  ["the first of two was", underWay("sent", 0, 2), answer(once, refused), "sent", "ask"],
  ["the second of two was", underWay("sent", 0, 2), answer(twice, refused), "sent", "ask"],
  ["an earlier one was, and the order begins anew", underWay("sent"), answer(twice, refused), "sent", "ask"],
  ["an earlier one ended barely, and the order begins anew", underWay("sent"), asked(twice), "sent", "tell"],
  ["an answer comes after its order was given up", editing, answer(once, did), "ordered", "tell"],
  ["an answer comes after another order was begun", another, answer(once, did), "editing", "tell"],
  ["the only press was not sent", underWay("sent"), answer(once, unsent), "editing", "refuse"],
  ["the first of two was not", underWay("sent", 0, 2), answer(once, unsent), "sent", "ask"],
  ["the only press ended barely, and nothing is there", underWay("sent"), asked(once), "editing", "refuse"],
  ["the first of two did", underWay("sent", 0, 2), asked(once), "sent", "tell"],
  ["the second of two did", underWay("sent", 0, 2), asked(twice), "sent", "tell"],
  ["another call did", underWay("sent"), asked(ofAnother), "sent", "tell"],
  ["the only press was lost, and nothing is there", underWay("sent"), asked(once, "lost"), "sent", "tell"],
  ["after another call an order is there", underWay("sent"), asked(ofAnother, "bare", order), "sent", "tell"],
  ["a step is saved under way", underWay("sent"), saved(), "sent", "tell"],
  ["a step is saved while it is paid", underWay("paying"), saved(), "paying", "tell"],
  ["a step is saved after the order", ordered(), saved(), "ordered", "tell"],
  ["a step is saved while it is reset", resetting(), saved(), "resetting", "tell"],
  ["a reset is done", resetting(), done("reset"), "editing", "tell"],
  [
    "it is done again, after the next order",
    { ...ordered(), ended: ended("reset") },
    done("reset"),
    "ordered",
    "tell",
  ],
  ["another one is done", { ...ordered(), ended: ended("before") }, done("reset"), "editing", "tell"],
];

test.each(rows)("%s", (_, life, event, is, does) => {
  const next = nextOfOrder(life, event);
  expect([next.life.is, next.does]).toEqual([is, does]);
});

test("of an order that was reset, its time tells it from another one with its number", () => {
  const at = (orderedAt?: string): OrderLife => ({
    ...editing,
    ended: [{ by: "reset", order: { orderId: "o-1", orderedAt } }],
  });
  const read = { orderId: "o-1", orderedAt: "2026-11-29T10:00:00Z" };
  expect(isEnded(at(read.orderedAt), read)).toBe(true);
  expect(isEnded(at("2026-11-28T10:00:00Z"), read)).toBe(false);
  expect(isEnded(at(), read), "without a time, by its number alone").toBe(true);
  expect(isEnded(at(), { orderId: "o-2" })).toBe(false);
});

test("an answer about another order than the one that is there changes nothing", () => {
  const life: OrderLife = { ...ordered(), shown: "another" };
  expect(nextOfOrder(life, answer(once, did)).life).toEqual(life);
  expect(nextOfOrder(ordered(), answer(once, did)).life).toMatchObject({ is: "ordered", orderId: "o-2" });
});

test("only a press after longer than calls take begins the order anew", () => {
  const press = (clock: "overdue" | "long") =>
    nextOfOrder(underWay("sent", 0, 2), { event: "pressed", body, says: open, clock, now });
  expect(press("overdue")).toMatchObject({ life: { is: "sent", presses: 3 }, does: "storeAndSend" });
  expect(press("long")).toMatchObject({ life: { is: "pressed", presses: 1 }, does: "storeAndSend" });
});

function answer(call: typeof once, said: Answer): OrderEvent {
  return { event: "answered", call, answer: said, now };
}
function asked(
  call: typeof once,
  after: "bare" | "lost" = "bare",
  says: Extract<OrderEvent, { event: "asked" }>["says"] = open,
): OrderEvent {
  return { event: "asked", call, says, after, now };
}
function saved(): OrderEvent {
  return { event: "saved", step: "payment", shown: "another" };
}
function done(by: string): OrderEvent {
  return { event: "resetDone", by, order: { orderId: "o-1" }, shown: "another" };
}
function ended(by: string) {
  return [{ by, order: { orderId: "o-0" } }];
}
