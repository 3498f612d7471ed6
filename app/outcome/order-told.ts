import type { PaymentState } from "#app/domain/payment-states.ts";
import type {
  Clock,
  EndOfOffer,
  Knows,
  Life,
  Ordered,
  OrderLife,
  OrderName,
  Says,
  StateOfOrder,
} from "./order-life.ts";

/**
 * What is told of an offer's order, wherever somebody asks: page, status and words follow from it, and so do the buttons.
 * `orderId` is the number under which it is told; only an order that the provider names can be ended.
 */
export type Told =
  /** Nothing of an order: the offer can be ordered. */
  | { tells: "goOn" }
  /** It is there, and nothing is left to be paid now. */
  | { tells: "placed"; orderId: string; payment: PaymentState }
  /** It is there, and not paid; `ends` is the order that a button may end. */
  | { tells: "unpaid"; orderId: string; payment: "open" | "failed" | "expired"; ends: OrderName }
  /** It is there, and its payment waits to be confirmed. */
  | { tells: "paying" }
  /** It is there, and nobody says how its payment stands. */
  | { tells: "paymentUnknown"; orderId: string }
  /** The provider's words about the payment of an order that it does not show. */
  | { tells: "paymentState"; code: StateOfOrder }
  /** Ordered here: its summary follows, and after two minutes cannot be loaded. */
  | { tells: "follows" | "unreadable"; orderId: string }
  /** Whether it was ordered is unknown: it is looked up, for two minutes by the page itself. */
  | { tells: "waiting" | "stillUnknown" }
  /** Nothing has arrived, and nothing is sent by itself any more: a press sends the same order. */
  | { tells: "pressAgain" }
  /** There is an order for this offer, which cannot be read. */
  | { tells: "exists"; code: StateOfOrder }
  /** What was ordered here is cancelled, has expired, or is gone as the offer is open again. */
  | { tells: "over"; orderId: string; how: Life<"over">["how"] }
  /** The offer has ended. */
  | { tells: "ended"; code: EndOfOffer }
  /** The provider is closed for now; or says something else of the offer, in its words. */
  | { tells: "closed" | "state" }
  /** Nothing can be said of an order, not even whether there is one. */
  | { tells: "cannotSay" };

type Cell<K, S> = (life: K, said: S, clock: Clock) => Told;
type Row<K> = { [S in Says["says"]]: Cell<K, Extract<Says, { says: S }>> };
type Table = { [K in Knows]: Row<Life<K>> };

/** What is said of an order that can be read, no matter who placed it. */
function orderIn({ order, payment }: Extract<Says, { says: "order" }>): Told {
  const { orderId } = order;
  if (payment === undefined) return { tells: "paymentUnknown", orderId };
  if (payment === "waiting") return { tells: "paying" };
  if (payment === "open" || payment === "failed" || payment === "expired")
    return { tells: "unpaid", orderId, payment, ends: order };
  return { tells: "placed", orderId, payment };
}
const order = (_: unknown, said: Extract<Says, { says: "order" }>): Told => orderIn(said);

const isAboutPayment = (code: StateOfOrder): boolean =>
  code !== "OfferConsumed" && code !== "OfferAbandonedPayment";

const ofCode = (code: StateOfOrder): Told => {
  if (code === "OfferPaymentWaitForCapture") return { tells: "paying" };
  return isAboutPayment(code) ? { tells: "paymentState", code } : { tells: "exists", code };
};

/** Of an order of this session, its own words say that it can no longer be paid. */
function ofOwn({ code, of }: Extract<Says, { says: "taken" }>): Told | undefined {
  if (isAboutPayment(code)) return ofCode(code);
  return of === "order" && code === "OfferAbandonedPayment" ? { tells: "paymentState", code } : undefined;
}

const unknown = (clock: Clock): Told => ({ tells: clock === "long" ? "stillUnknown" : "waiting" });
/** As long as it may be about this order's own call, it waits. */
const unknownOr =
  (later: Told) =>
  (_: unknown, __: unknown, clock: Clock): Told =>
    clock === "long" ? later : { tells: "waiting" };
const isUnknown = (_: unknown, __: unknown, clock: Clock): Told => unknown(clock);

const follows = ({ orderId }: { orderId: string }, clock: Clock): Told => ({
  tells: clock === "long" ? "unreadable" : "follows",
  orderId,
});
const isHere = (life: Life<"ordered">, _: unknown, clock: Clock): Told => follows(life, clock);
const isBeingReset = ({ order: of }: Life<"resetting">, _: unknown, clock: Clock): Told => follows(of, clock);
const ended = ({ orderId, how }: Life<"over">): Told => ({ tells: "over", orderId, how });

const nothingHere: Row<unknown> = {
  open: () => ({ tells: "goOn" }),
  order,
  taken: (_, { code }) => ofCode(code),
  over: (_, { code }) => ({ tells: "ended", code }),
  closed: () => ({ tells: "closed" }),
  state: () => ({ tells: "state" }),
  absent: () => ({ tells: "state" }),
  nothing: () => ({ tells: "cannotSay" }),
};

const underWay: Row<Life<"pressed"> | Life<"sent">> = {
  open: unknownOr({ tells: "pressAgain" }),
  order,
  taken: (_, { code }, clock) =>
    clock === "long" || isAboutPayment(code) ? ofCode(code) : { tells: "waiting" },
  over: (_, { code }, clock) => (clock === "long" ? { tells: "ended", code } : { tells: "waiting" }),
  closed: isUnknown,
  state: unknownOr({ tells: "state" }),
  absent: unknownOr({ tells: "state" }),
  nothing: isUnknown,
};

const paying = (): Told => ({ tells: "paying" });

const table: Table = {
  editing: nothingHere,
  refused: nothingHere,
  pressed: underWay,
  sent: underWay,
  paying: {
    // Open for longer than reads lag, it is over: `nextOfOrder`.
    open: paying,
    // Open for longer than reads lag, it is to be paid: `nextOfOrder`.
    order: (_, said) => (said.payment === "open" ? paying() : orderIn(said)),
    taken: (_, { code }) => (isAboutPayment(code) ? ofCode(code) : paying()),
    over: (_, { code }) => ({ tells: "ended", code }),
    closed: paying,
    state: paying,
    absent: paying,
    nothing: paying,
  },
  ordered: {
    // Open for longer than reads lag, it is over: `nextOfOrder`.
    open: isHere,
    order,
    taken: (life, said, clock) => ofOwn(said) ?? follows(life, clock),
    over: ({ orderId }, { code }) => ({ tells: "over", orderId, how: code }),
    closed: isHere,
    state: isHere,
    absent: isHere,
    nothing: isHere,
  },
  resetting: {
    // Open for longer than reads lag, the reset is done: `nextOfOrder`.
    open: isBeingReset,
    order,
    taken: (life, said, clock) => ofOwn(said) ?? follows(life.order, clock),
    over: ({ order: { orderId } }, { code }) => ({ tells: "over", orderId, how: code }),
    closed: isBeingReset,
    state: isBeingReset,
    absent: isBeingReset,
    nothing: isBeingReset,
  },
  over: {
    open: ended,
    order,
    taken: (_, { code }) => ofCode(code),
    over: ({ orderId }, { code }) => ({ tells: "over", orderId, how: code }),
    closed: ended,
    state: ended,
    absent: ended,
    nothing: ended,
  },
};

/** @param life undefined for a visitor who has begun nothing here: the provider alone says what is told */
export function toldOf(life: OrderLife | undefined, said: Says, clock: Clock): Told {
  // eslint-disable-next-line house/no-cast -- TypeScript does not connect a cell with what is said
  if (!life) return (nothingHere[said.says] as Cell<unknown, Says>)(life, said, clock);
  // eslint-disable-next-line house/no-cast -- TypeScript does not connect the row of a state with the state itself
  return (table[life.is][said.says] as Cell<OrderLife, Says>)(life, said, clock);
}

/**
 * Whether an order was sent from here, or may have been: its confirmation says how it stands, and no step changes it. Of one that
 * is over, too, unless the offer is open again.
 */
export function isSent(life: OrderLife): boolean {
  if (life.is === "over") return life.how !== "gone";
  return life.is !== "editing" && life.is !== "refused";
}

/**
 * Whether the order button is shown, and does something: never beside an order nor after the offer's end, and while an order is
 * under way only to send it again.
 */
export function mayPress(life: OrderLife | undefined, said: Says, clock: Clock): boolean {
  if (said.says === "order" || said.says === "taken" || said.says === "over") return false;
  return !life || !isSent(life) || toldOf(life, said, clock).tells === "pressAgain";
}

/** Whether what was typed is needed no more: the order is placed, and nothing is left to be paid now. */
export const isComplete = (life: OrderLife, told: Told): boolean => isSent(life) && told.tells === "placed";

/**
 * Whether a reset whose page named this order, or none, is sent: never one that may reach another order, nor one of which
 * nobody knows whether it is there.
 */
export function mayReset(life: OrderLife | undefined, said: Says, named: string): boolean {
  const own = life && orderedIn(life);
  switch (said.says) {
    case "order":
      // A read that is behind may name the order before this session's own.
      if (own && own.namedBy === "provider" && own.orderId !== named) return false;
      return named === said.order.orderId && orderIn(said).tells === "unpaid";
    case "taken":
      return (
        (own ? ofOwn(said) : ofCode(said.code))?.tells === "paymentState" && named === (own?.orderId ?? "")
      );
    case "state":
      return named === "" && (!life || !isSent(life));
    case "open":
    case "absent":
    case "over":
    case "closed":
    case "nothing":
      return false;
  }
}

/**
 * What the provider says of a reset that it may have done: it is done where the offer is open, or has another order; undefined
 * where that leaves it unknown.
 */
export function resetIsDone(said: Says, named: string): boolean | undefined {
  switch (said.says) {
    case "open":
      return true;
    case "order":
      return named !== "" && said.order.orderId !== named;
    case "nothing":
      return undefined;
    default:
      return false;
  }
}

/** The order that was placed here, as far as this session knows. */
export function orderedIn(life: OrderLife): Ordered | undefined {
  if (life.is === "ordered") return life;
  return life.is === "resetting" ? life.order : undefined;
}

/** The same if it has this number, as far as anybody can tell: another order is paid elsewhere, and ends by itself. */
export function orderedHere(life: OrderLife, orderId: string): Ordered | undefined {
  const own = orderedIn(life);
  return own && (own.namedBy === "portal" || own.orderId === orderId) ? own : undefined;
}

/** The payment page to which this session's order leads. */
export function payAtOf(life: OrderLife | undefined): string | undefined {
  const pay = life && orderedIn(life)?.pay;
  return pay?.at === "page" ? pay.url : undefined;
}
