import { afterAll, describe, expect, test } from "vitest";
import { calls } from "#app/backend/contract/calls.ts";
import { idvOutcomes } from "#app/errors/idv-outcomes.ts";
import { offerStates } from "#app/errors/offer-states.ts";
import type { Browser, Fields, Page } from "../support/browser.ts";
import { newDetails } from "../support/customer.ts";
import { startMockProvider } from "../support/mock-provider.ts";
import { entered, goToSummary } from "../support/offer.ts";
import { startPortal } from "../support/portal.ts";
import { declaration, passedOn } from "../support/termination.ts";

// The contract as OpenAPI is complete: Prism, which knows nothing else, serves every page that shows a provider's data,
// with the document's examples and with random values, and takes every request that the portal sends.
const provider = await startMockProvider();
const portal = await startPortal({
  API_BASE_URL: provider.origin,
  REDIRECT_ORIGINS: "https://pay.example https://ident.example",
  RATE_LIMIT_PER_MINUTE: "0",
  DECLARATION_RETRY_MS: "50",
});
afterAll(async () => {
  await portal.stop();
  await provider.stop();
});

interface Scene {
  page: string;
  view: (customer: Browser) => Promise<Page>;
  /** The calls that answer with this example. */
  examples?: [call: RegExp, example: string][];
  /** The provider has no order until the customer has placed one: Prism's always has one. */
  orders?: true;
  /** Where else random values may lead: page and state. */
  or?: RegExp;
}
const get = (path: string) => (customer: Browser) => customer.get(path, { follow: true });
/** A page's form, sent. */
const sent =
  (view: Scene["view"], fields: Fields = {}) =>
  async (customer: Browser) =>
    customer.submit(await view(customer), fields, { follow: true });
/** The page of a declaration once it was passed on. */
const arrived = (view: Scene["view"]) => (customer: Browser) => passedOn(customer, view(customer));
const posted = (path: string, fields: Fields) =>
  arrived((customer) => customer.post(path, fields, { follow: true }));
/** A step of the offer, once it is open. */
const step = (path: string) => async (customer: Browser) => {
  await customer.get("/angebot/demo", { follow: true });
  return customer.get(`/angebot/demo/${path}`, { follow: true });
};
const offerOf = (example: string): [RegExp, string][] => [
  [/GET \/api\/offer\/verify\/demo$/, example],
  [/GET \/api\/offer\/demo$/, example],
];
const idvOf = (example: string): [RegExp, string][] => [[/GET \/api\/idv\/demo\?/, example]];
const newCustomer = offerOf("newCustomer");
/** Of an offer that cannot be ordered, its order is asked for: a summary that says nothing of the payment is not shown. */
const mismatch = /^offer-error (OfferMismatch|NoPaymentMethodsAvailable|OfferSummaryNotLoaded)$/;

/** Whether the customer of the scene has ordered. */
let hasOrdered = false;

const scenes: Record<string, Scene> = {
  "an offer": { page: "offer", view: get("/angebot/demo"), or: mismatch },
  "an offer by its Novum id": { page: "offer", view: get("/entry/novum?id=1"), or: mismatch },
  "a preview": { page: "offer-preview", view: get("/angebot/preview/demo"), or: mismatch },
  "personal data with consents": { page: "personal-data", view: step("meine-daten"), examples: newCustomer },
  "an address that is checked": {
    page: "personal-data",
    view: sent(step("meine-daten"), entered.personalData),
    examples: [...newCustomer, [/\/address$/, "choice"]],
  },
  "a known customer's payment": {
    page: "payment",
    view: step("zahlung"),
    examples: offerOf("existingCustomer"),
  },
  "a document": {
    page: "application/pdf",
    async view(customer) {
      const page = await step("dokumente/offer/TERMS")(customer);
      return { ...page, name: page.headers.get("Content-Type") ?? undefined };
    },
    examples: newCustomer,
  },
  "an order": {
    page: "confirmation",
    orders: true,
    async view(customer) {
      hasOrdered = false;
      const summary = await goToSummary(customer, "demo");
      return summary.name === "summary" ? customer.submit(summary, {}, { follow: true }) : summary;
    },
    examples: [...newCustomer, [/\/accept\//, "done"], [/\/(address|iban)$/, "valid"]],
    // A summary that says nothing of the payment is not shown; `failed` has those that cannot be read.
    or: /^offer-error (OfferPaymentWaitForCapture|PaymentOpen|OfferSummaryNotLoaded)$/,
  },
  "a verification": { page: "idv-selection", view: get("/idv/demo"), or: /^idv-/ },
  "a verification that is looked into": {
    page: "idv-pending",
    view: get("/idv/demo"),
    examples: idvOf("review"),
  },
  "a coupon": { page: "idv-post-ident", view: get("/idv/demo/post-ident"), examples: idvOf("coupon") },
  "a customer's data": { page: "customer-data", view: get("/kundendaten/demo") },
  "changed data of a customer": {
    page: "customer-data",
    view: sent(get("/kundendaten/demo"), newDetails.phone),
  },
  "a termination": { page: "termination", view: get("/kuendigung") },
  "a termination's receipt": {
    page: "termination-confirmation",
    view: posted("/kuendigung", declaration()),
  },
  "a termination from the selfcare pages": {
    page: "selfcare-termination",
    view: get("/selfcarekuendigung?data=demo"),
  },
  "its receipt": {
    page: "selfcare-confirmation",
    view: arrived(sent(get("/selfcarekuendigung?data=demo"), { email: "kim@example.com" })),
  },
  "a withdrawal's receipt": {
    page: "withdrawal-confirmation",
    view: posted("/widerruf", declaration({ contractReference: "4711" })),
  },
  "consents that are withdrawn": {
    page: "revocation",
    view: sent(get("/einwilligungen?token=demo"), { "consents.marketing-email": "yes" }),
  },
  "a barrier that is reported": {
    page: "barrier-confirmation",
    view: posted("/barriere-melden", { description: "Zu kleine Schrift" }),
  },
  "an objection": { page: "email-rejection", view: sent(get("/email-ablehnung?token=demo")) },
};

/** Before an order, the provider says that there is none. */
const noOrder = '"call":"GET /api/offer/summary/{id}","kind":"answer","status":404,"code":"NOT_FOUND"';

/** What a scene shows, and which of its calls failed. */
async function shown({ view }: Scene) {
  const since = portal.log.length;
  const { name, state } = await view(portal.browser());
  const failed = portal.log
    .slice(since)
    .filter((line) => line.includes("backend call failed") && !line.includes(noOrder));
  return { page: [name, state].filter(Boolean).join(" "), failed };
}
const exampleFor = (scene: Scene, call: string) => {
  hasOrdered ||= call.includes("/accept/");
  if (scene.orders && !hasOrdered && call.includes("/summary/")) return "code=404, example=NOT_FOUND";
  const [, example] = scene.examples?.find(([of]) => of.test(call)) ?? [];
  return example && `example=${example}`;
};

describe("with the document's examples", () => {
  test.each(Object.entries(scenes))("%s", async (_, scene) => {
    provider.prefer((call) => exampleFor(scene, call));
    expect(await shown(scene)).toEqual({ page: scene.page, failed: [] });
  });
});

describe("with random values", () => {
  test.each(Object.entries(scenes))("%s", async (_, scene) => {
    const pages = new Set<string>();
    // Three at least, and more until its own page was among them.
    for (let seed = 1; seed <= 3 || (!pages.has(scene.page) && seed <= 20); seed++) {
      provider.prefer((call) => exampleFor(scene, call) ?? `dynamic=true, seed=${seed}`);
      const { page, failed } = await shown(scene);
      expect({ seed, failed }).toEqual({ seed, failed: [] });
      if (!scene.or?.test(page)) expect(page).toBe(scene.page);
      pages.add(page);
    }
    expect(pages).toContain(scene.page);
  });

  // Which of its pages is true, and whether there is a coupon, is random as well.
  test("a coupon, in the end", async () => {
    const pages = new Set<string>();
    for (let seed = 1; seed <= 300 && !pages.has("idv-post-ident"); seed++) {
      provider.prefer(`dynamic=true, seed=${seed}`);
      const { page, failed } = await shown({ page: "", view: get("/idv/demo/post-ident") });
      expect({ seed, failed }).toEqual({ seed, failed: [] });
      pages.add(page);
    }
    expect(pages).toContain("idv-post-ident");
  });
});

describe("with each of the document's errors", () => {
  const codes = (states: Record<string, { code?: string; status: number }>) =>
    Object.entries(states).flatMap(([state, { code, status }]) =>
      code ? [[code, state, status] as const] : [],
    );
  const clear = [["NOT_FOUND", "NotFound", 404]] as const;
  const show = async (path: string, call: RegExp, code: string) => {
    const first = Number(code === "NOT_FOUND" ? 404 : 409);
    for (const status of [first, 500]) {
      provider.prefer((asked) => (call.test(asked) ? `code=${status}, example=${code}` : undefined));
      const page = await portal.browser().get(path, { follow: true });
      if (page.state !== "Unexpected") return [page.status, page.state];
    }
    return undefined;
  };

  test.each([...codes(offerStates), ...clear])("%s of an offer: %s", async (code, state, status) => {
    const page = await show("/angebot/preview/demo", /\/preview$/, code);
    // Of an order that nobody has read, no button ends anything.
    expect(page).toEqual([state === "OfferAbandonedPayment" ? 202 : status, state]);
  });

  test.each([...codes(idvOutcomes), ...clear])("%s of a verification: %s", async (code, state, status) => {
    const page = await show("/idv/demo", /GET \/api\/idv\/demo\?/, code);
    expect(page).toEqual([status, state]);
  });
});

/** Not asked here: all other tests ask them of the sandbox. A new call gets a scene, or is added knowingly. */
const withoutScene = [
  "chooseIdvMethod",
  "correctEmail",
  "correctPorting",
  "declineOffer",
  "exchangeCode",
  "idvCoupon",
  "loadWithdrawal",
  "mailIdvCoupon",
  "prefilledTerminationDownload",
  "readEsim",
  "replaceEsim",
  "resetOffer",
  "resetPreview",
  "revokeConsentsByName",
  "sendNewLink",
  "terminationDownload",
  "terminationUpload",
  "withdrawalDownload",
];

test("every call of the contract was asked, but for those without a scene", () => {
  const parameters = (path: string) => path.split("{").length;
  const specificFirst = Object.entries(calls).sort(
    ([, one], [, other]) => parameters(one.path) - parameters(other.path),
  );
  const callOf = (asked: string) =>
    specificFirst.find(([, { method, path }]) =>
      new RegExp(`^${method} ${path.replace(/{\w+}/g, "[^/?]+")}([?]|$)`).test(asked),
    )?.[0];
  const asked = new Set([...provider.asked].map(callOf));
  expect(
    Object.keys(calls)
      .filter((name) => !asked.has(name))
      .sort(),
  ).toEqual(withoutScene);
});
