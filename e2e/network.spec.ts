import type { Locator, Page } from "@playwright/test";
import { type Foreign, startCutProxy } from "../tests/support/cut-proxy.ts";
import { fresh } from "../tests/support/fresh.ts";
import { proxyOf, startLimitedProxy } from "../tests/support/limited-proxy.ts";
import { entered } from "../tests/support/offer.ts";
import { isMissingProxy } from "../tests/support/proxies.ts";
import { openStep } from "./support/offer.ts";
import { expectHeading, expectPage, fill, main, terminationsOf } from "./support/page.ts";
import { test as base, both, expect, expectAccessible, hasScript, hydrated } from "./support/test.ts";

/** Between the browser and its portal there is a network that can break. */
const test = base.extend<{ network: Awaited<ReturnType<typeof startCutProxy>> }>({
  network: async ({ portal }, use) => {
    const network = await startCutProxy(portal.origin);
    await use(network);
    await network.stop();
  },
  baseURL: ({ network }, use) => use(network.origin),
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

async function openForm(page: Page, declaration: Declaration, lastName = "Muster", path?: string) {
  await page.goto(path ?? legal[declaration].path);
  await hydrated(page);
  const contract = declaration === "termination" ? "contractNumber" : "contractReference";
  await fill(page, { firstName: "Ada", lastName, [contract]: "V-100", email: "ada@example.com" });
  return buttonOf(page, legal[declaration].label);
}

/** Nothing makes noise smaller but fewer pixels, or JPEG. */
async function photographOf(page: Page, ...size: [width: number, height: number]) {
  const picture = await page.evaluate(([width, height]) => {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [width, height];
    const noise = new ImageData(width, height);
    for (let at = 0; at < noise.data.length; at += 65_536)
      crypto.getRandomValues(noise.data.subarray(at, at + 65_536));
    canvas.getContext("2d")?.putImageData(noise, 0, 0);
    return canvas.toDataURL("image/png").split(",")[1] ?? "";
  }, size);
  return { name: "attest.png", mimeType: "image/png", buffer: Buffer.from(picture, "base64") };
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
const sentBy = (button: Locator) =>
  button.evaluate((one: HTMLButtonElement) => [...new FormData(one.form ?? undefined)].map(String));

/** The page's own button, not a dialog's. */
const sendButton = (page: Page) =>
  main(page).locator("form[method=post] button[type=submit]:not([name=leave])").last();

const waiting = (page: Page) => page.getByRole("status").filter({ hasText: "Keine Verbindung" });
const lost = (page: Page) => page.getByRole("alert").filter({ hasText: "Die Verbindung ist abgebrochen" });

interface Post {
  /** Opens the form, fills it in, and finds its button. */
  open: (page: Page, mark: string) => Promise<Locator>;
  arrives: (page: Page) => Promise<void>;
  effects?: (page: Page, mark: string) => Promise<unknown[]>;
}
const order = "zahlungspflichtig bestellen";
const buttonOf = (page: Page, name: string) => main(page).getByRole("button", { name, exact: true });
const change = (page: Page) => main(page).getByRole("link", { name: /Ändern.*Zahlung/ });

const posts: Record<string, Post> = {
  termination: {
    open: (page, mark) => openForm(page, "termination", mark),
    arrives: (page) => expectPage(page, "termination-confirmation"),
    effects: terminationsOf,
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
  },
  order: {
    open: async (page, mark) => {
      await openSummary(page, mark);
      return buttonOf(page, order);
    },
    arrives: (page) => expectPage(page, "confirmation"),
    effects: mailsOf,
  },
  "offered mail address": {
    open: async (page) => {
      const button = await openPersonalData(page);
      await fill(page, { ...entered.personalData, email: "erika@gmial.com" });
      await page.getByLabel("Telefonnummer").focus();
      await expectAccessible(page);
      await offeredMail(page).click();
      await expect(page.getByLabel("E-Mail-Adresse")).toHaveValue("erika@gmail.com");
      return button;
    },
    arrives: (page) => expectPage(page, "id-data"),
  },
  "choice of how to identify": {
    open: async (page) => {
      await page.goto(`/idv/${fresh("demo")}`);
      await hydrated(page);
      return sendButton(page);
    },
    arrives: (page) => expect(page).toHaveURL(/\/sandbox\/ident\/|\/post-ident$/),
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

test.describe("a form whose connection breaks", () => {
  // What forms do then is the same for all: one meets each moment, the others one of them, which may act twice if it can.
  for (const [at, [name, { open, arrives, effects }]] of Object.entries(posts).entries())
    for (const moment of name === "termination"
      ? moments
      : [effects ? "after" : (moments[at % 3] ?? "after")])
      test(`${name}, ${moment} the answer: the result comes with the network, once`, async ({
        page,
        network,
      }) => {
        const mark = fresh(effects === mailsOf ? "demo" : "Muster");
        const button = await open(page, mark);
        const label = (await button.textContent()) ?? "";
        const typed = await sentBy(button);
        network.cut(/^POST|robots/, moment);
        await button.click();
        await expect(lost(page)).toBeFocused();
        await expect(lost(page)).toBeInViewport({ ratio: 1 });
        await expect(sendButton(page)).toHaveText(label);
        expect(await sentBy(sendButton(page))).toEqual(typed);
        if (name === "termination" && moment === "before") await expectAccessible(page);
        network.restore();
        await arrives(page);
        if (effects) expect(await effects(page, mark)).toHaveLength(1);
      });

  test("a result whose page is lost: a reload shows it, sent once", async ({ page, network }) => {
    const button = await openForm(page, "termination");
    network.cut(/^GET .*bestaetigung/, "before");
    const lostPage = page.waitForEvent("requestfailed", (request) => request.isNavigationRequest());
    await button.click();
    await lostPage;
    await expect.poll(() => page.url()).toContain("chrome-error");
    network.restore();
    // The browser's error page may not be there yet, though its address is.
    await expect(() => page.reload()).toPass();
    await expectPage(page, legal.termination.result);
    expect(network.calls.filter((call) => call.startsWith("POST"))).toHaveLength(1);
  });

  const body = "<h1>Not by the portal</h1>";
  // Refusals are in tests/components/form.test.tsx, and from real proxies below.
  const foreign: Foreign[] = [
    { status: 200, body },
    { status: 200, headers: { "Content-Type": "application/json" }, body: "{}" },
    { status: 204 },
    { status: 302, headers: { Location: "http://localhost:9/login" } },
    { status: 302, headers: { Location: "/" } },
    { status: 307, headers: { Location: "/blocked" } },
  ];
  test("answers by somebody in between: the form stays and is sent again, until it says what else to try", async ({
    page,
    network,
  }) => {
    const lastName = fresh("Muster");
    const button = await openForm(page, "termination", lastName);
    const answers = [...foreign];
    network.answer(/^POST .*data/, () => answers.shift());
    // Four times at the first press; then the customer has to press.
    for (let left = foreign.length - 4; left >= 0; left--) {
      await button.click();
      await expect.poll(() => answers.length).toBe(left);
      await expect(lost(page)).toContainText("Klicken Sie bitte noch einmal");
      await expect(button).not.toHaveAttribute("aria-busy");
      await expect(lost(page)).toBeFocused();
      await expect(page.getByLabel("Nachname")).toHaveValue(lastName);
    }
    await button.click();
    await expectPage(page, "termination-confirmation");
    expect(await terminationsOf(page, lastName)).toHaveLength(1);
  });

  // Where third parties' scripts may run, no draft could bring back what a reload loses.
  test("an order refused by a firewall: the form stays, and waits for the portal itself", async ({
    page,
    network,
  }) => {
    const { open, arrives } = posts.order as Post;
    const button = await open(page, fresh("demo"));
    const typed = await sentBy(button);
    network.answer(/^POST|robots/, () => ({ status: 403, body }));
    await button.click();
    await expect(lost(page)).toBeFocused();
    expect(await sentBy(sendButton(page))).toEqual(typed);
    network.restore();
    await arrives(page);
  });

  test("a form over the host's limit stays and says so", async ({ page }) => {
    const button = await openForm(page, "withdrawal");
    await page.getByLabel(/Vertrag/).evaluate((field: HTMLTextAreaElement) => {
      field.value = "x".repeat(200_000);
    });
    await button.click();
    const refused = page.getByRole("alert").filter({ hasText: "Das ist zu groß" });
    await expect(refused).toBeFocused();
    await expect(page.getByLabel("Nachname")).toHaveValue("Muster");
    await page.getByLabel(/Vertrag/).fill("V-100");
    await button.click();
    await expectPage(page, "withdrawal-confirmation");
  });

  test("a status next to the button says that it is being sent; the button keeps its label and width, and acts once", async ({
    page,
    network,
  }) => {
    const button = await openForm(page, "termination");
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route("**/kuendigung.data*", async (route) => {
      await released;
      await route.continue();
    });
    const width = (await button.boundingBox())?.width;
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
    expect((await button.boundingBox())?.width).toBe(width);
    await button.click({ force: true });
    await button.press("Enter");
    await expect(status).toContainText("Das dauert länger als sonst.");
    release();
    await expectPage(page, "termination-confirmation");
    expect(network.calls.filter((call) => call.startsWith("POST"))).toHaveLength(1);
  });
});

for (const limit of ["nginx 413", "haproxy 408"] as const)
  base.describe(`behind ${limit}`, () => {
    const test = base.extend<{ limited: Awaited<ReturnType<typeof startLimitedProxy>> }>({
      limited: async ({ portal }, use) => {
        const proxy = await startLimitedProxy(limit, portal.origin);
        await use(proxy);
        await proxy.stop();
      },
      baseURL: ({ limited }, use) => use(limited.origin),
    });
    test.skip(isMissingProxy(proxyOf(limit)));

    test(
      "a form over its limit is not lost; shortened, it arrives once",
      limit === "nginx 413" ? both : {},
      async ({ page }) => {
        const reference = fresh("Vertrag");
        const button = await openForm(page, "withdrawal");
        const contract = page.getByLabel(/Vertrag/);
        await contract.fill(`${reference} ${"x".repeat(450)}`);
        await button.click();
        if (hasScript()) await expect(lost(page)).toBeFocused();
        else {
          await expect(page.locator("body")).not.toContainText("Widerruf");
          await page.goBack();
        }
        await expect(page.getByLabel("Nachname")).toHaveValue("Muster");
        await expect(contract).toHaveValue(new RegExp(reference));
        await contract.fill(reference);
        await button.click();
        await expectPage(page, "withdrawal-confirmation");
        await expect(main(page)).toContainText(reference);
      },
    );
  });

test.describe("a link pressed without a network", () => {
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
});

test.describe("what is typed", () => {
  const stored = (page: Page) => page.evaluate(() => JSON.stringify(sessionStorage));
  const path = "/kuendigung";
  // A brand without a consent tool: where a third party's script may run, drafts are not kept.
  test.beforeEach(async ({ page }) => {
    await page.goto("/?brand=nova");
  });

  test("survives a reload, leaving the page and a lost post, and is gone once it was sent", async ({
    page,
    network,
  }) => {
    const button = await openForm(page, "termination", "Entwurf", path);
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
    await page.goto(path);
    await isThere();
    network.cut(/^POST|robots/, "after");
    await button.click();
    await expect(lost(page)).toBeFocused();
    await page.reload();
    await isThere();
    network.restore();
    await page.locator("input[value=regular]").check();
    await button.click();
    await expectPage(page, "termination-confirmation");
    expect(await stored(page)).not.toContain("Entwurf");
    await page.goto(path);
    await hydrated(page);
    await expect(page.getByLabel("Nachname")).toHaveValue("");
  });

  /** The code of the aids is lost, once something is typed. */
  // The page that a form leads to asks for the code too, and waits for a draft that it never has.
  test.afterEach(({ page }) => page.unrouteAll({ behavior: "ignoreErrors" }));

  async function loseAids(page: Page) {
    await page.route("**/assets/typing-aids-*", async (route) => {
      await page.waitForFunction(() => Object.keys(sessionStorage).some((key) => key.startsWith("draft")));
      await route.abort();
    });
  }

  test("is judged by the server where the code of its aids was lost", async ({ page }) => {
    const { personalData } = entered;
    const { "birthDate.day": day, "birthDate.month": month, "birthDate.year": year, ...rest } = personalData;
    await loseAids(page);
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

test.describe("a proof", () => {
  const proof = (size: number) => ({
    name: "a.pdf",
    mimeType: "application/pdf",
    buffer: Buffer.from("%PDF-1.7\n".repeat(size)),
  });

  /** The form of a special termination, which asks for a proof, and so does its confirmation. */
  async function openSpecial(page: Page, lastName?: string) {
    const button = await openForm(page, "termination", lastName);
    await page.getByText("Außerordentlich kündigen").click();
    await page.getByLabel(/^Grund/).selectOption("TechnischeProbleme");
    return button;
  }
  async function openConfirmation(page: Page) {
    const button = await openSpecial(page);
    await button.click();
    await expectPage(page, "termination-confirmation");
    await hydrated(page);
  }

  /** What keeps it comes with the first chosen file; a press before that sends the file with the form. */
  async function chooseProof(page: Page, file: ReturnType<typeof proof>) {
    await page.getByLabel(/Nachweis/).setInputFiles(file);
    await page.waitForFunction(() =>
      performance.getEntriesByType("resource").some(({ name }) => name.includes("late-files")),
    );
  }
  const isKept = (page: Page) => page.evaluate(() => localStorage.getItem("kept-files") !== null);
  const uploadsOf = async (page: Page, lastName: string) => {
    const [sent] = await terminationsOf(page, lastName);
    return sent?.uploads ?? [];
  };

  test("on a weak uplink follows its declaration, which is confirmed first, and shows its progress", async ({
    page,
  }) => {
    const button = await openSpecial(page, "Langsam");
    await chooseProof(page, proof(40_000));
    const devtools = await page.context().newCDPSession(page);
    const uplink = (bytesPerSecond: number) =>
      devtools.send("Network.emulateNetworkConditions", {
        offline: false,
        latency: 100,
        downloadThroughput: -1,
        uploadThroughput: bytesPerSecond,
      });
    // The file takes half a minute: nothing that is looked at meanwhile takes as long.
    await uplink(10_000);
    await button.click();
    await expectPage(page, "termination-confirmation");
    expect(await uploadsOf(page, "Langsam")).toEqual([]);
    await expect(page.getByText("Der Nachweis wird gesendet")).toBeVisible();
    const percent = async () => Number(await page.getByRole("progressbar").getAttribute("value"));
    await expect.poll(percent).toBeGreaterThan(0);
    expect(await percent()).toBeLessThan(100);
    await expectAccessible(page);
    await uplink(-1);
    await expect(page.getByText("Ihr Nachweis ist angekommen")).toBeVisible();
    await expect(main(page).getByText("a.pdf")).toHaveCount(1);
    expect(await isKept(page)).toBe(false);
  });

  test("is on the page alone, and is asked for again after it was closed", async ({ page, network }) => {
    const button = await openSpecial(page, "Zu");
    await chooseProof(page, proof(2_000));
    network.cut(/^POST .*bestaetigung/, "before");
    await button.click();
    await expectPage(page, "termination-confirmation");
    await expect(page.getByText("sobald Sie wieder Netz haben")).toBeVisible();
    expect(await isKept(page)).toBe(false);
    const later = await page.context().newPage();
    const address = page.url();
    await page.close();
    network.restore();
    await later.goto(address);
    await expect(later.getByText("Ihr Nachweis ist nicht angekommen")).toBeVisible();
    await later.locator("#file").setInputFiles(proof(2_000));
    await later.getByRole("button", { name: "Erneut senden" }).click();
    await expect(later.getByText("Ihr Nachweis ist angekommen")).toBeVisible();
    expect((await uploadsOf(later, "Zu")).length).toBe(1);
  });

  test("that is cancelled is not kept, nor sent later", async ({ page, network }) => {
    const button = await openSpecial(page, "Doch nicht");
    await chooseProof(page, proof(2_000));
    network.cut(/^POST .*bestaetigung/, "before");
    await button.click();
    await page.getByRole("button", { name: "Abbrechen" }).click();
    network.restore();
    await page.reload();
    await hydrated(page);
    await expect(page.getByText("Ihr Nachweis ist nicht angekommen")).toBeVisible();
    expect(await uploadsOf(page, "Doch nicht")).toEqual([]);
  });

  test("whose receipt never comes is removed by the next page after ten minutes", async ({
    page,
    network,
  }) => {
    const button = await openSpecial(page, "Unterwegs");
    await chooseProof(page, proof(2_000));
    network.cut(/^POST/, "before");
    await button.click();
    await expect.poll(() => isKept(page)).toBe(true);
    const other = await page.context().newPage();
    await page.close();
    network.restore();
    const openAfter = async (minutes: number) => {
      await other.addInitScript((ms) => {
        const now = Date.now;
        Date.now = () => now() + ms;
      }, minutes * 60_000);
      await other.goto("/widerruf?brand=blau");
      await hydrated(other);
    };
    await openAfter(9);
    expect(await isKept(other)).toBe(true);
    await openAfter(2);
    await expect.poll(() => isKept(other)).toBe(false);
  });

  test("that is a photograph is made smaller, unless the customer wants to send the original", async ({
    page,
  }) => {
    await page.goto("/kuendigung?brand=blau");
    await hydrated(page);
    const photograph = await photographOf(page, 600, 500);
    const { buffer } = photograph;
    for (const [lastName, asOriginal] of [
      ["Klein", false],
      ["Groß", true],
    ] as const) {
      const button = await openSpecial(page, lastName);
      await page.getByLabel(/Nachweis/).setInputFiles(photograph);
      await expect(
        page.getByText(/^Ihr Foto wurde verkleinert: von [\d,]+\sMB auf [\d,]+\sMB\.$/),
      ).toBeVisible();
      if (asOriginal) {
        await expectAccessible(page);
        await page.getByLabel("Original senden").check();
      }
      await button.click();
      await expect(page.getByText("Ihr Nachweis ist angekommen")).toBeVisible();
      const [sent] = await uploadsOf(page, lastName);
      if (asOriginal) expect(sent).toMatchObject({ name: "attest.png", size: buffer.length });
      else {
        expect(sent).toMatchObject({ name: "attest.jpg", type: "image/jpeg" });
        expect(sent?.size).toBeLessThan(buffer.length * 0.8);
      }
    }
  });

  test("that is a photograph too large to be sent is made smaller all the same", async ({ page }) => {
    await page.goto("/kuendigung?brand=blau");
    await hydrated(page);
    const photograph = await photographOf(page, 1700, 1800);
    expect(photograph.buffer.length).toBeGreaterThan(10 * 1024 * 1024);
    const button = await openSpecial(page, "Riesig");
    await page.getByLabel(/Nachweis/).setInputFiles(photograph);
    await expect(
      page.getByText(/^Ihr Foto wurde verkleinert: von [\d,]+\sMB auf [\d,]+\sMB\.$/),
    ).toBeVisible();
    await expect(page.getByLabel("Original senden")).toHaveCount(0);
    await button.click();
    await expect(page.getByText("Ihr Nachweis ist angekommen")).toBeVisible();
    expect(await uploadsOf(page, "Riesig")).toMatchObject([{ name: "attest.jpg", type: "image/jpeg" }]);
  });

  test("where nothing can be kept goes out with its termination", async ({ page }) => {
    await page.addInitScript(() => Object.defineProperty(window, "indexedDB", { value: undefined }));
    const button = await openSpecial(page, "Privat");
    await chooseProof(page, proof(2_000));
    await button.click();
    await expectPage(page, "termination-confirmation");
    expect(await uploadsOf(page, "Privat")).toMatchObject([{ name: "a.pdf" }]);
    expect(page.url()).not.toContain("fileFollows");
  });

  test("lost with its termination arrives once", async ({ page, network }) => {
    const button = await openSpecial(page);
    await page.getByLabel(/Nachweis/).setInputFiles(proof(2_000));
    network.cut(/^POST|robots/, "after");
    await button.click();
    await expect(lost(page)).toBeFocused();
    network.restore();
    await expectPage(page, "termination-confirmation");
    await expect(main(page).getByText("a.pdf")).toHaveCount(1);
  });

  test("sent from the confirmation shows its progress, asks before its page is left, and lost arrives once", async ({
    page,
    network,
  }) => {
    await openConfirmation(page);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route("**/kuendigung/bestaetigung?*", async (route) => {
      if (route.request().method() === "POST") await released;
      await route.continue();
    });
    const attach = () => page.locator("#file").setInputFiles(proof(200_000));
    await attach();
    network.cut(/^POST .*bestaetigung/, "after");
    await page.getByRole("button", { name: "Nachweis senden" }).click();
    await expect(page.getByRole("progressbar")).toBeInViewport({ ratio: 1 });
    await expectAccessible(page);
    const leaves = () => page.evaluate(() => dispatchEvent(new Event("beforeunload", { cancelable: true })));
    await expect.poll(leaves).toBe(false);
    release();
    const notice = page.getByRole("alert").filter({ hasText: "Ihr Nachweis ist nicht angekommen" });
    await expect(notice).toBeFocused();
    await expect(notice).toBeInViewport({ ratio: 1 });
    await expect(notice).toContainText("Ihre Kündigung ist trotzdem eingegangen.");
    await expectAccessible(page);
    network.restore();
    await attach();
    await page.getByRole("button", { name: "Erneut senden" }).click();
    await expect(page.getByText("Ihr Nachweis ist angekommen")).toBeVisible();
    await expect.poll(leaves).toBe(true);
    await expect(main(page).getByText("a.pdf")).toHaveCount(1);
  });
});
