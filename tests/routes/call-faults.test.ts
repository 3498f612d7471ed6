import { randomUUID } from "node:crypto";
import { expect, onTestFinished, test, vi } from "vitest";
import { brands } from "../support/brands.ts";
import { type Browser, type Fields, fieldsOf, type Page } from "../support/browser.ts";
import { newDetails, openDetails } from "../support/customer.ts";
import {
  bodyFaults,
  commonFaults,
  type Fault,
  json,
  unknownEnds,
  vagueEnds,
} from "../support/fault-proxy.ts";
import { faultyPortalForTests, inTurn, tracedCustomer } from "../support/faulty-portal.ts";
import { freePort } from "../support/free-port.ts";
import { fresh } from "../support/fresh.ts";
import { all, first } from "../support/html.ts";
import { enterAll, entered, goToSummary } from "../support/offer.ts";
import { startPortal } from "../support/portal.ts";
import { sendProofToTheEnd, streamProof } from "../support/proof-stream.ts";
import {
  declaration,
  idOf,
  pdfOf,
  receiptAt,
  terminationsAt,
  terminationsOfContract,
} from "../support/termination.ts";

// Every call × fault: what the customer sees. Whether a call that acts has its effect once is in catalogue/fault-table.
// Longer than elsewhere: waiting cells wait beside each other.
const { portal, backend } = await faultyPortalForTests({ PAGE_DEADLINE_MS: "5000" });

interface Seen {
  status: number;
  name?: string;
  state?: string;
  location?: string | RegExp;
}

type Step = () => Promise<Page>;
interface Case {
  /** The call that fails. */
  call: RegExp;
  scenario?: string;
  /** What comes before, with a working backend. @returns the step that makes the call */
  start: (customer: Browser, token: string) => Step | Promise<Step>;
  /** What the customer sees. */
  sees: Seen;
  /** What is seen instead after some of the faults. */
  except?: (fault: Fault, token: string) => Seen | undefined;
  /** Of its answer no body is read. */
  needsNoAnswer?: true;
  /** The same step's result with a working backend. */
  later?: Seen;
}

const submitted =
  (open: (customer: Browser, token: string) => Promise<Page>, fields: Fields = {}): Case["start"] =>
  async (customer, token) => {
    const page = await open(customer, token);
    return () => customer.submit(page, fields);
  };
const isOpen = (fault: Fault) => unknownEnds.includes(fault);
const isVague = (fault: Fault) => vagueEnds.includes(fault);

const offerUnexpected = { status: 500, name: "offer-error", state: "Unexpected" };
const resetFailed = { status: 502, name: "offer-error", state: "OfferResetFailed" };
const idvUnexpected = { status: 500, name: "idv-error", state: "Unexpected" };
const coupon = { status: 200, name: "idv-post-ident" };
const details = (status: number, state?: string): Seen => ({ status, name: "customer-data", state });
const detailsAway = (fault: Fault) =>
  fault === "answers 503 without words" ? details(503, "Downtime") : undefined;
const saved: Seen = { status: 303, location: /\?receipt=/ };
const savingWaits: Seen = { status: 303, location: /\/kundendaten\/[^?]+$/ };
const rejection = (token: string) => `/email-ablehnung?token=${token}&brand=o2`;

const cases: Record<string, Case> = {
  verifyOffer: {
    call: /GET \/api\/offer\/verify\//,
    start: (customer, token) => () => customer.get(`/angebot/${token}`),
    sees: offerUnexpected,
  },
  loadOffer: {
    call: /GET \/api\/offer\/demo[^/]*$/,
    start: (customer, token) => () => customer.get(`/angebot/${token}`),
    sees: offerUnexpected,
  },
  previewOffer: {
    call: /GET \/api\/offer\/[^/]+\/preview/,
    start: (customer, token) => () => customer.get(`/angebot/preview/${token}`),
    sees: offerUnexpected,
  },
  resetPreview: {
    call: /POST \/api\/offer\/[^/]+\/preview\/reset/,
    start: submitted((customer, token) => customer.get(`/angebot/preview/${token}`)),
    sees: resetFailed,
    needsNoAnswer: true,
    // The provider is asked, or will be, and says that the offer is open.
    except: (fault, token) =>
      isOpen(fault) || isVague(fault) ? { status: 303, location: `/angebot/preview/${token}` } : undefined,
  },
  checkAddress: {
    call: /POST \/api\/validation\/\w+\/address/,
    async start(customer, token) {
      await customer.get(`/angebot/${token}`);
      return () => customer.post(`/angebot/${token}/meine-daten`, entered.personalData);
    },
    sees: { status: 303, location: /\/ausweisdaten$/ },
  },
  checkIban: {
    call: /POST \/api\/validation\/\w+\/iban/,
    async start(customer, token) {
      await goToSummary(customer, token);
      return () => customer.post(`/angebot/${token}/zahlung`, entered.directDebit);
    },
    sees: { status: 303, location: /\/zusammenfassung$/ },
  },
  offerDocument: {
    call: /GET \/api\/offer\/documents\//,
    async start(customer, token) {
      await enterAll(customer, token);
      return () => customer.get(`/angebot/${token}/zusammenfassung`);
    },
    sees: { status: 502, name: "offer-error", state: "DocumentsNotLoaded" },
  },
  acceptOffer: {
    call: /POST \/api\/offer\/accept\//,
    scenario: "demo-offer_tm",
    start: submitted(goToSummary),
    sees: offerUnexpected,
    except: (fault, token) =>
      isOpen(fault) ? { status: 303, location: `/angebot/${token}/danke` } : undefined,
  },
  offerSummary: {
    call: /GET \/api\/offer\/summary\//,
    scenario: "demo-offer_tm",
    async start(customer, token) {
      await customer.submit(await goToSummary(customer, token));
      return () => customer.get(`/angebot/${token}/danke`);
    },
    sees: { status: 502, name: "offer-error", state: "OfferSummaryNotLoaded" },
  },
  resetOffer: {
    call: /PATCH \/api\/offer\//,
    start: (customer, token) => () =>
      customer.post(`/angebot/${token}/fehler`, { paymentAction: "clearError" }),
    sees: resetFailed,
    needsNoAnswer: true,
    except(fault, token) {
      if (isOpen(fault)) return { status: 303, location: `/angebot/${token}/fehler` };
      return isVague(fault) ? { status: 303, location: `/angebot/${token}` } : undefined;
    },
  },

  loadIdv: {
    call: /GET \/api\/idv\/[^/]+$/,
    start: (customer, token) => () => customer.get(`/idv/${token}`),
    sees: idvUnexpected,
  },
  "loadIdv while waiting": {
    call: /GET \/api\/idv\/[^/]+$/,
    start: (customer, token) => () => customer.get(`/idv/${token}/in-arbeit`),
    sees: idvUnexpected,
  },
  idvMethods: {
    call: /GET \/api\/idv\/[^/]+\/methods/,
    start: (customer, token) => () => customer.get(`/idv/${token}`),
    sees: idvUnexpected,
  },
  "idvMethods beside a coupon": {
    call: /GET \/api\/idv\/[^/]+\/methods/,
    scenario: "post-ident",
    start: (customer, token) => () => customer.get(`/idv/${token}/post-ident`),
    sees: coupon,
  },
  chooseIdvMethod: {
    call: /POST \/api\/idv\/[^/]+\/methods/,
    start: (customer, token) => () => customer.post(`/idv/${token}`, { method: "video" }),
    sees: idvUnexpected,
    // An unknown code is a refusal: the choice is shown again. So is its page after an end that is unknown.
    except: (fault, token) =>
      isOpen(fault) || fault === "answers 418 with an unknown code"
        ? { status: 303, location: `/idv/${token}` }
        : undefined,
  },
  idvCoupon: {
    call: /GET \/api\/idv\/[^/]+\/coupon/,
    scenario: "post-ident",
    start: (customer, token) => () => customer.get(`/idv/${token}/post-ident/coupon`, { follow: true }),
    sees: coupon,
  },
  mailIdvCoupon: {
    call: /POST \/api\/idv\/[^/]+\/coupon\/mail/,
    scenario: "post-ident",
    start: (customer, token) => () => customer.post(`/idv/${token}/post-ident`, {}, { follow: true }),
    sees: coupon,
    // The mail needs no body in its answer, and JSON that gives no reason refuses nothing.
    except: (fault) =>
      isOpen(fault) && fault !== "answers JSON of the wrong shape"
        ? { status: 202, name: "idv-post-ident", state: "Waiting" }
        : undefined,
  },

  customerDetails: {
    call: /GET \/api\/O2\/customer\/details\//,
    start: (customer, token) => () => openDetails(customer, token),
    sees: details(500, "TechnicalProblem"),
    except: detailsAway,
    later: details(200),
  },
  changeCustomerDetails: {
    call: /POST \/api\/O2\/customer\/details\//,
    start: submitted(openDetails, newDetails.email),
    sees: details(502, "TechnicalProblem"),
    except: (fault) => (isOpen(fault) ? savingWaits : detailsAway(fault)),
    later: saved,
  },
  "both calls": {
    call: /\/api\/O2\/customer\/details\//,
    start: submitted(openDetails, newDetails.phone),
    sees: details(502, "TechnicalProblem"),
    // Nobody says what became of it, and the data cannot be asked for either.
    except: (fault) => (isOpen(fault) || isVague(fault) ? savingWaits : undefined),
    later: saved,
  },
  "checkAddress of a customer": {
    call: /POST \/api\/validation\/\w+\/address/,
    start: submitted(openDetails, newDetails.address),
    sees: saved,
  },
  "checkIban of a customer": {
    call: /POST \/api\/validation\/\w+\/iban/,
    start: submitted(openDetails, newDetails.account),
    sees: saved,
  },
  declineEmail: {
    call: /POST \/api\/declinemail/,
    start: submitted((customer, token) => customer.get(rejection(token))),
    sees: { status: 303, location: /&done=/ },
    needsNoAnswer: true,
  },
  "declineEmail by one click": {
    call: /POST \/api\/declinemail/,
    start: (customer, token) => () => customer.post(rejection(token), { "List-Unsubscribe": "One-Click" }),
    sees: { status: 200, name: "email-rejection" },
    needsNoAnswer: true,
  },
  novumEntry: {
    call: /GET \/api\/entry\/novum/,
    start: (customer, token) => () => customer.get(`/entry/novum?id=${token}`),
    sees: { status: 500, name: "entry-novum", state: "Unexpected" },
    later: { status: 302, location: /^\/angebot\/demo~/ },
  },
  exchangeCode: {
    call: /GET \/api\/auth\/token/,
    scenario: "login",
    async start(customer, token) {
      await customer.get(`/angebot/${token}`);
      const away = await customer.submit(await customer.get(`/angebot/${token}/login`));
      // The provider's page has another origin here, so the test posts its form.
      const target = new URL(away.location ?? "");
      const answer = await fetch(`${backend.origin}/sandbox/login`, {
        method: "POST",
        body: new URLSearchParams({ ...Object.fromEntries(target.searchParams), action: "login" }),
        redirect: "manual",
      });
      const back = new URL(answer.headers.get("Location") ?? "");
      return () => customer.get(back.pathname + back.search);
    },
    sees: { status: 302, location: /\/login\?failed=1$/ },
  },
};

const rows = Object.entries(cases);
// Calls take turns with faults: so many lost connections in a row to one area would open its breaker.
const cells = commonFaults.flatMap((_, turn) =>
  rows.flatMap(([name, row], at) => {
    const fault = commonFaults[(turn + at) % commonFaults.length] ?? "never answers";
    return row.needsNoAnswer && bodyFaults.includes(fault) ? [] : [{ name, row, fault }];
  }),
);

function expectSeen({ status, name, state, location }: Page, seen: Seen) {
  expect({ status, name, state }).toEqual({
    name: undefined,
    state: undefined,
    ...seen,
    location: undefined,
  });
  if (seen.location) expect(location).toEqual(expect.stringMatching(seen.location));
}

test.concurrent.each(cells)("$name: $fault", async ({ row, fault }) => {
  const { call, scenario, start, sees, except, later } = row;
  const token = fresh(scenario);
  const { customer, traceId } = tracedCustomer(portal);
  const act = await inTurn(() => start(customer, token));
  const rule = backend.strike({ call, fault, of: traceId });
  const page = await act();
  expect(rule.met(), "the fault has met the call").toBeGreaterThan(0);
  rule.end();
  expectSeen(page, except?.(fault, token) ?? sees);
  const actions = all(page.document, "*", { "data-action": true }).map(
    ({ attributes }) => attributes["data-action"],
  );
  // An error page has an action: calling, trying again, or sending the filled-in form again.
  if (page.name && page.status >= 400)
    expect([...actions, ...all(page.document, "form", { id: page.name })]).not.toEqual([]);
  if (page.name === "offer-error") expect(page.text).toContain("Fehlernummer");
  if (page.name === "offer-error") expect(actions).not.toEqual([]);
  if (page.name === "idv-error") expect(actions).toContain("retry");
  if (later) expectSeen(await act(), later);
});

/** Declarations about one contract wait for each other. */
const ownContract = (changes: Fields = {}) =>
  declaration({ contractNumber: `V-${randomUUID()}`, ...changes });

test.concurrent.each(commonFaults)("a receipt is there regardless of the provider: %s", async (fault) => {
  const { customer, traceId } = tracedCustomer(portal);
  const { location = "" } = await customer.post("/kuendigung", ownContract());
  await vi.waitUntil(async () => !(await customer.get(location)).text.includes("wird weitergegeben"), {
    timeout: 60_000,
  });
  const rule = backend.strike({ call: /GET \/api\/O2\/contracttermination\/download/, fault, of: traceId });
  for (const path of ["", "/pdf", "/text"])
    expect((await customer.get(location.replace("?", `${path}?`))).status, path).toBe(200);
  const page = await customer.get(location.replace("?", "/anbieter?"));
  expect(rule.met(), "the fault has met the call").toBeGreaterThan(0);
  rule.end();
  expect([page.name, page.status >= 500]).toEqual(["termination-confirmation", true]);
});

/** The provider may still be at it: until it says so, nobody is told that the proof did not arrive. */
const mayStillArrive: Fault[] = [
  "closes the connection",
  "breaks off within the answer",
  "never answers",
  "never ends its answer",
];

/** A success needs no words of its own. */
const notTaken = commonFaults.filter((fault) => fault !== "answers JSON of the wrong shape");

test.concurrent.each(notTaken)(
  "a termination is received, and its proof requested again: %s",
  async (fault) => {
    const fields = ownContract({ cancellationType: "special", reason: "PersönlicheUmstände" });
    const { customer, traceId } = tracedCustomer(portal);
    const rule = backend.strike({
      call: /POST \/api\/O2\/contracttermination\/upload\//,
      fault,
      of: traceId,
    });
    const answer = await customer.post("/kuendigung", { ...fields, file: pdfOf(200_000) });
    const isOpen = mayStillArrive.includes(fault);
    const upload = isOpen ? "&upload=unknown&bytes=200000" : "&upload=failed";
    expect([answer.status, answer.location]).toEqual([303, receiptAt("/kuendigung/bestaetigung", upload)]);
    const page = await customer.get(answer.location ?? "");
    // Looks are counted: portals' clocks may be hours apart.
    const later = await customer.get(`${answer.location}&attempt=99`);
    rule.end();
    if (isOpen) {
      expect([page.status, page.state, page.headers.get("Refresh")]).toEqual([
        202,
        "Waiting",
        `5; url=${answer.location}&attempt=1`,
      ]);
      expect(page.text).toContain("Wir prüfen, ob Ihr Nachweis angekommen ist");
      expect(page.html).not.toContain('type="file"');
      expect([later.status, later.text]).toEqual([
        200,
        expect.stringContaining("Ihr Nachweis ist nicht angekommen"),
      ]);
      return;
    }
    expect(page.text).toContain("Ihr Nachweis ist nicht angekommen");
    const again = await customer.post(page.path, { file: pdfOf(200_000) }, { follow: true });
    expect(again.text).toContain("nachweis.pdf");
  },
);

test("the language of the page goes with each call", async () => {
  const customer = portal.browser();
  await customer.get("/?brand=ortel");
  const token = fresh();
  backend.calls.length = 0;
  await customer.get(`/en/idv/${token}`);
  await customer.post(`/en/idv/${token}`, { method: "video" });
  expect(backend.calls).toContain(`GET /api/idv/${token}?language=en`);
  expect(backend.calls).toContain(`POST /api/idv/${token}/methods?language=en`);
});

test.each(commonFaults.map((fault, at) => [fault, at] as const))(
  "the configuration, %s: the form is there all the same, and terminates",
  async (fault, at) => {
    // Each brand's is requested once and cached, so the portal is restarted.
    const { slug } = brands[at % brands.length] ?? {};
    if (at % brands.length === 0) await portal.restart();
    const rule = backend.misbehave(/GET \/api\/\w+\/contracttermination\/config/, fault);
    const customer = portal.browser();
    const page = await customer.get(`/kuendigung?brand=${slug}`);
    expect(rule.met(), "the fault has met the call").toBeGreaterThan(0);
    expect([page.status, page.name, page.brand]).toEqual([200, "termination", slug]);
    expect(first(page.document, "select", { name: "serviceType" })).toBeUndefined();
    const { submissionId = "" } = fieldsOf(page);
    const sent = await customer.submit(page, declaration({ submissionId, serviceType: undefined }));
    expect(sent.status).toBe(303);
    backend.behave();
    await expect.poll(() => terminationsAt(backend.origin, idOf(sent))).toHaveLength(1);
  },
);

test.each([
  ["/kuendigung", /POST \/api\/O2\/contracttermination\/[^/]+$/],
  ["/widerruf", /POST \/api\/O2\/withdrawal\//],
])("%s that is definitely refused is still received, and says what to do", async (path, call) => {
  backend.misbehave(call, json(422, '{"code":"NO_SUCH_CONTRACT"}'));
  const fields = declaration({ contractReference: "B-2" });
  const answer = await portal.browser().post(path, fields);
  expect([answer.status, answer.location]).toEqual([303, receiptAt(`${path}/bestaetigung`)]);
  const page = await portal.browser().get(answer.location ?? "");
  backend.behave();
  expect(page.text).toContain("Rufen Sie uns bitte an: 030 23125");
});

test.each(["answers 413", "answers 503 without words"] as const)(
  "a backend that %s before it has read a proof: its sender sees the page, and can send again",
  async (fault) => {
    const { submissionId, ...fields } = ownContract({ submissionId: randomUUID() });
    const call = /POST \/api\/O2\/contracttermination\/upload\//;
    const rule = backend.strike({ call, fault, early: true });
    expect(await streamProof(portal.origin, { ...fields, submissionId }, 9)).toBe(303);
    expect(rule.met()).toBe(1);
    await sendProofToTheEnd(portal.port, { ...fields, submissionId: randomUUID() }, 9);
    expect(rule.met()).toBe(2);
    rule.end();
    expect(await streamProof(portal.origin, { ...fields, submissionId }, 9)).toBe(303);
    const sent = await terminationsOfContract(backend.origin, fields.contractNumber);
    expect(sent.flatMap(({ uploads }) => uploads)).toHaveLength(1);
  },
);

/** A brand and language each, as their lists are requested once. */
const ownLists = [
  ["o2", ""],
  ["ortel", "/en"],
  ["ayyildiz", "/tr"],
] as const;
// One by one, as three unanswered calls at once would open the portal's breaker.
const lives = commonFaults.length / ownLists.length;
const inTurns = Array.from({ length: lives }, (_, life) =>
  ownLists.map((own, turn) => [commonFaults[turn * lives + life] as Fault, turn, ...own] as const),
).flat();
test.each(inTurns)("lists that a page can do without: the backend %s", async (fault, turn, brand, prefix) => {
  // After a restart the portal has no list in its cache.
  if (turn === 0) await portal.restart();
  const consents = backend.misbehave(/GET \/api\/consent\//, fault);
  const nationalities = backend.strike({ call: /GET \/api\/\w+\/lists\/nationalities/, fault });
  const offer = `${prefix}/angebot/${fresh()}`;
  const customer = portal.browser();
  await customer.get(`${offer}?brand=${brand}`);
  const personalData = await customer.get(`${offer}/meine-daten`);
  expect(personalData).toMatchObject({ status: 200, name: "personal-data", state: undefined });
  await customer.post(`${offer}/meine-daten`, entered.personalData);
  const idData = await customer.get(`${offer}/ausweisdaten`);
  expect(idData).toMatchObject({ status: 200, name: "id-data", state: undefined });
  backend.behave();
  expect([consents.met(), nationalities.met()], "the fault has met the calls").not.toContain(0);
});

test("a backend that cannot be reached at all", async () => {
  const own = await startPortal({
    API_BASE_URL: `http://127.0.0.1:${await freePort()}`,
    RATE_LIMIT_PER_MINUTE: "0",
  });
  onTestFinished(() => own.stop());
  const page = await own.browser().get("/angebot/demo~nobody");
  expect([page.status, page.state]).toEqual([500, "Unexpected"]);
  expect((await own.browser().get("/")).status).toBe(200);
  expect((await fetch(`${own.origin}/health/dependencies`)).status).toBe(503);
});

test("a broken connection is tried once more for reading, never for ordering", async () => {
  const token = fresh();
  const customer = portal.browser();
  const page = await goToSummary(customer, token);
  backend.misbehave(/\/(accept|verify)\//, "closes the connection");
  backend.calls.length = 0;
  await customer.submit(page);
  await customer.get(`/angebot/${token}`);
  backend.behave();
  const count = (part: string) => backend.calls.filter((call) => call.includes(part)).length;
  expect([count("/accept/"), count("/verify/")]).toEqual([1, 2]);
});
