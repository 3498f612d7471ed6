import { isDeepStrictEqual } from "node:util";
import { expect, test } from "vitest";
import { keysOf } from "#app/domain/keys-of.ts";
import {
  type Answer,
  type Clock,
  clockOf,
  isEnded,
  type Knows,
  type Life,
  type Next,
  nextOfOrder,
  type OrderEvent,
  type OrderLife,
  type Pay,
  type RefusedSteps,
  type Says,
} from "#app/outcome/order-life.ts";
import { body, editing, ordered, resetting, underWay } from "../support/cart.ts";

const now = Date.now();
const once = { shown: "key", key: "key", presses: 1 };
const twice = { ...once, presses: 2 };
const ofAnother = { ...once, key: "key-1" };
const open = { says: "open" } as const;
const order = { says: "order", order: { orderId: "o-1" }, payment: "paid" } as const;
const refused: Answer = { how: "refused", steps: {}, words: [], isFixable: false };
const did: Extract<Answer, { how: "did" }> = { how: "did", orderId: "o-2", pay: { at: "none" } };
const another: OrderLife = { ...editing, shown: "another" };
const unsent: Answer = { how: "unsent" };
const ofOffer: Answer = { how: "ofOrder", code: "OfferConsumed" };
const waits: Answer = { how: "ofOrder", code: "OfferPaymentWaitForCapture" };
const taken: Says = { says: "taken", code: "OfferConsumed", of: "offer" };
const [closed, state, absent, nothing] = [
  { says: "closed" },
  { says: "state" },
  { says: "absent" },
  { says: "nothing" },
] as const;

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

const pressed = (says: Says = open, clock: Clock = "soon"): OrderEvent => ({
  event: "pressed",
  body,
  now,
  says,
  clock,
});
const looked = (says: Says, clock: Clock, isRunning = false): OrderEvent => ({
  event: "looked",
  says,
  clock,
  isRunning,
  fresh: "fresh",
  now,
});
const reset = (by: string): OrderEvent => ({
  event: "resetAsked",
  by,
  paymentAction: "resetPayment",
  placed: { orderId: "o-3" },
});
/** What a session knows once a reset was asked for. */
const resetBy = (by: string) => ({
  is: "resetting",
  by,
  paymentAction: "resetPayment",
  placed: { orderId: "o-3" },
  order: { orderId: "o-1" },
});
const old = { by: "old", order: { orderId: "o-2" } };
const without = { by: "without", order: null };
const older = { by: "older", order: { orderId: "o-1" } };
const birthDate = { code: "missing", message: "Fehlt." };
const iban = { code: "refused", message: "Nein." };
const refusedLife = (steps: RefusedSteps, words: string[]): OrderLife => ({
  ...editing,
  is: "refused",
  refusals: 1,
  steps,
  words,
});
const orderedBefore: OrderLife = { ...ordered({ at: "none" }, 60_000), ended: [old, older] };
const pages: Record<"page" | "blocked", Pay> = {
  page: { at: "page", url: "https://pay.example/2" },
  blocked: { at: "blocked", url: "https://pay.example/2" },
};
const paidAt = (pay: Pay): Answer => ({ how: "did", orderId: "o-1", pay });
const over = (code: "OfferCancelled" | "OfferExpired") => ({ says: "over", code }) as const;
const waiting = { ...order, payment: "waiting" } as const;
const unpaid = { ...order, payment: "open" } as const;

/** What is known then, and what follows from it. */
const knowing: [
  what: string,
  life: OrderLife,
  event: OrderEvent,
  next: { does?: Next["does"]; life: object },
][] = [
  // Each refusal makes the next attempt another call.
  ["the first press", editing, pressed(), { does: "storeAndSend", life: { key: "key", presses: 1 } }],
  [
    "after a refusal",
    { ...editing, refusals: 1 },
    pressed(),
    { does: "storeAndSend", life: { key: "key-1", refusals: 1 } },
  ],
  ["after two", { ...editing, refusals: 2 }, pressed(), { does: "storeAndSend", life: { key: "key-2" } }],
  [
    "after refused fields",
    refusedLife({ payment: { iban } }, []),
    pressed(),
    { does: "storeAndSend", life: { is: "pressed", key: "key-1" } },
  ],
  ...(["order", "taken", "over", "closed"] as const).map((says): (typeof knowing)[number] => [
    `a press where the provider says ${says}`,
    editing,
    pressed({ order, taken, over: over("OfferCancelled"), closed }[says]),
    { does: "tell", life: editing },
  ]),
  ...([state, absent, nothing] as const).map((says): (typeof knowing)[number] => [
    `a press where the provider says ${says.says}`,
    editing,
    pressed(says),
    { does: "storeAndSend", life: { is: "pressed" } },
  ]),
  [
    "an answer that is refused",
    underWay("sent"),
    answer(once, refused),
    { does: "refuse", life: { is: "editing", refusals: 1 } },
  ],
  [
    "fields that a form fixes",
    underWay("sent"),
    answer(once, { ...refused, isFixable: true, steps: { payment: { iban } }, words: ["Call us."] }),
    {
      does: "refuse",
      life: { is: "refused", refusals: 1, steps: { payment: { iban } }, words: ["Call us."] },
    },
  ],
  ["not now", underWay("sent"), answer(once, { how: "closed" }), { does: "refuse", life: { refusals: 1 } }],
  [
    "what was not sent keeps its key",
    underWay("sent"),
    answer(once, unsent),
    { does: "refuse", life: { refusals: 0 } },
  ],
  [
    "words about the offer",
    underWay("sent"),
    answer(once, ofOffer),
    { does: "tellOfOrder", life: { is: "editing", refusals: 1 } },
  ],
  [
    "the same to the second press",
    underWay("sent", 0, 2),
    answer(twice, ofOffer),
    { does: "ask", life: { is: "sent" } },
  ],
  ["no answer", underWay("pressed"), answer(once, { how: "lost" }), { does: "ask", life: { is: "sent" } }],
  ["no word", underWay("pressed"), answer(once, { how: "bare" }), { does: "ask", life: { is: "sent" } }],
  [
    "a payment that waits",
    underWay("sent"),
    answer(once, waits),
    { does: "tell", life: { is: "paying", key: "key" } },
  ],
  // A provider may give an order that follows a reset the number of the one before.
  [
    "a number again",
    { ...underWay("sent"), ended: [old, older, without] },
    answer(once, did),
    { does: "tell", life: { orderId: "o-2", namedBy: "provider", ended: [older, without] } },
  ],
  [
    "no number",
    { ...underWay("sent"), refusals: 1, ended: [old, without] },
    answer(once, { ...did, orderId: undefined }),
    { life: { orderId: "key-1", namedBy: "portal", ended: [old, without] } },
  ],
  [
    "it is known since its first answer",
    orderedBefore,
    answer(once, paidAt(pages.page)),
    { life: { at: orderedBefore.at, pay: pages.page } },
  ],
  [
    "another answer names a page that is not allowed",
    orderedBefore,
    answer(once, paidAt(pages.blocked)),
    { life: { pay: pages.blocked } },
  ],
  [
    "another answer names no page",
    { ...orderedBefore, pay: pages.page },
    answer(once, paidAt({ at: "none" })),
    { life: { pay: pages.page } },
  ],
  [
    "a refusal of a second call says nothing of the order",
    ordered(),
    answer(once, refused),
    { does: "tell", life: { is: "ordered" } },
  ],
  // A read cannot tell it from the one before.
  [
    "a look finds it",
    { ...underWay("sent"), ended: [older] },
    looked(order, "soon"),
    {
      does: "tell",
      life: { is: "ordered", orderId: "o-1", at: now, ended: [older], pay: { at: "asked", key: "key" } },
    },
  ],
  ["a press that a look finds", underWay("pressed"), looked(order, "soon"), { life: { is: "ordered" } }],
  [
    "asking finds it",
    underWay("sent"),
    asked(once, "lost", order),
    { does: "tell", life: { is: "ordered" } },
  ],
  [
    "overdue",
    underWay("sent"),
    looked(open, "overdue"),
    { does: "storeAndSend", life: { key: "key", presses: 2, sentAt: now } },
  ],
  [
    "overdue, and still on its way",
    underWay("sent"),
    looked(open, "overdue", true),
    { does: "tell", life: { presses: 1 } },
  ],
  [
    "overdue, sent three times",
    underWay("sent", 0, 3),
    looked(open, "overdue"),
    { does: "tell", life: { presses: 3 } },
  ],
  ["sent just now", underWay("sent"), looked(open, "soon"), { does: "tell", life: { presses: 1 } }],
  ["sent long ago", underWay("sent"), looked(open, "long"), { does: "tell", life: { presses: 1 } }],
  [
    "overdue, and nothing can be read",
    underWay("sent"),
    looked(nothing, "overdue"),
    { does: "tell", life: { presses: 1 } },
  ],
  [
    "only stored, and overdue",
    underWay("pressed"),
    looked(open, "overdue"),
    { does: "tell", life: { is: "pressed", presses: 1 } },
  ],
  [
    "to be confirmed, and the offer is open",
    underWay("paying"),
    looked(open, "soon"),
    { life: { is: "paying" } },
  ],
  [
    "the same for long: the next call is another one",
    underWay("paying"),
    looked(open, "long"),
    { life: { is: "editing", refusals: 1 } },
  ],
  ["still to be confirmed", underWay("paying"), looked(waiting, "long"), { life: { is: "paying" } }],
  [
    "to be paid, which may be behind",
    underWay("paying"),
    looked(unpaid, "overdue"),
    { life: { is: "paying" } },
  ],
  ["to be paid for long", underWay("paying"), looked(unpaid, "long"), { life: { is: "ordered" } }],
  ["confirmed", underWay("paying"), looked(order, "soon"), { life: { is: "ordered", ended: [] } }],
  [
    "of a payment that waits, nothing can be read",
    underWay("paying"),
    looked(nothing, "long"),
    { life: { is: "paying" } },
  ],
  [
    "cancelled",
    ordered(),
    looked(over("OfferCancelled"), "soon"),
    { life: { is: "over", orderId: "o-1", how: "OfferCancelled", refusals: 1 } },
  ],
  ["gone, which may be behind", ordered(), looked(open, "overdue"), { life: { is: "ordered" } }],
  ["gone", ordered(), looked(open, "long"), { life: { is: "over", how: "gone", refusals: 1 } }],
  ["not readable", ordered(), looked(nothing, "long"), { life: { is: "ordered" } }],
  ["still cancelled", isOver("OfferCancelled"), looked(nothing, "soon"), { life: isOver("OfferCancelled") }],
  ["cancelled, and open again", isOver("OfferCancelled"), looked(open, "soon"), { life: isOver("gone") }],
  [
    "open again, and expired",
    isOver("gone"),
    looked(over("OfferExpired"), "soon"),
    { life: isOver("OfferExpired") },
  ],
  [
    "cancelled while it is reset",
    resetting(),
    looked(over("OfferExpired"), "soon"),
    { life: { is: "over", orderId: "o-1", how: "OfferExpired" } },
  ],
  ["the reset may be behind", resetting(), looked(open, "overdue"), { life: { is: "resetting" } }],
  [
    "the reset was done",
    resetting(),
    looked(open, "long"),
    {
      life: {
        is: "editing",
        shown: "fresh",
        refusals: 0,
        ended: [{ by: "reset", order: { orderId: "o-1" } }],
      },
    },
  ],
  ["nothing says so", resetting(), looked(nothing, "long"), { life: { is: "resetting" } }],
  [
    "a step is saved",
    { ...editing, refusals: 1, ended: [old] },
    saved(),
    { does: "tell", life: { ...editing, shown: "another", refusals: 0, ended: [old] } },
  ],
  [
    "a step that was refused is saved",
    refusedLife({ payment: { iban } }, []),
    saved(),
    { life: { is: "editing", shown: "another", refusals: 0 } },
  ],
  [
    "words that no step settles",
    refusedLife({ payment: { iban } }, ["Call us."]),
    saved(),
    { life: { is: "refused", shown: "another", steps: {}, words: ["Call us."] } },
  ],
  [
    "another step is refused",
    refusedLife({ payment: { iban }, "id-data": { documentNumber: iban } }, []),
    saved(),
    { life: { is: "refused", refusals: 0, steps: { "id-data": { documentNumber: iban } } } },
  ],
  [
    "what the provider lacks is refused",
    { ...editing, refusals: 1 },
    lacking(),
    { life: { is: "refused", refusals: 1, steps: { "personal-data": { birthDate } }, words: [] } },
  ],
  [
    "the same beside another step",
    refusedLife({ payment: { iban } }, ["Call us."]),
    lacking(),
    {
      life: {
        is: "refused",
        steps: { payment: { iban }, "personal-data": { birthDate } },
        words: ["Call us."],
      },
    },
  ],
  [
    "the offer is another one by now",
    { ...editing, refusals: 1, ended: [old] },
    offerChanged(),
    { does: "tell", life: { ...editing, shown: "another", refusals: 0, ended: [old] } },
  ],
  [
    "the same, of what was refused",
    refusedLife({ payment: { iban } }, ["Call us."]),
    offerChanged(),
    { life: { is: "editing", shown: "another", refusals: 0 } },
  ],
  [
    "another answer names none",
    orderedBefore,
    answer(once, { ...did, orderId: undefined }),
    { life: { orderId: "o-1", namedBy: "provider", pay: { at: "none" } } },
  ],
  [
    "another answer names what the first did not",
    { ...ordered(pages.page), orderId: "key", namedBy: "portal" },
    answer(once, did),
    { life: { orderId: "o-2", namedBy: "provider", pay: pages.page } },
  ],
  [
    "another answer names another order than a read that was behind",
    ordered(pages.page),
    answer(once, did),
    { life: { orderId: "o-2", pay: { at: "none" } } },
  ],
  ["where it is paid", ordered(), payFound("key"), { life: { is: "ordered", pay: pages.page } }],
  [
    "where another one is paid",
    { ...ordered(), shown: "another" },
    payFound("key"),
    { life: { pay: { at: "none" } } },
  ],
  [
    "where the one before it is paid",
    { ...ordered(), orderId: "o-2" },
    payFound("key"),
    { life: { pay: { at: "none" } } },
  ],
  [
    "a reset is asked for",
    ordered(),
    reset("next"),
    {
      does: "tell",
      life: resetBy("next"),
    },
  ],
  [
    "another one is",
    resetting(),
    reset("next"),
    {
      life: resetBy("next"),
    },
  ],
  ["stored", underWay("pressed"), stored(true), { does: "send", life: { is: "pressed" } }],
  ["stored late, or perhaps not", underWay("pressed"), stored(false), { life: { is: "pressed" } }],
  ["stored again", underWay("sent"), stored(true), { does: "send", life: { is: "sent" } }],
  ["perhaps not stored again", underWay("sent"), stored(false), { life: { is: "sent" } }],
];

test.each(knowing)("known then: %s", (_, life, event, next) =>
  expect(nextOfOrder(life, event)).toMatchObject({ does: "tell", ...next }),
);

const lives: Record<Knows, OrderLife> = {
  editing,
  refused: refusedLife({ payment: { iban } }, []),
  pressed: underWay("pressed"),
  sent: underWay("sent"),
  paying: underWay("paying"),
  ordered: ordered(),
  resetting: resetting(),
  over: isOver("gone"),
};
const beforeOrder: Knows[] = ["editing", "refused", "over"];
const onceSent: Knows[] = ["paying", "ordered", "resetting"];
const allStates = keysOf(lives);
/** Where an event changes nothing: everywhere else, it does. */
const ignored: Record<OrderEvent["event"], [event: OrderEvent, by: Knows[]][]> = {
  pressed: [
    [pressed(open, "long"), onceSent],
    [pressed(open), ["pressed", "sent", ...onceSent]],
    [pressed(nothing, "long"), ["pressed", "sent", ...onceSent]],
    [pressed(closed), allStates],
  ],
  stored: [[stored(true), [...beforeOrder, ...onceSent]]],
  answered: [
    [answer(once, refused), [...beforeOrder, ...onceSent]],
    [answer(once, did), ["resetting"]],
  ],
  asked: [[asked(once), [...beforeOrder, ...onceSent]]],
  looked: [[looked(open, "overdue"), [...beforeOrder, ...onceSent, "pressed"]]],
  offerChanged: [[offerChanged(), ["pressed", "sent", ...onceSent]]],
  saved: [[saved(), ["pressed", "sent", ...onceSent]]],
  lacking: [[lacking(), ["over", "pressed", "sent", ...onceSent]]],
  payFound: [[payFound("key"), [...beforeOrder, "pressed", "sent", "paying", "resetting"]]],
  resetAsked: [[reset("next"), [...beforeOrder, "pressed", "sent", "paying"]]],
  resetDone: [[done("next"), []]],
};

test.each(keysOf(ignored))("what changes nothing: %s", (name) => {
  for (const [event, by] of ignored[name]) {
    const unchanged = keysOf(lives).filter((is) => {
      const { life, does } = nextOfOrder(lives[is], event);
      return does === "tell" && isDeepStrictEqual(life, lives[is]);
    });
    expect(unchanged.toSorted()).toEqual(by.toSorted());
  }
});

test("of what resets have ended, the last five are kept", () => {
  let life: OrderLife = editing;
  for (const by of ["1", "2", "3", "4", "5", "6"]) ({ life } = nextOfOrder(life, done(by)));
  expect(life.ended.map(({ by }) => by)).toEqual(["2", "3", "4", "5", "6"]);
});

test.each<[what: string, life: OrderLife | undefined, clock: Clock]>([
  ["nothing", undefined, "soon"],
  ["no order", editing, "soon"],
  ["one sent a moment ago", underWay("sent", 29_000), "soon"],
  ["one stored half a minute ago", underWay("pressed", 31_000), "overdue"],
  ["one to be confirmed for two minutes", underWay("paying", 121_000), "long"],
  ["one ordered a minute ago", ordered({ at: "none" }, 61_000), "overdue"],
  ["one that is being reset, ordered two minutes ago", resetting(121_000), "long"],
  ["one sent two minutes ahead, by another portal's clock", underWay("sent", -121_000), "long"],
])("the clock of %s", (_, life, clock) => expect(clockOf(life, now, 30_000)).toBe(clock));

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
function isOver(how: Life<"over">["how"]): OrderLife {
  return { ...editing, is: "over", orderId: "o-1", how };
}
function saved(): OrderEvent {
  return { event: "saved", step: "payment", shown: "another" };
}
function offerChanged(): OrderEvent {
  return { event: "offerChanged", shown: "another" };
}
function stored(isInTime: boolean): OrderEvent {
  return { event: "stored", isInTime };
}
function lacking(): OrderEvent {
  return { event: "lacking", steps: { "personal-data": { birthDate } } };
}
function payFound(shown: string): OrderEvent {
  return { event: "payFound", of: { shown, orderId: "o-1" }, pay: pages.page };
}
function done(by: string): OrderEvent {
  return { event: "resetDone", by, order: { orderId: "o-1" }, shown: "another" };
}
function ended(by: string) {
  return [{ by, order: { orderId: "o-0" } }];
}
