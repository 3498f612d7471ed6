import { existsSync } from "node:fs";
import { beforeAll, describe, expect, test, vi } from "vitest";
import type { ActingCall } from "#app/backend/contract/calls.ts";
import { mostSends } from "#app/outcome/acts.ts";
import { type Browser, fieldsOf, type Page } from "../support/browser.ts";
import { hoursAhead } from "../support/clock.ts";
import { fresh } from "../support/fresh.ts";
import { all } from "../support/html.ts";
import {
  type Answer,
  answers,
  leanProvider,
  proofOf,
  type Reading,
  type Refusal,
  readings,
  refusals,
} from "../support/lean-provider.ts";
import { patienceMs } from "../support/patience.ts";
import { portalApart } from "../support/portal-apart.ts";
import { declaration, pdfOf } from "../support/termination.ts";

// Every act × how its provider refuses × what its reads say, with one of the things that become of an answer: it ends, with no
// more posts than its row in the table of acts allows, on a definite page that has the form, and what was typed.
const provider = leanProvider();
const { portal } = await portalApart(() => provider.listener, { PAGE_DEADLINE_MS: "3000" });

type Played =
  | "changeCustomerDetails"
  | "chooseIdvMethod"
  | "resetPreview"
  | "declineOffer"
  | "terminate"
  | "terminationUpload"
  | "withdraw";
interface Act {
  call: Played;
  page: (token: string) => string;
  press: (customer: Browser, page: Page, token: string) => Promise<Page>;
  isDone: (page: Page) => boolean;
  /** No read of the specification tells what was refused from what was done: an open preview is at its start. */
  isOpenAnyway?: true;
  /** The way to do it again, with what was typed. */
  hasForm: (page: Page) => boolean;
}
const typed = "030 23125-444";
const isReceipt = (page: Page) => page.status === 200 && page.name?.endsWith("-confirmation") === true;
/** What the portal has received is passed on later: no refusal is told at once. */
const received = { isOpenAnyway: true, isDone: isReceipt, hasForm: () => false } as const;
const special = { cancellationType: "special", reason: "PersönlicheUmstände" };
const acts: Record<string, Act> = {
  "a change of customer data": {
    call: "changeCustomerDetails",
    page: (token) => `/kundendaten/${token}`,
    press: (customer, page) => customer.submit(page, { phone: typed }),
    isDone: (page) => page.heading === "Ihre Änderungen sind gespeichert",
    hasForm: (page) => page.name === "customer-data" && fieldsOf(page).phone === typed,
  },
  "the choice of a method": {
    call: "chooseIdvMethod",
    page: (token) => `/idv/${token}`,
    press: (customer, page) => customer.submit(page, {}, { button: ["method", "branch"] }),
    isDone: (page) => page.name === "idv-pending" || page.name === "idv-post-ident",
    hasForm: (page) =>
      all(page.document, "button", { name: "method" }).length > 0 ||
      (page.name === "idv-error" && all(page.document, "a", { "data-action": true }).length > 0),
  },
  "the reset of a preview": {
    call: "resetPreview",
    page: (token) => `/angebot/preview/${token}`,
    press: (customer, page) => customer.submit(page),
    isOpenAnyway: true,
    isDone: (page) => page.name === "offer-preview" && page.text.includes("zurückgesetzt"),
    // What cannot be read has no form: its page asks again.
    hasForm: (page) =>
      all(page.document, "form", { method: "post" }).length > 0 ||
      (page.name === "offer-error" && all(page.document, "a", { "data-action": true }).length > 0),
  },
  "a no to an offer": {
    call: "declineOffer",
    page: (token) => `/angebot/${token}/ablehnen`,
    press: (customer, page) => customer.submit(page),
    isDone: (page) => page.heading === "Sie haben das Angebot abgelehnt",
    hasForm: (page) =>
      all(page.document, "form", { id: "offer-decline" }).length > 0 ||
      (page.name === "offer-error" && all(page.document, "a", { "data-action": true }).length > 0),
  },
  "a termination": {
    ...received,
    call: "terminate",
    page: () => "/kuendigung",
    press: (customer, _, contractNumber) => customer.post("/kuendigung", declaration({ contractNumber })),
  },
  "a proof that comes with its termination": {
    call: "terminationUpload",
    page: () => "/kuendigung",
    press: (customer, _, token) =>
      customer.post("/kuendigung", declaration({ ...special, contractNumber: token, file: pdfOf(2000) })),
    isOpenAnyway: true,
    isDone: (page) => isReceipt(page) && page.text.includes("Eingegangen"),
    hasForm: (page) => isReceipt(page) && all(page.document, "input", { type: "file" }).length > 0,
  },
  "a withdrawal": {
    ...received,
    call: "withdraw",
    page: () => "/widerruf",
    press: (customer, page, contractReference) =>
      customer.submit(page, {
        firstName: "Bo",
        lastName: "Fremd",
        email: "bo@example.com",
        contractReference,
      }),
  },
};
const firstActs = 3;

/** Acts that are played elsewhere: an act without cells and without a test does not compile. */
const elsewhere: Record<Exclude<ActingCall, Played>, string> = {
  acceptOffer: "tests/routes/order-unknown.test.ts",
  resetOffer: "tests/faults/calls.test.ts",
  mailIdvCoupon: "tests/faults/calls.test.ts",
  readEsim: "tests/faults/calls.test.ts",
  sendNewLink: "tests/faults/calls.test.ts",
  declineEmail: "tests/faults/calls.test.ts",
  revokeConsents: "tests/faults/calls.test.ts",
  reportBarrier: "tests/faults/calls.test.ts",
  terminatePrefilled: "tests/faults/calls.test.ts",
  exchangeCode: "tests/routes/login.test.ts",
};
test.each(Object.entries(elsewhere))("%s is played by %s", (_, file) => {
  expect(existsSync(file)).toBe(true);
});

interface Cell {
  act: string;
  refusal: Refusal;
  reading: Reading;
  answer: Answer;
  token: string;
  customer: Browser;
  last?: Page;
}
/**
 * For each of the first acts every pair of refusal, reading and answer, and over the three of them every three; of the others
 * every second pair of refusal and reading.
 */
const cells: Cell[] = Object.entries(acts).flatMap(([act, { call }], ofAct) =>
  (Object.keys(refusals) as Refusal[]).flatMap((refusal, ofRefusal) =>
    (Object.keys(readings) as Reading[])
      .map((reading, ofReading) => ({
        act,
        refusal,
        reading,
        answer: answers[(ofAct + ofRefusal + ofReading + 2) % answers.length] as Answer,
        token: call === "terminationUpload" ? `${proofOf}${fresh()}` : fresh(),
        customer: portal.browser(),
      }))
      .filter((_, ofReading) => ofAct < firstActs || (ofReading + ofRefusal + ofAct) % 2 === 0),
  ),
);

/** As its page refreshes itself, some times. */
async function follow({ customer, act, token, last }: Cell, looks: number): Promise<Page> {
  // A receipt counts its looks in its address.
  const path = last?.name?.endsWith("-confirmation")
    ? `${last.path.replace(/&attempt=\d+/, "")}&attempt=${looks === 1 ? 99 : 1}`
    : (acts[act]?.page(token) ?? "");
  let page = await customer.get(path, { follow: true });
  for (let look = 1; look < looks && page.state === "Waiting"; look++)
    page = await customer.get(path, { follow: true });
  return page;
}

async function play(cell: Cell): Promise<void> {
  const act = acts[cell.act] as Act;
  provider.plan(cell.token, cell);
  // While others' answers are lost in a row, their area gets no calls for some seconds.
  const open = async () => {
    const page = await cell.customer.get(act.page(cell.token));
    return page.status === 200 && page;
  };
  const opened = await vi.waitUntil(open, { timeout: 4 * patienceMs, interval: 1000 });
  const pressed = await act.press(cell.customer, opened, cell.token);
  cell.last = pressed.location?.startsWith("/")
    ? await cell.customer.get(pressed.location, { follow: true })
    : pressed;
  if (cell.last.state === "Waiting") cell.last = await follow(cell, 5);
}

describe(`${cells.length} cells`, () => {
  beforeAll(async () => {
    // In turns, so that no area is without an answer for long.
    const left = cells.map((_, at) => cells[(at * 37) % cells.length] as Cell);
    const worker = async () => {
      for (let cell = left.shift(); cell; cell = left.shift()) await play(cell);
    };
    await Promise.all(Array.from({ length: 24 }, worker));
    const open = cells.filter(({ last }) => last?.state === "Waiting");
    // Two minutes later.
    await portal.restart(hoursAhead(0.05));
    for (const cell of open) cell.last = await follow(cell, 1);
  }, 20 * patienceMs);

  test.each(cells)("$act: $refusal, reads $reading, answer $answer", ({ act, refusal, token, last }) => {
    const { call, isDone, hasForm, isOpenAnyway } = acts[act] as Act;
    if (!last) return expect.fail("it was not played");
    expect(last.state, "a definite page").not.toBe("Waiting");
    expect(provider.posts(token), "posts").toBeLessThanOrEqual(mostSends(call));
    expect(isDone(last) || hasForm(last), `${last.status} ${last.name} ${last.state} ${last.heading}`).toBe(
      true,
    );
    if (isDone(last) && !isOpenAnyway) expect(refusal, "a success that happened").toBe("takes");
  });

  test("a phone number that is refused says so beside its field", () => {
    const refused = cells.filter(
      ({ act, refusal, reading, answer }) =>
        act === "a change of customer data" &&
        refusal === "own words" &&
        reading === "whole" &&
        answer === "given",
    );
    expect(refused.map(({ last }) => last?.errors.phone)).toEqual([expect.stringContaining("Nummer")]);
  });
});
