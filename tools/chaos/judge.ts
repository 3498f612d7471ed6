/** What a page says of an order: that there is one, that there is none (it can be sent, or is refused), that it is over, or nothing. */
export type Said = "ordered" | "notOrdered" | "over" | "nothing";

/** A call that asked to order, whatever came of it. */
export interface Asked {
  key: string;
  end: "did" | "refused" | "nothing";
}

export interface OrderWord {
  said: Said;
  /** Whether it answered a press of the order button. */
  pressed: boolean;
  /** For the reader of the finding. */
  page: string;
  /** How often the provider had ordered when the page was requested, and when it was read. */
  before: number;
  after: number;
}

export interface OrderStory {
  name: string;
  words: OrderWord[];
  /** How often the provider has ordered in the end. */
  orders: number;
  /** Every call that asked it to, in order. */
  asked: Asked[];
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
}

/** What an order's customer read that was not so, and what was done that must not be. */
export function wrongInOrder({ words, orders, asked, forgotten }: OrderStory): string[] {
  const found = orders > 1 ? [`ordered ${orders} times`] : [];
  const unanswered = forgotten ? [] : keysWithoutRefusal(asked);
  for (const key of unanswered) found.push(`asked to order under another key, though ${key} was not refused`);
  for (const [at, { said, page, after }] of words.entries()) {
    const isLast = at === words.length - 1;
    if (said === "ordered" && after === 0) found.push(`told that it is ordered, and it was not: ${page}`);
    if (said === "over") found.push(`told that it is over, and the provider has ended nothing: ${page}`);
    if (said !== "notOrdered" || !words.slice(0, at + 1).some(({ pressed }) => pressed)) continue;
    // It has to stay true, as a call may be late, until the customer orders again.
    const next = words.slice(at + 1).find(({ pressed }) => pressed);
    if ((next ? next.before : orders) > 0 && (isLast || !forgotten))
      found.push(`told that it is not ordered, and it was: ${page}`);
  }
  const last = words.at(-1);
  if (last?.said === "nothing") found.push(`never told how it ended: ${last.page}`);
  return found;
}

/** A provider that refuses a second order hides that it was asked for one: keys that another one has followed without need. */
function keysWithoutRefusal(asked: Asked[]): string[] {
  const keys = [...new Set(asked.map(({ key }) => key))];
  return keys.slice(0, -1).filter((key) => !asked.some((one) => one.key === key && one.end === "refused"));
}

/** The same for a declaration, and whether its receipt was open and true. */
export function wrongInDeclaration({ told, looks, arrived }: DeclarationStory): string[] {
  const found: string[] = [];
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
