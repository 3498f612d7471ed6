import type { AfterOrderStep } from "./after-order.ts";

/** A text below `offer.next`; empty if there is none. */
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
  /** When the technician comes, on that day. */
  between?: { from: string; until: string } | undefined;
  hotline: string;
}

/** A step in words: the same on page, paper and mail. */
export function stepInWords(
  { name, variant }: Pick<AfterOrderStep, "name" | "variant">,
  day: string | undefined,
  facts: ShownFacts,
  say: Say,
): { label: string; detail: string | undefined } {
  const { orderedAt, paidBy, account, identityUntil, number, between, hotline } = facts;
  const times = name === "appointment" && between ? ` ${say("between", between)}` : "";
  const date = name === "identity" ? identityUntil : day && day + times;
  const values = { account: account ?? say("account", {}), hotline, date: date ?? "" };
  const keys = [variant && `${name}.${variant}`, date && `${name}.on`, `${name}.text`];
  const said = keys.map((key) => key && say(key, values)).find((text) => text);
  const fixed = name === "ordered" ? orderedAt : name === "paid" ? paidBy : said;
  const detail = name === "porting" && number ? [`${number}.`, fixed].filter(Boolean).join(" ") : fixed;
  return { label: say(`${name}.label`, values), detail: detail || undefined };
}
