import { expect, test } from "vitest";
import { fresh } from "../support/fresh.ts";
import { entered, goToSummary } from "../support/offer.ts";
import { portalForTests } from "../support/portal-for-tests.ts";

// Names of the specification that no other test covers.
const portal = await portalForTests();

test.each([
  [entered.card, true],
  [{ paymentMethod: "invoice" }, false],
])("a confirmation after %j says that it is paid: %s", async (payment, isPaid) => {
  const customer = portal.browser();
  const token = fresh("demo-ftth");
  const { location = "" } = await customer.submit(await goToSummary(customer, token, payment));
  if (isPaid) await customer.post(location, { action: "pay" });
  const page = await customer.get(`/angebot/${token}/danke`);
  expect([page.name, page.text.includes(", bezahlt")]).toEqual(["confirmation", isPaid]);
  expect(page.text).toContain("Glasfaser bis in die Wohnung");
});

test.each([
  ["pending-success", "idvSubmitted", "idv submitted"],
  ["pending", "idvPending", "idv pending"],
])("the page of a verification that is %s is named so", async (token, event, pageContent) => {
  const address = `${portal.origin}/idv/${fresh(token)}/in-arbeit`;
  const answer = await fetch(address, { headers: { Accept: "application/json" } });
  expect(await answer.json()).toMatchObject({ page: "idv-pending", tracking: [{ event, pageContent }] });
});
