import { expect, test } from "vitest";
import { fresh } from "../support/fresh.ts";
import { all, first, textOf } from "../support/html.ts";
import { goToSummary } from "../support/offer.ts";
import { pdfText } from "../support/pdf-text.ts";
import { portalForTests } from "../support/portal-for-tests.ts";

const portal = await portalForTests();

test("documents of kinds that the portal does not know are offered by their names, and open", async () => {
  const token = fresh("demo-other-kinds");
  const customer = portal.browser();
  const page = await customer.get(`/angebot/${token}`);
  const links = all(page.document, "a").filter(({ attributes }) =>
    /QUALITY_REPORT|ACCESSIBLE_SUMMARY/.test(attributes["data-document"] ?? ""),
  );
  expect(links.map((link) => textOf(link).trim())).toEqual([
    "Messbericht",
    "Weiteres Dokument (ACCESSIBLE_SUMMARY)",
  ]);
  const file = await customer.get(links[0]?.attributes.href ?? "");
  expect(file.headers.get("Content-Disposition")).toContain("Messbericht.pdf");
  expect(pdfText(Buffer.from(file.body))).toContain("Messbericht");
});

test("a payment method that the portal does not know has its name on every page and leads to its provider", async () => {
  const token = fresh("demo-other-kinds");
  const customer = portal.browser();
  expect((await customer.get(`/angebot/${token}`)).text).toContain("Wero");
  const summary = await goToSummary(customer, token, { paymentMethod: "wero" });
  expect(summary.name).toBe("summary");
  expect(summary.text).toContain("Wero");
  const submissionId = first(summary.document, "input", { name: "submissionId" })?.attributes.value ?? "";
  const sent = await customer.post(`/angebot/${token}/zusammenfassung`, { submissionId });
  expect(sent).toMatchObject({ status: 303, location: expect.stringContaining("/sandbox/pay/") });
  await customer.post(sent.location ?? "", { action: "pay" });
  const confirmation = await customer.get(`/angebot/${token}/danke`, { follow: true });
  expect(confirmation.name).toBe("confirmation");
  expect(confirmation.text).toContain("Wero");
});

test("an offer without a payment method says so before anything is typed", async () => {
  const page = await portal.browser().get(`/angebot/${fresh("demo-no-methods")}`);
  expect(page).toMatchObject({ status: 409, state: "NoPaymentMethodsAvailable" });
});
