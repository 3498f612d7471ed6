import { describe, expect, test } from "vitest";
import type { Browser, Page } from "../support/browser.ts";
import { newDetails } from "../support/customer.ts";
import { fresh } from "../support/fresh.ts";
import { choose } from "../support/identity.ts";
import { entered, goToSummary } from "../support/offer.ts";
import { declaration, passedOn } from "../support/termination.ts";
import { varyingPortalForTests } from "../support/varying-provider.ts";

// Refusals as the specification leaves them open, for the calls beside offers (provider-shapes.test.ts): a code leads
// where it leads alone, and an errors list is read in any shape.
const { portal, provider } = await varyingPortalForTests();

/** What may stand beside a code. */
const beside = [
  ...["message", "offerUseCase", "downtime", "shopHotline", "errors"].map((name) => ({ [name]: null })),
  ...[["a"], { a: ["b"] }, [{ message: "x" }], [{ field: "iban" }], [{ field: "shoeSize" }], [5], "a"].map(
    (errors) => ({ errors }),
  ),
  ...[5, true, { end: "2030-01-01" }].map((downtime) => ({ downtime })),
  { shopHotline: 30 },
];

interface Scene {
  call: RegExp;
  before?: (customer: Browser, token: string) => Promise<Page>;
  view: (customer: Browser, token: string, before: Page | undefined) => Promise<Page>;
  /** One customer can do it again and again. */
  again?: true;
}
const declared =
  (path: string, fields: (token: string) => object) => async (customer: Browser, token: string) =>
    passedOn(customer, await customer.post(path, declaration({ ...fields(token) }), { follow: true }));

const address: Scene = {
  call: /POST .*\/address$/,
  async before(customer, token) {
    await customer.get(`/angebot/${token}`);
    return customer.get(`/angebot/${token}/meine-daten`);
  },
  view: (customer, _, page) => customer.submit(page as Page, entered.personalData),
  again: true,
};
const iban: Scene = {
  call: /POST .*\/iban$/,
  async before(customer, token) {
    await goToSummary(customer, token);
    return customer.get(`/angebot/${token}/zahlung`);
  },
  view: (customer, _, page) => customer.submit(page as Page, entered.directDebit),
  again: true,
};
const change: Scene = {
  call: /POST .*\/customer\/details\//,
  before: (customer, token) => customer.get(`/kundendaten/${token}`),
  view: (customer, _, page) => customer.submit(page as Page, newDetails.phone),
};
const choice: Scene = {
  call: /POST .*\/methods/,
  before: (customer, token) => customer.get(`/idv/${token}`),
  view: (customer, _, page) => choose(customer, page as Page, "video"),
};
const termination: Scene = {
  call: /POST .*\/contracttermination\//,
  view: declared("/kuendigung", (contractNumber) => ({ contractNumber })),
};
const withdrawal: Scene = {
  call: /POST .*\/withdrawal\//,
  view: declared("/widerruf", (contractReference) => ({ contractReference })),
};
const selfcare: Scene = {
  call: /POST .*\/prefilledcontracttermination\//,
  before: (customer, token) => customer.get(`/selfcarekuendigung?data=${token}&brand=o2`, { follow: true }),
  view: async (customer, _, page) =>
    passedOn(customer, await customer.submit(page as Page, { email: "kim@example.com" }, { follow: true })),
};
const objection: Scene = {
  call: /POST \/api\/declinemail/,
  view: async (customer, token) => {
    const page = await customer.get(`/email-ablehnung?token=${token}&brand=o2`);
    return customer.submit(page, {}, { follow: true });
  },
};
const order: Scene = {
  call: /POST .*\/accept\//,
  before: (customer, token) => goToSummary(customer, token),
  view: (customer, _, page) => customer.submit(page as Page, {}, { follow: true }),
};
const view = (path: (token: string) => string) => (customer: Browser, token: string) =>
  customer.get(path(token), { follow: true });
const novum: Scene = {
  call: /GET .*\/entry\/novum/,
  view: view((token) => `/entry/novum?id=${token}`),
};
const document: Scene = {
  call: /GET .*\/documents\//,
  before: (customer, token) => customer.get(`/angebot/${token}`),
  view: view((token) => `/angebot/${token}/dokumente/offer/TERMS`),
};
const consent: Scene = {
  call: /GET .*\/consent\//,
  async view(customer, token) {
    await customer.get(`/angebot/${token}`);
    return customer.get(`/angebot/${token}/meine-daten`);
  },
};
const customerData: Scene = {
  call: /GET .*\/customer\/details\//,
  view: view((token) => `/kundendaten/${token}`),
};
const idv: Scene = { call: /GET .*\/idv\/[^/]+\?/, view: view((token) => `/idv/${token}`) };
const methods: Scene = { call: /GET .*\/methods/, view: view((token) => `/idv/${token}`) };

/** Texts of consents are kept for a while: each offer has one of its own. */
function withOwnConsent(asked: string, answer: { status: number; body: unknown }) {
  const [, token] = /^GET \/api\/offer\/([^/]+)$/.exec(asked) ?? [];
  return token ? { ...answer, body: { ...(answer.body as object), consents: [token] } } : answer;
}

/** What a scene shows where its call answers so. */
async function shown(scene: Scene, status: number, body: object) {
  const started = starts.get(scene) ?? start(scene);
  if (scene.again) starts.set(scene, started);
  const { customer, token, traceId, before } = await started;
  let met = 0;
  provider.vary(traceId, async (asked, ask) => {
    if (!scene.call.test(asked)) return withOwnConsent(asked, await ask());
    met++;
    return { status, body };
  });
  const page = await scene.view(customer, token, before);
  expect(met, "the call was made").toBeGreaterThan(0);
  provider.vary(traceId);
  return { token, page };
}

async function start(scene: Scene) {
  const customer = portal.browser();
  const traceId = crypto.randomUUID();
  customer.cookies.set("trace-id", traceId);
  const token = fresh();
  return { customer, token, traceId, before: await scene.before?.(customer, token) };
}
const starts = new Map<Scene, ReturnType<typeof start>>();

const outcome = async (...of: Parameters<typeof shown>) => {
  const { token, page } = await shown(...of);
  const { status, name, state, heading, location, errors } = page;
  return JSON.stringify({ status, name, state, heading, location, errors }).replaceAll(token, "TOKEN");
};

describe("a code counts alone", () => {
  test.each<[string, Scene, string, number]>([
    ["address check", address, "DOWNTIME", 409],
    ["account check", iban, "DOWNTIME", 409],
    ["consent", consent, "DOWNTIME", 409],
    ["document", document, "OFFER_EXPIRED", 409],
    ["Novum id", novum, "OFFER_BLOCKED", 409],
    ["idv", idv, "OFFER_EXPIRED", 409],
    ["methods", methods, "OFFER_CANCELLED", 400],
    ["choice of a method", choice, "NO_MORE_IDV_POSSIBLE", 409],
    ["customer data", customerData, "DOWNTIME", 409],
    ["change of customer data", change, "CUSTOMER_DATA_CHANGED", 409],
    ["termination", termination, "TERMINATION_EXISTS", 409],
    ["selfcare termination", selfcare, "TERMINATION_EXISTS", 409],
    ["withdrawal", withdrawal, "WITHDRAWAL_EXISTS", 409],
    ["objection", objection, "NOT_FOUND", 404],
  ])("%s", async (_, scene, code, status) => {
    const plain = await outcome(scene, status, { code });
    expect(plain).not.toMatch(/Unexpected|TechnicalProblem/);
    const others = [{ code: ` ${code.toLowerCase()}\n` }, ...beside.map((more) => ({ code, ...more }))];
    for (const body of others) expect([body, await outcome(scene, status, body)]).toEqual([body, plain]);
  });
});

describe("an errors list", () => {
  const said = "Das geht so nicht. <b>";
  const shapes = (field: string) => [
    { [field]: [said] },
    { [`order.${field}`]: said },
    [{ field, message: said }],
    [{ field: `customer/address/${field}`, message: said }],
    [{ path: ["data", field], code: null, message: said }],
    [null, { property: field, message: said }],
  ];
  const withoutField = [said, [said], [{ message: said }], [{ field: "shoeSize", message: said }]];
  const unreadable = [[5], [null], [{}], { shoeSize: 5 }];

  test.each<[string, Scene, string, string]>([
    ["address check", address, "city", "street"],
    ["account check", iban, "iban", "iban"],
  ])(
    "of the %s is shown at its field, else at the first; of nothing readable, it stops nobody",
    async (_, scene, field, first) => {
      for (const errors of shapes(field)) {
        const { page } = await shown(scene, 422, { errors });
        expect([errors, page.status, page.errors]).toEqual([errors, 422, { [field]: said }]);
        expect(page.summary).toEqual([[field, said]]);
      }
      for (const errors of withoutField) {
        const { page } = await shown(scene, 400, { errors });
        expect([errors, page.status, page.errors]).toEqual([errors, 422, { [first]: said }]);
      }
      for (const errors of unreadable) {
        const { page } = await shown(scene, 400, { errors });
        expect([errors, page.status, page.state]).toEqual([errors, 303, undefined]);
      }
    },
  );

  test("of a change of customer data is shown at its field, else above the form with what was typed", async () => {
    for (const errors of shapes("phone")) {
      const { page } = await shown(change, 422, { errors });
      expect([errors, page.status, page.errors]).toEqual([errors, 422, { phone: said }]);
    }
    for (const errors of [...withoutField, ...unreadable]) {
      const { page } = await shown(change, 400, { errors });
      expect([errors, page.status, page.state]).toEqual([errors, 422, undefined]);
      expect(page.text).toContain("nicht");
      expect(page.html).toContain(newDetails.phone.phone);
    }
  });

  test("of a choice of a method leaves the choice open", async () => {
    for (const errors of [...shapes("method"), ...withoutField, ...unreadable]) {
      const { page } = await shown(choice, 422, { errors });
      expect([errors, page.status, page.name, page.state]).toEqual([errors, 422, "idv-selection", undefined]);
    }
  });

  test.each([
    ["termination", termination, "contractNumber"],
    ["selfcare termination", selfcare, "email"],
    ["withdrawal", withdrawal, "contractReference"],
  ])(
    "of a %s: it is received, and its confirmation says what the provider refuses",
    async (_, scene, field) => {
      for (const errors of [...shapes(field), ...withoutField, ...unreadable]) {
        const { page } = await shown(scene, 422, { errors });
        expect([errors, page.status, page.state]).toEqual([errors, 200, undefined]);
        expect(page.name).toMatch(/confirmation$/);
        if (!(unreadable as unknown[]).includes(errors)) expect(page.text).toContain(said);
      }
    },
  );

  test("of a Novum id leads to the page for ids without an offer", async () => {
    for (const errors of [...shapes("id"), ...withoutField, ...unreadable]) {
      const { page } = await shown(novum, 422, { errors });
      expect([page.path, page.status]).toEqual(["/angebot/fehler", 200]);
    }
  });

  test("of a consent, a document or a verification is no reason that their pages know", async () => {
    for (const errors of [...shapes("id"), ...withoutField, ...unreadable]) {
      const pages = [
        (await shown(consent, 422, { errors })).page,
        (await shown(document, 422, { errors })).page,
        (await shown(idv, 422, { errors })).page,
      ];
      expect(pages.map(({ status, state }) => [status, state])).toEqual([
        [200, undefined],
        [502, "DocumentsNotLoaded"],
        [500, "Unexpected"],
      ]);
    }
  });
});

describe("a success that is none", () => {
  const receivedAt = "2030-01-15T10:00:00Z";
  const receipt = { id: "x", receivedAt, endDate: "2030-02-28" };

  test.each<[string, Scene, [status: number, body: object][]]>([
    [
      "order",
      order,
      [
        [200, { orderId: "o-1", step: "done" }],
        [200, { orderId: " ", step: "thankYou" }],
        [200, { orderId: null, step: "none" }],
        [200, { order_id: "o-1", step: "thankYou" }],
        [200, { data: { orderId: "o-1", step: "thankYou" } }],
        [200, { code: "OFFER_CONSUMED" }],
        [200, { errors: [{ field: "iban", message: "x" }] }],
        [200, [{ orderId: "o-1", step: "thankYou" }]],
      ],
    ],
    [
      "choice of a method",
      {
        ...choice,
        view: async (...of) => of[0].get((await choice.view(...of)).location ?? "", { follow: true }),
      },
      [
        [200, { step: "elsewhere", redirectUrl: "/sandbox/ident/x" }],
        [200, { redirectUrl: "/sandbox/ident/x" }],
        [200, { code: "SOMETHING_NEW" }],
        [200, { errors: ["x"] }],
      ],
    ],
    [
      "change of customer data",
      {
        ...change,
        view: async (...of) => of[0].get((await change.view(...of)).location ?? "", { follow: true }),
      },
      [
        [200, { reference: "r-1" }],
        [200, { reference: "r-1", receivedAt: "soon" }],
        [200, { code: "CUSTOMER_DATA_CHANGED" }],
        [200, { errors: [{ field: "phone", message: "x" }] }],
      ],
    ],
  ])("of the %s is waited for, without its button", async (_, scene, answers) => {
    for (const [status, body] of answers) {
      const { page } = await shown(scene, status, body);
      expect([body, page.status, page.state]).toEqual([body, 202, "Waiting"]);
      expect(page.html).not.toMatch(/zahlungspflichtig bestellen|name="method"|name="version"/);
    }
  });

  test.each<[string, string, (token: string) => object, Scene]>([
    ["termination", "/kuendigung", (contractNumber) => ({ contractNumber }), termination],
    ["withdrawal", "/widerruf", (contractReference) => ({ contractReference }), withdrawal],
  ])("of a %s: it is received, and still to be passed on", async (_, path, fields, { call }) => {
    const send = (customer: Browser, token: string) =>
      customer.post(path, declaration({ ...fields(token) }), { follow: true });
    for (const [status, body] of [
      [200, { id: "x" }],
      [200, { ...receipt, receivedAt: "soon" }],
      [200, { ...receipt, receivedAt: null }],
      [200, { code: "DOWNTIME" }],
      [200, { errors: ["x"] }],
    ] as const) {
      const { page } = await shown({ call, view: send }, status, body);
      expect([body, page.status, page.text]).toEqual([
        body,
        200,
        expect.stringContaining("wird weitergegeben"),
      ]);
    }
  });

  test.each<[string, Scene, object | unknown[], number, string]>([
    [
      "an offer without items",
      { call: /GET \/api\/offer\/[^/]+$/, view: view((token) => `/angebot/${token}`) },
      { offerId: "o-1", offerUseCase: "offer", offers: [] },
      500,
      "Unexpected",
    ],
    [
      "a summary that does not say whether it is paid",
      { call: /\/summary\//, view: view((token) => `/angebot/${token}/danke`) },
      { orderId: "o-1", orderedAt: receivedAt, offers: [{ id: "i-1" }], paid: "maybe" },
      502,
      "OfferSummaryNotLoaded",
    ],
    ["an empty list of methods", methods, [], 409, "IdvNoMethodsAvailable"],
    ["a document as JSON", document, { document: "JVBERi0xLjQ=" }, 502, "DocumentsNotLoaded"],
  ])("%s is an error", async (_, scene, body, status, state) => {
    const { page } = await shown(scene, 200, body);
    expect([page.status, page.state]).toEqual([status, state]);
  });
});
