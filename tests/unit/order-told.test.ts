import { expect, test } from "vitest";
import type { PaymentState } from "#app/domain/payment-states.ts";
import type { Clock, OrderLife, Says, StateOfOrder } from "#app/outcome/order-life.ts";
import { isComplete, mayPress, mayReset, resetIsDone, toldOf } from "#app/outcome/order-told.ts";
import { editing, ordered, resetting, underWay } from "../support/cart.ts";

const open: Says = { says: "open" };
const order = (payment: PaymentState | undefined, orderId = "o-1"): Says => ({
  says: "order",
  order: { orderId },
  payment,
});
const taken = (code: StateOfOrder, of: "order" | "offer" = "offer"): Says => ({ says: "taken", code, of });
const [closed, state, absent, nothing] = (["closed", "state", "absent", "nothing"] as const).map(
  (says): Says => ({ says }),
) as [Says, Says, Says, Says];
const over: Says = { says: "over", code: "OfferCancelled" };
const portalNamed: OrderLife = { ...ordered(), orderId: "key", namedBy: "portal" };
const isOver: OrderLife = {
  ...{ is: "over", shown: "key", refusals: 1, ended: [], orderId: "o-1", how: "gone" },
};
const refused: OrderLife = { ...editing, is: "refused", steps: {}, words: ["Nein."] };

// Beside an order nobody orders; without one, whatever else is said, a first press may.
test.each<[may: boolean, what: string, life: OrderLife | undefined, said: Says, clock: Clock]>([
  [true, "an open offer", undefined, open, "soon"],
  [true, "an open offer, again", editing, open, "soon"],
  [true, "what was refused", refused, open, "soon"],
  [true, "what is over", isOver, open, "soon"],
  [true, "an offer of which nothing can be read", editing, nothing, "soon"],
  [false, "an order", editing, order("paid"), "soon"],
  [false, "somebody's order", undefined, order("open"), "soon"],
  [false, "an offer that is taken", editing, taken("OfferConsumed"), "soon"],
  [false, "an offer that is taken, without a session", undefined, taken("OfferAbandonedPayment"), "soon"],
  [false, "what was sent just now", underWay("sent"), open, "soon"],
  [false, "what is overdue", underWay("sent"), open, "overdue"],
  [true, "what was sent long ago, and is not there", underWay("sent"), open, "long"],
  [true, "what was stored long ago", underWay("pressed"), open, "long"],
  [false, "what was sent long ago, and nothing can be read", underWay("sent"), nothing, "long"],
  [false, "what was sent long ago, and the offer is taken", underWay("sent"), taken("OfferConsumed"), "long"],
  [false, "what is to be confirmed", underWay("paying"), open, "long"],
  [false, "what is ordered", ordered(), open, "long"],
  [false, "what is being reset", resetting(), open, "long"],
])("a press is offered, %s: %s", (may, _, life, said, clock) =>
  expect(mayPress(life, said, clock)).toBe(may),
);

// Only what its page named, and what the provider still names; never beside what nobody can read.
test.each<[may: boolean, what: string, life: OrderLife | undefined, said: Says, named: string]>([
  [true, "the unpaid order", ordered(), order("open"), "o-1"],
  [true, "one whose payment has failed", ordered(), order("failed"), "o-1"],
  [true, "one whose payment has expired", undefined, order("expired"), "o-1"],
  [false, "a paid one", ordered(), order("paid"), "o-1"],
  [false, "one whose payment is to be confirmed", ordered(), order("waiting"), "o-1"],
  [false, "one of whose payment nobody says anything", ordered(), order(undefined), "o-1"],
  [false, "none, where there is one", ordered(), order("open"), ""],
  [false, "another one", ordered(), order("open"), "o-2"],
  [false, "the one before, which a read that is behind still names", ordered(), order("open", "o-0"), "o-0"],
  [false, "this session's, where the provider names another one", ordered(), order("open", "o-2"), "o-1"],
  [true, "one that the portal has named, by the provider's number", portalNamed, order("open"), "o-1"],
  [true, "somebody else's, without a session", undefined, order("open"), "o-1"],
  [true, "the one that is being reset", resetting(), order("open"), "o-1"],
  [true, "this session's, whose payment has failed, unread", ordered(), taken("PaymentFailed"), "o-1"],
  [true, "the same, while it is reset", resetting(), taken("PaymentAborted"), "o-1"],
  [false, "another one, unread", ordered(), taken("PaymentFailed"), "o-2"],
  [false, "none, where this session's payment has failed", ordered(), taken("PaymentFailed"), ""],
  [true, "none, where somebody's payment has failed", editing, taken("PaymentFailed"), ""],
  [false, "one that nobody can read", editing, taken("PaymentFailed"), "o-1"],
  [
    false,
    "this session's, whose payment is to be confirmed",
    ordered(),
    taken("OfferPaymentWaitForCapture"),
    "o-1",
  ],
  [
    true,
    "this session's, given up in its own words",
    ordered(),
    taken("OfferAbandonedPayment", "order"),
    "o-1",
  ],
  [false, "this session's, where the offer's words say so", ordered(), taken("OfferAbandonedPayment"), "o-1"],
  [false, "somebody's, given up", editing, taken("OfferAbandonedPayment", "order"), ""],
  [false, "none, of an offer that is consumed", editing, taken("OfferConsumed"), ""],
  [true, "none, of an offer that is stuck", editing, state, ""],
  [true, "none, of an offer that is stuck, without a session", undefined, state, ""],
  [false, "an order, of an offer that is stuck", editing, state, "o-1"],
  [false, "none, while one is under way", underWay("sent"), state, ""],
  ...[open, absent, over, closed, nothing].flatMap((said): [boolean, string, OrderLife, Says, string][] => [
    [false, `none, where the provider says ${said.says}`, editing, said, ""],
    [false, `an order, where the provider says ${said.says}`, ordered(), said, "o-1"],
  ]),
])("a reset is sent, %s: it names %s", (may, _, life, said, named) =>
  expect(mayReset(life, said, named)).toBe(may),
);

test.each<[done: boolean | undefined, what: string, said: Says, named: string]>([
  [true, "the offer is open", open, "o-1"],
  [true, "the offer is open, and had no order", open, ""],
  [true, "another order is there", order("open", "o-2"), "o-1"],
  [false, "its order is there", order("open"), "o-1"],
  [false, "an order is there, and it named none", order("open"), ""],
  [undefined, "nothing can be read", nothing, "o-1"],
  [false, "the offer is taken", taken("OfferConsumed"), "o-1"],
  [false, "the offer is stuck", state, ""],
  [false, "it is cancelled", over, "o-1"],
  [false, "the provider is closed", closed, "o-1"],
  [false, "nothing is found", absent, "o-1"],
])("a reset is done, %s: %s", (done, _, said, named) => expect(resetIsDone(said, named)).toBe(done));

// What was typed is needed until then.
test.each<[complete: boolean, life: OrderLife, said: Says]>([
  [true, ordered(), order("paid")],
  [true, underWay("sent"), order("paid")],
  [false, editing, order("paid")],
  [false, isOver, order("paid")],
  [false, ordered(), order("open")],
  [false, ordered(), order("waiting")],
  [false, ordered(), order(undefined)],
  [false, ordered(), nothing],
])("an order is complete, %s: %o, %o", (complete, life, said) =>
  expect(isComplete(life, toldOf(life, said, "soon"))).toBe(complete),
);

const follows = { tells: "follows", orderId: "o-1" };
const exists = (code: StateOfOrder) => ({ tells: "exists", code });
/** What only the words tell apart. */
test.each<[what: string, life: OrderLife | undefined, said: Says, clock: Clock, told: object]>([
  ["somebody's consumed offer", undefined, taken("OfferConsumed"), "soon", exists("OfferConsumed")],
  [
    "somebody's abandoned one",
    editing,
    taken("OfferAbandonedPayment", "order"),
    "soon",
    exists("OfferAbandonedPayment"),
  ],
  [
    "somebody's failed payment",
    editing,
    taken("PaymentFailed"),
    "soon",
    { tells: "paymentState", code: "PaymentFailed" },
  ],
  [
    "somebody's payment that waits",
    editing,
    taken("OfferPaymentWaitForCapture"),
    "soon",
    { tells: "paying" },
  ],
  [
    "this order's failed payment",
    ordered(),
    taken("PaymentFailed"),
    "soon",
    { tells: "paymentState", code: "PaymentFailed" },
  ],
  [
    "this order's payment that waits",
    ordered(),
    taken("OfferPaymentWaitForCapture"),
    "soon",
    { tells: "paying" },
  ],
  [
    "this order, given up in its own words",
    ordered(),
    taken("OfferAbandonedPayment", "order"),
    "soon",
    { tells: "paymentState", code: "OfferAbandonedPayment" },
  ],
  ["the same in the offer's", ordered(), taken("OfferAbandonedPayment"), "soon", follows],
  ["this order's offer is consumed", ordered(), taken("OfferConsumed", "order"), "soon", follows],
  ["the same for long", ordered(), taken("OfferConsumed"), "long", { tells: "unreadable", orderId: "o-1" }],
  ["the same while it is reset", resetting(), taken("OfferConsumed"), "soon", follows],
  [
    "a failed payment while it is reset",
    resetting(),
    taken("PaymentFailed"),
    "soon",
    { tells: "paymentState", code: "PaymentFailed" },
  ],
  [
    "a failed payment of what was sent",
    underWay("sent"),
    taken("PaymentFailed"),
    "soon",
    { tells: "paymentState", code: "PaymentFailed" },
  ],
  [
    "a taken offer of what was sent",
    underWay("sent"),
    taken("OfferConsumed"),
    "overdue",
    { tells: "waiting" },
  ],
  ["the same for long", underWay("sent"), taken("OfferConsumed"), "long", exists("OfferConsumed")],
  ["what was sent, and the offer has ended", underWay("sent"), over, "overdue", { tells: "waiting" }],
  ["the same for long", underWay("sent"), over, "long", { tells: "ended", code: "OfferCancelled" }],
  ["what was sent, and nothing can be read", underWay("sent"), nothing, "overdue", { tells: "waiting" }],
  ["the same for long", underWay("sent"), nothing, "long", { tells: "stillUnknown" }],
  [
    "what was sent, and the provider is closed for long",
    underWay("pressed"),
    closed,
    "long",
    { tells: "stillUnknown" },
  ],
  ["what was sent, and is not found for long", underWay("sent"), absent, "long", { tells: "state" }],
  [
    "what is to be confirmed, and paid",
    underWay("paying"),
    order("paid"),
    "soon",
    { tells: "placed", payment: "paid" },
  ],
  ["what is to be confirmed, and open", underWay("paying"), order("open"), "soon", { tells: "paying" }],
  [
    "what is to be confirmed, and failed",
    underWay("paying"),
    order("failed"),
    "soon",
    { tells: "unpaid", payment: "failed", ends: { orderId: "o-1" } },
  ],
  [
    "what is to be confirmed, and has failed unread",
    underWay("paying"),
    taken("PaymentFailed"),
    "soon",
    { tells: "paymentState", code: "PaymentFailed" },
  ],
  [
    "what is to be confirmed, and taken",
    underWay("paying"),
    taken("OfferConsumed"),
    "soon",
    { tells: "paying" },
  ],
  [
    "what is to be confirmed, and cancelled",
    underWay("paying"),
    over,
    "soon",
    { tells: "ended", code: "OfferCancelled" },
  ],
  [
    "this order is cancelled",
    ordered(),
    over,
    "soon",
    { tells: "over", orderId: "o-1", how: "OfferCancelled" },
  ],
  [
    "it is cancelled while it is reset",
    resetting(),
    over,
    "soon",
    { tells: "over", orderId: "o-1", how: "OfferCancelled" },
  ],
  ...[open, over, closed, state, absent, nothing].map((said): [string, OrderLife, Says, Clock, object] => [
    `what is over, and the provider says ${said.says}`,
    isOver,
    said,
    "soon",
    { tells: "over", orderId: "o-1", how: "gone" },
  ]),
  [
    "what is over, and ordered anew",
    isOver,
    order("open", "o-2"),
    "soon",
    { tells: "unpaid", orderId: "o-2" },
  ],
  ["what is over, and taken anew", isOver, taken("OfferConsumed"), "soon", exists("OfferConsumed")],
  [
    "an order of whose payment nobody says anything",
    editing,
    order(undefined),
    "soon",
    { tells: "paymentUnknown", orderId: "o-1" },
  ],
])("told: %s", (_, life, said, clock, told) => expect(toldOf(life, said, clock)).toMatchObject(told));
