import { describe, expect, test } from "vitest";
import type { Browser, Page } from "../support/browser.ts";
import { bodyFaults, commonFaults, type Fault, unknownEnds, vagueEnds } from "../support/fault-proxy.ts";
import { faultyPortalForTests, inTurn, testEachFault, tracedCustomer } from "../support/faulty-portal.ts";
import { freePort } from "../support/free-port.ts";
import { fresh } from "../support/fresh.ts";
import { first } from "../support/html.ts";
import { enterAll, entered, goToSummary } from "../support/offer.ts";
import { startPortal } from "../support/portal.ts";

const { portal, backend } = await faultyPortalForTests();

interface Case {
  /** The call that fails. */
  call: RegExp;
  scenario?: string;
  /** The steps before the call, with a working backend. */
  before?: (customer: Browser, token: string) => Promise<Page | undefined>;
  /** The step that makes the call. */
  act: (customer: Browser, token: string, before: Page | undefined) => Promise<Page>;
  /** What the customer sees. */
  sees: { status: number; state?: string; name?: string; location?: RegExp };
}

const toSummary = (customer: Browser, token: string) => goToSummary(customer, token);
const ordered = async (customer: Browser, token: string) =>
  customer.submit(await goToSummary(customer, token), {});
const unexpected = { status: 500, name: "offer-error", state: "Unexpected" };

/** Every call of the offer's pages, and what a customer sees if it fails. */
const cases: Record<string, Case> = {
  verifyOffer: {
    call: /GET \/api\/offer\/verify\//,
    act: (customer, token) => customer.get(`/angebot/${token}`),
    sees: unexpected,
  },
  loadOffer: {
    call: /GET \/api\/offer\/demo[^/]*$/,
    act: (customer, token) => customer.get(`/angebot/${token}`),
    sees: unexpected,
  },
  previewOffer: {
    call: /GET \/api\/offer\/[^/]+\/preview/,
    act: (customer, token) => customer.get(`/angebot/preview/${token}`),
    sees: unexpected,
  },
  resetPreview: {
    call: /POST \/api\/offer\/[^/]+\/preview\/reset/,
    before: (customer, token) => customer.get(`/angebot/preview/${token}`),
    act: (customer, _, page) => customer.submit(page as Page),
    sees: { status: 502, name: "offer-error", state: "OfferResetFailed" },
  },
  checkAddress: {
    call: /POST \/api\/validation\/\w+\/address/,
    before: (customer, token) => customer.get(`/angebot/${token}`),
    act: (customer, token) => customer.post(`/angebot/${token}/meine-daten`, entered.personalData),
    sees: { status: 303, location: /\/ausweisdaten$/ },
  },
  checkIban: {
    call: /POST \/api\/validation\/\w+\/iban/,
    before: toSummary,
    act: (customer, token) => customer.post(`/angebot/${token}/zahlung`, entered.directDebit),
    sees: { status: 303, location: /\/zusammenfassung$/ },
  },
  offerDocument: {
    call: /GET \/api\/offer\/documents\//,
    before: async (customer, token) => void (await enterAll(customer, token)),
    act: (customer, token) => customer.get(`/angebot/${token}/zusammenfassung`),
    sees: { status: 502, name: "offer-error", state: "DocumentsNotLoaded" },
  },
  acceptOffer: {
    call: /POST \/api\/offer\/accept\//,
    scenario: "demo-offer_tm",
    before: toSummary,
    act: (customer, _, page) => customer.submit(page as Page),
    sees: unexpected,
  },
  offerSummary: {
    call: /GET \/api\/offer\/summary\//,
    scenario: "demo-offer_tm",
    before: ordered,
    act: (customer, token) => customer.get(`/angebot/${token}/danke`),
    sees: { status: 502, name: "offer-error", state: "OfferSummaryNotLoaded" },
  },
  resetOffer: {
    call: /PATCH \/api\/offer\//,
    act: (customer, token) => customer.post(`/angebot/${token}/fehler`, { paymentAction: "clearError" }),
    sees: { status: 502, name: "offer-error", state: "OfferResetFailed" },
  },
};

/** The page of a post whose end is unknown waits until it is known. */
const waitsAt: Record<string, (token: string) => string> = {
  acceptOffer: (token) => `/angebot/${token}/danke`,
  resetOffer: (token) => `/angebot/${token}/fehler`,
  resetPreview: (token) => `/angebot/preview/${token}`,
};

/** Where a reset leads. */
const startOf: Record<string, (token: string) => string> = {
  resetOffer: (token) => `/angebot/${token}`,
  resetPreview: (token) => `/angebot/preview/${token}`,
};

/** A reset and a preview's reset have no answer that could be unreadable. */
const needNoAnswer = new Set(["resetPreview", "resetOffer"]);

describe.each(Object.entries(cases))("%s", (name, { call, scenario, before, act, sees }) => {
  const kinds = commonFaults.filter((fault) => !(needNoAnswer.has(name) && bodyFaults.includes(fault)));
  testEachFault(kinds, async (fault) => {
    const token = fresh(scenario);
    const { customer, traceId } = tracedCustomer(portal);
    const opened = await inTurn(() => before?.(customer, token));
    const rule = backend.strike({ call, fault, of: traceId });
    const page = await act(customer, token, opened);
    expect(rule.met(), "the fault has met the call").toBeGreaterThan(0);
    rule.end();
    const path = waitsAt[name]?.(token);
    if (path && unknownEnds.includes(fault)) {
      expect([page.status, page.location]).toEqual([303, path]);
      return;
    }
    // The provider was asked, and says that the offer is open.
    const start = startOf[name]?.(token);
    if (start && vagueEnds.includes(fault)) {
      expect([page.status, page.location]).toEqual([303, start]);
      return;
    }
    expect({ status: page.status, name: page.name, state: page.state }).toEqual({
      status: sees.status,
      name: sees.name,
      state: sees.state,
    });
    if (sees.location) expect(page.location).toMatch(sees.location);
    if (page.state) {
      expect(page.text).toMatch(/Fehlernummer/);
      expect(first(page.document, "*", { "data-action": true })).toBeDefined();
    }
  });
});

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
  try {
    const page = await own.browser().get("/angebot/demo~nobody");
    expect([page.status, page.state]).toEqual([500, "Unexpected"]);
    expect((await own.browser().get("/")).status).toBe(200);
    const ready = await fetch(`${own.origin}/health/dependencies`);
    expect(ready.status).toBe(503);
  } finally {
    await own.stop();
  }
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
