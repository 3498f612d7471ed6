import { addDays, type IsoDate } from "./calendar.ts";
import { type PaymentState, paymentStates } from "./payment-states.ts";

/** How far the verification of a customer's identity has got, where an order needs one. */
export type IdentityState = "open" | "checked" | "stopped" | "cancelled" | "done";

type Line = "mobile" | "dsl" | "coax" | "ftth" | "fms";

/** A day, or a period. */
interface Days {
  from: IsoDate;
  until?: IsoDate | undefined;
}

/** What was ordered together. The names are those by which a part of it is withdrawn. */
export interface OrderedItem {
  device?: string | undefined;
  tariff?: string | undefined;
  /** Undefined if it has no tariff, `unknown` if the provider does not say what kind of. */
  line?: Line | "unknown" | undefined;
  sim?: "card" | "esim" | undefined;
}

interface Withdrawal {
  on: IsoDate;
  /** Names of the parts; each text may list several, separated by commas. Undefined: all of the order. */
  parts?: readonly string[] | undefined;
  /** When its device came back, and when what was paid for it was paid back. */
  returnedOn?: IsoDate | undefined;
  refundedOn?: IsoDate | undefined;
}

/** Why the old carrier does not let a number go. */
export type PortingRefusal = "name" | "birthDate" | "notReleased" | "notCancelled";

export interface Porting {
  date?: IsoDate | undefined;
  /** Who ends the old contract. Undefined if nobody knows it. */
  cancels?: "customer" | "we" | undefined;
  /** `now`: without waiting for the end of the old contract. */
  when?: "now" | "contractEnd" | undefined;
  refused?: PortingRefusal | "unknown" | undefined;
}

/** What is known of an order that is placed, and of who looks at it. */
export interface PlacedOrder {
  /** Undefined if nobody says how it stands. */
  payment: PaymentState | undefined;
  /** Undefined if nothing is paid, or by the contract that the customer has. */
  method?: string | undefined;
  identity?: IdentityState | undefined;
  /** What it does to a contract that the customer has: extends it, changes its tariff or its owner. */
  family?: "vvl" | "tm" | "coc" | undefined;
  items: OrderedItem[];
  /** Paid in advance, from credit. */
  isPrepaid: boolean;
  isSent: boolean;
  delivery?: Days | undefined;
  activation?: IsoDate | undefined;
  appointment?: IsoDate | undefined;
  /** Undefined: mailed, or not ready yet. */
  esim?: "ready" | "read" | undefined;
  /** The provider still shows what was read, to the browser that read it. */
  isEsimShownAgain: boolean;
  porting?: Porting | undefined;
  /** What its number is refused for, the customer can settle here. */
  isPortingCorrectable: boolean;
  withdrawals?: readonly Withdrawal[] | undefined;
  isCancelled?: boolean | undefined;
  /** What of it has happened, by the provider's word: no date is compared with a clock here. */
  happened?: readonly string[] | undefined;
  withdrawalUntil?: IsoDate | undefined;
  viewer: Viewer;
}

/** What the viewer may do. Anything else is open to everybody who has the link. */
export interface Viewer {
  /** Has ordered in this session, or is logged in for this order. */
  isCustomer: boolean;
  canLogIn: boolean;
  /** The eSIM was shown in this browser. */
  hasReadEsim?: boolean | undefined;
  /** May have a new eSIM in place of the one that was shown. */
  canReplaceEsim?: boolean | undefined;
}

/** `carrier`: the number's old one. `provider`: of the payment or the identity. */
type Actor = "customer" | "we" | "carrier" | "provider";

/** The steps that have a text, each under its name, and who acts; what the customer does reads "Sie …", what we do "Wir …". */
const actors = {
  ordered: "customer",
  cancelled: "we",
  withdrawn: "customer",
  returnDevice: "customer",
  deviceBack: "we",
  refund: "we",
  refunded: "we",
  paid: "customer",
  pay: "customer",
  payWaits: "provider",
  identity: "customer",
  identityChecked: "provider",
  identityStopped: "customer",
  identityDone: "customer",
  sent: "we",
  device: "we",
  arrived: "we",
  simCard: "we",
  simBeside: "we",
  simOpen: "we",
  esim: "customer",
  esimShown: "customer",
  activate: "customer",
  activateEsim: "we",
  activated: "we",
  technician: "we",
  // Somebody has to open the door.
  appointment: "customer",
  technicianCame: "we",
  plugIn: "customer",
  lineStart: "we",
  extension: "we",
  migration: "we",
  migrated: "we",
  takeover: "we",
  takenOver: "we",
  start: "we",
  portingRelease: "customer",
  portingCancel: "customer",
  portingRefused: "customer",
  porting: "carrier",
  ported: "carrier",
  credit: "customer",
  debit: "we",
  invoice: "customer",
} as const satisfies Record<string, Actor>;
type StepName = keyof typeof actors;

/** How the viewer does a step: a button, the parcel's page, or not at all, with the way that is left. */
type How =
  | { is: "button"; act: "identity" | "seeIdentity" | "call" | "esim" | "newEsim" | "porting" }
  | { is: "parcel" }
  | { is: "notForViewer"; instead: Instead };

/** How a viewer becomes somebody who may do it; or whom to call. */
export type Instead = "login" | "call";

/** What a step's text depends on beside its name: a key below the step's in `offer.next`. */
type Variant =
  | "later"
  | "waits"
  | "ready"
  | "beforeDevice"
  | "again"
  | "replaceable"
  | Instead
  | "mobile"
  | "landline"
  | "unknown"
  | "afterRelease"
  | PortingRefusal
  | `here.${PortingRefusal}`
  | "deviceIsBack";

export interface AfterOrderStep {
  name: StepName;
  by: Actor;
  /** `now`: nothing else has to happen before. */
  state: "done" | "now" | "later";
  /** As the provider says; without it, its text gives a span. */
  when?: Days | undefined;
  how?: How | undefined;
  variant?: Variant | undefined;
}

type More = Omit<AfterOrderStep, "name" | "by" | "state">;
const step = (name: StepName, state: AfterOrderStep["state"], more: More = {}): AfterOrderStep => ({
  name,
  by: actors[name],
  state,
  ...more,
});
const done = (name: StepName, when?: Days) => step(name, "done", { when });
const now = (name: StepName, more?: More) => step(name, "now", more);
const later = (name: StepName, more?: More) => step(name, "later", more);
const on = (date: IsoDate | undefined) => (date ? { from: date } : undefined);
const has = ({ happened = [] }: PlacedOrder, what: string) => happened.includes(what);

/** What happens with an order from now on, in its order; done is only what is known to be. */
export function stepsAfterOrder(order: PlacedOrder): AfterOrderStep[] {
  // What is withdrawn from may be cancelled for that.
  if (isCancelled(order) && !isWithdrawn(order)) return cancelledSteps(order);
  const { withdrawals = [] } = order;
  const items = itemsInForce(order);
  const back = withdrawals.length > 0 ? withdrawalSteps(order) : [];
  if (isWithdrawn(order)) return [done("ordered"), ...back];
  const inForce = { ...order, items };
  const first = [...paymentSteps(inForce), ...identitySteps(inForce)];
  const next = [
    ...deliverySteps(inForce),
    ...startSteps(inForce),
    ...portingSteps(inForce),
    ...collectionSteps(inForce),
  ].toSorted((one, other) => rank(one) - rank(other));
  const waits = first.some(({ state }) => state !== "done");
  return [done("ordered"), ...back, ...first, ...(waits ? next.map(postponed) : next)];
}

/** After what is done stands a number that is refused: it waits for the customer, and nothing else waits for it. */
const rank = ({ name, state }: AfterOrderStep) => (state === "done" ? 0 : name === "portingRefused" ? 1 : 2);

/** Nothing goes on before the order is paid and the customer known. */
function postponed(one: AfterOrderStep): AfterOrderStep {
  if (one.name === "esim") return later("esim", { variant: "later" });
  // The day was reckoned from the order.
  if ((one.name === "device" || one.name === "simCard") && one.when)
    return later(one.name, { when: one.when, variant: "waits" });
  return one.state === "now" && one.name !== "portingRefused" ? { ...one, state: "later" } : one;
}

const isCancelled = ({ isCancelled, identity }: PlacedOrder) => isCancelled || identity === "cancelled";

function cancelledSteps({ payment }: PlacedOrder): AfterOrderStep[] {
  return [done("ordered"), done("cancelled"), ...(payment === "paid" ? [now("refund")] : [])];
}

/** Whether a list of names has this one; names may have commas, too. */
const lists = (names: string, name: string) => `, ${names}, `.includes(`, ${name}, `);

/** Whether this part of an order is withdrawn. */
export const isPartWithdrawn = (
  withdrawals: readonly Pick<Withdrawal, "parts">[] | undefined,
  name: string,
): boolean => (withdrawals ?? []).some(({ parts }) => !parts || parts.some((names) => lists(names, name)));

/** What of the order is not withdrawn. */
function itemsInForce({ items, withdrawals }: PlacedOrder): OrderedItem[] {
  const stays = (name: string | undefined) =>
    name !== undefined && !isPartWithdrawn(withdrawals, name) ? name : undefined;
  return items.flatMap(({ device, tariff, line, sim }) => {
    const item = { device: stays(device), tariff: stays(tariff) };
    if (item.tariff) return [{ ...item, line, sim }];
    return item.device ? [item] : [];
  });
}

/** All of it: from then on, nothing of it is delivered, paid or proved. */
const isWithdrawn = (order: PlacedOrder): boolean =>
  order.withdrawals?.some(({ parts }) => !parts) === true ||
  ((order.withdrawals ?? []).length > 0 && order.items.length > 0 && itemsInForce(order).length === 0);

/** Days to send a device back in, from the withdrawal (§ 357 (1) BGB). */
const daysToReturn = 14;

function withdrawalSteps(order: PlacedOrder): AfterOrderStep[] {
  const withdrawals = (order.withdrawals ?? []).toSorted((a, b) => (a.on < b.on ? -1 : 1));
  const latest = withdrawals.at(-1);
  const ofDevice = withdrawals.find((one) =>
    order.items.some(({ device }) => device && isPartWithdrawn([one], device)),
  );
  const steps = [done("withdrawn", on(latest?.on))];
  if (ofDevice?.returnedOn) steps.push(done("deviceBack", on(ofDevice.returnedOn)));
  else if (ofDevice) {
    const when = on(addDays(ofDevice.on, daysToReturn));
    const isOut = order.isSent || has(order, "delivery");
    steps.push(isOut ? now("returnDevice", { when }) : later("returnDevice", { when, variant: "later" }));
  }
  const refunded = withdrawals.flatMap(({ refundedOn }) => refundedOn ?? []).toSorted();
  if (refunded.length > 0 && refunded.length === withdrawals.length)
    return [...steps, done("refunded", on(refunded.at(-1)))];
  return [...steps, now("refund", { variant: ofDevice?.returnedOn ? "deviceIsBack" : undefined })];
}

/** A payment that the order waits for. */
function paymentSteps({ payment }: PlacedOrder): AfterOrderStep[] {
  if (payment === undefined || payment === "notDue") return [];
  if (paymentStates[payment].isDone) return [done("paid")];
  return [now(payment === "waiting" ? "payWaits" : "pay")];
}

function identitySteps({ identity, payment }: PlacedOrder): AfterOrderStep[] {
  const isPaid = payment === undefined || paymentStates[payment].isDone;
  const open = isPaid ? now : later;
  switch (identity) {
    case "open":
      return [open("identity", { how: { is: "button", act: "identity" } })];
    case "checked":
      return [now("identityChecked", { how: { is: "button", act: "seeIdentity" } })];
    case "stopped":
      return [now("identityStopped", { how: { is: "button", act: "call" } })];
    case "done":
      return [done("identityDone")];
    default:
      return [];
  }
}

function deliverySteps(order: PlacedOrder): AfterOrderStep[] {
  const { items, isSent, delivery } = order;
  const hasDevice = items.some(({ device }) => device);
  const sims = simsOf(order);
  const hasCard = sims.includes("card");
  const parcel = hasDevice ? "device" : hasCard ? "simCard" : undefined;
  const parcelStep = has(order, "delivery")
    ? [done("arrived")]
    : isSent
      ? [step("sent", "done", { when: delivery, how: { is: "parcel" } })]
      : parcel
        ? [now(parcel, { when: delivery })]
        : [];
  // Its SIM is in use: a card has come.
  if (has(order, "activation")) return parcel === "simCard" ? [done("arrived")] : parcelStep;
  return [
    ...parcelStep,
    ...(hasDevice && hasCard ? [now("simBeside")] : []),
    ...(sims.includes("esim") ? [esimStep(order)] : []),
    ...(sims.includes("open") ? [now("simOpen")] : []),
  ];
}

/** The kinds of SIM that come. Where an eSIM is there, it is what was chosen, whatever the offer left open. */
function simsOf({ items, family, esim }: PlacedOrder): ("card" | "esim" | "open")[] {
  const unsaid = esim ? "esim" : "open";
  return items.flatMap(({ line, sim }) => sim ?? (line === "mobile" && !family ? unsaid : []));
}

function esimStep(order: PlacedOrder): AfterOrderStep {
  const { esim, isEsimShownAgain, viewer, items } = order;
  if (esim === "read") {
    if (viewer.hasReadEsim && isEsimShownAgain)
      return step("esimShown", "done", { how: { is: "button", act: "esim" }, variant: "again" });
    if (!viewer.canReplaceEsim) return done("esimShown");
    return step("esimShown", "done", { how: { is: "button", act: "newEsim" }, variant: "replaceable" });
  }
  // The provider mails it.
  if (!esim) return later("esim");
  // Its codes are shown once: whoever has no device yet waits.
  const isDeviceComing = items.some(({ device }) => device) && !has(order, "delivery");
  const variant = isDeviceComing ? "beforeDevice" : "ready";
  if (viewer.isCustomer) return now("esim", { how: { is: "button", act: "esim" }, variant });
  const instead = viewer.canLogIn ? "login" : "call";
  return now("esim", { how: { is: "notForViewer", instead }, variant: instead });
}

/** Before it begins, and after. */
const familySteps = {
  vvl: ["extension", "extension"],
  tm: ["migration", "migrated"],
  coc: ["takeover", "takenOver"],
} as const satisfies Record<string, readonly [StepName, StepName]>;

function startSteps(order: PlacedOrder): AfterOrderStep[] {
  const { items, family, activation, appointment, esim } = order;
  const isActive = has(order, "activation");
  const started = (names: readonly [StepName, StepName], when?: Days) =>
    isActive ? done(names[1], when) : later(names[0], { when });
  if (family) return items.some(({ tariff }) => tariff) ? [started(familySteps[family], on(activation))] : [];
  const lines = new Set(items.flatMap(({ line }) => line ?? []));
  const isWired = (["dsl", "coax", "ftth"] as const).some((line) => lines.has(line));
  const steps: AfterOrderStep[] = [];
  if (appointment) {
    const when = on(appointment);
    steps.push(has(order, "appointment") ? done("technicianCame", when) : later("appointment", { when }));
  } else if (isWired && !isActive) steps.push(now("technician"));
  const isThere = has(order, "delivery");
  if (lines.has("fms") && !isActive) steps.push(isThere ? now("plugIn") : later("plugIn"));
  if (lines.has("mobile")) {
    const sims = simsOf(order);
    const isEsim = sims.length > 0 && sims.every((sim) => sim === "esim");
    const name = isEsim ? "activateEsim" : "activate";
    const isAtHand = isEsim ? esim === "read" : isThere;
    const when = on(activation);
    if (isActive) steps.push(done("activated", when));
    else steps.push(isAtHand ? now(name, { when }) : later(name, { when }));
  } else if (activation) steps.push(started(["lineStart", "lineStart"], on(activation)));
  if (lines.has("unknown") && !activation) steps.push(later("start"));
  return steps;
}

/**
 * Who ends the old contract depends on the line: for a mobile number the customer does, or has the number released first;
 * for a landline the new carrier does, and the customer must not (§ 59 TKG).
 */
function portingSteps(order: PlacedOrder): AfterOrderStep[] {
  const { porting, items } = order;
  if (!porting || !items.some(({ tariff }) => tariff)) return [];
  const { date, cancels, when, refused } = porting;
  if (has(order, "porting")) return [done("ported", on(date))];
  const words = cancels ? portingWords[cancels] : "unknown";
  const told = date || (cancels === "customer" && when) ? undefined : words;
  const variant = refused && !date ? "afterRelease" : told;
  const coming = later("porting", { when: on(date), variant });
  if (refused) return [now("portingRefused", howToSettle(order, refused)), coming];
  // With a day, the old carrier has agreed.
  if (cancels !== "customer" || date || !when) return [coming];
  return [now(when === "now" ? "portingRelease" : "portingCancel"), coming];
}

/** What an old carrier refuses a number for, its customer settles here, if the provider takes it, or by phone. */
function howToSettle(
  { isPortingCorrectable, viewer }: PlacedOrder,
  refused: NonNullable<Porting["refused"]>,
): Pick<More, "variant" | "how"> {
  const byPhone = { variant: refused, how: { is: "button", act: "call" } } as const;
  if (!isPortingCorrectable || refused === "unknown") return byPhone;
  if (viewer.isCustomer) return { variant: `here.${refused}`, how: { is: "button", act: "porting" } };
  return viewer.canLogIn ? { variant: refused, how: { is: "notForViewer", instead: "login" } } : byPhone;
}

const portingWords = { customer: "mobile", we: "landline" } as const;

/** What is paid once the order is done. */
function collectionSteps({ method, isPrepaid }: PlacedOrder): AfterOrderStep[] {
  if (method === "direct_debit") return [later("debit")];
  if (method === "invoice") return [later("invoice")];
  return isPrepaid ? [later("credit")] : [];
}

/** What page, paper and mail of an order say first. */
export type OrderHead =
  | "cancelled"
  | "withdrawn"
  | "withdrawnPart"
  | "identity"
  | "identityChecked"
  | "identityStopped"
  | "portingRefused"
  | "esim"
  | "sent"
  | "arrived"
  | "ordered";

/** The first of them that is to be done now is an order's head: good news waits for what stands in the way. */
const ownHeads = [
  "identity",
  "identityChecked",
  "identityStopped",
  "portingRefused",
  "esim",
] as const satisfies OrderHead[];

export interface ToldOfOrder {
  head: OrderHead;
  /** What is left for the customer beside the head: the next step, now or later, or nothing at all. */
  left:
    | { is: "nothing" }
    | { is: "nothingOnceSetUp" }
    | { is: "step"; name: StepName; state: "now" | "later" }
    | { is: "inHead" };
}

/** The head of a list of steps: what is to be done now, and that nothing is, only if no step is the customer's. */
export function headOf(steps: readonly AfterOrderStep[]): ToldOfOrder {
  const named = (name: StepName) => steps.some((one) => one.name === name);
  const isNow = (name: StepName) => steps.some((one) => one.name === name && one.state === "now");
  const waits = ownHeads.find(isNow);
  const isOver = steps.every(({ name }) => overSteps.has(name));
  const placed = named("arrived") ? "arrived" : named("sent") ? "sent" : "ordered";
  const head = named("cancelled")
    ? "cancelled"
    : named("withdrawn") && isOver
      ? "withdrawn"
      : (waits ?? (named("withdrawn") ? "withdrawnPart" : placed));
  const customers = steps.filter(({ by, state }) => by === "customer" && state !== "done");
  const next =
    customers.find(({ name }) => name === head && head === "portingRefused") ??
    customers.find(({ state }) => state === "now") ??
    customers[0];
  // That its codes were shown does not say that it is on the device.
  const isShownOnly = named("esimShown") && named("activateEsim");
  if (!next) return { head, left: { is: isShownOnly ? "nothingOnceSetUp" : "nothing" } };
  if (next.name === head) return { head, left: { is: "inHead" } };
  return { head, left: { is: "step", name: next.name, state: next.state === "now" ? "now" : "later" } };
}

/** Where an order has got to: all that goes on or can be done now, else what comes first; nothing if all is done. */
export function currentSteps<Step extends AfterOrderStep>(steps: readonly Step[]): readonly Step[] {
  const now = steps.filter(({ state }) => state === "now");
  return now.length > 0 ? now : steps.filter(({ state }) => state !== "done").slice(0, 1);
}

const stoppedSteps: ReadonlySet<StepName> = new Set(["identityStopped", "portingRefused"]);

/** Whether a step has met with a no, and goes on only once its customer has seen to it. */
export const isStopped = ({ name }: Pick<AfterOrderStep, "name">): boolean => stoppedSteps.has(name);

const overSteps: ReadonlySet<string> = new Set([
  "ordered",
  "withdrawn",
  "returnDevice",
  "deviceBack",
  "refund",
  "refunded",
] satisfies StepName[]);

const delivered: ReadonlySet<string> = new Set([
  "device",
  "simCard",
  "simBeside",
  "sent",
] satisfies StepName[]);

/** Whether something of the order is still to arrive at its customer's door. */
export const isToArrive = (steps: readonly Pick<AfterOrderStep, "name">[]): boolean =>
  steps.some(({ name }) => delivered.has(name));

/** The step of what comes to its customer's door, unless something else has to be done before. */
export const comingParcel = <Step extends Pick<AfterOrderStep, "name" | "state">>(
  steps: readonly Step[],
): Step | undefined => steps.find(({ name, state }) => delivered.has(name) && state !== "later");

/** Until when an order can be withdrawn from. With goods, the time runs from their receipt (§ 356 (2) BGB). */
export function withdrawalTime(
  order: PlacedOrder,
): { is: "until"; date: IsoDate } | { is: "fromReceipt" } | { is: "unknown" } | undefined {
  if (isWithdrawn(order) || isCancelled(order)) return undefined;
  const hasGoods = itemsInForce(order).some(({ device }) => device);
  if (hasGoods && !has(order, "delivery")) return { is: "fromReceipt" };
  return order.withdrawalUntil ? { is: "until", date: order.withdrawalUntil } : { is: "unknown" };
}

/**
 * Which words tell of bringing a number along that was not asked for with the order; undefined if none do. Unknown if the
 * order has lines of both kinds, or of no known one.
 */
export function lineOfNumber(order: PlacedOrder): "mobile" | "landline" | "unknown" | undefined {
  if (order.family || order.porting || isWithdrawn(order) || isCancelled(order)) return undefined;
  const lines = itemsInForce(order).flatMap(({ line }) => line ?? []);
  if (lines.every((line) => line === "unknown")) return undefined;
  if (lines.every((line) => line === "mobile")) return "mobile";
  return lines.includes("unknown") || lines.includes("mobile") ? "unknown" : "landline";
}
