import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterEach, describe, expect, test } from "vitest";
import type { Page } from "../support/browser.ts";
import { json } from "../support/fault-proxy.ts";
import { faultyPortalForTests } from "../support/faulty-portal.ts";
import { fresh } from "../support/fresh.ts";
import { goToSummary } from "../support/offer.ts";
import { declaration } from "../support/termination.ts";

// A provider that keeps to the specification, but answers otherwise than the sandbox does.
const { portal, backend } = await faultyPortalForTests();
afterEach(() => backend.behave());

type Body = Record<string, unknown> & { offers: object[] };
/** The sandbox's answer with these members, or as this function makes it. */
const altered = (change: (body: Body) => unknown) =>
  (async ({ response, answer }) => {
    const real = await answer();
    response.writeHead(real.status, { "Content-Type": "application/json" });
    response.end(JSON.stringify(change((await real.json()) as Body)));
  }) satisfies Parameters<typeof backend.misbehave>[1];
const hasOrderButton = ({ html }: Page) => html.includes("zahlungspflichtig bestellen");

describe("a known code counts, whatever else the answer says", () => {
  const odd = [
    { shopHotline: null },
    { message: null },
    { offerUseCase: null },
    { downtime: null },
    { errors: null },
    { shopHotline: 30 },
    { errors: ["a"] },
    { errors: { a: ["b"] } },
    { errors: [{ message: "x" }] },
    { downtime: 5 },
    { downtime: true },
    { downtime: { end: "2030-01-01" } },
  ];
  const calls = [
    ["verify", /GET \/api\/offer\/verify\//, (token: string) => `/angebot/${token}`],
    ["offer", /GET \/api\/offer\/[^/]+$/, (token: string) => `/angebot/${token}`],
    ["preview", /GET \/api\/offer\/[^/]+\/preview$/, (token: string) => `/angebot/preview/${token}`],
    ["summary", /GET \/api\/offer\/summary\//, (token: string) => `/angebot/${token}/danke`],
    ["idv", /GET \/api\/idv\/[^/?]+\?/, (token: string) => `/idv/${token}`],
  ] as const;
  test.each(calls)("%s", async (_, call, path) => {
    for (const more of odd) {
      backend.misbehave(call, json(409, JSON.stringify({ code: " offer_expired", ...more })));
      const page = await portal.browser().get(path(fresh()), { follow: true });
      expect([more, page.status, page.state]).toEqual([more, 410, "OfferExpired"]);
    }
  });

  test.each([
    ...calls,
    [
      "document",
      /GET .*\/documents\//,
      (token: string) => `/angebot/${token}/dokumente/offer/TERMS`,
    ] as const,
    ["methods", /GET .*\/methods$/, (token: string) => `/idv/${token}`] as const,
  ])("%s, with the status of a success", async (_, call, path) => {
    const customer = portal.browser();
    const token = fresh();
    await customer.get(`/angebot/${token}`);
    backend.misbehave(call, json(200, JSON.stringify({ code: "OFFER_EXPIRED", errors: [5] })));
    const page = await customer.get(path(token), { follow: true });
    expect([page.status, page.state]).toEqual([410, "OfferExpired"]);
  });
});

describe("an acceptance", () => {
  const accept = /POST \/api\/offer\/accept\//;
  async function refused(status: number, body: object) {
    const customer = portal.browser();
    const token = fresh();
    const summary = await goToSummary(customer, token);
    backend.misbehave(accept, json(status, JSON.stringify(body)));
    return { customer, token, after: await customer.submit(summary, {}) };
  }

  test.each([
    [409, { downtime: null }],
    [422, { errors: [{ field: "iban" }], shopHotline: 5 }],
    [403, {}],
    [400, { code: " offer_payment_waitforcapture\n" }],
    [500, { code: "Offer_Payment_WaitForCapture", errors: ["Falsche IBAN"] }],
    [422, { errors: [5], downtime: true, offerUseCase: {}, message: [] }],
    [200, { orderId: "o-1", step: "error" }],
    [
      200,
      { orderId: "o-1", step: " ERROR ", code: "offer_payment_waitforcapture", errors: [{ field: "iban" }] },
    ],
    [200, { orderId: null, step: "error", redirectUrl: 5 }],
    [200, {}],
  ])("that waits for its payment never shows its button again: %i %j", async (status, more) => {
    const { customer, token, after } = await refused(status, {
      code: "OFFER_PAYMENT_WAITFORCAPTURE",
      ...more,
    });
    expect([after.status, after.location]).toEqual([303, `/angebot/${token}/danke`]);
    for (const path of ["danke", "zusammenfassung"]) {
      const page = await customer.get(`/angebot/${token}/${path}`, { follow: true });
      expect([page.status, page.state, hasOrderButton(page)]).toEqual([
        202,
        "OfferPaymentWaitForCapture",
        false,
      ]);
    }
  });

  test.each([
    ["without a field", [{ message: "Bitte rufen Sie an. <b>" }]],
    ["as words", ["Bitte rufen Sie an. <b>"]],
    ["for a field that we do not know", [{ field: "shoeSize", message: "Bitte rufen Sie an. <b>" }]],
  ])("refused %s: the summary says so in the provider's words", async (_, errors) => {
    const { customer, token, after } = await refused(422, { errors });
    expect([after.status, after.name, hasOrderButton(after)]).toEqual([422, "summary", true]);
    expect(after.text).toContain("Bitte rufen Sie an. <b>");
    expect(after.text).toContain("Musterweg");
    backend.behave();
    const end = await customer.submit(after, {});
    expect([end.status, end.location]).toEqual([303, `/angebot/${token}/danke`]);
  });

  test.each([[[5]], [[null]], [[{}]], [[{ why: [] }]], [{ iban: 5 }]])(
    "refused by a list of which nothing can be read, %j: the summary says so in our words",
    async (errors) => {
      const { customer, token, after } = await refused(400, { errors });
      expect([after.status, after.name, after.state]).toEqual([422, "summary", undefined]);
      expect(after.text).toContain("Wir können Ihre Bestellung so nicht annehmen");
      expect(after.text).toContain("Musterweg");
      backend.behave();
      const end = await customer.submit(after, {});
      expect([end.status, end.location]).toEqual([303, `/angebot/${token}/danke`]);
    },
  );

  test("answered 502 with a list of which nothing can be read waits until its end is known", async () => {
    const customer = portal.browser();
    const token = fresh();
    const summary = await goToSummary(customer, token);
    const odd = json(502, JSON.stringify({ errors: [5] }));
    backend.strike({ call: accept, fault: odd, acts: true });
    backend.strike({ call: /\/api\/offer\/(?:summary|verify)\//, fault: odd });
    const after = await customer.submit(summary, {}, { follow: true });
    expect([after.status, after.state, hasOrderButton(after)]).toEqual([202, "Waiting", false]);
    backend.behave();
    const end = await customer.get(`/angebot/${token}/danke`, { follow: true });
    expect([end.status, end.name]).toEqual([200, "confirmation"]);
  });

  test.each([
    [[{ field: "iban", message: "Diese IBAN nicht." }]],
    [[{ field: "order/payment/iban", message: "Diese IBAN nicht." }]],
    [{ iban: ["Diese IBAN nicht."] }],
  ])("refused at a field by another name, %j: at its field", async (errors) => {
    const { customer, after } = await refused(422, { errors });
    expect(after.status).toBe(303);
    const page = await customer.get(after.location ?? "");
    expect([page.name, page.errors.iban]).toEqual(["payment", "Diese IBAN nicht."]);
  });

  test.each([[404], [401]])(
    "answered %i asks the provider: where nothing was ordered, it says so",
    async (status) => {
      const { after } = await refused(status, {});
      expect([after.status, after.state, hasOrderButton(after)]).toEqual([
        status,
        status === 404 ? "NotFound" : "Unauthorized",
        false,
      ]);
    },
  );

  test("answered 404 for an offer that is gone is NotFound, too", async () => {
    const customer = portal.browser();
    const summary = await goToSummary(customer, fresh());
    backend.misbehave(/\/api\/offer\/(?:accept|verify|summary)\//, "answers 404 without words");
    const after = await customer.submit(summary, {});
    expect([after.status, after.state]).toEqual([404, "NotFound"]);
  });
});

describe("an offer", () => {
  const load = /GET \/api\/offer\/[^/]+$/;
  const shown = async (change: (body: Body) => unknown) => {
    backend.misbehave(load, altered(change));
    return portal.browser().get(`/angebot/${fresh()}`, { follow: true });
  };

  test.each([
    ["nulls", { validUntil: null, shopHotline: null, customer: null }],
    ["members that nobody knows", { more: { a: [1] } }],
    ...["whatsapp", "telefonica", "{product}", "o2"].map((brand) => [brand, { brand }] as const),
    ["names of later versions", { paymentMethods: ["invoice", "barter"], offerUseCase: "pink" }],
    ["side fields that cannot be read", { validUntil: "soon", consents: [5, {}], documents: [{}] }],
  ] as const)("with %s shows its page", async (_, more) => {
    const page = await shown((body) => ({ ...body, ...more }));
    expect([page.status, page.name, page.state]).toEqual([200, "offer", undefined]);
  });

  test.each([
    [
      "a price",
      (offer: Body) => offer.offers.map((item) => ({ ...item, packs: [{ id: "x", name: "Pack" }] })),
    ],
    ["items", () => []],
  ])("that lacks %s shows none", async (_, offers) => {
    const page = await shown((body) => ({ ...body, offers: offers(body) }));
    expect([page.status, page.state]).toEqual([500, "Unexpected"]);
  });
});

describe("an answer in another encoding", () => {
  /** The sandbox's answer with its bytes changed. */
  const packed = (change: (bytes: Buffer) => Buffer, more: Record<string, string>) =>
    (async ({ response, answer }) => {
      const real = await answer();
      const headers = { "Content-Type": real.headers.get("Content-Type") ?? "", ...more };
      response.writeHead(real.status, headers);
      response.end(change(Buffer.from(await real.arrayBuffer())));
    }) satisfies Parameters<typeof backend.misbehave>[1];
  const latin1 = (bytes: Buffer) => Buffer.from(bytes.toString().replace(/[^\0-ÿ]/g, "?"), "latin1");
  const encodings = {
    "a byte order mark": packed((bytes) => Buffer.concat([Buffer.from("\ufeff"), bytes]), {}),
    "ISO 8859-1": packed(latin1, { "Content-Type": "application/json;charset=ISO-8859-1" }),
    "no UTF-8, though nothing says so": packed(latin1, {}),
    gzip: packed((bytes) => gzipSync(bytes), { "Content-Encoding": "gzip" }),
    brotli: packed((bytes) => brotliCompressSync(bytes), { "Content-Encoding": "br" }),
  };
  test.each(Object.entries(encodings))("%s: an offer, a customer, a refusal", async (_, encoding) => {
    backend.misbehave(/./, encoding);
    const customer = portal.browser();
    const offer = await customer.get(`/angebot/${fresh()}`);
    expect([offer.status, offer.name]).toEqual([200, "offer"]);
    const details = await customer.get(`/kundendaten/${fresh()}`);
    expect([details.status, details.text]).toEqual([200, expect.stringContaining("Köln")]);
    const refused = await customer.get("/angebot/state-OFFER_BLOCKED");
    expect([refused.status, refused.state]).toEqual([409, "OfferBlocked"]);
  });

  test("a packed document is unpacked", async () => {
    const customer = portal.browser();
    const token = fresh();
    await customer.get(`/angebot/${token}`);
    backend.misbehave(/\/documents\//, encodings.gzip);
    const file = await customer.get(`/angebot/${token}/dokumente/offer/TERMS`);
    expect([file.status, Buffer.from(file.body.subarray(0, 5)).toString()]).toEqual([200, "%PDF-"]);
  });

  test.each([
    ["cut off", packed((bytes) => gzipSync(bytes).subarray(0, 60), { "Content-Encoding": "gzip" })],
    ["not packed at all", packed((bytes) => bytes, { "Content-Encoding": "gzip" })],
    [
      "larger than anybody reads",
      packed(() => gzipSync(Buffer.alloc(64 * 1024 * 1024, " ")), { "Content-Encoding": "gzip" }),
    ],
  ])("what is %s is no answer", async (_, encoding) => {
    backend.misbehave(/\/verify\//, encoding);
    const page = await portal.browser().get(`/angebot/${fresh()}`);
    expect([page.status, page.state]).toEqual([500, "Unexpected"]);
  });
});

test("a termination whose end is confirmed later is received, and says so", async () => {
  backend.misbehave(
    /contracttermination/,
    altered((body) => ({ ...body, endDate: null })),
  );
  const page = await portal.browser().post("/kuendigung", declaration(), { follow: true });
  expect([page.status, page.name]).toEqual([200, "termination-confirmation"]);
  expect(page.text).toMatch(/Vertragsende\s*bestätigen wir Ihnen noch/);
  expect(page.text).not.toContain("nicht erreichbar");
});

test("a prefill that says nothing that anybody knows is our trouble, not an empty form", async () => {
  for (const body of [{ data: { firstName: "Kim" } }, { title: "Gone", status: 410 }]) {
    backend.misbehave(/GET .*\/prefill\?/, json(200, JSON.stringify(body)));
    const page = await portal.browser().get("/selfcarekuendigung?data=demo", { follow: true });
    expect([page.status, page.state]).toEqual([500, "TechnicalProblem"]);
  }
});

test.each([401, 429, 302, 307, 500])(
  "a prefill answered %i is our trouble: later, or by another form",
  async (status) => {
    backend.misbehave(/GET .*\/prefill\?/, json(status, "{}"));
    const page = await portal.browser().get("/selfcarekuendigung?data=demo", { follow: true });
    expect(page.state).toMatch(/^(?:TechnicalProblem|Downtime)$/);
    expect(page.html).toContain('href="/kuendigung"');
  },
);

test("a prefill that is refused for a downtime says so, whatever its status", async () => {
  backend.misbehave(/GET .*\/prefill\?/, json(409, '{"code":"DOWNTIME"}'));
  const page = await portal.browser().get("/selfcarekuendigung?data=demo", { follow: true });
  expect([page.status, page.state]).toEqual([503, "Downtime"]);
});

test("a prefill that is not known leads to its error page", async () => {
  backend.misbehave(/GET .*\/prefill\?/, json(404, "{}"));
  const page = await portal.browser().get("/selfcarekuendigung?data=demo", { follow: true });
  expect([page.status, page.state]).toEqual([404, "NotFound"]);
});

test.each(["a@müller.de", "a&b@x.de"])(
  "customer data take the e-mail %s, which our form takes",
  async (email) => {
    const customer = portal.browser();
    const page = await customer.get(`/kundendaten/${fresh()}`);
    const after = await customer.submit(page, { email });
    expect([after.status, after.errors]).toEqual([303, {}]);
  },
);
