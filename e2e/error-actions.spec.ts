import { fresh } from "../tests/support/fresh.ts";
import { openStep } from "./support/offer.ts";
import { expectPage, expectState, send } from "./support/page.ts";
import { expect, hasScript, hydrated, script, test } from "./support/test.ts";

/** One state for each kind of action, and where the action leads. */
const actions = [
  { action: "retry", token: "state-TECHNICAL_PROBLEM", arrives: { state: "TechnicalProblem" } },
  { action: "checkAgain", token: "state-DOWNTIME", arrives: { state: "Downtime" } },
  {
    action: "dialogRetry",
    token: "state-RESERVATION_RETRY_MODAL",
    arrives: { state: "ReservationRetryModal" },
  },
  {
    action: "wait",
    token: "state-OFFER_PAYMENT_WAITFORCAPTURE",
    arrives: { state: "OfferPaymentWaitForCapture" },
  },
  { action: "restart", token: "state-OFFER_ABANDONED_PAYMENT", arrives: { page: "offer" } },
  { action: "payAgain", token: "state-PAYMENT_ABORTED", arrives: { page: "offer" } },
  { action: "otherPaymentMethod", token: "state-PAYMENT_FAILED", arrives: { page: "offer" } },
  { action: "login", token: "http-401", arrives: { page: "offer-login" } },
  { action: "checkLink", token: "unknown", arrives: { page: "offer-landing" } },
] as const;

for (const { action, token, arrives } of actions)
  test(`${action} arrives where it says`, async ({ page }) => {
    await page.goto(`/angebot/${fresh(token).replace(/^(http-401|unknown)~.*/, "$1")}`);
    // A new request, even if the state stays the same; automatic retries carry `attempt`.
    const asked = page.waitForRequest(
      (request) => request.isNavigationRequest() && !request.url().includes("attempt="),
    );
    if (action === "dialogRetry") await hydrated(page);
    // In the dialog, where there is one.
    await page.locator(`[data-action="${action}"]`).last().click();
    await asked;
    if ("state" in arrives) await expectState(page, arrives.state);
    else await expectPage(page, arrives.page);
  });

test("the hotline is a number to call", async ({ page }) => {
  await page.goto("/angebot/state-OFFER_BLOCKED");
  await expect(page.locator('[data-action="hotline"]')).toHaveAttribute("href", /^tel:\+49\d+$/);
});

test("missing data leads to the step that asks for it", async ({ page }) => {
  await page.goto(`/angebot/${fresh("state-PERSONAL_DATA_MISSING")}/fehler`);
  await page.locator('[data-action="toPersonalData"]').click();
  await expectPage(page, "personal-data");
});

test("an immediate retry is offered once, with JavaScript first in a dialog", async ({ page }) => {
  await page.goto("/angebot/state-RESERVATION_RETRY_MODAL");
  await hydrated(page);
  const dialog = page.getByRole("dialog");
  if (hasScript()) {
    await expect(dialog).toBeVisible();
    await dialog.getByRole("button", { name: "Schließen" }).click();
  }
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const action = page.locator('[data-action="dialogRetry"]:visible');
  await expect(action).toHaveCount(1);
  await expect(page.getByText("Ein neuer Versuch gelingt oft sofort").filter({ visible: true })).toHaveCount(
    1,
  );
});

test("a failure in place of a step's page brings its styles along", script, async ({ page, baseURL }) => {
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

test("an unknown path is named on its page", async ({ page }) => {
  const response = await page.goto("/gibt/es/nicht");
  expect(response?.status()).toBe(404);
  await expectPage(page, "not-found");
  await expect(page.getByText("Page Not Found: /gibt/es/nicht")).toBeVisible();
  await page.locator("main").getByRole("link").first().click();
  await expectPage(page, "home");
});

for (const path of ["/angebot/state-OFFER_EXPIRED", "/selfcarekuendigung/error"])
  test(`the headline of ${path} has the focus`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  });

test("the headline has the focus where JavaScript runs", script, async ({ page }) => {
  const headline = page.getByRole("heading", { level: 1 });
  // With the document, and as the answer to a form that is sent without a new one.
  await page.goto("/kundendaten/expired");
  await expect(headline).toBeFocused();
  await page.goto("/email-ablehnung?token=unknown&brand=o2");
  await hydrated(page);
  await send(page);
  await expectState(page, "NotFound");
  await expect(headline).toBeFocused();
});

test("the error number is copied by one press, where scripts run", async ({ page, context }) => {
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
