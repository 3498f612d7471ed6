import { expect, test } from "vitest";
import { keysOf } from "#app/domain/keys-of.ts";
import type { PaymentState } from "#app/domain/payment-states.ts";
import type { Clock, Knows, OrderLife, Says, StateOfOrder } from "#app/outcome/order-life.ts";
import { isComplete, mayPress, mayReset, resetIsDone, type Told, toldOf } from "#app/outcome/order-told.ts";
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
  is: "over",
  shown: "key",
  refusals: 1,
  ended: [],
  orderId: "o-1",
  how: "gone",
};
const refused: OrderLife = { ...editing, is: "refused", steps: {}, words: ["Nein."] };

// Beside an order nobody orders; without one, whatever else is said, a first press may.
test.each<[may: boolean, what: string, life: OrderLife | undefined, said: Says, clock: Clock]>([
  [true, "an open offer", undefined, open, "soon"],
  [true, "an open offer, again", editing, open, "soon"],
  [true, "what was refused", refused, open, "soon"],
  [true, "what is over, as the offer is open again", isOver, open, "soon"],
  [false, "what is cancelled", { ...isOver, how: "OfferCancelled" }, nothing, "soon"],
  [false, "an offer that has ended", editing, over, "soon"],
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

type Row = Record<Says["says"], Told["tells"]>;
const eachSaid: Record<Says["says"], Says> = {
  open,
  order: order("paid"),
  taken: taken("OfferConsumed"),
  over,
  closed,
  state,
  absent,
  nothing,
};
const start: Row = {
  open: "goOn",
  order: "placed",
  taken: "exists",
  over: "ended",
  closed: "closed",
  state: "state",
  absent: "state",
  nothing: "cannotSay",
};
/** The same, unless the order can be read. */
const always = (tells: Told["tells"]): Row => ({
  open: tells,
  order: "placed",
  taken: tells,
  over: tells,
  closed: tells,
  state: tells,
  absent: tells,
  nothing: tells,
});
const longAgo: Row = { ...start, open: "pressAgain", closed: "stillUnknown", nothing: "stillUnknown" };
const isPaying: Row = { ...always("paying"), over: "ended" };
const isFollowing: Row = { ...always("follows"), over: "over" };
const isUnreadable: Row = { ...always("unreadable"), over: "over" };
const isGone: Row = { ...always("over"), taken: "exists" };
/** What each state tells: while its call or its reads may be late, and later. */
const cells: Record<Knows, { life: OrderLife; soon: Row; long: Row }> = {
  editing: { life: editing, soon: start, long: start },
  refused: { life: refused, soon: start, long: start },
  pressed: { life: underWay("pressed"), soon: always("waiting"), long: longAgo },
  sent: { life: underWay("sent"), soon: always("waiting"), long: longAgo },
  paying: { life: underWay("paying"), soon: isPaying, long: isPaying },
  ordered: { life: ordered(), soon: isFollowing, long: isUnreadable },
  resetting: { life: resetting(), soon: isFollowing, long: isUnreadable },
  over: { life: isOver, soon: isGone, long: isGone },
};

test.each(keysOf(cells))("what is told by a session that knows: %s", (knows) => {
  const { life, soon, long } = cells[knows];
  const tells = (clock: Clock) =>
    Object.fromEntries(keysOf(eachSaid).map((says) => [says, toldOf(life, eachSaid[says], clock).tells]));
  expect([tells("soon"), tells("overdue"), tells("long")]).toEqual([soon, soon, long]);
});

/** What only the words tell apart. */
const follows = { tells: "follows", orderId: "o-1" };
const unpaid = (payment: PaymentState) => ({
  tells: "unpaid",
  orderId: "o-1",
  payment,
  ends: { orderId: "o-1" },
});
const stateOf = (code: StateOfOrder) => ({ tells: "paymentState", code });
const exists = (code: StateOfOrder) => ({ tells: "exists", code });
const paying = { tells: "paying" };
const isCancelled = { tells: "over", orderId: "o-1", how: "OfferCancelled" };
const abandoned = taken("OfferAbandonedPayment", "order");
const failed = taken("PaymentFailed");
const waits = taken("OfferPaymentWaitForCapture");
test.each<[knows: string, life: OrderLife | undefined, said: Says, clock: Clock, told: object]>([
  ["a visitor", undefined, open, "soon", { tells: "goOn" }],
  ["a visitor", undefined, taken("OfferConsumed"), "soon", exists("OfferConsumed")],
  ["nothing", editing, over, "soon", { tells: "ended", code: "OfferCancelled" }],
  ["nothing", editing, abandoned, "soon", exists("OfferAbandonedPayment")],
  ["nothing", editing, failed, "soon", stateOf("PaymentFailed")],
  ["nothing", editing, waits, "soon", paying],
  ["nothing", editing, order("open"), "soon", unpaid("open")],
  ["nothing", editing, order("failed"), "soon", unpaid("failed")],
  ["nothing", editing, order("expired"), "soon", unpaid("expired")],
  ["nothing", editing, order("waiting"), "soon", paying],
  ["nothing", editing, order("paid"), "soon", { tells: "placed", orderId: "o-1", payment: "paid" }],
  ["nothing", editing, order(undefined), "soon", { tells: "paymentUnknown", orderId: "o-1" }],
  ["what was sent", underWay("sent"), failed, "soon", stateOf("PaymentFailed")],
  ["what was sent", underWay("sent"), waits, "soon", paying],
  ["what was sent", underWay("sent"), abandoned, "overdue", { tells: "waiting" }],
  ["what was sent", underWay("sent"), abandoned, "long", exists("OfferAbandonedPayment")],
  ["what was sent", underWay("sent"), over, "long", { tells: "ended", code: "OfferCancelled" }],
  ["a payment that waits", underWay("paying"), order("open"), "long", paying],
  ["a payment that waits", underWay("paying"), order("waiting"), "soon", paying],
  ["a payment that waits", underWay("paying"), order("failed"), "soon", unpaid("failed")],
  ["a payment that waits", underWay("paying"), failed, "soon", stateOf("PaymentFailed")],
  ["a payment that waits", underWay("paying"), waits, "soon", paying],
  ["a payment that waits", underWay("paying"), abandoned, "long", paying],
  ["a payment that waits", underWay("paying"), over, "soon", { tells: "ended", code: "OfferCancelled" }],
  ...([ordered(), resetting()] as const).flatMap((life): [string, OrderLife, Says, Clock, object][] => [
    [life.is, life, open, "soon", follows],
    [life.is, life, open, "long", { tells: "unreadable", orderId: "o-1" }],
    [life.is, life, failed, "soon", stateOf("PaymentFailed")],
    [life.is, life, waits, "soon", paying],
    [life.is, life, abandoned, "soon", stateOf("OfferAbandonedPayment")],
    [life.is, life, taken("OfferAbandonedPayment"), "soon", follows],
    [life.is, life, taken("OfferConsumed", "order"), "soon", follows],
    [life.is, life, order("open"), "soon", unpaid("open")],
    [life.is, life, over, "soon", isCancelled],
  ]),
  ["what is over", isOver, over, "soon", isCancelled],
  ["what is cancelled", { ...isOver, how: "OfferCancelled" }, nothing, "soon", isCancelled],
  ["what is over", isOver, failed, "soon", stateOf("PaymentFailed")],
  ["what is over", isOver, order("open", "o-2"), "soon", { tells: "unpaid", orderId: "o-2" }],
])("told to a session that knows %s (%#)", (_, life, said, clock, told) =>
  expect(toldOf(life, said, clock)).toMatchObject(told),
);
