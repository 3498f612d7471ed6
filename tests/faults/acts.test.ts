import { beforeAll, describe, expect, test, vi } from "vitest";
import type { ActingCall } from "#app/backend/contract/calls.ts";
import { mostSends } from "#app/outcome/acts.ts";
import { type Browser, fieldsOf, type Page } from "../support/browser.ts";
import { hoursAhead } from "../support/clock.ts";
import { fresh } from "../support/fresh.ts";
import { all } from "../support/html.ts";
import { entered, goToSummary } from "../support/offer.ts";
import { patienceMs } from "../support/patience.ts";
import { portalApart } from "../support/portal-apart.ts";
import {
  type Arrival,
  arrivals,
  type Reading,
  type Refusal,
  readings,
  refusals,
} from "../support/provider/plans.ts";
import { specifiedProvider } from "../support/provider/server.ts";
import { formOn } from "../support/scenes.ts";
import { declaration, passedOn, pdfOf } from "../support/termination.ts";

// Every act × how its provider refuses × what its reads say, with one of the things that become of an answer: it ends, with no
// more posts than its row in the table of acts allows, on a definite page that has the form, and what was typed.
const provider = specifiedProvider({
  lagMs: 0,
  hasAdditions: true,
  honoursKeys: false,
  lacks: {
    members: ["version"],
    calls: [
      "GET /api/:brand/contracttermination/:id",
      "GET /api/:brand/prefilledcontracttermination/:id",
      "GET /api/:brand/withdrawal/:id",
    ],
  },
});
const { portal } = await portalApart(() => provider.listener, {
  PAGE_DEADLINE_MS: "3000",
  DECLARATION_RETRY_MS: "1000",
});

interface Scene {
  /** The call that it sends, where it has another name. */
  of?: ActingCall;
  /** What comes long before, while nothing is wrong. */
  before?: (customer: Browser, token: string) => Promise<void>;
  /** Where its customer looks again. */
  page: (token: string) => string;
  /** Its form, where that is not its page as it is opened. */
  open?: (customer: Browser, token: string) => Promise<Page>;
  press: (customer: Browser, page: Page, token: string) => Promise<Page>;
  isDone: (page: Page) => boolean;
  /** Nothing tells what was refused from what was done: an open preview is at its start, no new link says whether it was sent. */
  isOpenAnyway?: true;
  /** In the provider's own words, for good. */
  isRefused?: (page: Page) => boolean;
  /** The way to do it again, with what was typed. */
  hasForm: (page: Page) => boolean;
  /** Whether what was typed is there at the next look, in this browser: until it is done, or given up. */
  isKept?: (customer: Browser, token: string) => Promise<boolean>;
}
const typed = "030 23125-444";
const typedEmail = "neu@example.org";
const refusedWords = refusals["own words"].body.errors[0]?.message ?? "";
const typedHolder = "Berta Muster";
const isReceipt = (page: Page) => page.status === 200 && page.name?.endsWith("-confirmation") === true;
/** What the portal has received is passed on later: no refusal is told at once. */
const received = { isOpenAnyway: true, isDone: isReceipt, hasForm: () => false } as const;
const special = { cancellationType: "special", reason: "PersönlicheUmstände" };
const hasForm = (page: Page) => formOn(page) !== undefined;
const typedIn = (page: Page) => (hasForm(page) ? fieldsOf(page) : {});
const hasAction = ({ document }: Page) => all(document, "*", { "data-action": true }).length > 0;
/** What cannot be read has no form: its page asks again. */
const asksAgain = (page: Page) => /(?<!unexpected)-error$/.test(page.name ?? "") && hasAction(page);
/** Its form again, which says why. */
const saysRefused = (page: Page) =>
  hasForm(page) && page.text.includes("Unser System hat das nicht angenommen");
const byButton = (customer: Browser, page: Page) => customer.submit(page);
const offerOf = (token: string) => `/angebot/${token}`;

/** Once: while others' answers are lost in a row, a page behind it may be opened a second time. */
async function order(customer: Browser, token: string): Promise<void> {
  const placed = await customer.get(`${offerOf(token)}/danke`);
  if (placed.name === "confirmation") return;
  const summary = await goToSummary(customer, token, { paymentMethod: "invoice" });
  await customer.submit(summary, {}, { follow: true });
}
const proofForm = { which: { enctype: "multipart/form-data" } };
/** Of terminations whose proof follows, by contract. */
const receipts = new Map<string, string>();

/** An act of the table without its scene does not compile. */
const scenes: Record<ActingCall | "laterProof", Scene> = {
  changeCustomerDetails: {
    page: (token) => `/kundendaten/${token}`,
    press: (customer, page) => customer.submit(page, { phone: typed }),
    isDone: (page) => page.heading === "Ihre Änderungen sind gespeichert",
    hasForm: (page) => page.name === "customer-data" && typedIn(page).phone === typed,
    isKept: async (customer, token) => typedIn(await customer.get(`/kundendaten/${token}`)).phone === typed,
  },
  chooseIdvMethod: {
    page: (token) => `/idv/${token}`,
    press: (customer, page) => customer.submit(page, {}, { button: ["method", "5"] }),
    isDone: (page) => page.name === "idv-pending" || page.name === "idv-post-ident",
    hasForm: (page) => all(page.document, "button", { name: "method" }).length > 0 || asksAgain(page),
  },
  resetPreview: {
    page: (token) => `/angebot/preview/${token}`,
    press: byButton,
    isOpenAnyway: true,
    isDone: (page) => page.name === "offer-preview" && page.text.includes("zurückgesetzt"),
    hasForm: (page) => hasForm(page) || asksAgain(page),
  },
  acceptOffer: {
    page: (token) => `${offerOf(token)}/zusammenfassung`,
    open: (customer, token) => goToSummary(customer, token, { paymentMethod: "invoice" }),
    press: byButton,
    isDone: (page) => page.name === "confirmation" && page.status === 200,
    hasForm: (page) =>
      hasForm(page) || asksAgain(page) || all(page.document, "*", { "data-action": "orderAgain" }).length > 0,
    async isKept(customer, token) {
      const page = await customer.get(`${offerOf(token)}/meine-daten`);
      // Of an order that may be under way, its page comes first.
      const isUnderWay = page.location === `${offerOf(token)}/danke`;
      return isUnderWay || typedIn(page).lastName === entered.personalData.lastName;
    },
  },
  resetOffer: {
    page: (token) => `${offerOf(token)}/fehler`,
    press: byButton,
    isDone: (page) => page.name === "offer",
    hasForm: (page) => hasForm(page) || asksAgain(page),
  },
  declineOffer: {
    page: (token) => `${offerOf(token)}/ablehnen?grund=notRequested`,
    press: byButton,
    isDone: (page) => page.heading === "Das Angebot ist zurückgenommen",
    hasForm: (page) =>
      (page.name === "offer-decline" && typedIn(page).reason === "notRequested") || asksAgain(page),
  },
  correctEmail: {
    page: (token) => `${offerOf(token)}/e-mail`,
    async open(customer, token) {
      await order(customer, token);
      return customer.get(`${offerOf(token)}/e-mail`);
    },
    press: (customer, page) => customer.submit(page, { email: typedEmail }),
    isDone: (page) => page.heading === "Die neue E‑Mail‑Adresse ist gespeichert",
    hasForm: (page) => (page.name === "order-email" && typedIn(page).email === typedEmail) || asksAgain(page),
    async isKept(customer, token) {
      const page = await customer.get(`${offerOf(token)}/e-mail`);
      // Without its order, nothing can be corrected now.
      return page.name !== "order-email" || typedIn(page).email === typedEmail;
    },
  },
  correctPorting: {
    page: (token) => `${offerOf(token)}/rufnummer`,
    async open(customer, token) {
      await order(customer, token);
      return customer.get(`${offerOf(token)}/rufnummer`);
    },
    press: (customer, page) => customer.submit(page, { portingHolder: typedHolder }),
    isDone: (page) => page.heading === "Wir fragen noch einmal an",
    hasForm: (page) =>
      (page.name === "order-porting" && typedIn(page).portingHolder === typedHolder) || asksAgain(page),
    async isKept(customer, token) {
      const page = await customer.get(`${offerOf(token)}/rufnummer`);
      // Without its order, nothing can be settled now.
      return page.name !== "order-porting" || typedIn(page).portingHolder === typedHolder;
    },
  },
  readEsim: {
    page: (token) => `${offerOf(token)}/esim`,
    async open(customer, token) {
      await order(customer, token);
      return customer.get(`${offerOf(token)}/esim`);
    },
    press: byButton,
    isDone: ({ name, document }) => name === "esim" && all(document, "code").length === 2,
    // In the provider's own words, there is nothing left to hand out; or it has no such call, and sends it by e-mail.
    hasForm: (page) =>
      (page.name === "esim" && (hasForm(page) || page.status === 410 || page.status === 501)) ||
      asksAgain(page),
  },
  replaceEsim: {
    page: (token) => `${offerOf(token)}/neue-esim`,
    async open(customer, token) {
      await order(customer, token);
      return customer.get(`${offerOf(token)}/neue-esim`);
    },
    press: byButton,
    isDone: (page) => page.name === "esim" && hasForm(page),
    hasForm: (page) => (page.name === "esim-replacement" && hasForm(page)) || asksAgain(page),
  },
  exchangeCode: {
    page: (token) => `${offerOf(token)}/login`,
    async open(customer, token) {
      await customer.get(offerOf(token));
      return customer.get(`${offerOf(token)}/login`);
    },
    async press(customer, page, code) {
      const { location = "" } = await customer.submit(page);
      const state = new URL(location).searchParams.get("state") ?? "";
      return customer.get(`/anmeldung?${new URLSearchParams({ code, state })}`);
    },
    isDone: (page) => page.name === "offer",
    hasForm: (page) => (page.name === "offer-login" && hasForm(page)) || asksAgain(page),
  },
  sendNewLink: {
    page: () => "/neuer-link",
    press: (customer, page, link) => customer.submit(page, { link }),
    isOpenAnyway: true,
    isDone: (page) => page.name === "new-link-sent",
    hasForm: (page) => page.name === "new-link" && Boolean(typedIn(page).link),
  },
  mailIdvCoupon: {
    page: (token) => `/idv/${token}/post-ident`,
    press: (customer, page) =>
      customer.submit(page, {}, { form: formOn(page, { which: { id: "mail-coupon" } }) }),
    isDone: (page) => page.text.includes("Der Coupon ist unterwegs"),
    hasForm: (page) => formOn(page, { which: { id: "mail-coupon" } }) !== undefined || asksAgain(page),
  },
  terminate: {
    ...received,
    page: () => "/kuendigung",
    press: (customer, _, contractNumber) => customer.post("/kuendigung", declaration({ contractNumber })),
  },
  terminatePrefilled: {
    ...received,
    page: () => "/selfcarekuendigung",
    open: (customer, token) => customer.get(`/selfcarekuendigung?data=${token}&brand=o2`, { follow: true }),
    press: (customer, page) => customer.submit(page, { email: "ada@example.com" }),
  },
  terminationUpload: {
    page: () => "/kuendigung",
    press: (customer, _, contractNumber) =>
      customer.post("/kuendigung", declaration({ ...special, contractNumber, file: pdfOf(2000) })),
    isOpenAnyway: true,
    isDone: (page) => isReceipt(page) && page.text.includes("Eingegangen"),
    hasForm: (page) => isReceipt(page) && all(page.document, "input", { type: "file" }).length > 0,
  },
  withdraw: {
    ...received,
    page: () => "/widerruf",
    press: (customer, page, contractReference) =>
      customer.submit(page, {
        firstName: "Bo",
        lastName: "Fremd",
        email: "bo@example.com",
        contractReference,
      }),
  },
  declineEmail: {
    ...received,
    page: (token) => `/email-ablehnung?token=${token}&brand=o2`,
    press: byButton,
    isDone: (page) => page.heading === "Sie haben die Werbung per E‑Mail abbestellt",
    isRefused: saysRefused,
  },
  revokeConsents: {
    ...received,
    page: (token) => `/einwilligungen?token=${token}`,
    press: (customer, page) => customer.submit(page, {}, { button: ["all", "yes"] }),
    isDone: (page) => page.heading?.endsWith("Einwilligungen sind widerrufen") === true,
    isRefused: saysRefused,
  },
  revokeConsentsByName: {
    ...received,
    page: (token) => `/einwilligungen/ohne-link?token=${token}`,
    press: (customer, page) => customer.submit(page, { name: "Bo Fremd", email: "bo@example.com" }),
    isDone: (page) => page.heading === "Ihr Widerruf ist eingegangen",
  },
  reportBarrier: {
    ...received,
    page: () => "/barriere-melden",
    press: (customer, page, where) =>
      customer.submit(page, { description: "Zu kleine Schrift", page: where }),
  },
  laterProof: {
    of: "terminationUpload",
    page: (contractNumber) => receipts.get(contractNumber) ?? "",
    async before(customer, contractNumber) {
      const declared = declaration({ ...special, contractNumber });
      const { location = "" } = await customer.post("/kuendigung", declared);
      await passedOn(customer, customer.get(location));
      receipts.set(contractNumber, location);
    },
    press: (customer, page) =>
      customer.submit(page, { file: pdfOf(2000) }, { form: formOn(page, proofForm) }),
    isOpenAnyway: true,
    isDone: (page) => isReceipt(page) && page.text.includes("Eingegangen"),
    // What has failed is answered at once.
    hasForm: (page) => page.name === "termination-confirmation" && formOn(page, proofForm) !== undefined,
  },
};
type SceneName = keyof typeof scenes;
const callOf = (act: SceneName): ActingCall => scenes[act].of ?? (act as ActingCall);
const firstActs = 3;
interface Cell {
  act: SceneName;
  /** Acts take turns, so that no area is without an answer for long. */
  turn: number;
  refusal: Refusal;
  reading: Reading;
  arrival: Arrival;
  token: string;
  customer: Browser;
  opened?: Page;
  last?: Page;
  isKept?: boolean;
}
const pairs = (Object.keys(refusals) as Refusal[]).flatMap((refusal, ofRefusal) =>
  (Object.keys(readings) as Reading[]).map((reading, ofReading) => ({
    refusal,
    reading,
    turn: ofRefusal + ofReading,
  })),
);
/** It can be done: by a provider that takes it, answers and can be read. */
const taken = { refusal: "takes", reading: "whole", arrival: "given" } as const;
/**
 * For each of the first acts every pair of refusal and reading, of the others every second one; what becomes of the answer takes
 * turns. And each where nothing is wrong.
 */
const cells: Cell[] = (Object.keys(scenes) as SceneName[]).flatMap((act, ofAct) => {
  const ofPairs = pairs
    .filter(({ turn }) => ofAct < firstActs || (turn + ofAct) % 2 === 0)
    .map(({ refusal, reading, turn }) => ({
      refusal,
      reading,
      arrival: arrivals[(ofAct + turn + 2) % arrivals.length] as Arrival,
    }));
  return [taken, ...ofPairs].map((met, turn) => ({
    act,
    turn,
    ...met,
    token: fresh(),
    customer: portal.browser(),
  }));
});

/** As its page refreshes itself, some times. */
async function follow({ customer, act, token, last }: Cell, looks: number): Promise<Page> {
  // A receipt counts its looks in its address.
  const path = last?.name?.endsWith("-confirmation")
    ? `${last.path.replace(/&attempt=\d+/, "")}&attempt=${looks === 1 ? 99 : 1}`
    : scenes[act].page(token);
  let page = await customer.get(path, { follow: true });
  for (let look = 1; look < looks && page.state === "Waiting"; look++)
    page = await customer.get(path, { follow: true });
  return page;
}

/** While nothing is wrong: lost answers of others would close their area for seconds, again and again. */
async function openPage(cell: Cell): Promise<void> {
  const { act, customer, token } = cell;
  const { page: path, open } = scenes[act];
  provider.plan(token, { ...cell, call: callOf(act) });
  let seen: unknown;
  const look = async () => {
    const page = await (open?.(customer, token) ?? customer.get(path(token))).catch((error: unknown) => {
      seen = error;
      return undefined;
    });
    if (page) seen = `${page.status} ${page.name} ${page.state}`;
    return page && hasForm(page) ? page : undefined;
  };
  cell.opened = await vi.waitUntil(look, { timeout: 4 * patienceMs, interval: 1000 }).catch(() => {
    throw new Error(`The page of ${act} does not open: ${seen}`);
  });
}

async function press(cell: Cell): Promise<void> {
  if (!cell.opened) return;
  const pressed = await scenes[cell.act].press(cell.customer, cell.opened, cell.token);
  cell.last = pressed.location?.startsWith("/")
    ? await cell.customer.get(pressed.location, { follow: true })
    : pressed;
  if (cell.last.state === "Waiting") cell.last = await follow(cell, 5);
}

/** Presses mostly wait. Pages take the portal's time: of too many at once, each would miss its deadline. */
const atOnce = { pages: 4, presses: 24 } as const;

async function inParallel(
  what: keyof typeof atOnce,
  of: Cell[],
  work: (cell: Cell) => Promise<void>,
): Promise<void> {
  const left = [...of];
  const worker = async () => {
    for (let cell = left.shift(); cell; cell = left.shift()) await work(cell);
  };
  await Promise.all(Array.from({ length: atOnce[what] }, worker));
}

describe(`${cells.length} cells`, () => {
  beforeAll(async () => {
    await inParallel("pages", cells, async ({ act, customer, token }) =>
      scenes[act].before?.(customer, token),
    );
    await inParallel("pages", cells, openPage);
    await inParallel(
      "presses",
      cells.toSorted((one, other) => one.turn - other.turn),
      press,
    );
    // Two minutes later.
    await portal.restart(hoursAhead(0.05));
    const isOpen = ({ last }: Cell) => last?.state === "Waiting";
    await inParallel("pages", cells.filter(isOpen), async (cell) => {
      cell.last = await follow(cell, 1);
    });
    await inParallel("pages", cells, async (cell) => {
      const { act, token, customer, last } = cell;
      const { isKept, isDone } = scenes[act];
      if (isKept && last && !isDone(last)) cell.isKept = await isKept(customer, token);
    });
  }, 40 * patienceMs);

  test.each(cells)(
    "$act: $refusal, reads $reading, answer $arrival",
    ({ act, refusal, token, last, isKept }) => {
      const { isDone, isRefused, hasForm: hasInput, isOpenAnyway } = scenes[act];
      if (!last) return expect.fail("it was not played");
      if (!hasInput(last)) expect(last.state, "a definite page").not.toBe("Waiting");
      const isOver = refusal.startsWith("own words") && isRefused?.(last) === true;
      expect(provider.posts(token), "posts").toBeLessThanOrEqual(mostSends(callOf(act)));
      expect(
        isDone(last) || isOver || hasInput(last),
        `${last.status} ${last.name} ${last.state} ${last.heading}`,
      ).toBe(true);
      expect(isKept, "what was typed, at the next look").not.toBe(false);
      if (isDone(last) && !isOpenAnyway) expect(refusal, "a success that happened").toBe("takes");
    },
  );

  test("each is done where nothing is wrong, by one post", () => {
    for (const { act, token, last } of cells.filter(({ turn }) => turn === 0))
      expect([act, last && scenes[act].isDone(last), provider.posts(token)]).toEqual([act, true, 1]);
  });

  test("what refuses an objection or consents is said in its words", () => {
    const refused = cells.filter(
      ({ act, refusal, last }) =>
        scenes[act].isRefused && refusal === "own words" && last && saysRefused(last),
    );
    expect(refused.length).toBeGreaterThan(0);
    for (const { last } of refused) expect(last?.text).toContain(refusedWords);
  });

  test("a phone number that is refused says so beside its field", () => {
    const refused = cells.filter(
      ({ act, refusal, reading, arrival }) =>
        act === "changeCustomerDetails" &&
        refusal === "own words" &&
        reading === "whole" &&
        arrival === "given",
    );
    expect(refused.map(({ last }) => last?.errors.phone)).toEqual([expect.stringContaining("Nummer")]);
  });
});
