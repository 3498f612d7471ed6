import {
  type AfterOrderStep,
  headOf,
  type OrderHead,
  type PlacedOrder,
  withdrawalTime,
} from "./after-order.ts";
import type { IsoDate } from "./calendar.ts";

/** A text below a section; empty if there is none. */
export type Say = (key: string, values: Readonly<Record<string, string>>) => string;

/** What a step's text names beside its day, as it is shown. */
export interface ShownFacts {
  orderedAt?: string | undefined;
  /** How the payment's method is called. */
  paidBy?: string | undefined;
  /** From which it is collected. */
  account?: string | undefined;
  /** Until when the identity can be proved. */
  identityUntil?: string | undefined;
  /** The number that comes along, masked. */
  number?: string | undefined;
  /** Until when the eSIM is shown again, a time of day. */
  esimAgainUntil?: string | undefined;
  /** When the technician comes, on that day. */
  between?: { from: string; until: string } | undefined;
  hotline: string;
}

/** A step in words, below `offer.next`: the same on page, paper and mail. */
export function stepInWords(
  { name, variant }: Pick<AfterOrderStep, "name" | "variant">,
  day: string | undefined,
  facts: ShownFacts,
  say: Say,
): { label: string; detail: string | undefined } {
  const { orderedAt, paidBy, account, identityUntil, esimAgainUntil, number, between, hotline } = facts;
  const times = name === "appointment" && between ? ` ${say("between", between)}` : "";
  const date = name === "identity" ? identityUntil : day && day + times;
  const values = {
    account: account ?? say("account", {}),
    hotline,
    date: date ?? "",
    until: esimAgainUntil ?? "",
  };
  const keys = [variant && `${name}.${variant}`, date && `${name}.on`, `${name}.text`];
  const spoken = keys.map((key) => key && say(key, values)).find((text) => text);
  const fixed = name === "ordered" ? orderedAt : name === "paid" ? paidBy : spoken;
  const detail =
    name === "porting" && number
      ? [fixed, say("porting.number", { number })].filter(Boolean).join(" ")
      : fixed;
  return { label: say(`${name}.label`, values), detail: detail || undefined };
}

/** Their texts in `offer.confirmation`; without a title or a lead, the step itself says it. */
const heads = {
  ordered: { title: "title" },
  sent: {},
  arrived: {},
  identity: { title: "identityTitle", lead: "identityLead" },
  identityChecked: { title: "checkedTitle", lead: "checkedLead" },
  identityStopped: { title: "stoppedTitle", lead: "stoppedLead" },
  esim: { title: "esimTitle" },
  portingRefused: { title: "portingTitle" },
  withdrawnPart: { title: "withdrawnPartTitle", lead: "withdrawnPartLead" },
  withdrawn: { title: "withdrawnTitle", lead: "withdrawnLead" },
  cancelled: { title: "cancelledTitle", lead: "cancelledLead" },
} as const satisfies Record<OrderHead, { title?: string; lead?: string }>;

/** Nothing stands in the way of these orders: only what is the customer's is left to say. */
const goingWell: ReadonlySet<OrderHead> = new Set(["ordered", "sent", "arrived"]);

/** What is said first, below `offer.confirmation`. @param mail where the confirmation goes, if that is said beside it */
export function headInWords(
  steps: readonly (AfterOrderStep & { label: string; detail: string | undefined })[],
  { hotline, mail }: Pick<ShownFacts, "hotline"> & { mail?: string | undefined },
  say: Say,
): { name: OrderHead; title: string; text: string } {
  const { head: name, left } = headOf(steps);
  const { title, lead }: { title?: string; lead?: string } = heads[name];
  const own = steps.find((step) => step.name === name);
  const opening = lead
    ? say(lead, { hotline })
    : [name === "portingRefused" && `${own?.label}.`, own?.detail].filter(Boolean).join(" ");
  // What another has refused is no step of the customer's: its own title says it.
  const isRefused = left.is === "step" && left.name === "portingRefused";
  const next = left.is === "step" && !isRefused && steps.find((step) => step.name === left.name)?.label;
  const sentences = [
    !goingWell.has(name) && opening,
    (left.is === "nothing" || left.is === "nothingOnceSetUp") && name !== "cancelled" && say(left.is, {}),
    isRefused && `${say(heads.portingRefused.title, {})}.`,
    next &&
      left.is === "step" &&
      (left.state === "now" ? say("nextStep", { step: next }) : say("nothingYet", {})),
    goingWell.has(name) && mail,
  ];
  return {
    name,
    title: title ? say(title, {}) : (own?.label ?? ""),
    text: sentences.filter(Boolean).join(" "),
  };
}

/** Until when it can be withdrawn from, below `offer.confirmation`; undefined if nothing is left of it. */
export function withdrawalInWords(
  order: PlacedOrder,
  formatted: (date: IsoDate) => string,
  say: Say,
): string | undefined {
  const time = withdrawalTime(order);
  if (time?.is === "until") return say("withdrawUntil", { date: formatted(time.date) });
  return time && say(time.is === "fromReceipt" ? "withdrawFromReceipt" : "withdraw", {});
}
