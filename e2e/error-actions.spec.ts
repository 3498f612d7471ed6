import { fresh } from "../tests/support/fresh.ts";
import { openStep } from "./support/offer.ts";
import { expectPage, expectState, send } from "./support/page.ts";
import { both, expect, hasScript, hydrated, test } from "./support/test.ts";

/** One state for each kind of action, and where the action leads. */
const actions = [
  ["retry", "state-TECHNICAL_PROBLEM", "offer-error TechnicalProblem"],
  ["checkAgain", "state-DOWNTIME", "offer-error Downtime"],
  ["dialogRetry", "state-RESERVATION_RETRY_MODAL", "offer-error ReservationRetryModal"],
  ["wait", "state-OFFER_PAYMENT_WAITFORCAPTURE", "offer-error OfferPaymentWaitForCapture"],
  ["restart", "state-OFFER_INCOMPATIBLE_STATE", "offer"],
  ["payAgain", "state-PAYMENT_ABORTED", "offer"],
  ["otherPaymentMethod", "state-PAYMENT_FAILED", "offer"],
  ["toPersonalData", "state-PERSONAL_DATA_MISSING", "personal-data"],
  ["login", "http-401", "offer-login"],
  ["checkLink", "unknown", "offer-landing"],
] as const;

test("each action arrives where it says", async ({ page }) => {
  for (const [action, scenario, arrives] of actions)
    await test.step(action, async () => {
      const token = scenario.startsWith("state-") ? fresh(scenario) : scenario;
      await page.goto(`/angebot/${token}${action === "toPersonalData" ? "/fehler" : ""}`);
      // A new request, even if the state stays the same; automatic retries carry `attempt`.
      const asked = page.waitForRequest(
        (request) => request.isNavigationRequest() && !request.url().includes("attempt="),
      );
      if (action === "dialogRetry") await hydrated(page);
      // In the dialog, where there is one.
      await page.locator(`[data-action="${action}"]`).last().click();
      await asked;
      const [name = "", state] = arrives.split(" ");
      await expectPage(page, name);
      if (state) await expectState(page, state);
    });
});

test("an immediate retry is offered once, first in a dialog", async ({ page }) => {
  await page.goto("/angebot/state-RESERVATION_RETRY_MODAL");
  await hydrated(page);
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  await dialog.getByRole("button", { name: "Schließen" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const action = page.locator('[data-action="dialogRetry"]:visible');
  await expect(action).toHaveCount(1);
  await expect(
    page.getByText("Oft klappt es gleich beim nächsten Versuch").filter({ visible: true }),
  ).toHaveCount(1);
});

test("a failure in place of a step's page brings its styles along", async ({ page, baseURL }) => {
  await openStep(page, "meine-daten");
  // Steps have none of these; their posts fail in words at the form, unless an operator or the store is the reason.
  await page.route("**/meine-daten.data*", (route) =>
    route.continue({
      url: `${baseURL}/angebot/${fresh("reset-fail")}/fehler.data`,
      postData: "paymentAction=clearError",
    }),
  );
  await send(page);
  await expectState(page, "OfferResetFailed");
  await expect(page.locator(".status-icon")).toHaveCSS("border-radius", "50%");
});

test("the headline of an error has the focus", both, async ({ page }) => {
  const headline = page.getByRole("heading", { level: 1 });
  for (const path of ["/angebot/state-OFFER_EXPIRED", "/selfcarekuendigung/error"]) {
    await page.goto(path);
    await expect(headline).toBeFocused();
  }
  if (!hasScript()) return;
  // As the answer to a form that is sent without a new document, too.
  await page.goto("/email-ablehnung?token=unknown&brand=o2");
  await hydrated(page);
  await send(page);
  await expectState(page, "NotFound");
  await expect(headline).toBeFocused();
});

test("the error number is copied by one press, where scripts run", both, async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/angebot/state-OFFER_EXPIRED");
  const number = await page.locator(".status-meta code").textContent();
  expect(number).toMatch(/^[2-9B-Z]{6}$/);
  const button = page.getByRole("button", { name: "Kopieren" });
  if (!hasScript()) {
    await expect(button).toBeHidden();
    return;
  }
  await button.click();
  await expect(page.getByText("Kopiert", { exact: true })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(number);
});

test("where the browser refuses to copy, the number is marked, alone, and the page says so", async ({
  page,
}) => {
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException("", "NotAllowedError"));
  });
  await page.goto("/angebot/state-OFFER_EXPIRED");
  const number = await page.locator(".status-meta code").textContent();
  await page.getByRole("button", { name: "Kopieren" }).click();
  await expect(page.getByText("Bitte den markierten Text selbst kopieren")).toBeVisible();
  expect(await page.evaluate(() => String(getSelection()))).toBe(number);
  // As by one press on it.
  await page.evaluate(() => getSelection()?.removeAllRanges());
  await page.locator(".status-meta code").click();
  expect(await page.evaluate(() => String(getSelection()))).toBe(number);
});
