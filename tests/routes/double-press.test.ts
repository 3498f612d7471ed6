import { afterEach, expect, test } from "vitest";
import { fieldsOf, type Page } from "../support/browser.ts";
import { json } from "../support/fault-proxy.ts";
import { faultyPortalForTests } from "../support/faulty-portal.ts";
import { fresh } from "../support/fresh.ts";
import { all } from "../support/html.ts";
import { choose } from "../support/identity.ts";
import { entered, goToSummary } from "../support/offer.ts";

// A provider that refuses a key that it knows: the other half of a double press is told what the first one did.
const { portal, backend } = await faultyPortalForTests();
afterEach(() => backend.behave());

const refused = (code: string) => json(409, JSON.stringify({ code }));

test("a reset that is refused although the offer is at its start counts as done", async () => {
  const token = fresh("pay-failed");
  const customer = portal.browser();
  await customer.submit(await goToSummary(customer, token, entered.card));
  const shown = await customer.get(`/angebot/${token}/danke`);
  backend.misbehave(/PATCH \/api\/offer\//, refused("OFFER_INCOMPATIBLE_STATE"), true);
  const done = await customer.submit(shown, {}, { follow: true });
  expect([done.status, done.name]).toEqual([200, "payment"]);
});

test("a reset is not told as failed while the other half of the press is at it", async () => {
  const token = fresh("pay-failed");
  const customer = portal.browser();
  await customer.submit(await goToSummary(customer, token, entered.card));
  const shown = await customer.get(`/angebot/${token}/danke`);
  let calls = 0;
  const both = Promise.withResolvers<void>();
  const rule = backend.misbehave(/PATCH \/api\/offer\//, async ({ response, released, answer }) => {
    const isFirst = ++calls === 1;
    if (!isFirst) both.resolve();
    await (isFirst ? both.promise : released);
    response.writeHead(isFirst ? 500 : (await answer()).status).end();
  });
  const halves = [customer.submit(shown), customer.submit(shown)];
  const { status, location } = await Promise.race(halves);
  expect([status, location]).toEqual([303, `/angebot/${token}/fehler`]);
  rule.end();
  for (const half of halves) expect((await half).status).toBe(303);
  expect((await customer.get(`/angebot/${token}/zahlung`)).status).toBe(200);
});

test("a choice that is refused although it stands leads where it leads", async () => {
  const token = fresh();
  const customer = portal.browser();
  const page = await customer.get(`/idv/${token}`);
  backend.misbehave(/POST \/api\/idv\/[^/]+\/methods/, refused("METHOD_CHOSEN"), true);
  expect((await choose(customer, page, "video")).location).toBe(`/sandbox/ident/${token}/1`);
});

test.each([
  ["a coupon by mail", fresh("post-ident"), "/idv/:token/post-ident", "mail-coupon", "/coupon/mail"],
  ["a preview's reset", fresh(), "/angebot/preview/:token", "reset-preview", "/preview/reset"],
])("%s that is done is told as done when it is sent again, whatever becomes of that", async (...row) => {
  const [, token, path, id, call] = row;
  const customer = portal.browser();
  const page = await customer.get(path.replace(":token", token));
  const [form] = all(page.document, "form", { method: "post", id });
  const done = await customer.submit(page, {}, { form, follow: true });
  backend.misbehave(new RegExp(`POST .*${call}`), refused("SOMETHING_NEW"));
  const again = await customer.submit(page, {}, { form, follow: true });
  expect([again.status, again.text]).toEqual([200, done.text]);
});

test("a coupon's mail that failed is told as sent once another press has sent it", async () => {
  const path = `/idv/${fresh("post-ident")}/post-ident`;
  const customer = portal.browser();
  const other = portal.browser();
  const mailForm = ({ document }: Page) => all(document, "form", { method: "post", id: "mail-coupon" })[0];
  const page = await customer.get(path);
  const form = mailForm(page);
  backend.misbehave(/POST .*coupon\/mail/, json(500, "{}"));
  expect((await customer.submit(page, {}, { form })).location).toBe(path);
  backend.behave();
  await other.submit(page, {}, { form });
  const shown = await customer.get(path);
  expect(shown.text).toContain("Der Coupon ist unterwegs");
  expect(fieldsOf(shown, mailForm(shown)), "the next mail").not.toEqual(fieldsOf(page, form));
});

test("a coupon's mail that a lost session had sent is told as sent where the provider refuses it again", async () => {
  const path = `/idv/${fresh("post-ident")}/post-ident`;
  const customer = portal.browser();
  const lost = portal.browser();
  const page = await customer.get(path);
  const form = all(page.document, "form", { method: "post", id: "mail-coupon" })[0];
  await lost.submit(page, {}, { form });
  backend.misbehave(/POST .*coupon\/mail/, json(409, '{"code":"DUPLICATE"}'));
  await customer.submit(page, {}, { form });
  expect((await customer.get(path)).text).toContain("Der Coupon ist unterwegs");
});
