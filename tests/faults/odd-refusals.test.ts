import { describe, expect, test } from "vitest";
import type { Browser, Page } from "../support/browser.ts";
import { newDetails } from "../support/customer.ts";
import { fresh } from "../support/fresh.ts";
import { choose } from "../support/identity.ts";
import { entered, goToSummary } from "../support/offer.ts";
import { declaration, passedOn } from "../support/termination.ts";
import { varyingPortalForTests } from "../support/varying-provider.ts";

// Answers as the specification leaves them open: a code leads where it leads alone, and an errors list is read in any shape.
// Which shapes there are is a matter of tests/unit/read-answer.test.ts; here each call meets one of each kind.
const { portal, provider } = await varyingPortalForTests();

/** What may stand beside a code. */
const beside = [
  { message: null, offerUseCase: {}, downtime: true, shopHotline: 30, errors: [5] },
  { downtime: { end: `${new Date().getFullYear() + 2}-01-01` }, errors: { a: ["b"] } },
  { errors: [{ field: "iban", message: "x" }] },
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
const offerPage = view((token) => `/angebot/${token}`);
const verification: Scene = { call: /GET .*\/offer\/verify\//, view: offerPage };
const offer: Scene = { call: /GET \/api\/offer\/[^/]+$/, view: offerPage };
const preview: Scene = { call: /GET .*\/preview$/, view: view((token) => `/angebot/preview/${token}`) };
const summary: Scene = { call: /GET .*\/summary\//, view: view((token) => `/angebot/${token}/danke`) };
const prefill: Scene = {
  call: /GET .*\/prefill\?/,
  view: view((token) => `/selfcarekuendigung?data=${token}&brand=o2`),
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
  return { token, customer, page };
}

async function start(scene: Scene) {
  const customer = portal.browser();
  const traceId = crypto.randomUUID();
  customer.cookies.set("trace-id", traceId);
  const token = fresh();
  return { customer, token, traceId, before: await scene.before?.(customer, token) };
}
const starts = new Map<Scene, ReturnType<typeof start>>();

const orderButton = "zahlungspflichtig bestellen";
const outcome = async (...of: Parameters<typeof shown>) => {
  const { token, page } = await shown(...of);
  const { status, name, state, heading, location, errors } = page;
  return JSON.stringify({ status, name, state, heading, location, errors }).replaceAll(token, "TOKEN");
};

describe("a code counts alone", () => {
  const expired = "OFFER_EXPIRED";
  test.each<[string, Scene, string, number, "or with the status of a success"?]>([
    ["verification", verification, expired, 409, "or with the status of a success"],
    ["offer", offer, expired, 409, "or with the status of a success"],
    ["preview", preview, expired, 409, "or with the status of a success"],
    ["summary", summary, expired, 409, "or with the status of a success"],
    ["document", document, expired, 409, "or with the status of a success"],
    ["idv", idv, expired, 409, "or with the status of a success"],
    ["methods", methods, "OFFER_CANCELLED", 400, "or with the status of a success"],
    ["address check", address, "DOWNTIME", 409],
    ["account check", iban, "DOWNTIME", 409],
    ["consent", consent, "DOWNTIME", 409],
    ["Novum id", novum, "OFFER_BLOCKED", 409],
    ["choice of a method", choice, "NO_MORE_IDV_POSSIBLE", 409],
    ["customer data", customerData, "DOWNTIME", 409],
    ["change of customer data", change, "CUSTOMER_DATA_CHANGED", 409],
    ["prefill", prefill, "DOWNTIME", 409],
    ["termination", termination, "TERMINATION_EXISTS", 409],
    ["selfcare termination", selfcare, "TERMINATION_EXISTS", 409],
    ["withdrawal", withdrawal, "WITHDRAWAL_EXISTS", 409],
    ["objection", objection, "NOT_FOUND", 404],
  ])("%s", async (_, scene, code, status, orSuccess) => {
    const plain = await outcome(scene, status, { code });
    expect(plain).not.toMatch(/Unexpected|TechnicalProblem/);
    for (const more of beside) {
      const body = { code: ` ${code.toLowerCase()}\n`, ...more };
      expect([body, await outcome(scene, status, body)]).toEqual([body, plain]);
    }
    if (orSuccess) expect(await outcome(scene, 200, { code, errors: [5] })).toBe(plain);
  });
});

describe("an errors list", () => {
  const said = "Das geht so nicht. <b>";
  const at = (field: string) => [{ path: ["data", field], code: null, message: said }];
  const withoutField = [{ field: "shoeSize", message: said }];
  const unreadable = [[5], { shoeSize: 5 }];

  test.each<[string, Scene, string, string]>([
    ["address check", address, "city", "street"],
    ["account check", iban, "iban", "iban"],
  ])(
    "of the %s is shown at its field, else at the first; of nothing readable, it stops nobody",
    async (_, scene, field, first) => {
      const { page } = await shown(scene, 422, { errors: at(field) });
      expect([page.status, page.errors, page.summary]).toEqual([422, { [field]: said }, [[field, said]]]);
      const other = (await shown(scene, 400, { errors: withoutField })).page;
      expect([other.status, other.errors]).toEqual([422, { [first]: said }]);
      for (const errors of unreadable) {
        const { status, state } = (await shown(scene, 400, { errors })).page;
        expect([errors, status, state]).toEqual([errors, 303, undefined]);
      }
    },
  );

  test("of a change of customer data is shown at its field, else above the form with what was typed", async () => {
    const { page } = await shown(change, 422, { errors: at("phone") });
    expect([page.status, page.errors]).toEqual([422, { phone: said }]);
    for (const errors of [withoutField, ...unreadable]) {
      const { page } = await shown(change, 400, { errors });
      expect([errors, page.status, page.state]).toEqual([errors, 422, undefined]);
      expect(page.text).toContain("nicht");
      expect(page.html).toContain(newDetails.phone.phone);
    }
  });

  test.each<[string, Scene, string, RegExp]>([
    ["termination", termination, "contractNumber", /confirmation$/],
    ["selfcare termination", selfcare, "email", /confirmation$/],
    ["withdrawal", withdrawal, "contractReference", /confirmation$/],
  ])(
    "of a %s: it is received, and its confirmation says what the provider refuses",
    async (_, scene, field, name) => {
      for (const errors of [at(field), withoutField, ...unreadable]) {
        const { page } = await shown(scene, 422, { errors });
        expect([errors, page.status, page.state]).toEqual([errors, 200, undefined]);
        expect(page.name).toMatch(name);
        if (!(unreadable as unknown[]).includes(errors)) expect(page.text).toContain(said);
      }
    },
  );

  test.each<[string, Scene, (string | number | undefined)[]]>([
    ["a choice of a method leaves the choice open", choice, [422, "idv-selection", undefined]],
    ["a Novum id leads to the page for ids without an offer", novum, [404, "offer-error", "NotFound"]],
    ["a consent stops nobody", consent, [200, "personal-data", undefined]],
    ["a document is no reason that its page knows", document, [502, "offer-error", "DocumentsNotLoaded"]],
    ["a verification is no reason that its page knows", idv, [500, "idv-error", "Unexpected"]],
  ])("of %s", async (_, scene, expected) => {
    for (const errors of [at("method"), unreadable[0]]) {
      const { page } = await shown(scene, 422, { errors });
      expect([errors, page.status, page.name, page.state]).toEqual([errors, ...expected]);
    }
  });
});

describe("an acceptance", () => {
  const waitsForPayment = "OFFER_PAYMENT_WAITFORCAPTURE";
  test.each([
    [409, { code: waitsForPayment, downtime: null }],
    [500, { code: "Offer_Payment_WaitForCapture", errors: ["Falsche IBAN"] }],
    [200, { code: waitsForPayment, orderId: "o-1", step: " ERROR ", errors: [{ field: "iban" }] }],
    [200, { code: waitsForPayment }],
  ])("that waits for its payment never shows its button again: %i %j", async (status, body) => {
    const { token, customer, page } = await shown(order, status, body);
    for (const seen of [page, await customer.get(`/angebot/${token}/zusammenfassung`, { follow: true })]) {
      expect([seen.status, seen.state]).toEqual([202, "OfferPaymentWaitForCapture"]);
      expect(seen.html).not.toContain(orderButton);
    }
  });

  const inTheirs = "Bitte rufen Sie an. <b>";
  test.each([
    [422, "summary", [{ field: "shoeSize", message: inTheirs }], inTheirs],
    [400, "summary", [5], "Wir können Ihre Bestellung so nicht annehmen"],
    [422, "payment", [{ field: "order/payment/iban", message: inTheirs }], inTheirs],
  ])("refused (%i) leads to its %s, and can be sent again: %j", async (status, name, errors, said) => {
    const { token, customer, page } = await shown(order, status, { errors });
    expect([page.name, page.state]).toEqual([name, undefined]);
    expect(page.text).toContain(said);
    if (name === "payment") return expect(page.errors.iban).toBe(said);
    expect([page.status, page.html.includes(orderButton)]).toEqual([422, true]);
    expect(page.text).toContain("Musterweg");
    expect((await customer.submit(page)).location).toBe(`/angebot/${token}/danke`);
  });

  test("answered 502 with a list of which nothing can be read waits until its end is known", async () => {
    const { token, customer, traceId, before } = await start(order);
    provider.vary(traceId, async (asked, ask) => {
      if (!/\/api\/offer\/(?:accept|summary|verify)\//.test(asked)) return ask();
      await ask();
      return { status: 502, body: { errors: [5] } };
    });
    const after = await customer.submit(before as Page, {}, { follow: true });
    expect([after.status, after.state, after.html.includes(orderButton)]).toEqual([202, "Waiting", false]);
    provider.vary(traceId);
    const end = await customer.get(`/angebot/${token}/danke`, { follow: true });
    expect([end.status, end.name]).toEqual([200, "confirmation"]);
  });

  test.each<[number, RegExp, string]>([
    [404, order.call, "NotFound"],
    [401, order.call, "Unauthorized"],
    [404, /\/api\/offer\/(?:accept|verify|summary)\//, "NotFound"],
  ])("answered %i at %s says so: the provider has no order", async (status, call, state) => {
    const { page } = await shown({ ...order, call }, status, {});
    expect([page.status, page.state, page.html.includes(orderButton)]).toEqual([status, state, false]);
  });
});

describe("a success that is none", () => {
  /** Where its post leads. */
  const followed = (scene: Scene): Scene => ({
    ...scene,
    view: async (...of) => of[0].get((await scene.view(...of)).location ?? "", { follow: true }),
  });

  test.each<[string, Scene, object[]]>([
    ["order", order, [{ code: "OFFER_CONSUMED" }, { errors: ["x"] }]],
    ["choice of a method", followed(choice), [{ errors: ["x"] }]],
    ["change of customer data", followed(change), [{ code: "CUSTOMER_DATA_CHANGED" }]],
  ])("of the %s is waited for, without its button", async (_, scene, answers) => {
    for (const body of answers) {
      const { page } = await shown(scene, 200, body);
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
    for (const body of [{ errors: ["x"] }, { code: "DOWNTIME" }]) {
      const { page } = await shown({ call, view: send }, 200, body);
      const waits = expect.stringContaining("wird weitergegeben");
      expect([body, page.status, page.text]).toEqual([body, 200, waits]);
    }
  });

  test.each<[string, Scene, object | unknown[], number, string]>([
    [
      "an offer without items",
      offer,
      { offerId: "o-1", offerUseCase: "offer", offers: [] },
      500,
      "Unexpected",
    ],
    [
      "a summary that does not say whether it is paid",
      summary,
      { orderId: "o-1", orderedAt: "2030-01-15T10:00:00Z", offers: [{ id: "i-1" }], paid: "maybe" },
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

test("an offer with names and members of later versions shows its page", async () => {
  const { customer, token, traceId } = await start(offer);
  const later = { paymentMethods: ["invoice", "barter"], offerUseCase: "pink", brand: "{product}" };
  const unreadable = { validUntil: "soon", consents: [5, {}], documents: [{}], more: { a: [1] } };
  provider.vary(traceId, async (asked, ask) => {
    const { status, body } = await ask();
    return { status, body: offer.call.test(asked) ? { ...Object(body), ...later, ...unreadable } : body };
  });
  const page = await offer.view(customer, token, undefined);
  expect([page.status, page.name, page.state]).toEqual([200, "offer", undefined]);
});

test("a termination whose end is confirmed later is received, and says so", async () => {
  const received = { id: "x", receivedAt: "2030-01-15T10:00:00Z", endDate: null };
  const { page } = await shown(termination, 200, received);
  expect([page.status, page.name]).toEqual([200, "termination-confirmation"]);
  expect(page.text).toMatch(/Vertragsende\s*bestätigen wir Ihnen noch/);
  expect(page.text).not.toContain("nicht erreichbar");
});

test.each<[number, object, number, string]>([
  // Nothing that anybody knows: our trouble, not an empty form.
  [200, { data: { firstName: "Kim" } }, 500, "TechnicalProblem"],
  [401, {}, 500, "TechnicalProblem"],
  [302, {}, 500, "TechnicalProblem"],
  [429, {}, 503, "Downtime"],
  [404, {}, 404, "NotFound"],
])("a prefill answered %i %j leads to another form (%i, %s)", async (answered, body, status, state) => {
  const { page } = await shown(prefill, answered, body);
  expect([page.status, page.state]).toEqual([status, state]);
  expect(page.html).toContain('href="/kuendigung"');
});

test.each(["a@müller.de", "a&b@x.de"])("a customer's e-mail address %s is taken", async (email) => {
  const customer = portal.browser();
  const after = await customer.submit(await customer.get(`/kundendaten/${fresh()}`), { email });
  expect([after.status, after.errors]).toEqual([303, {}]);
});
