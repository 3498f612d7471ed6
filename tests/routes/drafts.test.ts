import { expect, test } from "vitest";
import { fieldsOf } from "../support/browser.ts";
import { fresh } from "../support/fresh.ts";
import { entered } from "../support/offer.ts";
import { portalForTests } from "../support/portal-for-tests.ts";

// That it outlives its session: forms.test.ts.
const portal = await portalForTests();

test("it is restored for this browser and this offer only", async () => {
  const customer = portal.browser();
  const other = portal.browser();
  const token = fresh();
  const second = fresh();
  for (const one of [token, second]) await customer.get(`/angebot/${one}`);
  const page = await customer.get(`/angebot/${token}/meine-daten`);
  customer.cookies.delete("sid");
  await customer.submit(page, entered.personalData);
  for (const [browser, one] of [
    [customer, second],
    [other, token],
  ] as const) {
    await browser.get(`/angebot/${one}`);
    expect(fieldsOf(await browser.get(`/angebot/${one}/meine-daten`)).lastName).toBe("");
  }
});

test("sent input does not overwrite stored data", async () => {
  const customer = portal.browser();
  const token = fresh();
  await customer.get(`/angebot/${token}`);
  const page = await customer.get(`/angebot/${token}/meine-daten`);
  customer.cookies.delete("sid");
  await customer.submit(page, { ...entered.personalData, lastName: "Alt" });
  await customer.get(`/angebot/${token}`);
  await customer.submit(page, { ...entered.personalData, lastName: "Neu" });
  expect(fieldsOf(await customer.get(`/angebot/${token}/meine-daten`)).lastName).toBe("Neu");
});
