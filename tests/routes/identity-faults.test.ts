import { describe, expect, test } from "vitest";
import type { Browser, Page } from "../support/browser.ts";
import { commonFaults, unknownEnds } from "../support/fault-proxy.ts";
import { faultyPortalForTests, testEachFault, tracedCustomer } from "../support/faulty-portal.ts";
import { fresh } from "../support/fresh.ts";
import { first } from "../support/html.ts";

const { portal, backend } = await faultyPortalForTests();

interface Case {
  /** The call that fails. */
  call: RegExp;
  act: (customer: Browser, token: string) => Promise<Page>;
  scenario?: string;
  sees?: { status: number; name: string; state?: string };
}

const unexpected = { status: 500, name: "idv-error", state: "Unexpected" };

/** Every call of the verification's pages, and what a customer sees if it fails. */
const cases: Record<string, Case> = {
  loadIdv: { call: /GET \/api\/idv\/[^/]+$/, act: (customer, token) => customer.get(`/idv/${token}`) },
  "loadIdv while waiting": {
    call: /GET \/api\/idv\/[^/]+$/,
    act: (customer, token) => customer.get(`/idv/${token}/in-arbeit`),
  },
  idvMethods: {
    call: /GET \/api\/idv\/[^/]+\/methods/,
    act: (customer, token) => customer.get(`/idv/${token}`),
  },
  "idvMethods beside a coupon": {
    call: /GET \/api\/idv\/[^/]+\/methods/,
    scenario: "post-ident",
    act: (customer, token) => customer.get(`/idv/${token}/post-ident`),
    sees: { status: 200, name: "idv-post-ident" },
  },
  chooseIdvMethod: {
    call: /POST \/api\/idv\/[^/]+\/methods/,
    act: (customer, token) => customer.post(`/idv/${token}`, { method: "video" }),
  },
  idvCoupon: {
    call: /GET \/api\/idv\/[^/]+\/coupon/,
    scenario: "post-ident",
    act: (customer, token) => customer.get(`/idv/${token}/post-ident/coupon`, { follow: true }),
    sees: { status: 200, name: "idv-post-ident" },
  },
  mailIdvCoupon: {
    call: /POST \/api\/idv\/[^/]+\/coupon\/mail/,
    scenario: "post-ident",
    act: async (customer, token) => {
      const sent = await customer.post(`/idv/${token}/post-ident`);
      return sent.location ? customer.get(sent.location) : sent;
    },
    sees: { status: 200, name: "idv-post-ident" },
  },
};

/** An unknown code is a refusal, not a fault: the choice is shown again. So is its page after an end that is unknown. */
const refusal = "answers 418 with an unknown code";

describe.each(Object.entries(cases))("%s", (name, { call, act, scenario = "demo", sees = unexpected }) => {
  testEachFault(commonFaults, async (fault) => {
    const { customer, traceId } = tracedCustomer(portal);
    const rule = backend.strike({ call, fault, of: traceId });
    const page = await act(customer, fresh(scenario));
    expect(rule.met(), "the fault has met the call").toBeGreaterThan(0);
    rule.end();
    if (name === "chooseIdvMethod" && (fault === refusal || unknownEnds.includes(fault))) {
      expect([page.status, page.location]).toEqual([303, page.path]);
      return;
    }
    // The mail needs no body in its answer, and JSON that gives no reason refuses nothing.
    const waits =
      name === "mailIdvCoupon" && unknownEnds.includes(fault) && fault !== "answers JSON of the wrong shape";
    expect({ status: page.status, name: page.name, state: page.state }).toEqual({
      state: undefined,
      ...sees,
      ...(waits && { status: 202, state: "Waiting" }),
    });
    if (page.status === 500) expect(first(page.document, "*", { "data-action": "retry" })).toBeDefined();
  });
});

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
