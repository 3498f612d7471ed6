import type { Page, Request } from "@playwright/test";
import { test as plainTest } from "@playwright/test";
import { type DataLayerEvent, trackingEvents } from "#app/tracking/catalogue.ts";
import type { Ecommerce } from "#app/tracking/ecommerce.ts";
import { expect, hydrated, test } from "./support/test.ts";

test.skip(({ javaScriptEnabled }) => javaScriptEnabled === false, "tracking is JavaScript");
plainTest.skip(({ javaScriptEnabled }) => javaScriptEnabled === false, "tracking is JavaScript");

let counter = 0;
const fresh = (scenario: string) =>
  `${scenario}~track-${process.pid}-${test.info().workerIndex}-${counter++}`;

/** Every push to the layer of o2, over all documents of the page, in their order. */
async function record(page: Page): Promise<DataLayerEvent[]> {
  const events: DataLayerEvent[] = [];
  await page.exposeBinding("recordEvents", (_, pushed: DataLayerEvent[]) => events.push(...pushed));
  await page.addInitScript(() => {
    const layer: unknown[] = [];
    const push = layer.push.bind(layer);
    layer.push = (...pushed) => {
      (window as unknown as { recordEvents: (pushed: unknown[]) => void }).recordEvents(pushed);
      return push(...pushed);
    };
    Object.assign(window, { o2DataLayer: layer });
  });
  return events;
}
const ids = (events: DataLayerEvent[]) => events.map(({ event }) => event);

async function fill(page: Page, fields: Record<string, string>) {
  for (const [name, value] of Object.entries(fields)) {
    const field = page.locator(`main [name="${name}"]`);
    const kind = await field.first().evaluate((one) => (one as HTMLInputElement).type);
    if (kind === "radio") await page.locator(`main [name="${name}"][value="${value}"]`).check();
    else if (kind === "checkbox") await field.check();
    else if (kind === "select-one") await field.selectOption(value);
    else await field.fill(value);
  }
}
const main = (page: Page) => page.locator("main");
const expectPage = (page: Page, name: string) => expect(main(page)).toHaveAttribute("data-page", name);
const send = (page: Page) => main(page).locator('form[method="post"] button[type="submit"]').first().click();

const entered = {
  "personal-data": {
    firstName: "Quirina",
    lastName: "Zypernblatt",
    "birthDate.day": "29",
    "birthDate.month": "2",
    "birthDate.year": "1988",
    street: "Musterweg",
    houseNumber: "3 1/2",
    postalCode: "50667",
    city: "Köln",
    email: "quirina@example.com",
    phone: "0152 28817386",
  },
  "id-data": {
    documentType: "PERSONALAUSWEIS",
    documentNumber: "L01X00T47",
    issuingAuthority: "Stadt Köln",
    "expiryDate.day": "31",
    "expiryDate.month": "8",
    "expiryDate.year": "2030",
  },
  payment: {
    paymentMethod: "direct_debit",
    accountHolder: "Quirina Zypernblatt",
    iban: "DE89 3704 0044 0532 0130 00",
    sepaMandate: "yes",
  },
  summary: {},
};

async function order(page: Page, token: string, steps: Partial<typeof entered> = entered) {
  await page.goto(`/angebot/${token}`);
  await page.getByRole("link", { name: /^Weiter/ }).click();
  for (const [step, fields] of Object.entries(steps)) {
    await expectPage(page, step);
    await hydrated(page);
    await fill(page, fields);
    await send(page);
  }
}

const common = { application: "permissions", customerLoginStatus: "no" } as const;
const offer = { ...common, pageContent: "offer page", category: "offer" } as const;
const demo = { useCase: "initial_offer", useCaseCode: 0 } as const;
const idv = { ...common, category: "idv" } as const;
const termination = { ...common, pageContent: "termination page", category: "termination" } as const;
const selfcare = {
  ...common,
  pageContent: "selfcare termination page",
  category: "selfcare termination",
} as const;
const discount = {
  ...termination,
  pageContent: "termination page: discount modal",
  label: "hotline 030 23125 200",
} as const;
const ecommerce: Ecommerce = {
  currency: "EUR",
  revenue: 162.94,
  tax: 26.02,
  shipping: 4.99,
  affiliation: "o2",
  products: [
    { id: "hw-nordlicht-12-pro", name: "Nordlicht 12 Pro", category: "Handy", price: 49, position: 1, quantity: 1 },
    { id: "tf-mobil-m", name: "Mobil M", category: "Tarif", price: 32.99, position: 1, quantity: 1 },
    { id: "pk-geraeteschutz", name: "Geräteschutz Komplett", category: "Pack", price: 7.99, position: 1, quantity: 1 },
    { id: "pk-reise", name: "Reisepaket Welt 2 GB", category: "Pack", price: 4.99, position: 1, quantity: 1 },
  ],
}; // biome-ignore format: a table of products

const goTo = (path: string) => async (page: Page) => {
  await page.goto(path);
};
const terminate = (contractNumber: string) => async (page: Page) => {
  await page.goto("/kuendigung");
  await hydrated(page);
  const service = page.locator('main select[name="serviceType"]');
  if (await service.count()) await service.selectOption({ index: 1 });
  await fill(page, {
    firstName: "Quirina",
    lastName: "Zypernblatt",
    contractNumber,
    email: "quirina@example.com",
  });
  await page.getByRole("button", { name: "jetzt kündigen" }).click();
};
const openSelfcare = (data: string) => async (page: Page) => {
  await page.goto(`/selfcarekuendigung?data=${data}`);
  await hydrated(page);
  await main(page).getByRole("button", { name: "jetzt kündigen" }).first().click();
  await expect(page.getByRole("dialog")).toBeVisible();
};
const confirmSelfcare = (data: string) => async (page: Page) => {
  await openSelfcare(data)(page);
  await page.getByRole("dialog").getByRole("button", { name: "jetzt kündigen" }).click();
};

/** What leads to an event, and the event as a whole. */
const flows: { name: string; does: (page: Page) => Promise<unknown>; tells: DataLayerEvent[] }[] = [
  {
    name: "an order with a document",
    async does(page) {
      const token = fresh("demo");
      await page.goto(`/angebot/${token}`);
      const href = await page.locator('main a[href*="/dokumente/"]').first().getAttribute("href");
      expect((await page.request.get(href ?? "")).status()).toBe(200);
      await order(page, token);
      await expectPage(page, "confirmation");
      await page.reload();
      await expectPage(page, "confirmation");
    },
    tells: [
      { event: "offerLoaded", ...offer, ...demo, ecommerce },
      { event: "documentsDownloaded", ...offer, ...demo },
      { event: "offerLoaded", ...offer, ...demo, ecommerce },
      { event: "personalDataSaved", ...offer, ...demo },
      { event: "paymentDataSaved", ...offer, ...demo },
      { event: "offerSubmitted", ...offer, ...demo },
      { event: "offerConfirmation", ...offer, ...demo, pageContent: "offer confirmation" },
      {
        event: "offerPurchase",
        ...offer,
        ...demo,
        pageContent: "offer confirmation",
        ecommerce: { ...ecommerce, payment: "direct_debit" },
      },
      { event: "offerConfirmation", ...offer, ...demo, pageContent: "offer confirmation" },
    ],
  },
  {
    name: "an offer that cannot be loaded",
    does: goTo("/angebot/state-OFFER_EXPIRED"),
    tells: [{ event: "offerLoadError", ...offer, ...demo, description: "Loading cart failed: OfferExpired" }],
  },
  {
    name: "an offer's error page",
    does: goTo("/angebot/state-OFFER_EXPIRED/fehler"),
    tells: [
      {
        event: "offerErrorPage",
        ...offer,
        ...demo,
        pageContent: "offer error page",
        description: "Error page: OfferExpired",
      },
    ],
  },
  {
    name: "an order whose payment fails",
    async does(page) {
      await order(page, fresh("accept-PAYMENT_FAILED"));
      await expect(main(page)).toHaveAttribute("data-state", "PaymentFailed");
    },
    tells: [
      { event: "offerLoaded", ...offer, ...demo, ecommerce },
      { event: "personalDataSaved", ...offer, ...demo },
      { event: "paymentDataSaved", ...offer, ...demo },
      { event: "offerSubmitFailed", ...offer, ...demo, description: "Place order failed: PaymentFailed" },
    ],
  },
  {
    name: "documents that cannot be loaded",
    async does(page) {
      const { summary: _, ...steps } = entered;
      await order(page, fresh("documents-fail"), steps);
      await expect(main(page)).toHaveAttribute("data-state", "DocumentsNotLoaded");
    },
    tells: [
      { event: "offerLoaded", ...offer, ...demo, ecommerce },
      { event: "personalDataSaved", ...offer, ...demo },
      { event: "paymentDataSaved", ...offer, ...demo },
      {
        event: "documentsLoadError",
        ...offer,
        ...demo,
        description: "Loading documents failed: DocumentsNotLoaded",
      },
    ],
  },
  {
    name: "a verification's start",
    does: (page) => page.goto(`/idv/${fresh("demo")}`),
    tells: [{ event: "idvSelection", ...idv, pageContent: "idv selection" }],
  },
  {
    name: "a verification that succeeded",
    does: goTo("/idv/state-IDV_SUCCESS"),
    tells: [
      {
        event: "idvSuccess",
        ...idv,
        pageContent: "idv success",
        idvLabel: "Identitätsprüfung abgeschlossen",
      },
    ],
  },
  {
    name: "a verification that failed for good",
    does: goTo("/idv/state-NO_MORE_IDV_POSSIBLE"),
    tells: [
      {
        event: "idvError",
        ...idv,
        pageContent: "idv error",
        idvLabel: "Identitätsprüfung fehlgeschlagen",
        description: "Error page: NoMoreIdvPossible",
      },
    ],
  },
  {
    name: "a verification of a cancelled order",
    does: goTo("/idv/state-OFFER_CANCELLED"),
    tells: [
      {
        event: "idvCancelled",
        ...idv,
        pageContent: "idv cancelled",
        idvLabel: "Die Bestellung wurde storniert",
      },
    ],
  },
  {
    name: "a verification under way",
    async does(page) {
      await page.goto(`/idv/${fresh("pending")}`);
      await expectPage(page, "idv-pending");
    },
    tells: [
      {
        event: "idvPending",
        ...idv,
        pageContent: "idv pending",
        idvLabel: "Identitätsprüfung in Bearbeitung",
      },
    ],
  },
  {
    name: "a termination",
    async does(page) {
      await terminate("V-100200")(page);
      await expectPage(page, "termination-confirmation");
      await page.locator('[data-modal="discount"]').click();
      const dialog = page.getByRole("dialog");
      const call = dialog.getByRole("link");
      await call.evaluate((link) => link.addEventListener("click", (event) => event.preventDefault()));
      await call.click();
      await dialog.getByRole("button", { name: "Schließen" }).click();
      await expect(dialog).toBeHidden();
      await page.reload();
      await expectPage(page, "termination-confirmation");
    },
    tells: [
      { event: "terminationLoaded", ...termination },
      { event: "terminationSubmitted", ...termination, label: "success - mobile - regular - now" },
      { event: "terminationDiscountViewed", ...discount },
      { event: "terminationDiscountPhoneClicked", ...discount },
      { event: "terminationDiscountClosed", ...discount },
    ],
  },
  {
    name: "a termination form with gaps, and what comes after",
    async does(page) {
      await page.goto("/kuendigung");
      await hydrated(page);
      await page.locator('[data-modal="teaser"]').click();
      await page.getByRole("dialog").getByRole("button", { name: "Schließen" }).click();
      await page.getByRole("button", { name: "jetzt kündigen" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Zum Formular" }).click();
      await expect(page.getByRole("dialog")).toBeHidden();
    },
    tells: [
      { event: "terminationLoaded", ...termination },
      { event: "terminationTeaserViewed", ...termination, pageContent: "termination page: teaser" },
      {
        event: "terminationRequiredFieldsViewed",
        ...termination,
        pageContent: "termination page: required-fields modal",
      },
      {
        event: "terminationRequiredFieldsClosed",
        ...termination,
        pageContent: "termination page: required-fields modal",
      },
    ],
  },
  {
    name: "a termination that the provider does not take",
    async does(page) {
      await terminate("post-DOWNTIME")(page);
      await expect(page.getByRole("alert").first()).toBeVisible();
    },
    tells: [
      { event: "terminationLoaded", ...termination },
      { event: "terminationSubmitFailed", ...termination, label: "failure - mobile - regular - now" },
    ],
  },
  {
    name: "a selfcare termination",
    async does(page) {
      await confirmSelfcare(fresh("demo"))(page);
      await expectPage(page, "selfcare-confirmation");
    },
    tells: [
      {
        event: "selfcareModalDisplayed",
        ...selfcare,
        pageContent: "selfcare termination page: submit modal",
      },
      { event: "selfcareSubmitClicked", ...selfcare, label: "regular - now" },
      { event: "selfcareSubmitted", ...selfcare, label: "success - regular - now" },
    ],
  },
  {
    name: "a selfcare termination that is not sent",
    async does(page) {
      await openSelfcare(fresh("demo"))(page);
      await page.getByRole("dialog").getByRole("button", { name: "Schließen" }).click();
      await expect(page.getByRole("dialog")).toBeHidden();
    },
    tells: [
      {
        event: "selfcareModalDisplayed",
        ...selfcare,
        pageContent: "selfcare termination page: submit modal",
      },
      { event: "selfcareModalClosed", ...selfcare, pageContent: "selfcare termination page: submit modal" },
    ],
  },
  {
    name: "a selfcare termination that the provider does not take",
    async does(page) {
      await confirmSelfcare(fresh("post-DOWNTIME"))(page);
      await expect(page.getByRole("alert").first()).toBeVisible();
    },
    tells: [
      {
        event: "selfcareModalDisplayed",
        ...selfcare,
        pageContent: "selfcare termination page: submit modal",
      },
      { event: "selfcareSubmitClicked", ...selfcare, label: "regular - now" },
      { event: "selfcareSubmitFailed", ...selfcare, label: "failure - regular - now" },
    ],
  },
];

for (const { name, does, tells } of flows)
  test(`${name} tells all of it, and only once`, async ({ page }) => {
    const events = await record(page);
    await does(page);
    await expect.poll(() => ids(events)).toEqual(ids(tells));
    expect(events).toEqual(tells);
    const told = JSON.stringify(events);
    for (const value of Object.values(entered).flatMap((fields) => Object.values(fields)))
      if (value.length > 4 && value !== "direct_debit") expect(told).not.toContain(value);
    expect(told).not.toContain("~track-");
  });

/** Rows that nothing on the pages can bring about yet. */
const without = ["terminationCancelled", "terminationDiscountSubmitClicked"];
test("every event of the catalogue is told by a page", () => {
  const told = new Set([...flows.flatMap(({ tells }) => ids(tells)), ...without]);
  expect([...told].sort()).toEqual(Object.keys(trackingEvents).sort());
});

const banner = (page: Page) => page.locator("#sandbox-consent");
const thirdParty = (request: Request) => request.url().includes("/sandbox/thirdparty/");

test("before consent nothing runs, after it does, and it stops when consent is withdrawn", async ({
  page,
}) => {
  const asked: string[] = [];
  const reported: string[] = [];
  page.on("request", (request) => {
    if (!thirdParty(request)) return;
    asked.push(new URL(request.url()).pathname.split("/").at(-1) ?? "");
    const body = request.postData();
    if (body) reported.push(JSON.parse(body).event.event);
  });
  await page.goto("/kuendigung?brand=blau");
  await expect(banner(page)).toBeVisible();
  await hydrated(page);
  expect(asked).toEqual(["consent-manager"]);

  await banner(page).getByRole("button", { name: "Akzeptieren" }).click();
  await expect(page.locator("html[data-personalisation]")).toHaveCount(1);
  await page.locator('[data-modal="teaser"]').click();
  // What was told before consent is dropped, not replayed.
  await expect
    .poll(() => reported.toSorted())
    .toEqual(["personalisation started", "terminationTeaserViewed"]);

  await page.goto("/angebot/state-OFFER_EXPIRED");
  await expect.poll(() => reported).toContain("offerLoadError");
  await expect(page.locator("html[data-personalisation]")).toHaveCount(0);

  await page.goto("/kuendigung");
  await expect(page.locator("html[data-personalisation]")).toHaveCount(1);
  await expect.poll(() => reported.filter((event) => event === "terminationLoaded")).toHaveLength(1);
  await page.getByRole("link", { name: "Cookie-Einstellungen" }).click();
  await banner(page).getByRole("button", { name: "Ablehnen" }).click();
  await expect(page.locator("html[data-personalisation]")).toHaveCount(0);
  await hydrated(page);
  const before = [...reported];
  await page.locator('[data-modal="teaser"]').click();
  await expect(page.getByRole("dialog")).toBeVisible();
  asked.length = 0;
  await page.goto("/angebot/state-OFFER_EXPIRED");
  await expect.poll(() => asked).toContain("consent-manager");
  await page.waitForLoadState("networkidle");
  expect(asked).toEqual(["consent-manager"]);
  expect(reported).toEqual(before);
});

test("third parties that may listen learn nothing of the customer", async ({ page }) => {
  const sent: string[] = [];
  page.on(
    "request",
    (request) => thirdParty(request) && sent.push(request.url() + (request.postData() ?? "")),
  );
  await page.goto("/?brand=blau");
  await banner(page).getByRole("button", { name: "Akzeptieren" }).click();
  const token = fresh("demo");
  await order(page, token);
  await expectPage(page, "confirmation");
  await expect.poll(() => sent.join()).toContain("offerPurchase");
  const all = decodeURIComponent(sent.join());
  const typed = Object.values(entered).flatMap((fields) => Object.values(fields));
  for (const value of [token, ...typed].filter((text) => text.length > 4 && text !== "direct_debit"))
    expect(all).not.toContain(value);
});

test("rejecting loads nothing more", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => thirdParty(request) && asked.push(request.url()));
  await page.goto("/kuendigung?brand=blau");
  await banner(page).getByRole("button", { name: "Ablehnen" }).click();
  await expect(banner(page)).toHaveCount(0);
  await page.waitForLoadState("networkidle");
  expect(asked).toHaveLength(1);
});

plainTest("with every third party blocked a customer orders all the same", async ({ page }) => {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  await page.route("**/sandbox/thirdparty/**", (route) => route.abort());
  await page.goto("/?brand=blau");
  await order(page, fresh("demo"));
  await expectPage(page, "confirmation");
  expect(errors).toEqual([]);
});

test("the sandbox shows the data layer of a page that is asked to", async ({ page }) => {
  await page.goto("/angebot/state-OFFER_EXPIRED?datalayer");
  await expect(page.locator("#sandbox-data-layer")).toContainText("Loading cart failed: OfferExpired");
  await page.goto("/angebot/state-OFFER_EXPIRED");
  await expect(page.locator("#sandbox-data-layer")).toHaveCount(0);
});
