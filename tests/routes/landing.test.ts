import { expect, test } from "vitest";
import { fresh } from "../support/fresh.ts";
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
