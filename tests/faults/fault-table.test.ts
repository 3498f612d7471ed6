import { setTimeout as wait } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { calls } from "#app/backend/contract/calls.ts";
import { type Browser, type Fields, fieldsOf, type Page } from "../support/browser.ts";
import { newDetails, openDetails } from "../support/customer.ts";
import { commonFaults, type Fault, faults, moments } from "../support/fault-proxy.ts";
import { faultyPortalForTests, tracedCustomer } from "../support/faulty-portal.ts";
import { fresh } from "../support/fresh.ts";
import { all, first } from "../support/html.ts";
import { entered, goToSummary } from "../support/offer.ts";
import { mailsAbout } from "../support/outbox.ts";
import { declaration, idOf, pdfOf, terminationsOfContract } from "../support/termination.ts";

// Every form whose post calls the provider × fault × whether the call had its effect. What an answer proves is decided in
// one place (tests/unit/evidence.test.ts): one form of each kind meets every fault (an order, a declaration, a coupon's mail,
// an objection), all others one fault of each kind, and some gateways', before or after it acted in turn.
const { portal, backend } = await faultyPortalForTests({});
const { pid } = portal;

interface Form {
  /** The call that acts. */
  call: RegExp;
  /** Identifies the customer or declaration in that call; a fresh token by default. */
  word?: () => string;
  open: (customer: Browser, word: string) => Promise<Page>;
  fields?: (word: string) => Fields;
  /** The page says that it has happened. */
  isDone: (page: Page) => boolean;
  /** How often it has happened. */
  effects: (word: string, last: Page, customer: Browser) => Promise<number>;
  /** The client repeats its call once where the connection broke. */
  repeats?: true;
  /** Answers with a meaning here, after which sending again does not help. */
  final?: Fault[];
  /** The customer resubmits the same page instead of following the answer. */
  samePage?: boolean;
  /** File names: no page can restore them, so the customer chooses again. */
  chosenAgain?: string[];
  /** One fault of each kind is enough. */
  few?: true;
  /** A check before the form is stored: it has no effect, and its failure stops nobody. */
  asks?: true;
  /** A declaration: always received at once, and passed on automatically. */
  declares?: true;
}

const mails = async (word: string) => (await mailsAbout(backend.origin, word)).length;
/** Of a declaration, whose id is in its receipt's address. */
const receiptMails = (_: string, last: Page) => mails(idOf(last));
/** Any 2xx that is not somebody else's page and gives no reason. */
const successes: Fault[] = [
  "answers nothing",
  "answers 201",
  "answers 204",
  "answers 204 with a coding",
  "answers 205",
  "answers JSON of the wrong shape",
  "answers an empty list",
  "answers an empty PDF",
];
/** Of somebody in between, who does not know what became of the call. */
const gateways: Fault[] = [
  "answers 201",
  "answers 204 with a coding",
  "answers 400 without words",
  "answers 404 without words",
  "answers 409 with a page",
  "answers 410 without words",
  "answers 422 without words",
];
/** The page says that it was received and, if so, that it still waits. */
const isPassedOn = (name: string) => (page: Page) =>
  page.name === name && page.status === 200 && !page.text.includes("wird weitergegeben");
const isPage = (name: string) => (page: Page) => page.name === name && page.status === 200;
/** The sandbox's orders of an offer. */
async function ordersOf(token: string): Promise<{ cancelled: number }[]> {
  const answer = await fetch(`${backend.origin}/sandbox/token.json?token=${encodeURIComponent(token)}`);
  return ((await answer.json()) as { state: { orders?: { cancelled: number }[] } }).state.orders ?? [];
}
/** An offer to a customer of whom everything is known: its summary comes next. */
const toOrder = "demo-offer_tm";
const otherAccount = { ...entered.directDebit, iban: "DE02 1203 0000 0000 2020 51" };
const refusals: Fault[] = [
  "answers 401 without words",
  "answers 403 without words",
  "answers 404 without words",
];

const forms: Record<string, Form> = {
  order: {
    call: /POST \/api\/offer\/accept\//,
    word: () => fresh(toOrder),
    open: goToSummary,
    isDone: isPage("confirmation"),
    effects: mails,
    final: refusals,
  },
  verification: {
    call: /POST \/api\/idv\/[^/]+\/methods/,
    open: (customer, word) => customer.get(`/idv/${word}`),
    fields: () => ({ method: "video" }),
    isDone: (page) => page.location?.includes("/sandbox/ident/") ?? false,
    effects: async (_, last) => Number(last.location?.split("/").at(-1)),
    samePage: true,
    few: true,
  },
  termination: {
    call: /POST \/api\/O2\/contracttermination\/[^/]+$/,
    open: (customer) => customer.get("/kuendigung"),
    fields: (contractNumber) => declaration({ contractNumber }),
    isDone: isPassedOn("termination-confirmation"),
    effects: receiptMails,
    declares: true,
  },
  selfcare: {
    call: /POST \/api\/O2\/prefilledcontracttermination\/[^/]+$/,
    open: (customer) => customer.get(`/selfcarekuendigung?data=${fresh()}&brand=o2`, { follow: true }),
    fields: (word) => ({ email: "ada@example.com", confirmationPhone: word }),
    isDone: isPassedOn("selfcare-confirmation"),
    effects: receiptMails,
    declares: true,
    few: true,
  },
  withdrawal: {
    call: /POST \/api\/O2\/withdrawal\//,
    open: (customer) => customer.get("/widerruf"),
    fields: (contractReference) => declaration({ contractReference }),
    isDone: isPassedOn("withdrawal-confirmation"),
    effects: receiptMails,
    declares: true,
    few: true,
  },
  "customer data": {
    call: /POST \/api\/O2\/customer\/details\//,
    repeats: true,
    open: openDetails,
    fields: () => newDetails.phone,
    isDone: (page) => page.heading === "Ihre Änderungen sind gespeichert",
    effects: mails,
    few: true,
  },
  "mail rejection": {
    call: /POST \/api\/declinemail/,
    open: (customer, word) => customer.get(`/email-ablehnung?token=${word}&brand=o2`),
    isDone: (page) =>
      page.heading === "Sie haben die Werbung abbestellt" && !page.text.includes("später automatisch weiter"),
    declares: true,
    effects: async (word) =>
      (await fetch(`${backend.origin}/sandbox/outbox/newsletter`, {
        method: "POST",
        body: new URLSearchParams({ token: word }),
        headers: { Accept: "application/json" },
      }).then(({ status }) => status)) === 409
        ? 1
        : 0,
  },
  "offer reset": {
    call: /PATCH \/api\/offer\//,
    repeats: true,
    word: () => fresh("pay-aborted"),
    async open(customer, token) {
      await customer.submit(await goToSummary(customer, token, entered.card));
      return customer.get(`/angebot/${token}/danke`);
    },
    isDone: isPage("payment"),
    effects: async (token) => (await ordersOf(token)).filter(({ cancelled }) => cancelled).length,
    final: refusals,
    few: true,
  },
  "preview reset": {
    call: /POST \/api\/offer\/[^/]+\/preview\/reset/,
    repeats: true,
    word: () => fresh(toOrder),
    async open(customer, token) {
      await customer.submit(await goToSummary(customer, token), {}, { follow: true });
      return customer.get(`/angebot/preview/${token}`);
    },
    isDone: (page) => isPage("offer-preview")(page) && page.text.includes("zurückgesetzt"),
    effects: async (token) => ((await ordersOf(token)).length === 0 ? 1 : 0),
    final: refusals,
    few: true,
  },
  "coupon mail": {
    call: /POST \/api\/idv\/[^/]+\/coupon\/mail/,
    word: () => fresh("post-ident"),
    open: (customer, token) => customer.get(`/idv/${token}/post-ident`),
    isDone: (page) => page.text.includes("Der Coupon ist unterwegs"),
    effects: mails,
    final: refusals,
  },
  "proof upload": {
    call: /POST \/api\/O2\/contracttermination\/upload\//,
    async open(customer, contractNumber) {
      const fields = declaration({ contractNumber });
      const { location = "" } = await customer.post("/kuendigung", {
        ...fields,
        cancellationType: "special",
        reason: "TechnischeProbleme",
      });
      const form = async () => {
        const page = await customer.get(location);
        return formOf(page) && page;
      };
      return vi.waitUntil(form, { timeout: 60_000 });
    },
    fields: (word) => ({ file: pdfOf(1000, `${word} nachweis.pdf`) }),
    chosenAgain: ["file"],
    isDone: (page) =>
      page.text.includes("nachweis.pdf") && !page.text.includes("Ihr Nachweis ist nicht angekommen"),
    effects: async (word) => (await terminationsOfContract(backend.origin, word))[0]?.uploads.length ?? 0,
    few: true,
  },
  "address check": {
    call: /POST \/api\/validation\/\w+\/address/,
    async open(customer, token) {
      await customer.get(`/angebot/${token}`);
      return customer.get(`/angebot/${token}/meine-daten`);
    },
    fields: () => entered.personalData,
    isDone: isPage("id-data"),
    effects: async (token, _, customer) => {
      const kept = fieldsOf(await customer.get(`/angebot/${token}/meine-daten`));
      return Number(kept.street === entered.personalData.street);
    },
    few: true,
    asks: true,
  },
  "IBAN check": {
    call: /POST \/api\/validation\/\w+\/iban/,
    async open(customer, token) {
      await goToSummary(customer, token);
      return customer.get(`/angebot/${token}/zahlung`);
    },
    fields: () => otherAccount,
    isDone: isPage("summary"),
    effects: async (_, last) => Number(last.text.includes(otherAccount.iban.slice(-2))),
    few: true,
    asks: true,
  },
};

const waits = /wird weitergegeben|später automatisch weiter/;
/** An action, or the form that is still filled in. */
const wayOut = /data-action="|<form [^>]*method="post"/;

const refuses = /^answers 418/;
/** The page says that the post has failed. */
function saysFailed(page: Page, form: Form): boolean {
  if (form.isDone(page) || page.state === "Waiting" || (form.declares && waits.test(page.text))) return false;
  const main = first(page.document, "main");
  return page.status >= 400 || (main !== undefined && all(main, "*", { role: "alert" }).length > 0);
}

const formOf = (page: Page) => {
  const main = first(page.document, "main");
  return main && all(main, "form", { method: "post" })[0];
};

/** The page's own next step: a redirect, a refresh, a retry. */
function wayOn(page: Page): string | undefined {
  const retry = all(page.document, "a", { "data-action": true }).find(({ attributes }) =>
    ["retry", "checkAgain"].includes(attributes["data-action"] ?? ""),
  );
  return page.location ?? page.headers.get("Refresh")?.split("url=")[1] ?? retry?.attributes.href;
}

/** The customer's next step: following the page, or resubmitting its form. */
async function persist(customer: Browser, start: Page, form: Form, fields: Fields): Promise<Page> {
  const again = Object.fromEntries((form.chosenAgain ?? []).map((name) => [name, fields[name]]));
  let page = form.samePage ? await customer.submit(start, fields) : start;
  for (let step = 0; step < 6 && !form.isDone(page); step++) {
    // A waiting page of an order stays open until the outcome is known.
    for (; page.state === "Waiting"; page = await customer.get(wayOn(page) ?? "")) await wait(500);
    const there = wayOn(page);
    if (there?.startsWith("/")) page = await customer.get(there);
    else if (formOf(page)) page = await customer.submit(page, again);
    else break;
  }
  return page;
}

test("every call that acts is here", () => {
  const acts = Object.values(calls).filter(({ method }) => method !== "GET");
  const address = (path: string) => path.replace("{brand}", "O2").replace(/\{\w+\}/g, "x");
  const isHere = ({ method, path }: { method: string; path: string }) =>
    Object.values(forms).some(({ call }) => call.test(`${method} ${address(path)}`));
  expect(acts.filter((call) => !isHere(call)).map(({ summary }) => summary)).toEqual([]);
});

// Forms take turns: so many lost connections in a row to one area would open its breaker.
const cases = (Object.keys(faults) as Fault[]).flatMap((fault, turn) =>
  moments.flatMap(([moment, acts]) =>
    Object.entries(forms)
      .filter(([, { few, asks }], at) => {
        const isCommon = commonFaults.includes(fault);
        if (few && !isCommon && !(gateways.includes(fault) && (turn + at) % 4 === 0)) return false;
        if (asks) return !acts;
        // A success that did not happen cannot be told from one that did: no call that acts needs a body.
        if (successes.includes(fault)) return acts;
        return (isCommon && !few) || acts === ((turn + at) % 2 === 0);
      })
      .map(([name, form]) => ({ name, form, fault, moment, acts })),
  ),
);

test.concurrent.each(cases)("$name: $fault $moment", async ({ form, fault, acts }) => {
  const word = form.word?.() ?? fresh();
  const { customer, traceId } = tracedCustomer(portal);
  // On a busy machine a page may miss its deadline before any fault: the customer opens it again.
  const open = async () => {
    const opened = await form.open(customer, word).catch(() => undefined);
    return opened && formOf(opened) && opened;
  };
  const page = await vi.waitUntil(open, { timeout: 60_000 });
  const fields = form.fields?.(word) ?? {};
  const rule = backend.strike({ call: form.call, fault, acts, of: form.asks ? traceId : word });
  const answer = await customer.submit(page, fields);
  const landed =
    !form.isDone(answer) && answer.location?.startsWith("/") ? await customer.get(answer.location) : answer;
  const isFinal = form.final?.includes(fault) ?? false;
  if (form.declares && !isFinal) expect(answer.status, "received").toBe(303);
  const claimed = form.isDone(landed) && !(form.declares && isFinal);
  if (form.declares && !isFinal && !claimed) expect(waits.test(landed.text), "it waits").toBe(true);
  if (!claimed && landed.status >= 400) expect(wayOut.test(landed.html), "a way on").toBe(true);
  if (!form.asks) expect(landed.html.includes("zahlungspflichtig bestellen"), "the button again").toBe(false);
  // The provider's own words are believed: nothing can be made of a call that acts and refuses.
  if (acts && !refuses.test(fault)) expect(saysFailed(landed, form), "told that it failed").toBe(false);
  const effects = await form.effects(word, landed, customer);
  // A provider that knows no keys takes each call for another one. A declaration is sent until it is there.
  if (!form.declares)
    expect(rule.met(), "calls by a press and a look").toBeLessThanOrEqual(form.repeats ? 4 : 2);
  rule.end();
  const reload = () => customer.get(landed.path);
  if (form.declares && !isFinal)
    await vi.waitUntil(async () => form.isDone(await reload()), { timeout: 60_000, interval: 500 });
  const end = isFinal
    ? landed
    : form.declares
      ? await reload()
      : await persist(customer, form.samePage ? page : landed, form, fields);

  expect(rule.met(), "the fault has met the call").toBeGreaterThan(0);
  expect(portal.pid, "the process").toBe(pid);
  if (claimed) expect(effects, "a success with its effect").toBe(1);
  // The input is there, unless the page has no form.
  const shownFields = formOf(landed) ? fieldsOf(landed) : undefined;
  if (shownFields && landed.name === page.name)
    for (const [field, value] of Object.entries(fields))
      if (field in shownFields) expect(shownFields[field], field).toBe(value);
  if (isFinal) return;
  expect(form.isDone(end), `${end.status} ${end.name} ${end.state}`).toBe(true);
  expect(await form.effects(word, end, customer), "effects after the second try").toBe(1);
});
