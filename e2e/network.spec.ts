import type { Locator, Page } from "@playwright/test";
import { startCutProxy } from "../tests/support/cut-proxy.ts";
import { fresh } from "../tests/support/fresh.ts";
import { entered } from "../tests/support/offer.ts";
import { openStep } from "./support/offer.ts";
import { back, expectHeading, expectPage, expectState, fill, forward, main } from "./support/page.ts";
import { test as base, expect, expectAccessible, hydrated, script } from "./support/test.ts";
import { consentState } from "./support/visitor.ts";

/** Between the browser and its portal there is a network that can break. */
const test = base.extend<{ network: Awaited<ReturnType<typeof startCutProxy>> }>({
  network: async ({ portal }, use) => {
    const network = await startCutProxy(portal.origin);
    await use(network);
    await network.stop();
  },
  baseURL: ({ network }, use) => use(network.origin),
  storageState: ({ network, consent }, use) => use(consentState(network.origin, consent)),
  // The console reports what breaks.
  pageErrors: async ({ page }, use) => {
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(String(error)));
    await use(errors);
    expect(errors, "errors in the page").toEqual([]);
  },
});

const moments = ["before", "after", "within"] as const;

const legal = {
  termination: {
    path: "/kuendigung?brand=blau",
    label: "jetzt kündigen",
    result: "termination-confirmation",
  },
  withdrawal: {
    path: "/widerruf?brand=blau",
    label: "Widerruf bestätigen",
    result: "withdrawal-confirmation",
  },
} as const;
type Declaration = keyof typeof legal;

async function openForm(page: Page, declaration: Declaration, lastName = "Muster") {
  await page.goto(legal[declaration].path);
  await hydrated(page);
  const contract = declaration === "termination" ? "contractNumber" : "contractReference";
  await fill(page, { firstName: "Ada", lastName, [contract]: "V-100", email: "ada@example.com" });
  return buttonOf(page, legal[declaration].label);
}

async function terminationsOf(page: Page, lastName: string) {
  const all = await (await page.request.get("/sandbox/terminations.json")).json();
  return (all as { declaration: { customer: { lastName: string } } }[]).filter(
    ({ declaration }) => declaration.customer.lastName === lastName,
  );
}

const mailsOf = async (page: Page, reference: string) =>
  (await page.request.get(`/sandbox/outbox.json?reference=${reference}`)).json() as Promise<unknown[]>;

const openSummary = (page: Page, token?: string) => openStep(page, "zusammenfassung", token);

async function openPersonalData(page: Page) {
  await openStep(page, "meine-daten");
  return buttonOf(page, "Weiter");
}

const offeredMail = (page: Page) => page.getByRole("button", { name: "Meinten Sie erika@gmail.com?" });

/** What a button sends: the form's fields, its submission id among them. */
const fieldsOf = (button: Locator) =>
  button.evaluate((one: HTMLButtonElement) => [...new FormData(one.form ?? undefined)].map(String));

/** The page's own button, not a dialog's. */
const sendButton = (page: Page) => main(page).locator("form[method=post] button[type=submit]").last();

const waiting = (page: Page) => page.getByRole("status").filter({ hasText: "Keine Verbindung" });
const lost = (page: Page) => page.getByRole("alert").filter({ hasText: "Die Verbindung ist abgebrochen" });

interface Post {
  /** Opens the form, fills it in, and finds its button. */
  open: (page: Page, mark: string) => Promise<Locator>;
  arrives: (page: Page) => Promise<void>;
  effects?: (page: Page, mark: string) => Promise<unknown[]>;
  /** Names of the code and the address of its result, if that is another page. */
  result?: { code: string; path: string };
}
const received = { code: "confirmation", path: "bestaetigung" };
const order = "zahlungspflichtig bestellen";
const buttonOf = (page: Page, name: string) => main(page).getByRole("button", { name, exact: true });
const change = (page: Page) => main(page).getByRole("link", { name: /Ändern.*Zahlung/ });

const posts: Record<string, Post> = {
  termination: {
    open: (page, mark) => openForm(page, "termination", mark),
    arrives: (page) => expectPage(page, "termination-confirmation"),
    effects: terminationsOf,
    result: received,
  },
  withdrawal: {
    open: (page, mark) => openForm(page, "withdrawal", mark),
    arrives: (page) => expectPage(page, "withdrawal-confirmation"),
    result: received,
  },
  "selfcare termination": {
    open: async (page) => {
      await page.goto(`/selfcarekuendigung?data=${fresh()}&brand=blau`);
      await hydrated(page);
      const button = main(page).getByRole("button", { name: "jetzt kündigen" }).first();
      await button.click();
      return page.getByRole("dialog").getByRole("button", { name: "jetzt kündigen" });
    },
    arrives: (page) => expectPage(page, "selfcare-confirmation"),
    result: received,
  },
  order: {
    open: async (page, mark) => {
      await openSummary(page, mark);
      return buttonOf(page, order);
    },
    arrives: (page) => expectPage(page, "confirmation"),
    effects: mailsOf,
    result: { code: "confirmation", path: "danke" },
  },
  "offered mail address": {
    open: async (page) => {
      const button = await openPersonalData(page);
      await fill(page, { ...entered.personalData, email: "erika@gmial.com" });
      await page.getByLabel("Telefonnummer").focus();
      await offeredMail(page).click();
      await expect(page.getByLabel("E-Mail-Adresse")).toHaveValue("erika@gmail.com");
      return button;
    },
    arrives: (page) => expectPage(page, "id-data"),
    result: { code: "id-data", path: "ausweisdaten" },
  },
  "change from the summary": {
    open: async (page) => {
      await openSummary(page);
      await change(page).click();
      await expectPage(page, "payment");
      return buttonOf(page, "Weiter");
    },
    arrives: (page) => expectPage(page, "summary"),
  },
  "mandate for another account, from the summary": {
    open: async (page) => {
      const token = await openSummary(page);
      // A new document, without the summary's code.
      await page.goto(`/angebot/${token}/zahlung`);
      await hydrated(page);
      await fill(page, { iban: "DE02 1203 0000 0000 2020 51", sepaMandate: "yes" });
      return buttonOf(page, "Weiter");
    },
    arrives: async (page) => {
      await expectPage(page, "summary");
      await expect(main(page)).toContainText("DE02 •••• •••• 2051");
    },
    result: { code: "summary", path: "zusammenfassung" },
  },
  "change of customer data": {
    open: async (page) => {
      await page.goto(`/kundendaten/${fresh("demo")}`);
      await hydrated(page);
      await page.getByText(/^Telefonnummer .* Ändern/).click();
      await page.getByLabel("Neue Telefonnummer").fill("030 23125 777");
      return buttonOf(page, "Änderungen speichern");
    },
    arrives: (page) => expectHeading(page, "Ihre Änderungen sind gespeichert"),
  },
  "mandate of a new account": {
    open: async (page, mark) => {
      await page.goto(`/kundendaten/${mark}`);
      await hydrated(page);
      await page.getByText(/^Bankverbindung .* Ändern/).click();
      const { accountHolder, sepaMandate } = entered.directDebit;
      await fill(page, { accountHolder, iban: "DE02 1203 0000 0000 2020 51", sepaMandate });
      return buttonOf(page, "Änderungen speichern");
    },
    arrives: (page) => expectHeading(page, "Ihre Änderungen sind gespeichert"),
    effects: mailsOf,
  },
};

test.describe("a form whose connection breaks", script, () => {
  for (const [name, { open, arrives, effects }] of Object.entries(posts))
    for (const moment of moments)
      test(`${name}, ${moment} the answer: the result comes with the network, once`, async ({
        page,
        network,
      }) => {
        const mark = fresh(effects === mailsOf ? "demo" : "Muster");
        const button = await open(page, mark);
        const words = (await button.textContent()) ?? "";
        const typed = await fieldsOf(button);
        network.cut(/^POST|robots/, moment);
        await button.click();
        await expect(lost(page)).toBeFocused();
        await expect(lost(page)).toBeInViewport({ ratio: 1 });
        await expect(sendButton(page)).toHaveText(words);
        expect(await fieldsOf(sendButton(page))).toEqual(typed);
        await expectAccessible(page);
        network.restore();
        await arrives(page);
        if (effects) expect(await effects(page, mark)).toHaveLength(1);
      });

  for (const declaration of Object.keys(legal) as Declaration[]) {
    const { result } = legal[declaration];
    for (const moment of moments)
      test(`${declaration}, its data lost ${moment} the answer: they come when the network does`, async ({
        page,
        network,
      }) => {
        const button = await openForm(page, declaration);
        network.cut(/^GET .*bestaetigung|robots/, moment);
        await button.click();
        await expect(waiting(page)).toBeInViewport({ ratio: 1 });
        await expect(page.getByLabel("Nachname")).toHaveValue("Muster");
        expect(network.calls.some((call) => /assets\/confirmation-/.test(call))).toBe(true);
        network.restore();
        await expectPage(page, result);
      });
  }

  for (const [name, { open, arrives, result }] of Object.entries(posts))
    for (const moment of result ? moments : [])
      test(`${name}, its result's code lost ${moment} the answer: a document comes with the network`, async ({
        page,
        network,
      }) => {
        const button = await open(page, fresh("demo"));
        const typed = await fieldsOf(button);
        const code = `assets/${result?.code}-`;
        network.cut(new RegExp(`${code}|${result?.path}\\.data|robots`), moment);
        await button.click();
        await expect(waiting(page)).toBeInViewport({ ratio: 1 });
        expect(await fieldsOf(sendButton(page))).toEqual(typed);
        network.cut(new RegExp(code), moment);
        await arrives(page);
        expect(network.calls.filter((call) => /^POST .*\.data/.test(call))).toHaveLength(1);
      });

  test("a restart whose answer is lost: how the offer is comes with the network", async ({
    page,
    network,
  }) => {
    await openSummary(page, fresh("accept-RESERVATION_AMOUNT_CAN_NOT_BE_BLOCKED"));
    await buttonOf(page, order).click();
    await expectState(page, "ReservationAmountCanNotBeBlocked");
    network.cut(/fehler|robots/, "after");
    await page.locator("[data-action=otherPaymentMethod]").click();
    await expect(waiting(page)).toBeInViewport({ ratio: 1 });
    network.restore();
    await expectPage(page, "offer-error");
    await main(page).getByRole("link", { name: "Zum Angebot" }).click();
    await expectPage(page, "offer");
  });

  test("without a network nothing is sent by itself; the same button sends it, once", async ({
    page,
    network,
    context,
  }) => {
    const button = await openForm(page, "termination");
    await context.setOffline(true);
    await button.click();
    await expect(lost(page)).toContainText("Es wurde nichts gesendet");
    await context.setOffline(false);
    await page.getByLabel("Nachname").fill("Neumuster");
    expect(network.calls.filter((call) => call.startsWith("POST"))).toEqual([]);
    await button.click();
    await expectPage(page, "termination-confirmation");
    await expect(main(page)).toContainText("Neumuster");
    expect(network.calls.filter((call) => call.startsWith("POST"))).toHaveLength(1);
  });

  test("a gateway's page instead of the answer: the form stays and is sent again", async ({ page }) => {
    const lastName = fresh("Muster");
    const button = await openForm(page, "termination", lastName);
    const gateway = { status: 502, contentType: "text/html", body: "<h1>Bad Gateway</h1>" };
    await page.route("**/kuendigung.data*", (route) => route.fulfill(gateway), { times: 1 });
    await button.click();
    await expect(lost(page)).toBeFocused();
    await expect(page.getByLabel("Nachname")).toHaveValue(lastName);
    await expectPage(page, "termination-confirmation");
    expect(await terminationsOf(page, lastName)).toHaveLength(1);
  });

  test("a form changed after its answer was lost waits for its button", async ({ page, network }) => {
    const button = await openForm(page, "termination");
    network.cut(/^POST|robots/, "before");
    await button.click();
    await expect(lost(page)).toBeFocused();
    await page.getByLabel("Nachname").fill("Neumuster");
    network.restore();
    await button.click();
    await expectPage(page, "termination-confirmation");
    await expect(main(page)).toContainText("Neumuster");
    expect(network.calls.filter((call) => call.startsWith("POST"))).toHaveLength(1);
  });

  test("a status next to the button says that it is being sent; the button keeps its label", async ({
    page,
    network,
  }) => {
    const button = await openForm(page, "termination");
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/kuendigung.data*", async (route) => {
      await held;
      await route.continue();
    });
    // With the click itself, before anything else is done with the form.
    const atOnce = await button.evaluate(async (pressed: HTMLButtonElement) => {
      pressed.click();
      await null;
      return pressed.ariaBusy;
    });
    expect(atOnce).toBe("true");
    const status = main(page).getByRole("status").filter({ hasText: "Wird gesendet …" });
    await expect(status).toBeInViewport({ ratio: 1 });
    await expect(button).toHaveAttribute("aria-busy", "true");
    await expect(button.getByText("jetzt kündigen")).toHaveCSS("opacity", "1");
    await expect(status).toContainText("Das Netz ist langsam, bitte warten.");
    release();
    await expectPage(page, "termination-confirmation");
    expect(network.calls.filter((call) => call.startsWith("POST"))).toHaveLength(1);
  });
});

test.describe("a link pressed without a network", script, () => {
  test("leaves the page in place and is followed when the browser is online again", async ({
    page,
    context,
  }) => {
    await openSummary(page);
    await context.setOffline(true);
    for (const link of [change(page), page.getByRole("link", { name: "Barrierefreiheit" })]) {
      await link.click();
      await expect(waiting(page)).toBeInViewport({ ratio: 1 });
      await expectPage(page, "summary");
    }
    await context.setOffline(false);
    await expectPage(page, "accessibility");
  });

  for (const [name, call] of [
    ["its data", /zahlung\.data|robots/],
    ["its code", /assets\/payment-|robots/],
  ] as const)
    for (const moment of moments)
      test(`${name} lost ${moment} the answer: the page comes by itself`, async ({ page, network }) => {
        await openSummary(page);
        network.cut(call, moment);
        await change(page).click();
        await expect(waiting(page)).toBeInViewport({ ratio: 1 });
        await expectPage(page, "summary");
        await expectAccessible(page);
        await expect(page.locator("html")).not.toContainText(/Something went wrong|Failed to fetch|Clear/);
        network.restore();
        await expectPage(page, "payment");
      });
});

test("a link answered by a gateway's page is opened as a document", script, async ({ page }) => {
  await openSummary(page);
  const gateway = { status: 502, contentType: "text/html", body: "<h1>Bad Gateway</h1>" };
  await page.route("**/zahlung.data*", (route) => route.fulfill(gateway));
  await change(page).click();
  await expectPage(page, "payment");
});

test.describe("a step back to a page whose code does not come", script, () => {
  /** Two pages of one history; the second was reloaded, so only its own code is there. */
  async function openPayment(page: Page) {
    const token = await openSummary(page);
    await change(page).click();
    await expectPage(page, "payment");
    await page.reload();
    await hydrated(page);
    return `GET /angebot/${token}/zusammenfassung`;
  }
  const asking = (network: { calls: string[] }, call: string) =>
    network.calls.slice(network.calls.lastIndexOf("marked")).filter((one) => one.split("?")[0] === call);

  for (const [name, lose] of [
    ["404", { status: 404, body: "" }],
    ["no answer", undefined],
  ] as const)
    test(`${name}: the page of the address comes as a document, once`, async ({ page, network }) => {
      const document = await openPayment(page);
      await page.route("**/assets/summary-*.js", (route) => (lose ? route.fulfill(lose) : route.abort()));
      network.calls.push("marked");
      await back(page);
      await expectPage(page, "summary");
      await expect(page).toHaveURL(/zusammenfassung$/);
      // Its code is still lost: the page works without it, and does not reload.
      await page.waitForLoadState("networkidle");
      expect(asking(network, document)).toHaveLength(1);
      await forward(page);
      await expectPage(page, "payment");
      await hydrated(page);
    });

  test("without a network: the page stays, and the other comes with it", async ({ page, network }) => {
    await openPayment(page);
    // Routed requests bypass the browser's cache.
    await page.route("**/assets/summary-*.js", (route) => route.continue());
    network.cut(/assets\/summary-|zusammenfassung|robots/, "before");
    await back(page);
    await expect(waiting(page)).toBeInViewport({ ratio: 1 });
    await expectPage(page, "payment");
    network.restore();
    await expectPage(page, "summary");
    await hydrated(page);
  });

  test("with its code: it comes without a document", async ({ page, network }) => {
    const document = await openPayment(page);
    network.calls.push("marked");
    await back(page);
    await expectPage(page, "summary");
    await forward(page);
    await expectPage(page, "payment");
    expect(asking(network, document)).toEqual([]);
  });

  test("scripts reload the page once in ten seconds at most", async ({ page, network }) => {
    const document = (await openPayment(page)).replace("zusammenfassung", "zahlung");
    network.calls.push("marked");
    const loaded = page.waitForEvent("load");
    await page.evaluate(() => location.reload());
    await loaded;
    await hydrated(page);
    await page.evaluate(() => location.reload());
    await page.waitForLoadState("networkidle");
    expect(asking(network, document)).toHaveLength(1);
  });
});

test.describe("what is typed", script, () => {
  const stored = (page: Page) => page.evaluate(() => JSON.stringify(sessionStorage));

  test("survives a reload and leaving the page, and is gone once it was sent", async ({ page }) => {
    const button = await openForm(page, "termination", "Entwurf");
    await page.getByText("Außerordentlich kündigen").click();
    await page.getByLabel(/^Grund/).selectOption("SonstigerGrund");
    const isThere = async () => {
      await hydrated(page);
      await expect(page.getByLabel("Nachname")).toHaveValue("Entwurf");
      await expect(page.locator("input[name=cancellationType]:checked")).toHaveValue("special");
      await expect(page.getByLabel(/^Grund/)).toHaveValue("SonstigerGrund");
    };
    // A new document, in which the browser itself restores nothing.
    await page.goto("/barrierefreiheit");
    await page.goto(legal.termination.path);
    await isThere();
    await page.reload();
    await isThere();
    await page.locator("input[value=regular]").check();
    await button.click();
    await expectPage(page, "termination-confirmation");
    expect(await stored(page)).not.toContain("Entwurf");
    await page.goto(legal.termination.path);
    await hydrated(page);
    await expect(page.getByLabel("Nachname")).toHaveValue("");
  });

  for (const moment of moments)
    test(`survives a reload where its post was lost, ${moment} the answer`, async ({ page, network }) => {
      const button = await openForm(page, "termination", "Entwurf");
      network.cut(/^POST|robots/, moment);
      await button.click();
      await expect(lost(page)).toBeFocused();
      await page.reload();
      await hydrated(page);
      await expect(page.getByLabel("Nachname")).toHaveValue("Entwurf");
    });

  for (const moment of moments)
    test(`is judged by the server where the code of its aids was lost, ${moment} the answer`, async ({
      page,
      network,
    }) => {
      const { personalData } = entered;
      const {
        "birthDate.day": day,
        "birthDate.month": month,
        "birthDate.year": year,
        ...rest
      } = personalData;
      network.cut(/assets\/typing-aids-/, moment);
      const button = await openPersonalData(page);
      await page.evaluate(() => Object.assign(window, { sameDocument: true }));
      await fill(page, {
        ...rest,
        "birthDate.day": `${day}.${month}.${year}`,
        email: "erika@gmial.com",
        city: "",
      });
      await button.click();
      const lines = page.locator("[data-error-summary] li");
      await expect(lines).toHaveCount(1);
      await fill(page, { city: personalData.city });
      await page.getByLabel("Telefonnummer").focus();
      await expect(lines).toHaveCount(1);
      await expect(offeredMail(page)).toHaveCount(0);
      expect(await page.evaluate(() => "sameDocument" in window)).toBe(true);
      await button.click();
      await expectPage(page, "id-data");
    });

  test("an account number without the code of its aids is judged by the server, as typed", async ({
    page,
    network,
  }) => {
    network.cut(/assets\/typing-aids-/, "before");
    const base = `/angebot/${await openSummary(page)}`;
    await page.goto(`${base}/zahlung`);
    await hydrated(page);
    await fill(page, { ...entered.directDebit, iban: "DE02120300000000202052" });
    await buttonOf(page, "Weiter").click();
    await expect(page.locator("[data-error-summary] li")).toHaveCount(1);
    await expect(page.getByLabel("IBAN")).toHaveValue("DE02120300000000202052");
    await fill(page, { iban: "DE02120300000000202051", sepaMandate: "yes" });
    await buttonOf(page, "Weiter").click();
    await expectPage(page, "summary");
  });

  test("is stored without ID number, account or mandate", async ({ page }) => {
    const { idData, directDebit } = entered;
    const base = `/angebot/${await openSummary(page)}`;
    for (const [step, form] of [
      ["ausweisdaten", idData],
      ["zahlung", directDebit],
    ] as const) {
      await page.goto(`${base}/${step}`);
      await hydrated(page);
      await fill(page, form);
    }
    const all = await stored(page);
    expect(all).toContain(idData.issuingAuthority);
    expect(all).toContain(directDebit.accountHolder);
    for (const secret of [
      idData.documentNumber,
      directDebit.iban.replaceAll(" ", "").slice(4),
      "sepaMandate",
    ])
      expect(all.replaceAll(" ", "")).not.toContain(secret);
  });
});

test("an upload shows its progress, and asks before its page is left", script, async ({ page }) => {
  const button = await openForm(page, "termination");
  const buffer = Buffer.from("%PDF-1.7\n".repeat(200_000));
  await page.getByLabel(/Nachweis/).setInputFiles({ name: "a.pdf", mimeType: "application/pdf", buffer });
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/kuendigung/bestaetigung?*", async (route) => {
    if (route.request().method() === "POST") await held;
    await route.continue();
  });
  await button.click();
  await expectPage(page, "termination-confirmation");
  await expect(page.getByRole("progressbar")).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);
  const leaves = () => page.evaluate(() => dispatchEvent(new Event("beforeunload", { cancelable: true })));
  expect(await leaves()).toBe(false);
  release();
  await expect(page.getByText("Ihr Nachweis ist angekommen")).toBeVisible();
  expect(await leaves()).toBe(true);
});

for (const moment of moments)
  test(
    `a proof lost ${moment} the answer arrives once, from the confirmation`,
    script,
    async ({ page, network }) => {
      const button = await openForm(page, "termination");
      const buffer = Buffer.from("%PDF-1.7\n".repeat(2_000));
      const attach = () =>
        page.locator("#file").setInputFiles({ name: "a.pdf", mimeType: "application/pdf", buffer });
      await attach();
      network.cut(/^POST .*bestaetigung/, moment);
      await button.click();
      await expectPage(page, "termination-confirmation");
      // The head of the answer is enough.
      if (moment !== "within") {
        const notice = page.getByRole("alert").filter({ hasText: "Ihr Nachweis ist nicht angekommen" });
        await expect(notice).toBeFocused();
        await expect(notice).toBeInViewport({ ratio: 1 });
        await expect(notice).toContainText("Ihre Kündigung ist trotzdem gültig.");
        await expectAccessible(page);
        network.restore();
        await attach();
        await page.getByRole("button", { name: "Nachweis erneut senden" }).click();
      }
      await expect(page.getByText("Ihr Nachweis ist angekommen")).toBeVisible();
      await expect(main(page).getByText("a.pdf")).toHaveCount(1);
    },
  );
