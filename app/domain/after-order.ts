import type { IsoDate } from "./calendar.ts";
import { type PaymentState, paymentStates } from "./payment-states.ts";

/** How far the verification of a customer's identity has got, where an order needs one. */
export type IdentityState = "open" | "checked" | "stopped" | "done";

type Line = "mobile" | "dsl" | "coax" | "ftth" | "fms";

/** A day, or a period. */
interface Days {
  from: IsoDate;
  until?: IsoDate | undefined;
}

/** What is known of an order that is placed. */
export interface PlacedOrder {
  /** Undefined if nobody says how it stands. */
  payment: PaymentState | undefined;
  /** Undefined if nothing is paid, or by the contract that the customer has. */
  method?: string | undefined;
  identity?: IdentityState | undefined;
  /** What it does to a contract that the customer has: extends it, changes its tariff or its owner. */
  family?: "vvl" | "tm" | "coc" | undefined;
  items: {
    hasDevice: boolean;
    /** Undefined if it has no tariff, `unknown` if the provider does not say what kind of. */
    line?: Line | "unknown" | undefined;
    sim?: "card" | "esim" | undefined;
  }[];
  /** Paid in advance, from credit. */
  isPrepaid: boolean;
  isSent: boolean;
  delivery?: Days | undefined;
  activation?: IsoDate | undefined;
  appointment?: IsoDate | undefined;
  porting?: { date?: IsoDate | undefined } | undefined;
  /** What of it has happened, by the provider's word: no date is compared with a clock here. */
  happened?: readonly string[] | undefined;
}

/** The steps that have a text, each under its name; what the customer does reads "Sie …", what we do "Wir …". */
type AfterOrderName =
  | "ordered"
  | "paid"
  | "pay"
  | "payWaits"
  | "identity"
  | "identityChecked"
  | "identityStopped"
  | "identityDone"
  | "sent"
  | "device"
  | "arrived"
  | "simCard"
  | "simBeside"
  | "simOpen"
  | "esim"
  | "activate"
  | "activateEsim"
  | "activated"
  | "technician"
  | "appointment"
  | "technicianCame"
  | "plugIn"
  | "lineStart"
  | "extension"
  | "migration"
  | "migrated"
  | "takeover"
  | "takenOver"
  | "start"
  | "porting"
  | "ported"
  | "credit"
  | "debit"
  | "invoice";

export interface AfterOrderStep {
  name: AfterOrderName;
  done: boolean;
  /** As the provider says; without it, its text gives a span. */
  when?: Days | undefined;
}

const identitySteps = {
  open: "identity",
  checked: "identityChecked",
  stopped: "identityStopped",
  done: "identityDone",
} as const satisfies Record<IdentityState, AfterOrderName>;

/** Before it begins, and after. */
const familySteps = {
  vvl: ["extension", "extension"],
  tm: ["migration", "migrated"],
  coc: ["takeover", "takenOver"],
} as const satisfies Record<string, readonly [AfterOrderName, AfterOrderName]>;

const open = (name: AfterOrderName, when?: Days): AfterOrderStep => ({ name, done: false, when });
const done = (name: AfterOrderName, when?: Days): AfterOrderStep => ({ name, done: true, when });
/** A step under the one name until it has happened, under the other one from then on. */
const dated = (hasHappened: boolean, names: readonly [AfterOrderName, AfterOrderName], when?: Days) =>
  hasHappened ? done(names[1], when) : open(names[0], when);
const has = ({ happened = [] }: PlacedOrder, what: string) => happened.includes(what);
const on = (date: IsoDate | undefined) => (date ? { from: date } : undefined);

/** What happens with an order from now on, in its order; done is only what is known to be. */
export function stepsAfterOrder(order: PlacedOrder): AfterOrderStep[] {
  const { identity } = order;
  return [
    done("ordered"),
    ...paymentSteps(order),
    ...(identity ? [{ name: identitySteps[identity], done: identity === "done" }] : []),
    ...deliverySteps(order),
    ...startSteps(order),
    ...(order.porting ? [dated(has(order, "porting"), ["porting", "ported"], on(order.porting.date))] : []),
    ...collectionSteps(order),
  ];
}

/** A payment that the order waits for. */
function paymentSteps({ payment }: PlacedOrder): AfterOrderStep[] {
  if (payment === undefined || payment === "notDue") return [];
  if (paymentStates[payment].isDone) return [done("paid")];
  return [open(payment === "waiting" ? "payWaits" : "pay")];
}

function deliverySteps(order: PlacedOrder): AfterOrderStep[] {
  const { items, family, isSent, delivery } = order;
  const hasDevice = items.some((item) => item.hasDevice);
  const sims = items.flatMap(({ line, sim }) => sim ?? (line === "mobile" && !family ? "open" : []));
  const hasCard = sims.includes("card");
  const parcel = hasDevice ? "device" : hasCard ? "simCard" : undefined;
  const parcelStep = has(order, "delivery")
    ? done("arrived")
    : isSent
      ? done("sent", delivery)
      : parcel && open(parcel, delivery);
  // Its SIM is in use.
  if (has(order, "activation")) return parcelStep ? [parcelStep] : [];
  return [
    ...(parcelStep ? [parcelStep] : []),
    ...(hasDevice && hasCard ? [open("simBeside")] : []),
    ...(sims.includes("esim") ? [open("esim")] : []),
    ...(sims.includes("open") ? [open("simOpen")] : []),
  ];
}

function startSteps(order: PlacedOrder): AfterOrderStep[] {
  const { items, family, activation, appointment } = order;
  const isActive = has(order, "activation");
  if (family) return [dated(isActive, familySteps[family], on(activation))];
  const lines = new Set(items.flatMap(({ line }) => line ?? []));
  const mobiles = items.filter(({ line }) => line === "mobile");
  const activate = mobiles.every(({ sim }) => sim === "esim") ? "activateEsim" : "activate";
  const isWired = (["dsl", "coax", "ftth"] as const).some((line) => lines.has(line));
  return [
    ...(appointment
      ? [dated(has(order, "appointment"), ["appointment", "technicianCame"], on(appointment))]
      : isWired && !isActive
        ? [open("technician")]
        : []),
    ...(lines.has("fms") && !isActive ? [open("plugIn")] : []),
    ...(mobiles.length > 0 ? [dated(isActive, [activate, "activated"], on(activation))] : []),
    ...(!lines.has("mobile") && activation
      ? [dated(isActive, ["lineStart", "lineStart"], on(activation))]
      : []),
    ...(lines.has("unknown") && !activation ? [open("start")] : []),
  ];
}

/** What is paid once the order is done. */
function collectionSteps({ method, isPrepaid }: PlacedOrder): AfterOrderStep[] {
  if (method === "direct_debit") return [open("debit")];
  if (method === "invoice") return [open("invoice")];
  return isPrepaid ? [open("credit")] : [];
}
