import type { ActingCall } from "#app/backend/contract/calls.ts";
import { mostSends } from "#app/outcome/acts.ts";

/** What a page says of an order: that there is one, that there is none (it can be sent, or is refused), that it is over, or nothing. */
export type Said = "ordered" | "notOrdered" | "over" | "nothing";

/** Pages that say whether it is ordered, unless they wait or have failed. */
const speaksOfOrder = new Set([
  "confirmation",
  "offer",
  "summary",
  "offer-error",
  "payment",
  "personal-data",
  "id-data",
]);
const placed = new Set([
  "PaymentOpen",
  "OfferPaymentWaitForCapture",
  "OfferConsumed",
  // There is one, whoever has placed it.
  "OfferAbandonedPayment",
]);
const over = new Set(["OfferCancelled", "OfferExpired"]);
/** To a press, a no. */
const notNow = new Set(["Downtime", "ReservationRetryLater"]);
/** What pages say that wait, have failed, or are closed. */
const saysNothingSent = "Es wurde nichts abgeschickt";
const saysPlaced = "Ihre Bestellung ist bei uns";

/** What a page says, as its customer reads it. */
export interface Read {
  status: number;
  name?: string | undefined;
  state?: string | undefined;
  text: string;
}
export const isOver = ({ state = "" }: Pick<Read, "state">): boolean => over.has(state);

/** What a page says of an order. */
export function saidBy({ name = "", state = "", status, text }: Read, pressed: boolean): Said {
  if (placed.has(state) || text.includes(saysPlaced)) return "ordered";
  if (isOver({ state })) return "over";
  if (text.includes(saysNothingSent)) return "notOrdered";
  if (notNow.has(state)) return pressed ? "notOrdered" : "nothing";
  if (!speaksOfOrder.has(name) || state === "Waiting" || status >= 500) return "nothing";
  return name === "confirmation" ? "ordered" : "notOrdered";
}

/** A call that asked the provider for an act, whatever came of it. */
export interface Post {
  is: "post";
  act: ActingCall;
  /** The browser for which it was sent. */
  by: string;
  /** Of an order its key, else its address. */
  key: string;
  end: "did" | "refused" | "nothing";
  /** How often the store of sessions had lost its data by then. */
  losses: number;
}
/** A press of an act's button; `again`: what had answered the one before it was no portal. */
export interface Press {
  is: "press" | "again";
  act: ActingCall;
  by: string;
}
export type Deed = Post | Press;

export interface OrderWord {
  said: Said;
  /** Whether it answered a press of the order button. */
  pressed: boolean;
  /** For the reader of the finding. */
  page: string;
  /** How often the provider had ordered when the page was requested, and when it was read. */
  before: number;
  after: number;
  /** The provider had ended the offer, with its order, by itself when the page was read. */
  isEnded: boolean;
  /** A summary with its button, and a portal's clock was an hour behind: what was just sent then seems to be old (decision 0067). */
  isByWrongClock: boolean;
}

export interface OrderStory {
  name: string;
  words: OrderWord[];
  /** How often the provider has ordered in the end. */
  orders: number;
  /** What this browser pressed, and every call that was sent for it. */
  deeds: Deed[];
  /** Somebody else orders the same offer in a browser of their own: this one's "not ordered" speaks of a moment only. */
  isShared: boolean;
  /** The store of sessions lost its data meanwhile: a call that was under way then is known to nobody. */
  forgotten: boolean;
}

export interface ReceiptLook {
  status: number;
  page: string;
  /** The second of receipt, as the page names it. */
  receivedAt?: string | undefined;
  namesContract: boolean;
  saysPassedOn: boolean;
  /** How often the provider had it once the page was read. */
  after: number;
}

export interface DeclarationStory {
  name: string;
  /** Whether any answer said that it was received. */
  told: boolean;
  /** Every look at its receipt; the last one when all was well again. */
  looks: ReceiptLook[];
  /** How often the provider has it in the end. */
  arrived: number;
  deeds: Deed[];
}

/** What an order's customer read that was not so, and what was done that must not be. */
export function wrongInOrder({ words, orders, deeds, isShared, forgotten }: OrderStory): string[] {
  const found = orders > 1 ? [`ordered ${orders} times`] : [];
  for (const key of keysWithoutRefusal(deeds))
    found.push(`asked to order under another key, though ${key} was not refused`);
  for (const [at, { said, page, after, isEnded, isByWrongClock }] of words.entries()) {
    const isLast = at === words.length - 1;
    if (said === "ordered" && after === 0) found.push(`told that it is ordered, and it was not: ${page}`);
    if (said === "over" && !isEnded)
      found.push(`told that it is over, and the provider has ended nothing: ${page}`);
    if (said !== "notOrdered" || !words.slice(0, at + 1).some(({ pressed }) => pressed)) continue;
    // It has to stay true, as a call may be late, until the customer orders again.
    const next = words.slice(at + 1).find(({ pressed }) => pressed);
    if ((next ? next.before : orders) > 0 && (isLast || !(forgotten || isShared || isByWrongClock)))
      found.push(`told that it is not ordered, and it was: ${page}`);
  }
  const last = words.at(-1);
  if (last?.said === "nothing") found.push(`never told how it ended: ${last.page}`);
  if (last?.isEnded && last.said !== "over") found.push(`never told that it is over: ${last.page}`);
  return [...found, ...wrongInSends(deeds)];
}

/**
 * A provider that refuses a second order hides that it was asked for one: keys that another one has followed without need, from a
 * session that was not lost in between.
 */
function keysWithoutRefusal(deeds: Deed[]): string[] {
  const asked = deeds.filter((one) => one.is === "post" && one.act === "acceptOffer") as Post[];
  const keys = [...new Set(asked.map(({ key }) => key))];
  return keys.filter((key, at) => {
    const of = asked.filter((one) => one.key === key);
    const next = asked.find((one) => one.key === keys[at + 1]);
    return next && next.losses === of.at(-1)?.losses && !of.some(({ end }) => end === "refused");
  });
}

/** By act, how often it was sent after a press and before the next one, and how often it might be. */
export function sendsByPress(deeds: Deed[]): { act: ActingCall; sent: number; allowed: number }[] {
  const presses: { act: ActingCall; sent: number; allowed: number }[] = [];
  for (const { is, act } of deeds) {
    const pressed = presses.findLast((one) => one.act === act);
    if (is === "press" || !pressed)
      presses.push({ act, sent: 0, allowed: is === "post" ? 0 : mostSends(act) });
    else if (is === "again") pressed.allowed += mostSends(act);
    if (is === "post") (presses.findLast((one) => one.act === act) as { sent: number }).sent++;
  }
  return presses;
}

/** What was sent more often than its row in the table of acts allows, or without any press. */
export const wrongInSends = (deeds: Deed[]): string[] =>
  sendsByPress(deeds)
    .filter(({ sent, allowed }) => sent > allowed)
    .map(
      ({ act, sent, allowed }) => `${act} was sent ${sent} times for one press, and may be ${allowed} times`,
    );

export interface ActStory {
  name: string;
  /** Whether its customer read that it is done, and how often the provider had done it by then. */
  told: boolean;
  did: number;
  /** The last page. */
  page: string;
  deeds: Deed[];
}

/** The same for an act that ends at once, or while its page waits. */
export function wrongInAct({ told, did, page, deeds }: ActStory): string[] {
  const found = wrongInSends(deeds);
  if (!told) found.push(`never told how it ended: ${page}`);
  if (told && did === 0) found.push(`told that it is done, and it was not: ${page}`);
  return found;
}

/** The same for a declaration, and whether its receipt was open and true. */
export function wrongInDeclaration({ told, looks, arrived, deeds }: DeclarationStory): string[] {
  const found = wrongInSends(deeds);
  if (!told) found.push("never told that it was received");
  if (told && arrived === 0) found.push("told as received, and lost");
  if (arrived > 1) found.push(`declared ${arrived} times`);
  const opened = looks.filter(({ status }) => status === 200);
  for (const { page } of looks.filter(({ status }) => status >= 400 && status !== 503))
    found.push(`a receipt that is not open: ${page}`);
  for (const { namesContract, saysPassedOn, after, page } of opened) {
    if (!namesContract) found.push(`a receipt of another content: ${page}`);
    if (saysPassedOn && after === 0) found.push(`a receipt that says "passed on" too early: ${page}`);
  }
  const times = new Set(opened.flatMap(({ receivedAt }) => receivedAt ?? []));
  if (times.size > 1) found.push(`receipts that name several times: ${[...times].join(", ")}`);
  const last = looks.at(-1);
  if (told && (last?.status !== 200 || !last.saysPassedOn))
    found.push(`a receipt that does not say that it was passed on: ${last?.page}`);
  return found;
}
