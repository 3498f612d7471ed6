import { describe, expect, test } from "vitest";
import type { CallName } from "#app/backend/contract/calls.ts";
import type { Fields } from "../support/browser.ts";
import { tracedCustomer, varyingPortalForTests } from "../support/faulty-portal.ts";
import { fresh } from "../support/fresh.ts";
import { callTo, reach, scenes, shownAfterStep } from "../support/scenes.ts";

// Answers as the specification leaves them open: a code leads where it leads alone, and an errors list is read in any shape.
// Which shapes there are is a matter of tests/unit/read-answer.test.ts; here each call meets one of each kind.
const { portal, provider } = await varyingPortalForTests();

/** What may stand beside a code. */
const beside = { message: null, offerUseCase: {}, downtime: true, shopHotline: 30, errors: [5] };

/** Texts of consents are kept for a while: each offer has one of its own. */
function withOwnConsent(asked: string, answer: { status: number; body: unknown }) {
  const [, token] = /^GET \/api\/offer\/([^/]+)$/.exec(asked) ?? [];
  return token ? { ...answer, body: { ...(answer.body as object), consents: [token] } } : answer;
}

/** A customer before a step that makes the call. */
async function start(name: CallName) {
  const { customer, traceId } = tracedCustomer(portal);
  provider.vary(traceId, async (asked, ask) => withOwnConsent(asked, await ask()));
  const token = fresh(name === "acceptOffer" ? "demo" : scenes[name].scenario);
  return { customer, token, traceId, step: await reach(scenes[name], customer, token) };
}
type Started = Awaited<ReturnType<typeof start>>;

/** What a page shows, and where it leads: of a check, that is the next step. */
const show = (name: CallName, { customer, step }: Started) =>
  /^check/.test(name) ? step() : shownAfterStep(name, customer, step);

/** What it shows where its call, or others, are answered so. */
async function shown(name: CallName, status: number, body: object, also: CallName[] = []) {
  const started = await start(name);
  let met = 0;
  provider.vary(started.traceId, async (asked, ask) => {
    if (!callTo(name, ...also).test(asked)) return withOwnConsent(asked, await ask());
    met++;
    return { status, body };
  });
  const page = await show(name, started);
  expect(met, "the call was made").toBeGreaterThan(0);
  provider.vary(started.traceId);
  return { ...started, page };
}

const orderButton = "zahlungspflichtig bestellen";
const outcome = async (...of: Parameters<typeof shown>) => {
  const { token, page } = await shown(...of);
  const { status, name, state, heading, location, errors } = page;
  return JSON.stringify({ status, name, state, heading, location, errors }).replaceAll(token, "TOKEN");
};

describe("a code counts alone", () => {
  const expired = "OFFER_EXPIRED";
  // Which spellings and neighbours there are: tests/unit/read-answer.test.ts.
  test.each<[CallName, code: string, status: number]>([
    ["verifyOffer", expired, 409],
    ["loadOffer", expired, 409],
    ["previewOffer", expired, 409],
    ["offerSummary", expired, 409],
    ["offerDocument", expired, 409],
    ["loadIdv", expired, 409],
    ["idvMethods", "OFFER_CANCELLED", 400],
  ])("of %s, or with the status of a success", async (name, code, status) => {
    const plain = await outcome(name, status, { code });
    expect(plain).not.toMatch(/Unexpected|TechnicalProblem/);
    expect(await outcome(name, status, { code: ` ${code.toLowerCase()}\n`, ...beside })).toBe(plain);
    expect(await outcome(name, 200, { code, errors: [5] })).toBe(plain);
  });
});

describe("an errors list", () => {
  const said = "Das geht so nicht. <b>";
  const at = (field: string) => [{ path: ["data", field], code: null, message: said }];
  const withoutField = [{ field: "shoeSize", message: said }];
  const unreadable = [[5], { shoeSize: 5 }];

  test.each<[CallName, string, string]>([
    ["checkAddress", "city", "street"],
    ["checkIban", "iban", "iban"],
  ])(
    "of %s is shown at its field, else at the first; of nothing readable, it stops nobody",
    async (name, field, first) => {
      const { page } = await shown(name, 422, { errors: at(field) });
      expect([page.status, page.errors, page.summary]).toEqual([422, { [field]: said }, [[field, said]]]);
      const other = (await shown(name, 400, { errors: withoutField })).page;
      expect([other.status, other.errors]).toEqual([422, { [first]: said }]);
      for (const errors of unreadable) {
        const { status, state } = (await shown(name, 400, { errors })).page;
        expect([errors, status, state]).toEqual([errors, 303, undefined]);
      }
    },
  );

  test.each<[CallName, string]>([
    ["terminate", "contractNumber"],
    ["terminatePrefilled", "email"],
    ["withdraw", "contractReference"],
  ])("of %s: it is received, and its confirmation says what the provider refuses", async (name, field) => {
    for (const errors of [at(field), withoutField, ...unreadable]) {
      const { page } = await shown(name, 422, { errors });
      expect([errors, page.status, page.state]).toEqual([errors, 200, undefined]);
      expect(page.name).toMatch(/confirmation$/);
      if (!(unreadable as unknown[]).includes(errors)) expect(page.text).toContain(said);
    }
  });

  test.each<[string, CallName, (string | number | undefined)[]]>([
    ["a choice of a method leaves the choice open", "chooseIdvMethod", [422, "idv-selection", undefined]],
    ["a Novum id leads to the page for ids without an offer", "novumEntry", [404, "offer-error", "NotFound"]],
    ["a consent stops nobody", "consent", [200, "personal-data", undefined]],
    [
      "a document is no reason that its page knows",
      "offerDocument",
      [502, "offer-error", "DocumentsNotLoaded"],
    ],
    ["a verification is no reason that its page knows", "loadIdv", [500, "idv-error", "Unexpected"]],
  ])("of %s", async (_, name, expected) => {
    for (const errors of [at("method"), unreadable[0]]) {
      const { page } = await shown(name, 422, { errors });
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
    const { token, customer, page } = await shown("acceptOffer", status, body);
    for (const seen of [page, await customer.get(`/angebot/${token}/zusammenfassung`, { follow: true })]) {
      expect([seen.status, seen.state]).toEqual([202, "OfferPaymentWaitForCapture"]);
      expect(seen.html).not.toContain(orderButton);
    }
  });

  test("answered 502 with a list of which nothing can be read waits until its end is known", async () => {
    const { token, customer, traceId, step } = await start("acceptOffer");
    provider.vary(traceId, async (asked, ask) => {
      const answer = await ask();
      const isOurs = callTo("acceptOffer", "offerSummary", "verifyOffer").test(asked);
      return isOurs ? { status: 502, body: { errors: [5] } } : answer;
    });
    const after = await customer.get((await step()).location ?? "", { follow: true });
    expect([after.status, after.state, after.html.includes(orderButton)]).toEqual([202, "Waiting", false]);
    provider.vary(traceId);
    const end = await customer.get(`/angebot/${token}/danke`, { follow: true });
    expect([end.status, end.name]).toEqual([200, "confirmation"]);
  });
});

describe("a success that is none", () => {
  test.each<[CallName, object[]]>([
    ["acceptOffer", [{ code: "OFFER_CONSUMED" }, { errors: ["x"] }]],
    ["chooseIdvMethod", [{ errors: ["x"] }]],
    ["changeCustomerDetails", [{ code: "CUSTOMER_DATA_CHANGED" }]],
  ])("of %s is waited for, without its button", async (name, answers) => {
    for (const body of answers) {
      const { page } = await shown(name, 200, body);
      expect([body, page.status, page.state]).toEqual([body, 202, "Waiting"]);
      expect(page.html).not.toMatch(/zahlungspflichtig bestellen|name="method"|name="version"/);
    }
  });

  test.each<CallName>(["terminate", "withdraw"])(
    "of %s: it is received, and still to be passed on",
    async (name) => {
      for (const body of [{ errors: ["x"] }, { code: "DOWNTIME" }]) {
        const { customer, traceId, step } = await start(name);
        provider.vary(traceId, (asked, ask) => (callTo(name).test(asked) ? { status: 200, body } : ask()));
        const page = await customer.get((await step()).location ?? "");
        const waits = expect.stringContaining("wird weitergegeben");
        expect([body, page.status, page.text]).toEqual([body, 200, waits]);
      }
    },
  );

  test.each<[string, CallName, object | unknown[], number, string]>([
    ["an offer without items", "loadOffer", { offerId: "o-1", offers: [] }, 502, "Unexpected"],
    ["an empty list of methods", "idvMethods", [], 409, "IdvNoMethodsAvailable"],
    ["a document as JSON", "offerDocument", { document: "JVBERi0xLjQ=" }, 502, "DocumentsNotLoaded"],
  ])("%s is an error", async (_, name, body, status, state) => {
    const { page } = await shown(name, 200, body);
    expect([page.status, page.state]).toEqual([status, state]);
  });
});

test("an offer with names and members of later versions shows its page", async () => {
  const later = { paymentMethods: ["invoice", "barter"], offerUseCase: "pink", brand: "{product}" };
  const unreadable = { validUntil: "soon", consents: [5, {}], documents: [{}], more: { a: [1] } };
  const started = await start("loadOffer");
  provider.vary(started.traceId, async (asked, ask) => {
    const { status, body } = await ask();
    const isOffer = callTo("loadOffer").test(asked);
    return { status, body: isOffer ? { ...Object(body), ...later, ...unreadable } : body };
  });
  const page = await show("loadOffer", started);
  expect([page.status, page.name, page.state]).toEqual([200, "offer", undefined]);
});

test("a termination whose end is confirmed later is received, and says so", async () => {
  const received = { id: "x", receivedAt: "2030-01-15T10:00:00Z", endDate: null };
  const { page } = await shown("terminate", 200, received);
  expect([page.status, page.name]).toEqual([200, "termination-confirmation"]);
  expect(page.text).toMatch(/Vertragsende\s*bestätigen wir Ihnen noch/);
  expect(page.text).not.toContain("nicht erreichbar");
});

test.each<[number, object, number, string]>([
  // Nothing that anybody knows: our trouble, not an empty form.
  [200, { data: { firstName: "Kim" } }, 502, "TechnicalProblem"],
  [401, {}, 500, "TechnicalProblem"],
  [302, {}, 500, "TechnicalProblem"],
  [429, {}, 503, "Downtime"],
  [404, {}, 404, "NotFound"],
])("a prefill answered %i %j leads to another form (%i, %s)", async (answered, body, status, state) => {
  const { page } = await shown("prefillTermination", answered, body);
  expect([page.status, page.state]).toEqual([status, state]);
  expect(page.html).toContain('href="/kuendigung"');
});

test.each<[CallName, page: string, pressed: Fields]>([
  ["declineEmail", "email-rejection", {}],
  ["revokeConsents", "revocation", { all: "yes" }],
])("%s: what its link declares is refused in words, above the form", async (name, expected, pressed) => {
  const { page, customer } = await shown(name, 422, {
    errors: [{ field: "token", message: "Nicht an diesem Tag." }],
  });
  expect([page.status, page.name, page.state]).toEqual([422, expected, undefined]);
  expect(page.text).toContain("Nicht an diesem Tag.");
  const again = await customer.submit(page, pressed, { follow: true });
  expect([again.status, again.text.includes("Nicht an diesem Tag.")], "the same is known").toEqual([
    422,
    true,
  ]);
});
