import { describe, expect } from "vitest";
import type { Browser, Page } from "../support/browser.ts";
import { newDetails, openDetails } from "../support/customer.ts";
import { bodyFaults, commonFaults, type Fault, unknownEnds, vagueEnds } from "../support/fault-proxy.ts";
import { faultyPortalForTests, inTurn, testEachFault, tracedCustomer } from "../support/faulty-portal.ts";
import { fresh } from "../support/fresh.ts";
import { all } from "../support/html.ts";

const { portal, backend } = await faultyPortalForTests();

interface Seen {
  status: number;
  name?: string;
  state?: string;
  location?: RegExp;
}

interface Case {
  call: RegExp;
  before?: (customer: Browser, id: string) => Promise<Page | undefined>;
  act: (customer: Browser, id: string, before: Page | undefined) => Promise<Page>;
  sees: Seen;
  /** Faults that are shown differently. */
  except?: Partial<Record<Fault, Seen>>;
  /** Faults that leave its end open, where that is shown differently. */
  unknown?: Seen;
  /** The same action's result with a working backend. */
  later?: Seen;
  /** The answer's body is not read. */
  needsNoAnswer?: boolean;
}

const rejection = (id: string) => `/email-ablehnung?token=${id}&brand=o2`;
const form = (status: number): Seen => ({ status, name: "customer-data" });
const kept: Seen = { ...form(502), state: "TechnicalProblem" };
const away: Seen = { ...form(503), state: "Downtime" };
const receipt: Seen = { status: 303, location: /\?receipt=/ };
const waiting: Seen = { status: 303, location: /\/kundendaten\/[^?]+$/ };

/** Every call of these journeys, and what a customer sees if it fails. */
const cases: Record<string, Case> = {
  customerDetails: {
    call: /GET \/api\/O2\/customer\/details\//,
    act: openDetails,
    sees: { ...form(500), state: "TechnicalProblem" },
    except: { "answers 503 without words": away },
    later: form(200),
  },
  changeCustomerDetails: {
    call: /POST \/api\/O2\/customer\/details\//,
    before: openDetails,
    act: (customer, _, page) => customer.submit(page as Page, newDetails.email),
    sees: kept,
    unknown: waiting,
    except: { "answers 503 without words": away },
    later: receipt,
  },
  "both calls": {
    call: /\/api\/O2\/customer\/details\//,
    before: openDetails,
    act: (customer, _, page) => customer.submit(page as Page, newDetails.phone),
    sees: kept,
    unknown: waiting,
    // Nobody says what became of it, and the data cannot be asked for either.
    except: Object.fromEntries(vagueEnds.map((fault) => [fault, waiting])),
    later: receipt,
  },
  checkAddress: {
    call: /POST \/api\/validation\/\w+\/address/,
    before: openDetails,
    act: (customer, _, page) => customer.submit(page as Page, newDetails.address),
    sees: receipt,
  },
  checkIban: {
    call: /POST \/api\/validation\/\w+\/iban/,
    before: openDetails,
    act: (customer, _, page) => customer.submit(page as Page, newDetails.account),
    sees: receipt,
  },
  declineEmail: {
    call: /POST \/api\/declinemail/,
    before: (customer, id) => customer.get(rejection(id)),
    act: (customer, _, page) => customer.submit(page as Page),
    sees: { status: 303, location: /&done=/ },
    needsNoAnswer: true,
  },
  "declineEmail by one click": {
    call: /POST \/api\/declinemail/,
    act: (customer, id) => customer.post(rejection(id), { "List-Unsubscribe": "One-Click" }),
    sees: { status: 200, name: "email-rejection" },
    needsNoAnswer: true,
  },
  novumEntry: {
    call: /GET \/api\/entry\/novum/,
    act: (customer, id) => customer.get(`/entry/novum?id=${id}`),
    sees: { status: 500, name: "entry-novum", state: "Unexpected" },
    later: { status: 302, location: /^\/angebot\/demo~/ },
  },
  exchangeCode: {
    call: /GET \/api\/auth\/token/,
    before: async (customer, id) => {
      const token = id.replace("demo", "login");
      await customer.get(`/angebot/${token}`);
      return customer.submit(await customer.get(`/angebot/${token}/login`));
    },
    // The provider's page has another origin here, so the test posts its form.
    async act(customer, _, away) {
      const target = new URL(away?.location ?? "");
      const answer = await fetch(`${backend.origin}/sandbox/login`, {
        method: "POST",
        body: new URLSearchParams({ ...Object.fromEntries(target.searchParams), action: "login" }),
        redirect: "manual",
      });
      const back = new URL(answer.headers.get("Location") ?? "");
      return customer.get(back.pathname + back.search);
    },
    sees: { status: 302, location: /\/login\?failed=1$/ },
  },
};

const shownOn = (page: Page, expected: Seen) => {
  expect({ status: page.status, name: page.name, state: page.state }).toEqual({
    status: expected.status,
    name: expected.name,
    state: expected.state,
  });
  if (expected.location) expect(page.location).toMatch(expected.location);
};

describe.each(Object.entries(cases))(
  "%s",
  (_name, { call, before, act, sees, unknown, except, later, needsNoAnswer }) => {
    const kinds = commonFaults.filter((fault) => !(needsNoAnswer && bodyFaults.includes(fault)));
    testEachFault(kinds, async (fault) => {
      const id = fresh();
      const { customer, traceId } = tracedCustomer(portal);
      const start = await inTurn(() => before?.(customer, id));
      const rule = backend.strike({ call, fault, of: traceId });
      const page = await act(customer, id, start);
      expect(rule.met(), "the fault has met the call").toBeGreaterThan(0);
      const open = unknownEnds.includes(fault) ? unknown : undefined;
      shownOn(page, open ?? except?.[fault] ?? sees);
      // An error page has an action: calling, trying again, or resubmitting the filled-in form.
      if (page.name && page.status >= 400) {
        const forms = ["customer-data", "email-rejection"].flatMap((id) =>
          all(page.document, "form", { id }),
        );
        expect([...forms, ...all(page.document, "*", { "data-action": true })]).not.toEqual([]);
      }
      rule.end();
      if (later) shownOn(await act(customer, id, start), later);
    });
  },
);
