import { z } from "zod";
import { acceptance } from "#app/backend/contract/order.ts";
import type { PaymentState } from "#app/domain/payment-states.ts";
import type { FieldError } from "#app/forms/form-state.ts";
import { mostSends } from "./acts.ts";

/** An order as its summary named it; without a time, by its number alone. */
const orderName = z.object({ orderId: z.string(), orderedAt: z.string().optional() });
export type OrderName = z.infer<typeof orderName>;

const fixingSteps = ["personal-data", "id-data", "payment"] as const;
export type FixingStep = (typeof fixingSteps)[number];
const fieldError = z.object({ code: z.string(), message: z.string() }) satisfies z.ZodType<FieldError>;
/** What the provider has refused, by the step that fixes it and that form's field. */
const refusedSteps = z.partialRecord(z.enum(fixingSteps), z.record(z.string(), fieldError));
export type RefusedSteps = z.infer<typeof refusedSteps>;

/** What every state knows. */
const always = {
  /** Names the order as the summary shows it: its form's submission id. Another order has another one. */
  shown: z.string(),
  /** Refusals of this order, each of which makes the next attempt a new call for the provider. */
  refusals: z.number(),
  /** What resets have ended, by the reset's submission id: a summary that still names such an order lags behind. */
  ended: z.array(z.object({ by: z.string(), order: orderName.nullable() })),
};

const attempt = {
  ...always,
  key: z.string(),
  body: acceptance,
  /** In milliseconds since the epoch: when the customer ordered, and when it was last sent. */
  startedAt: z.number(),
  sentAt: z.number(),
  /** How often it was to be sent. */
  presses: z.number(),
};

/** Where an order is paid. */
const pay = z.discriminatedUnion("at", [
  z.object({ at: z.literal("page"), url: z.string() }),
  /** The provider's address, which the settings do not allow. */
  z.object({ at: z.literal("blocked"), url: z.string() }),
  /** The answer that may name it got lost: the same order, under its key, asks for it again. */
  z.object({ at: z.literal("asked"), key: z.string(), body: acceptance }),
  z.object({ at: z.literal("none") }),
]);
export type Pay = z.infer<typeof pay>;

const ordered = z.object({
  is: z.literal("ordered"),
  ...always,
  orderId: z.string(),
  /** Who has given it this number: the portal does, where the provider names none. */
  namedBy: z.enum(["provider", "portal"]),
  pay,
  /** In milliseconds since the epoch: since when it is known. */
  at: z.number(),
});
export type Ordered = z.infer<typeof ordered>;

/** All that a session knows of the order of an offer. */
export const orderLife = z.discriminatedUnion("is", [
  /** Nothing was ordered here. */
  z.object({ is: z.literal("editing"), ...always }),
  /** Nothing was: the provider has refused fields. */
  z.object({ is: z.literal("refused"), ...always, steps: refusedSteps, words: z.array(z.string()) }),
  /** Stored before it is sent. Whether it was sent, only the request knows that has stored it. */
  z.object({ is: z.literal("pressed"), ...attempt }),
  /** It was sent, and its end is unknown. */
  z.object({ is: z.literal("sent"), ...attempt }),
  /** The provider says that an order waits for its payment to be confirmed. */
  z.object({ is: z.literal("paying"), ...attempt }),
  ordered,
  /** A reset of it was sent: the provider may do it and answer with an error all the same. */
  z.object({
    is: z.literal("resetting"),
    ...always,
    by: z.string(),
    paymentAction: z.enum(["resetPayment", "clearError"]),
    /** As its summary named it. */
    placed: orderName,
    order: ordered,
  }),
  /** It was ordered, and is no longer: in the provider's words, or as the offer is open again. */
  z.object({
    is: z.literal("over"),
    ...always,
    orderId: z.string(),
    how: z.enum(["OfferCancelled", "OfferExpired", "gone"]),
  }),
]);
export type OrderLife = z.infer<typeof orderLife>;
export type Knows = OrderLife["is"];
export type Life<K extends Knows> = Extract<OrderLife, { is: K }>;

/** States of an offer that say that it has an order, no matter who placed it. */
export const statesOfOrder = [
  "OfferAbandonedPayment",
  "OfferConsumed",
  "OfferPaymentWaitForCapture",
  "PaymentAborted",
  "PaymentFailed",
  "ReservationAmountCanNotBeBlocked",
] as const;
export type StateOfOrder = (typeof statesOfOrder)[number];
export type EndOfOffer = "OfferCancelled" | "OfferExpired";

/** What the provider says of an offer and its order. */
export type Says =
  /** In its own words: it can be ordered, and has no order. */
  | { says: "open" }
  /** `payment` is undefined where nobody says how it stands. */
  | { says: "order"; order: OrderName; payment: PaymentState | undefined }
  /** It has an order, which cannot be read: the words are the order's own, of its payment, or about the offer. */
  | { says: "taken"; code: StateOfOrder; of: "order" | "offer" }
  | { says: "over"; code: EndOfOffer }
  /** Not now: closed for all calls. */
  | { says: "closed" }
  /** Another state of the offer, in its words. */
  | { says: "state" }
  /** It does not find the offer, nor an order of it. */
  | { says: "absent" }
  /** Nothing that can be relied on: no answer, a bare status, reads that lag or contradict each other. */
  | { says: "nothing" };

/** Since an order was last sent, or placed: soon, long enough for it to be sent again, and longer than calls and reads take. */
export type Clock = "soon" | "overdue" | "long";

/** How a call that orders has ended. */
export type Answer =
  | { how: "did"; orderId: string | undefined; pay: Pay }
  /** In words about what was ordered, with what a form can fix. */
  | { how: "refused"; steps: RefusedSteps; words: string[]; isFixable: boolean }
  /** In words about the offer: it has an order. That is no answer to this press. */
  | { how: "ofOrder"; code: StateOfOrder }
  /** Not now, in the provider's words. */
  | { how: "closed" }
  /** Nothing was sent. */
  | { how: "unsent" }
  /** It has ended without a word of the provider's. */
  | { how: "bare" }
  /** It may still be at it. */
  | { how: "lost" };

/** What was sent: the order as it was shown, the key of this call, and how often it was to be sent by then. */
type Call = Pick<Life<"pressed">, "shown" | "key" | "presses">;

export type OrderEvent =
  /** The provider offers something else than before: what was not sent yet begins anew. */
  | { event: "offerChanged"; shown: string }
  | {
      event: "pressed";
      body: z.infer<typeof acceptance>;
      now: number;
      says: Says;
      clock: Clock;
    }
  /** `isInTime`: for certain, and before another press may have sent it. */
  | { event: "stored"; isInTime: boolean }
  | { event: "answered"; call: Call; answer: Answer; now: number }
  /** The provider was asked after an answer that leaves open whether it has ordered. */
  | { event: "asked"; call: Call; says: Says; after: Answer["how"]; now: number }
  /**
   * `fresh` names the order that follows one that turns out to be reset; `isRunning`: this process still waits for the call.
   */
  | { event: "looked"; says: Says; clock: Clock; now: number; fresh: string; isRunning: boolean }
  /** A step's input is stored: another order. */
  | { event: "saved"; step: FixingStep; shown: string }
  /** The provider lacks what was entered: so its form says. */
  | { event: "lacking"; steps: RefusedSteps }
  /** Where an order is paid turns out. */
  | { event: "payFound"; of: Pick<Ordered, "shown" | "orderId">; pay: Pay }
  | { event: "resetAsked"; by: string; paymentAction: "resetPayment" | "clearError"; placed: OrderName }
  | { event: "resetDone"; by: string; order: OrderName | null; shown: string };

/**
 * What follows: the new state is stored and the order sent, it is sent, the provider is asked, or the customer is told how it
 * stands. `refuse`: that nothing was ordered, and why. `tellOfOrder`: that there is an order, also where reads do not show it.
 */
export type Next =
  | { life: Underway; does: "storeAndSend" | "send" }
  | { life: OrderLife; does: "ask" | "tell" | "refuse" | "tellOfOrder" };

type Of<E extends OrderEvent["event"]> = Extract<OrderEvent, { event: E }>;
type Table = {
  [E in OrderEvent["event"]]: { [K in Knows]: (life: Life<K>, event: Of<E>) => Next };
};

const tell = (life: OrderLife): Next => ({ life, does: "tell" });
const ask = (life: OrderLife): Next => ({ life, does: "ask" });
const refuse = (life: OrderLife): Next => ({ life, does: "refuse" });

const maxEnded = 5;
const ofOrder = ({ shown, refusals, ended }: OrderLife) => ({ shown, refusals, ended });
/** The key of the next call. */
const keyOf = ({ shown, refusals }: OrderLife): string => (refusals > 0 ? `${shown}-${refusals}` : shown);

/** What resets have ended stays known. */
const begun = (shown: string, ended: OrderLife["ended"] = []): Life<"editing"> => ({
  is: "editing",
  shown,
  refusals: 0,
  ended,
});

type Sendable = Life<"editing" | "refused" | "over">;
export type Underway = Life<"pressed" | "sent">;

/** Nothing is sent where the provider has an order, or says that it takes none now. */
function press(life: Sendable, { says, body, now }: Of<"pressed">): Next {
  const stops =
    says.says === "order" || says.says === "taken" || says.says === "over" || says.says === "closed";
  if (stops) return tell(life);
  return {
    life: {
      is: "pressed",
      ...ofOrder(life),
      key: keyOf(life),
      body,
      startedAt: now,
      sentAt: now,
      presses: 1,
    },
    does: "storeAndSend",
  };
}

/** The same order under its key, with the body of the first press. */
const again = (life: Underway, now: number): Next => ({
  life: { ...life, sentAt: now, presses: life.presses + 1 },
  does: "storeAndSend",
});

/**
 * One that is under way is sent again only where the provider says that it has none, and not by each half of a double press.
 * Once all earlier calls have ended, it is a first attempt, whose answer says what became of it.
 */
function pressAgain(life: Underway, { says, clock, now }: Of<"pressed">): Next {
  if (says.says !== "open" || clock === "soon") return tell(life);
  const next = again(life, now);
  return clock === "long"
    ? { ...next, life: { ...life, is: "pressed", startedAt: now, sentAt: now, presses: 1 } }
    : next;
}

/** What follows is another call. */
const notTaken = (life: OrderLife): Life<"editing"> => ({
  is: "editing",
  ...ofOrder(life),
  refusals: life.refusals + 1,
});

function refusedBy(life: OrderLife, answer: Answer): OrderLife {
  const after = notTaken(life);
  if (answer.how !== "refused" || !answer.isFixable) return after;
  return { ...after, is: "refused", steps: answer.steps, words: answer.words };
}

function placed(life: OrderLife, { orderId, pay }: Answer & { how: "did" }, now: number): Ordered {
  const { shown, refusals, ended } = life;
  const isNamed = orderId !== undefined;
  return {
    is: "ordered",
    shown,
    refusals,
    // The provider may give an order that follows a reset the number of the one before.
    ended: isNamed ? ended.filter(({ order }) => order?.orderId !== orderId) : ended,
    orderId: orderId ?? keyOf(life),
    namedBy: isNamed ? "provider" : "portal",
    pay,
    at: now,
  };
}

function answered(life: Underway, event: Of<"answered">): Next {
  const { answer, call, now } = event;
  if (call.key !== life.key) return lateAnswer(life, event);
  // Only an answer to the first attempt, of which there was no other, says what became of the order.
  const isFirst = call.presses === 1 && life.presses === 1;
  const sent: OrderLife = { ...life, is: "sent" };
  switch (answer.how) {
    case "did":
      return tell(placed(life, answer, now));
    case "ofOrder":
      if (answer.code === "OfferPaymentWaitForCapture") return tell({ ...life, is: "paying" });
      return isFirst ? { life: refusedBy(life, answer), does: "tellOfOrder" } : ask(sent);
    case "refused":
    case "closed":
      return isFirst ? refuse(refusedBy(life, answer)) : ask(sent);
    case "unsent":
      return isFirst ? refuse({ is: "editing", ...ofOrder(life) }) : ask(sent);
    case "bare":
    case "lost":
      return ask(sent);
  }
}

/** An answer about an order that was refused or paid elsewhere meanwhile; of one that a reset has ended, it says nothing. */
const lateAnswer = (life: OrderLife, { answer, call, now }: Of<"answered">): Next =>
  answer.how === "did" && call.shown === life.shown ? tell(placed(life, answer, now)) : tell(life);

/** Another answer to the same order may name its number, and the payment page; or another order than a read had shown. */
function answeredAgain(life: Ordered, event: Of<"answered">): Next {
  const { answer, call, now } = event;
  if (answer.how !== "did" || call.shown !== life.shown) return tell(life);
  const latest = placed(life, answer, now);
  const isAnother =
    latest.namedBy === "provider" && life.namedBy === "provider" && latest.orderId !== life.orderId;
  const isPaidAt = latest.pay.at === "page" || latest.pay.at === "blocked";
  const { orderId, namedBy } = latest.namedBy === "provider" ? latest : life;
  return tell({
    ...latest,
    orderId,
    namedBy,
    at: life.at,
    pay: isPaidAt || isAnother ? latest.pay : life.pay,
  });
}

/** The order is there, and was most likely this one. */
const found = (life: Underway | Life<"paying">, { orderId }: OrderName, now: number): Ordered => ({
  ...placed(life, { how: "did", orderId, pay: { at: "asked", key: life.key, body: life.body } }, now),
  // Only an acceptance that names an ended order's number says that it is another one.
  ended: life.ended,
});

function askedAfter(life: Underway, { says, after, call, now }: Of<"asked">): Next {
  if (call.key !== life.key) return tell(life);
  if (says.says === "order") return tell(found(life, says.order, now));
  // An earlier call, or another one since, may still be at it.
  const isOnly = call.presses === 1 && life.presses === 1;
  return says.says === "open" && isOnly && after === "bare"
    ? refuse({ is: "editing", ...ofOrder(life) })
    : tell(life);
}

/** Whether it may be sent once more without a press, as its row in the table of acts says. */
export const mayBeSent = ({ presses }: Pick<Underway, "presses">): boolean =>
  presses < mostSends("acceptOffer");

function lookAt(life: Underway, { says, now }: Of<"looked">): Next {
  return says.says === "order" ? tell(found(life, says.order, now)) : tell(life);
}

/** What was sent before is sent again under its key. What is only stored, a press sends. */
function lookAtSent(life: Life<"sent">, event: Of<"looked">): Next {
  const isLost = event.clock === "overdue" && !event.isRunning;
  return event.says.says === "open" && isLost && mayBeSent(life)
    ? again(life, event.now)
    : lookAt(life, event);
}

/** A payment that reads still show as open may be behind, and so may an offer without the order. */
function lookAtPaying(life: Life<"paying">, { says, clock, now }: Of<"looked">): Next {
  if (says.says === "open" && clock === "long") return tell(notTaken(life));
  if (says.says !== "order" || says.payment === "waiting") return tell(life);
  return says.payment === "open" && clock !== "long" ? tell(life) : tell(found(life, says.order, now));
}

const over = (life: OrderLife, orderId: string, how: Life<"over">["how"]): OrderLife => ({
  is: "over",
  ...ofOrder(life),
  refusals: life.refusals + 1,
  orderId,
  how,
});

/** "Ordered" ends in the provider's words alone: cancelled, expired, or open again for longer than reads lag. */
function lookAtOrdered(life: Ordered, { says, clock }: Of<"looked">): Next {
  if (says.says === "over") return tell(over(life, life.orderId, says.code));
  if (says.says === "open" && clock === "long") return tell(over(life, life.orderId, "gone"));
  return tell(life);
}

/** A cancelled order stays so; the offer may be open again, and may end once more. */
function lookAtOver(life: Life<"over">, { says }: Of<"looked">): Next {
  if (says.says === "over") return tell({ ...life, how: says.code });
  return tell(says.says === "open" ? { ...life, how: "gone" } : life);
}

/** The reset was done, whatever was answered to it: once reads no longer show what was before the order. */
function lookAtResetting(life: Life<"resetting">, { says, clock, fresh }: Of<"looked">): Next {
  if (says.says === "over") return tell(over(life, life.order.orderId, says.code));
  if (says.says !== "open" || clock !== "long") return tell(life);
  return resetDone(life, { event: "resetDone", by: life.by, order: life.placed, shown: fresh });
}

function saved(life: Sendable, { step, shown }: Of<"saved">): Next {
  const next = begun(shown, life.ended);
  if (life.is !== "refused") return tell(next);
  const { [step]: _settled, ...steps } = life.steps;
  const isSettled = Object.keys(steps).length === 0 && life.words.length === 0;
  return tell(isSettled ? next : { ...next, is: "refused", steps, words: life.words });
}

/** Once per reset, as an order may have followed it. */
function resetDone(life: OrderLife, { by, order, shown }: Of<"resetDone">): Next {
  if (life.ended.some((one) => one.by === by)) return tell(life);
  const ended = [...life.ended, { by, order }].slice(-maxEnded);
  return tell(begun(shown, ended));
}

const beginAnew = ({ ended }: Sendable, { shown }: Of<"offerChanged">): Next => tell(begun(shown, ended));

/** What follows from what is known and what happens: each pair has its row. */
const table: Table = {
  offerChanged: {
    editing: beginAnew,
    refused: beginAnew,
    over: beginAnew,
    pressed: tell,
    sent: tell,
    paying: tell,
    ordered: tell,
    resetting: tell,
  },
  pressed: {
    editing: press,
    refused: press,
    over: press,
    pressed: pressAgain,
    sent: pressAgain,
    paying: tell,
    ordered: tell,
    resetting: tell,
  },
  stored: {
    editing: tell,
    refused: tell,
    over: tell,
    pressed: (life, { isInTime }) => ({ life, does: isInTime ? "send" : "tell" }),
    sent: (life, { isInTime }) => ({ life, does: isInTime ? "send" : "tell" }),
    paying: tell,
    ordered: tell,
    resetting: tell,
  },
  answered: {
    editing: lateAnswer,
    refused: lateAnswer,
    over: lateAnswer,
    pressed: answered,
    sent: answered,
    paying: lateAnswer,
    ordered: answeredAgain,
    resetting: tell,
  },
  asked: {
    editing: tell,
    refused: tell,
    over: tell,
    pressed: askedAfter,
    sent: askedAfter,
    paying: tell,
    ordered: tell,
    resetting: tell,
  },
  looked: {
    editing: tell,
    refused: tell,
    over: lookAtOver,
    pressed: lookAt,
    sent: lookAtSent,
    paying: lookAtPaying,
    ordered: lookAtOrdered,
    resetting: lookAtResetting,
  },
  saved: {
    editing: saved,
    refused: saved,
    over: saved,
    pressed: tell,
    sent: tell,
    paying: tell,
    ordered: tell,
    resetting: tell,
  },
  lacking: {
    editing: (life, { steps }) => tell({ ...life, is: "refused", steps, words: [] }),
    refused: (life, { steps }) => tell({ ...life, steps: { ...life.steps, ...steps } }),
    over: tell,
    pressed: tell,
    sent: tell,
    paying: tell,
    ordered: tell,
    resetting: tell,
  },
  payFound: {
    editing: tell,
    refused: tell,
    over: tell,
    pressed: tell,
    sent: tell,
    paying: tell,
    ordered: (life, { of, pay }) =>
      tell(life.shown === of.shown && life.orderId === of.orderId ? { ...life, pay } : life),
    resetting: tell,
  },
  resetAsked: {
    editing: tell,
    refused: tell,
    over: tell,
    pressed: tell,
    sent: tell,
    paying: tell,
    ordered: (order, { by, paymentAction, placed }) =>
      tell({ is: "resetting", ...ofOrder(order), by, paymentAction, placed, order }),
    resetting: (life, { by, paymentAction, placed }) => tell({ ...life, by, paymentAction, placed }),
  },
  resetDone: {
    editing: resetDone,
    refused: resetDone,
    over: resetDone,
    pressed: resetDone,
    sent: resetDone,
    paying: resetDone,
    ordered: resetDone,
    resetting: resetDone,
  },
};

/** The next state of an order's life, and what is to be done. */
export function nextOfOrder(life: OrderLife, event: OrderEvent): Next {
  // eslint-disable-next-line house/no-cast -- TypeScript does not connect the row of an event with the event itself
  const row = table[event.event][life.is] as (life: OrderLife, event: OrderEvent) => Next;
  return row(life, event);
}

/** The only life that nothing precedes: of an offer that this session sees for the first time. */
export const newOrder = (shown: string): OrderLife => begun(shown);

/** Whether a reset of this session has ended an order: a read that still names it is behind. */
export const isEnded = (life: OrderLife | undefined, { orderId, orderedAt }: OrderName): boolean =>
  life?.ended.some(
    ({ order }) =>
      order?.orderId === orderId && (order.orderedAt === undefined || order.orderedAt === orderedAt),
  ) === true;

/** In milliseconds: as long as a page waits by itself, which is longer than a call takes and reads are behind. */
const longMs = 120_000;

/** By another portal's clock, it may seem to be of later. */
export function clockOf(life: OrderLife | undefined, now: number, overdueMs: number): Clock {
  const since = life && sinceOf(life);
  if (since === undefined) return "soon";
  const waited = Math.abs(now - since);
  if (waited >= longMs) return "long";
  return waited >= overdueMs ? "overdue" : "soon";
}

function sinceOf(life: OrderLife): number | undefined {
  switch (life.is) {
    case "editing":
    case "refused":
    case "over":
      return undefined;
    case "pressed":
    case "sent":
    case "paying":
      return life.sentAt;
    case "ordered":
      return life.at;
    case "resetting":
      return life.order.at;
  }
}
