import { expect, test } from "vitest";
import { type Browser, linkTo, type Page } from "../support/browser.ts";
import { fresh } from "../support/fresh.ts";
import { all, textOf } from "../support/html.ts";
import { goToSummary } from "../support/offer.ts";
import { mailsAbout } from "../support/outbox.ts";
import { portalForTests } from "../support/portal-for-tests.ts";

const portal = await portalForTests();
const asPage = { Accept: "text/html" };

/** From a page's ribbon to the clock of its copy, as a browser does. */
const clockFrom = (customer: Browser, page: Page, ribbon: string) =>
  customer.get(linkTo(page, ribbon), {
    follow: true,
    headers: { ...asPage, Referer: portal.origin + page.path },
  });
const press = (customer: Browser, page: Page, label: string | RegExp) => {
  const fits = (text: string) => (typeof label === "string" ? text === label : label.test(text));
  const form = all(page.document, "form").find((one) =>
    all(one, "button").some((button) => fits(textOf(button))),
  );
  const { name = "", value = "" } =
    all(form ?? page.document, "button").find((button) => fits(textOf(button)))?.attributes ?? {};
  return customer.submit(page, {}, { form, button: [name, value], follow: true, headers: asPage });
};
const ticked = (page: Page) =>
  all(page.document, "li")
    .filter(({ attributes }) => attributes.class === "done")
    .map((step) => textOf(all(step, "strong")[0] ?? step));

test("an offer is shown on its last day, and a day later it has ended, for this copy alone", async () => {
  const customer = portal.browser();
  const token = fresh("demo-expiring");
  const other = fresh("demo-expiring");
  const offer = await customer.get(`/angebot/${token}`);
  const clock = await clockFrom(customer, offer, "Uhr");
  expect([clock.status, clock.heading]).toEqual([200, "Uhr der Testumgebung"]);
  const tomorrow = await press(customer, clock, "+1\u00a0Tag");
  expect((await customer.get(`/angebot/${token}`)).status).toBe(200);
  const after = await press(customer, tomorrow, "Zum Tag danach");
  expect(after.text).toContain("Vorbei");
  const ended = await customer.get(linkTo(after, "Zum Angebot"));
  expect([ended.status, ended.state]).toEqual([410, "OfferExpired"]);
  expect((await customer.get(`/angebot/${other}`)).status).toBe(200);
});

test("the confirmation of an order ticks what has happened since, and names no day that is over", async () => {
  const customer = portal.browser();
  const token = fresh();
  await customer.submit(await goToSummary(customer, token), {}, { follow: true });
  const confirmation = () => customer.get(`/angebot/${token}/danke`);
  const placed = await confirmation();
  expect(ticked(placed)).toEqual(["Bestellt"]);
  expect(placed.text).toContain("Widerrufen können Sie innerhalb von 14\u00a0Tagen nach Erhalt der Ware");
  const clock = await clockFrom(customer, placed, "Uhr");
  const later = await press(customer, clock, "+14\u00a0Tage");
  expect(ticked(await confirmation())).toEqual([
    "Bestellt",
    "Ihre Lieferung ist da",
    "Ihre SIM ist freigeschaltet",
  ]);
  await press(customer, later, "+14\u00a0Tage");
  const over = (await confirmation()).text;
  expect(over).not.toContain("Widerrufen können Sie ");
  expect(over).toContain("Sie haben es sich anders überlegt?");
  expect((await mailsAbout(portal.origin, token)).map(({ kind }) => kind)).toEqual([
    "notice-activation",
    "notice-delivery",
    "order-confirmation",
  ]);
});

test("an offer for later can be ordered once its day has come by its own clock", async () => {
  const customer = portal.browser();
  const day = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10);
  const token = fresh(`from-${day}`);
  expect((await customer.get(`/angebot/${token}`)).text).toContain("Bestellbar ab");
  await customer.post("/sandbox/clock", { token, to: `${day}T12:00` });
  const open = await customer.get(`/angebot/${token}`);
  expect(open.text).not.toContain("Bestellbar ab");
  const placed = await customer.submit(await goToSummary(customer, token), {}, { follow: true });
  expect(placed.name).toBe("confirmation");
});

test("a verification ends by its clock, with its coupon", async () => {
  const customer = portal.browser();
  const token = fresh("post-ident");
  const coupon = await customer.get(`/idv/${token}/post-ident`);
  expect(coupon.name).toBe("idv-post-ident");
  const clock = await clockFrom(customer, coupon, "Uhr");
  await press(customer, clock, "Zum Tag danach");
  const ended = await customer.get(`/idv/${token}/post-ident`, { follow: true });
  expect([ended.status, ended.name]).toEqual([410, "idv-expired"]);
});
