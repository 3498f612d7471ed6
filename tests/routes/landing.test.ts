import { expect, onTestFinished, test } from "vitest";
import { hoursAhead } from "../support/clock.ts";
import { fresh } from "../support/fresh.ts";
import { all, textOf } from "../support/html.ts";
import { startPortal } from "../support/portal.ts";
import { portalForTests } from "../support/portal-for-tests.ts";

const portal = await portalForTests();

test("a link or a code typed on a page in a language opens the offer in it", async () => {
  const customer = portal.browser();
  customer.cookies.set("brand", "ayyildiz");
  const token = fresh("demo");
  const page = await customer.get("/tr/angebot");
  for (const link of [token, `https://ayyildiz.example/angebot/${token}`]) {
    const answer = await customer.submit(page, { link });
    expect([answer.status, answer.location]).toEqual([303, `/tr/angebot/${token}`]);
  }
  expect((await customer.get(`/tr/angebot/${token}`)).name).toBe("offer");
});

test("says by what a message of the brand is told from others'", async () => {
  const customer = portal.browser();
  customer.cookies.set("brand", "aldi");
  const page = await customer.get("/angebot");
  expect(page.text).toContain("wohin der Link führt: Unsere Links führen nur zu aldi.example.");
  expect(page.text, "senders are forged").not.toContain("@aldi.example");
});

test("the number at a page's end has its hours, or when it is answered again", async () => {
  const later = await startPortal(hoursAhead(12));
  onTestFinished(later.stop);
  const pages = await Promise.all([portal, later].map(({ browser }) => browser().get("/angebot")));
  const hours = pages.map(({ document }) => textOf(all(document, "p", { id: "hotline" })[0]));
  // From 08:00 to 20:00, it is closed for as long as it is open.
  expect(hours.toSorted()).toEqual([
    expect.stringMatching(/^Hotline 030 23125 102 08:00–20:00$/),
    expect.stringMatching(/^Hotline 030 23125 102 wieder ab 08:00 Uhr$/),
  ]);
});
