import type { Page } from "@playwright/test";
import { withoutPrefix } from "#app/i18n/locale.ts";
import { pageRights } from "#app/page-rights.ts";
import { pageAt } from "#app/page-table.server.ts";
import { trackingEvents } from "#app/tracking/catalogue.ts";
import { fresh } from "../../tests/support/fresh.ts";
import { entered } from "../../tests/support/offer.ts";
import { expectPage, fill, main, send } from "../support/page.ts";
import { expect, hydrated, test } from "../support/test.ts";
import { order } from "./offer-flows.ts";
import { record } from "./recording.ts";
import { listen } from "./third-parties.ts";

test.use({ consent: "accepted" });

const { firstName, lastName, email, street, houseNumber, postalCode, city } = entered.personalData;
const { accountHolder, iban } = entered.directDebit;
const person = { firstName, lastName, email };
const address = { street, houseNumber, postalCode, city };
const offer = { ...entered.personalData, ...entered.idData, ...entered.directDebit };
const termination = {
  ...person,
  ...address,
  phoneNumber: "0152 28817386",
  customerNumber: "K-4711-0815",
  contractNumber: "V-100-200-300",
  "birthDate.day": "29",
  "birthDate.month": "2",
  "birthDate.year": "1988",
  cancellationType: "special",
  reason: "SonstigerGrund",
  reasonText: "Der Preis ist gestiegen",
};
const withdrawal = { ...person, contractReference: "B-2026-4711" };
const customer = { ...address, email, phone: "030 23125-444", accountHolder, iban, sepaMandate: "on" };

/** Resolves when what the page recorded is reported: one that is left before its tag manager came reports nothing. */
type Reported = () => Promise<void>;

const open = async (page: Page, path: string, name: string) => {
  await page.goto(path);
  await expectPage(page, name);
  await hydrated(page);
};

async function identify(page: Page, token: string, prefix: string, reported: Reported) {
  await page.goto(`${prefix}/idv/${token}`);
  await expectPage(page, "idv-selection");
  await reported();
  await main(page).locator('button[name="method"]').first().click();
  await page.waitForURL(/\/sandbox\/ident\//);
  await page.goto(`${prefix}/idv/${token}`);
}
async function terminate(page: Page, _: string, prefix: string, reported: Reported) {
  await open(page, `${prefix}/kuendigung`, "termination");
  await reported();
  if (await main(page).locator('[name="serviceType"]').count()) await fill(page, { serviceType: "mobile" });
  await fill(page, termination);
  await main(page).locator("#termination .form-actions button").click();
  await expectPage(page, "termination-confirmation");
  await page.locator('[data-modal="discount"]').click();
}
async function orderAll(page: Page, token: string, prefix: string, reported: Reported) {
  await order(page, token, { prefix, atOffer: reported });
  await expectPage(page, "confirmation");
}
async function terminatePrefilled(page: Page, data: string, prefix: string) {
  await open(page, `${prefix}/selfcarekuendigung?data=${data}`, "selfcare-termination");
  await fill(page, { email });
  await send(page);
  await page.locator("dialog button[data-confirm]").click();
  await expectPage(page, "selfcare-confirmation");
}
async function withdraw(page: Page, _: string, prefix: string) {
  await open(page, `${prefix}/widerruf`, "withdrawal");
  await fill(page, withdrawal);
  await send(page);
  await expectPage(page, "withdrawal-confirmation");
}
async function changeDetails(page: Page, id: string, prefix: string) {
  await open(page, `${prefix}/kundendaten/${id}`, "customer-data");
  for (const part of await page.locator("details.change > summary").all()) await part.click();
  await fill(page, customer);
  await send(page);
  await expect(main(page)).toContainText("•••• 3000");
}
async function declineMails(page: Page, token: string, prefix: string) {
  await open(page, `${prefix}/email-ablehnung?token=${token}`, "email-rejection");
  await send(page);
  await expect(page.locator("#email-rejection")).toHaveCount(0);
}
async function logIn(page: Page, token: string, prefix: string, reported: Reported) {
  await page.goto(`${prefix}/angebot/${token}`);
  await reported();
  await page.locator('[data-action="login"]').click();
  await expectPage(page, "offer-login");
  await send(page);
  await page.locator("button[value=login]").click();
  await expectPage(page, "offer");
}

/** Every journey with all third parties on, and one in the brands' other languages. */
const journeys = [
  { name: "an offer", does: orderAll, scenario: "demo", types: offer, brand: "ayyildiz", prefix: "/tr" },
  { name: "a login", does: logIn, scenario: "login" },
  { name: "a verification", does: identify, scenario: "demo" },
  { name: "a termination", does: terminate, types: termination },
  { name: "a selfcare termination", does: terminatePrefilled, scenario: "demo", types: person },
  { name: "a withdrawal", does: withdraw, types: withdrawal },
  { name: "a withdrawal", does: withdraw, types: withdrawal, brand: "ortel", prefix: "/en" },
  { name: "customer data", does: changeDetails, scenario: "demo", types: customer, isPrivate: true },
  { name: "declined mails", does: declineMails, scenario: "demo", isPrivate: true },
] satisfies Journey[];

interface Journey {
  name: string;
  /** Goes all the way; `token` is the secret of its link. */
  does: (page: Page, token: string, prefix: string, reported: Reported) => Promise<unknown>;
  /** Of the sandbox, where the journey has a token. */
  scenario?: string;
  types?: Record<string, string>;
  brand?: keyof typeof layers;
  prefix?: "/en" | "/tr";
  /** All its pages are. */
  isPrivate?: boolean;
}

/** Each brand's data layer; ortel has no tag manager, so it must get no events. */
const layers = { o2: "o2DataLayer", ayyildiz: "dataLayer", ortel: "dataLayer" };

/** Forms in which a typed value might leak: as typed, without spaces, as digits, as a date. */
function traces(typed: Record<string, string>): string[] {
  const date = [typed["birthDate.year"], typed["birthDate.month"]?.padStart(2, "0"), typed["birthDate.day"]];
  const values = Object.values(typed).filter((value) => identifying.test(value) && !choices.has(value));
  const bare = values.map((value) => value.replace(/[\s-]/g, ""));
  const numbers = bare.filter((value) => /^0\d{6,}$/.test(value)).map((value) => value.slice(1));
  return [...values, ...bare, ...numbers, ...(date[0] ? [date.join("-"), date.reverse().join(".")] : [])];
}
/** Short words and years occur anywhere. */
const identifying = /.{5}|\p{L}{4}/u;
const choices = new Set(["direct_debit", "PERSONALAUSWEIS", "special", "regular", "SonstigerGrund"]);

/** Whoever has such a page's address has what it opens. */
const openedByAddress = new Set<string>(["ordered", "signed", "code", "state"]);

for (const {
  name,
  does,
  scenario,
  types = {},
  brand = "o2",
  prefix = "",
  isPrivate = false,
} of journeys as Journey[])
  test(`${name} in ${brand}${prefix}: neither data layer nor third parties learn who the customer is`, async ({
    page,
  }) => {
    // A receipt, a handover and customer data load no third party.
    const isShared = (pathname: string) => {
      const page = pageAt(withoutPrefix(pathname));
      return !page || (!page.private && !openedByAddress.has(pageRights[page.name].opens));
    };
    const events = await record(page, layers[brand], isShared);
    const { sent, asked, reported, settled } = listen(page);
    await page.goto(`/?brand=${brand}`);
    const token = scenario ? fresh(scenario) : "";
    const missing = () => events.length - reported().filter((id) => id in trackingEvents).length;
    const runs = brand !== "ortel";
    const soFar = async () => {
      if (runs) await expect.poll(() => events.length > 0 && missing() === 0).toBe(true);
    };
    await does(page, token, prefix, soFar);
    if (runs) {
      if (!isPrivate) await expect.poll(asked).toContain("tag-manager");
      await expect.poll(missing).toBe(0);
    } else expect(sent).toEqual([]);
    await settled();
    const content = decodeURIComponent([...sent.map(({ all }) => all), JSON.stringify(events)].join("\n"));
    for (const value of [...traces(types), ...(token ? [token.slice(token.indexOf("~"))] : [])])
      expect(content).not.toContain(value);
    expect(content).not.toMatch(/"referer":"[^"]*\/\w/i);
  });
