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

test.each([
  ["", "missing"],
  ["mein Angebot!", "unknown"],
])("%j leads nowhere: %s", async (link, code) => {
  const customer = portal.browser();
  const answer = await customer.submit(await customer.get("/angebot"), { link });
  expect([answer.status, answer.name, answer.location]).toEqual([422, "offer-landing", undefined]);
  expect(Object.keys(answer.errors)).toEqual(["link"]);
  expect(answer.html).toContain(`data-code="${code}"`);
});

test("says by what a message of the brand is told from others'", async () => {
  const customer = portal.browser();
  customer.cookies.set("brand", "aldi");
  const page = await customer.get("/angebot");
  for (const text of ["Ist diese Nachricht echt?", "…@aldi.example", "https://aldi.example/…", "ALDI TALK"])
    expect(page.text).toContain(text);
});
