import { type DataLayerEvent, trackingEvents } from "#app/tracking/catalogue.ts";
import { fresh } from "../../tests/support/fresh.ts";
import { entered } from "../../tests/support/offer.ts";
import { statementTags } from "../../tests/support/statements.ts";
import { back, expectPage, fill, forward, main } from "../support/page.ts";
import { expect, hydrated, test } from "../support/test.ts";
import { identityVisits } from "./identity-flows.ts";
import { offerFlows, offerVisits, order } from "./offer-flows.ts";
import { common, ids, record } from "./recording.ts";
import { terminationFlows } from "./termination-flows.ts";

const visits = [
  ...offerVisits,
  ...identityVisits,
  {
    path: () => "/kein/solcher/weg",
    expected: {
      event: "errorPage",
      ...common,
      pageContent: "error page",
      description: "Error page: NotFound",
    },
  },
];
const flows = [...offerFlows, ...terminationFlows];

/** The specification's sentences on the events: the names of their pages, and what each of them carries. */
function tagsOf(events: DataLayerEvent[]): string[] {
  const names = events.map(({ pageContent = "" }) =>
    pageContent.replace(/: (submit)/, " with a $1").replace(": ", " with "),
  );
  const labels = events.map(({ idvLabel }) => idvLabel);
  const own = [
    ...names.flatMap((name) => statementTags(2, `Analytics page name: ${name}.`)),
    ...labels.flatMap((label) => (label ? statementTags(8, `'${label}'.`) : [])),
  ];
  if (events.some(({ event }) => event.startsWith("offer"))) own.push("§4.48", "§9.15", "§9.16");
  if (events.some(({ event }) => event.startsWith("idv"))) own.push("§4.47");
  if (events.some(({ event }) => event.startsWith("termination"))) own.push("§4.49");
  if (events.some(({ event }) => event.startsWith("selfcare"))) own.push("§4.50");
  if (events.some(({ label }) => label?.startsWith("success"))) own.push("§9.17");
  if (events.some(({ label }) => label?.startsWith("hotline"))) own.push("§9.18");
  return [...new Set<string>([...own, "§6.6", "§7.35"])].map((tag) => `@${tag}`);
}

for (const { name, run, expected } of flows)
  test(`${name} pushes each of its events once`, { tag: tagsOf(expected) }, async ({ page }) => {
    const events = await record(page);
    await run(page);
    await expect.poll(() => ids(events)).toEqual(ids(expected));
    expect(events).toEqual(expected);
  });

test("a page that is opened pushes its event once", {
  tag: tagsOf(visits.map(({ expected }) => expected)),
}, async ({ page }) => {
  const events = await record(page);
  const expected: DataLayerEvent[] = [];
  for (const visit of visits) {
    expected.push(visit.expected);
    await page.goto(visit.path());
    await expect.poll(() => ids(events)).toEqual(ids(expected));
  }
  expect(events).toEqual(expected);
});

/** Only with the portal's store and the provider both away, as in tests/faults/store-faults.test.ts. */
const needsBothAway = ["terminationSubmitFailed", "selfcareSubmitFailed"];

test("every event of the catalogue is sent by a page", () => {
  const sent = new Set([...needsBothAway, ...ids([...visits, ...flows].flatMap(({ expected }) => expected))]);
  expect([...sent].sort()).toEqual(Object.keys(trackingEvents).sort());
});

test("messages, steps back and resubmits push no page event twice", async ({ page }) => {
  const events = await record(page);
  const token = fresh("demo");
  const send = page.locator('main form[method="post"] button[type="submit"]:not([name])');
  await order(page, token, { steps: {} });
  await hydrated(page);
  for (const email of ["", "wrong"]) {
    await fill(page, { ...entered.personalData, email });
    await send.click();
    await expect(page.locator("#email-error")).toBeVisible();
  }
  await fill(page, entered.personalData);
  await send.click();
  await expectPage(page, "id-data");
  // Before its scripts have come, a refused form is a page of its own in the history.
  await hydrated(page);
  await send.click();
  await expect(page.locator("[data-error-summary]")).toBeVisible();
  await back(page);
  await expectPage(page, "personal-data");
  await forward(page);
  await expectPage(page, "id-data");
  expect(ids(events)).toEqual(["offerLoaded", "personalDataSaved"]);

  // Posted again, the data is saved again, and that is tracked again.
  await back(page);
  await expectPage(page, "personal-data");
  await send.click();
  await expectPage(page, "id-data");
  await expect.poll(() => ids(events)).toEqual(["offerLoaded", "personalDataSaved", "personalDataSaved"]);
});

test("a refused termination form pushes no second view, a step back to it does", async ({ page }) => {
  const events = await record(page);
  await page.goto("/kuendigung");
  await hydrated(page);
  const submit = page.getByRole("button", { name: "jetzt kündigen" });
  for (let tries = 0; tries < 2; tries++) {
    await submit.click();
    await page.getByRole("dialog").getByRole("button", { name: "Zum Formular" }).click();
  }
  const modal = ["terminationRequiredFieldsViewed", "terminationRequiredFieldsClosed"];
  await expect.poll(() => ids(events)).toEqual(["terminationLoaded", ...modal, ...modal]);
  await fill(page, { serviceType: "mobile", firstName: "Ada", lastName: "Muster", contractNumber: "V-1" });
  await fill(page, { email: "ada@example.com" });
  events.length = 0;
  await submit.click();
  await expectPage(page, "termination-confirmation");
  await expect.poll(() => ids(events)).toEqual(["terminationSubmitted"]);
  await back(page);
  await expectPage(page, "termination");
  await forward(page);
  await expectPage(page, "termination-confirmation");
  await expect.poll(() => ids(events)).toEqual(["terminationSubmitted", "terminationLoaded"]);
});

test("a brand without a tag manager has no data layer", async ({ page }) => {
  const events = await record(page, "dataLayer");
  await page.goto("/kuendigung?brand=nova");
  await hydrated(page);
  await page.locator("#teaser > summary").click();
  await expect(page.locator("#teaser").getByRole("list")).toBeVisible();
  expect(events).toEqual([]);
});

test("`?datalayer` shows the data layer on the page", async ({ page }) => {
  await page.goto("/sandbox");
  await main(page).getByRole("link", { name: "?datalayer" }).click();
  const shown = page.locator("#sandbox-data-layer");
  await expect(shown).toContainText("terminationLoaded");
  await hydrated(page);
  await page.locator("#teaser > summary").click();
  await expect(shown).toContainText("terminationTeaserViewed");
  await page.goto("/kuendigung");
  await expect(shown).toHaveCount(0);
});
