import { setTimeout as wait } from "node:timers/promises";
import { type Browser, browser, type Fields, type Page } from "../../tests/support/browser.ts";
import { fresh } from "../../tests/support/fresh.ts";
import { all, first } from "../../tests/support/html.ts";
import { entered } from "../../tests/support/offer.ts";
import { declaration } from "../../tests/support/termination.ts";
import { pick } from "./chance.ts";
import type { Asked, DeclarationStory, OrderStory, OrderWord, ReceiptLook, Said } from "./judge.ts";

/** How often the provider has done for a token what such a call does. */
export type Done = (token: string, call: RegExp) => Promise<number>;

interface Site {
  origin: string;
  /** Where the pages of the payment provider really are. */
  payment: string;
  done: Done;
  /** The calls that asked to order. */
  asked: (token: string) => Asked[];
  /** A customer read for the first time how it ended. */
  onTold: () => void;
  /** Whether all is well again, so that everything has to come to its end. */
  isWell: () => boolean;
  /** How often the store of sessions has lost its data. */
  losses: () => number;
}

/** Enough for any wait of the portal, once all is well. */
const maxLooks = 150;
const steps: Record<string, Fields> = {
  "personal-data": entered.personalData,
  "id-data": entered.idData,
};
/** Pages that say whether it is ordered, unless they wait or have failed. */
const speaksOfOrder = new Set([
  "confirmation",
  "offer",
  "summary",
  "offer-error",
  "payment",
  ...Object.keys(steps),
]);
const placed = new Set([
  "PaymentOpen",
  "OfferPaymentWaitForCapture",
  "OfferConsumed",
  "OfferSummaryNotLoaded",
  // There is one, whoever has placed it.
  "OfferAbandonedPayment",
]);
const over = new Set(["OfferCancelled", "OfferExpired"]);
/** What a page says that has failed, or is closed. */
const saysNothingSent = "Es wurde nichts abgeschickt";

/** Where customers look for what became of their order, below the offer's own link. */
const places = ["", "/danke", "/zusammenfassung", "/fehler"];
const follow = { follow: true };

const nameOf = ({ status, name = "no page of the portal", state = "" }: Page) =>
  [status, name, state].join(" ").trim();
const pause = () => wait(300 + Math.random() * 1200);

function saidBy({ name = "", state, status, text }: Page, pressed: boolean): Said {
  if (state && placed.has(state)) return "ordered";
  if (state && over.has(state)) return "over";
  if (text.includes(saysNothingSent)) return "notOrdered";
  if (state === "Downtime") return pressed ? "notOrdered" : "nothing";
  if (!speaksOfOrder.has(name) || state === "Waiting" || status >= 500) return "nothing";
  return name === "confirmation" ? "ordered" : "notOrdered";
}

/** A person with a browser who gets no answer, or only one of the balancer's: they ask for the same again. */
async function insist(ask: () => Promise<Page>): Promise<Page> {
  for (;;) {
    const page = await ask().catch(() => undefined);
    if (page?.name || page?.location) return page;
    await pause();
  }
}

/** The link to the payment page, or the button that asks for it. */
function waysToPay({ state, document }: Page) {
  if (state !== "PaymentOpen") return {};
  const links = all(document, "a", { href: true }).map(({ attributes }) => attributes.href ?? "");
  const link = links.find((href) => href.includes("/pay/"));
  const form = all(document, "form", { method: "post" }).find(({ attributes }) =>
    attributes.action?.endsWith("danke"),
  );
  return { ...(link && { link }), ...(form && { form }) };
}

/** Orders by following what each page offers, and ends with the confirmation. */
export async function orderingCustomer(site: Site, isByCard: boolean): Promise<OrderStory> {
  const customer = browser(site.origin);
  const token = fresh();
  const lost = site.losses();
  const path = `/angebot/${token}`;
  const words: OrderWord[] = [];
  const orders = async () => {
    const keys = site.asked(token).flatMap(({ key, end }) => (end === "did" ? key : []));
    return new Set(keys).size;
  };

  async function ask(send: () => Promise<Page>, pressed = false): Promise<Page> {
    const before = await orders();
    const page = await insist(send);
    const leadsOn = page.location?.startsWith("http") ?? false;
    const said = leadsOn ? "ordered" : saidBy(page, pressed);
    words.push({ said, pressed, page: nameOf(page), before, after: await orders() });
    if (page.location && leadsOn) await pay(page.location);
    return page;
  }

  const pay = (at: string) =>
    insist(() => browser(site.payment).post(new URL(at).pathname, { action: "pay" }));
  const open = (to: string) => ask(() => customer.get(to, follow));
  const look = () => open(path + pick(words.some(({ pressed }) => pressed) ? places : [""]));
  const send = (page: Page, fields: Fields = {}, pressed = false) =>
    ask(() => customer.submit(page, fields, follow), pressed);
  /** Whatever the page offers. */
  async function goOn(page: Page): Promise<Page> {
    const { name = "", state, status, document } = page;
    const fields = { ...steps, payment: isByCard ? entered.card : entered.directDebit }[name];
    if (fields && status < 500) return send(page, fields);
    if (name === "summary" && !state) return send(page, {}, true);
    const [bar] = name === "offer" && !state ? all(document, "div", { class: "action-bar" }) : [];
    const next = bar && first(bar, "a")?.attributes.href;
    if (next) return open(next);
    const { link, form } = waysToPay(page);
    if (form) return ask(() => customer.submit(page, {}, { ...follow, form }));
    if (link) await pay(link);
    return look();
  }

  /** Or nothing is left to do: where to pay may be known to the provider alone. */
  const isDone = (page: Page) =>
    (page.name === "confirmation" && !page.state) ||
    (page.state === "PaymentOpen" && Object.keys(waysToPay(page)).length === 0);
  let page = await open(path);
  let wasTold = false;
  for (let looks = 0; !(isDone(page) && site.isWell()) && looks < maxLooks; ) {
    await (wasTold ? wait(5000) : pause());
    page = isDone(page) ? await look() : await goOn(page);
    if (isDone(page) && !wasTold) site.onTold();
    wasTold ||= isDone(page);
    if (site.isWell()) looks++;
  }
  await open(path);
  return {
    name: token,
    words,
    orders: await orders(),
    asked: site.asked(token),
    forgotten: site.losses() !== lost,
  };
}

const withdrawal = (contract: string): Fields => ({
  firstName: "Ada",
  lastName: "Muster",
  contractReference: contract,
  email: "ada@example.com",
});
export const kinds = {
  termination: {
    path: "/kuendigung",
    receipt: "termination-confirmation",
    call: /contracttermination/,
    fields: (contractNumber: string) => declaration({ contractNumber }),
  },
  withdrawal: {
    path: "/widerruf",
    receipt: "withdrawal-confirmation",
    call: /withdrawal/,
    fields: withdrawal,
  },
} as const;

/** Declares once, presses again until it reads that it was received, and looks at the receipt now and then. */
export async function declaringCustomer(site: Site, kind: keyof typeof kinds): Promise<DeclarationStory> {
  const { path, receipt, call, fields } = kinds[kind];
  const contract = fresh("V").toUpperCase();
  const looks: ReceiptLook[] = [];
  const arrived = () => site.done(contract, call);
  const customer: Browser = browser(site.origin);

  let form: Page | undefined;
  while (form?.name !== kind || form.status >= 500) form = await insist(() => customer.get(path));
  const opened = form;
  const given = fields(contract);
  let page = opened;
  for (let press = 0; page.name !== receipt && press < maxLooks; press++) {
    await pause();
    page = await insist(() => customer.submit(opened, given, follow));
  }
  const told = page.name === receipt;
  const link = page.path;
  site.onTold();
  for (let look = 0; told && look < maxLooks; ) {
    const after = await arrived();
    const { text } = page;
    looks.push({
      status: page.status,
      page: nameOf(page),
      receivedAt: /\b\d{1,2}\.\s\S{3,9}\s\d{4},\s[\d:]{8}/.exec(text)?.[0],
      namesContract: text.includes(contract),
      saysPassedOn: !text.includes("wird weitergegeben"),
      after,
    });
    if (site.isWell()) look++;
    if (site.isWell() && looks.at(-1)?.saysPassedOn && page.status === 200) break;
    await wait(5000);
    // The link opens in any browser.
    page = await insist(() => browser(site.origin).get(link));
  }
  return { name: `${kind} ${contract}`, told, looks, arrived: await arrived() };
}
