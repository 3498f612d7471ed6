import { afterEach, expect, test, vi } from "vitest";
import { isCustomerHere, openMailedLink, proofOfMail } from "#app/routes/offer/customer-here.server.ts";
import { browserForTest } from "../support/request.ts";

afterEach(() => void vi.useRealTimers());

const hour = 3_600_000;
test.each([
  ["within the day", 23, "demo", true],
  ["a day later", 24, "demo", false],
  ["for another order", 0, "demo~other", false],
])("a proof from a mail, opened %s", async (_, hours, token, isCustomer) => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const proof = proofOfMail("demo");
  vi.setSystemTime(Date.now() + hours * hour);
  const { context } = await browserForTest("/angebot/demo")();
  const url = new URL(`http://o2.localhost/angebot/demo?brand=o2&nachweis=${proof}`);
  const led = openMailedLink(context, token, url);
  expect(led?.headers.get("Location"), "the address is left without it").toBe("/angebot/demo?brand=o2");
  expect(await isCustomerHere(context, token, undefined, "o-1")).toBe(isCustomer);
});

test("any other link of the order proves nothing", async () => {
  const { context } = await browserForTest("/angebot/demo")();
  expect(openMailedLink(context, "demo", new URL("http://o2.localhost/angebot/demo"))).toBeUndefined();
  expect(await isCustomerHere(context, "demo", undefined, "o-1")).toBe(false);
});
