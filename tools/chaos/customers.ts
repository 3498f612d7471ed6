import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { ActingCall } from "#app/backend/contract/calls.ts";
import { postedBy } from "#app/outcome/acts.ts";
import type { PageName } from "#app/pages.ts";
import { browser, type Fields, type Page } from "../../tests/support/browser.ts";
import { fresh } from "../../tests/support/fresh.ts";
import { all } from "../../tests/support/html.ts";
import { entered } from "../../tests/support/offer.ts";
import { formOn } from "../../tests/support/scenes.ts";
import { declaration } from "../../tests/support/termination.ts";
import { pick } from "./chance.ts";
import {
  type ActStory,
  type DeclarationStory,
  type Deed,
  isOver,
  type OrderStory,
  type OrderWord,
  type ReceiptLook,
  saidBy,
} from "./judge.ts";
import { deeds, endOffer, isEnded, keep } from "./network.ts";

interface Site {
  origin: string;
  /** Where the pages of the payment provider really are. */
  payment: string;
  /** A customer read for the first time how it ended. */
  onTold: () => void;
  /** Whether all is well again, so that everything has to come to its end. */
  isWell: () => boolean;
  /** How often the store of sessions has lost its data. */
  losses: () => number;
  /** Whether a portal's clock is set back. */
  isClockBack: () => boolean;
}

/** Enough for any wait of the portal, once all is well. */
const maxLooks = 150;
const maxLastLooks = 20;
const fieldsOfSteps: Record<string, Fields> = {
  "personal-data": entered.personalData,
  "id-data": entered.idData,
};
/** Where customers look for what became of their order, below the offer's own link. */
const places = ["", "/danke", "/zusammenfassung", "/fehler"];
const follow = { follow: true };

const nameOf = ({ status, name = "no page of the portal", state = "" }: Page) =>
  [status, name, state].join(" ").trim();
const pause = () => wait(300 + Math.random() * 1200);

/** A person with a browser who gets no answer, or only one of the balancer's: they ask for the same again. */
async function insist(ask: (isAgain: boolean) => Promise<Page>): Promise<Page> {
  for (let isAgain = false; ; isAgain = true) {
    const page = await ask(isAgain).catch(() => undefined);
    if (page?.name || page?.location) return page;
    await pause();
  }
}

const postsOf = (subject: string, act: ActingCall) =>
  (deeds.get(subject) ?? []).flatMap((one) => (one.is === "post" && one.act === act ? one : []));
/** How often the provider has done what such a call does, by its keys or addresses: it may be asked twice for the same. */
const done = (subject: string, act: ActingCall): number =>
  new Set(postsOf(subject, act).flatMap(({ key, end }) => (end === "did" ? key : []))).size;

/** A person with a browser, whose presses are kept, and known in the provider's calls by a trace id. */
function person({ origin }: Site, subject: string) {
  const customer = browser(origin);
  const by = randomUUID();
  customer.cookies.set("trace-id", by);
  return {
    get: (path: string, options = {}) => insist(() => customer.get(path, options)),
    submit: (page: Page, fields: Fields = {}, options = {}, act = postedBy(page.name as PageName)) =>
      insist((isAgain) => {
        if (act) keep(subject, { is: isAgain ? "again" : "press", act, by });
        return customer.submit(page, fields, options);
      }),
    deeds: (): Deed[] => (deeds.get(subject) ?? []).filter((one) => one.by === by),
  };
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

interface Wish {
  token: string;
  isByCard: boolean;
  /** Somebody else orders the same offer. */
  isShared?: boolean;
  /** The provider ends the offer once its customer has read that it is ordered. */
  isToEnd?: boolean;
}

/** Orders by following what each page offers, and ends with the confirmation. */
export async function orderingCustomer(site: Site, wish: Wish): Promise<OrderStory> {
  const { token, isByCard, isShared = false, isToEnd = false } = wish;
  const customer = person(site, token);
  const lost = site.losses();
  const path = `/angebot/${token}`;
  const words: OrderWord[] = [];
  const orders = () => done(token, "acceptOffer");
  /** Since this customer began: what was stored by that clock stays. */
  let wasClockBack = false;

  async function ask(send: () => Promise<Page>, pressed = false): Promise<Page> {
    const before = orders();
    wasClockBack ||= site.isClockBack();
    const page = await send();
    wasClockBack ||= site.isClockBack();
    const leadsOn = page.location?.startsWith("http") ?? false;
    const said = leadsOn ? "ordered" : saidBy(page, pressed);
    words.push({
      said,
      pressed,
      page: nameOf(page),
      before,
      after: orders(),
      isEnded: isEnded(token),
      isByWrongClock: wasClockBack && page.name === "summary",
    });
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
    const fields = { ...fieldsOfSteps, payment: isByCard ? entered.card : entered.directDebit }[name];
    if (fields && status < 500) return send(page, fields);
    if (name === "summary" && !state) return send(page, {}, true);
    const [bar] = name === "offer" && !state ? all(document, "div", { class: "action-bar" }) : [];
    const next = bar && all(bar, "a").at(-1)?.attributes.href;
    if (next) return open(next);
    const { link, form } = waysToPay(page);
    // The provider is asked by the order once more where to pay.
    if (form) return ask(() => customer.submit(page, {}, { ...follow, form }, "acceptOffer"));
    if (link) await pay(link);
    return look();
  }

  /** Or nothing is left to do: where to pay may be known to the provider alone. */
  const isDone = (page: Page) =>
    isOver(page) ||
    (!isEnded(token) &&
      ((page.name === "confirmation" && !page.state) ||
        (page.state === "PaymentOpen" && Object.keys(waysToPay(page)).length === 0)));
  let page = await open(path);
  let wasTold = false;
  let lastLooks = 0;
  for (let looks = 0; !(isDone(page) && site.isWell()) && looks < maxLooks; ) {
    await (wasTold ? wait(5000) : pause());
    page = isDone(page) ? await look() : await goOn(page);
    if (isDone(page) && !wasTold) {
      site.onTold();
      if (isToEnd) endOffer(token);
    }
    wasTold ||= isDone(page);
    if (site.isWell()) looks++;
  }
  // Their last word: once all is well, a busy machine alone may be in the way of one.
  do page = await open(path);
  while (words.at(-1)?.said === "nothing" && lastLooks++ < maxLastLooks);
  return {
    name: token,
    words,
    orders: orders(),
    deeds: customer.deeds(),
    isShared,
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
    act: "terminate",
    fields: (contractNumber: string) => declaration({ contractNumber }),
  },
  withdrawal: {
    path: "/widerruf",
    receipt: "withdrawal-confirmation",
    act: "withdraw",
    fields: withdrawal,
  },
} as const;

/** Declares once, presses again until it reads that it was received, and looks at the receipt now and then. */
export async function declaringCustomer(site: Site, kind: keyof typeof kinds): Promise<DeclarationStory> {
  const { path, receipt, act, fields } = kinds[kind];
  const contract = fresh("V").toUpperCase();
  const looks: ReceiptLook[] = [];
  const arrived = () => done(contract, act);
  const customer = person(site, contract);

  let form: Page | undefined;
  while (form?.name !== kind || form.status >= 500) form = await customer.get(path);
  const opened = form;
  const given = fields(contract);
  let page = opened;
  for (let press = 0; page.name !== receipt && press < maxLooks; press++) {
    await pause();
    page = await customer.submit(opened, given, follow);
  }
  const told = page.name === receipt;
  const link = page.path;
  site.onTold();
  for (let look = 0; told && look < maxLooks; ) {
    const after = arrived();
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
  return { name: `${kind} ${contract}`, told, looks, arrived: arrived(), deeds: customer.deeds() };
}

/** Acts that end at once, or while their page waits: each is done, as its last page says. */
export const otherActs = {
  changeCustomerDetails: {
    path: (token: string) => `/kundendaten/${token}`,
    fields: { phone: "030 23125-444" },
    button: undefined,
    isDone: (page: Page) => page.heading === "Ihre Änderungen sind gespeichert",
  },
  chooseIdvMethod: {
    path: (token: string) => `/idv/${token}`,
    fields: {},
    button: ["method", "video"],
    isDone: (page: Page) => page.location?.startsWith("http") === true || page.name === "idv-pending",
  },
  declineOffer: {
    path: (token: string) => `/angebot/${token}/ablehnen?grund=notRequested`,
    fields: {},
    button: undefined,
    // To a browser whose session does not know who has declined it, its page says that it was declined or taken back.
    isDone: (page: Page) => page.heading === "Das Angebot ist zurückgenommen" || isOver(page),
  },
} as const;

/** Presses whatever button its page has, and looks again where there is none, until it reads that it is done. */
export async function actingCustomer(site: Site, act: keyof typeof otherActs): Promise<ActStory> {
  const { path, fields, button, isDone } = otherActs[act];
  const token = fresh();
  const customer = person(site, token);
  let page = await customer.get(path(token), follow);
  for (let looks = 0; !isDone(page) && looks < maxLooks; ) {
    await pause();
    const hasForm = page.status < 500 && postedBy(page.name as PageName) === act && formOn(page);
    page = hasForm
      ? await customer.submit(page, fields, { ...follow, button, form: formOn(page) })
      : await customer.get(path(token), follow);
    if (site.isWell()) looks++;
  }
  site.onTold();
  const did = done(token, act);
  return { name: `${act} ${token}`, told: isDone(page), did, page: nameOf(page), deeds: customer.deeds() };
}
