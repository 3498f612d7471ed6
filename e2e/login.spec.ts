import { fresh } from "../tests/support/fresh.ts";
import { back, expectPage, expectState, forward } from "./support/page.ts";
import { expect, expectAccessible, test } from "./support/test.ts";

test("an offer behind a login: the login leads back to the deep link, with a new session id", async ({
  page,
  context,
}) => {
  const token = fresh("login");
  await page.goto(`/angebot/${token}/meine-daten`);
  await expectState(page, "Unauthorized");
  const before = (await context.cookies()).find(({ name }) => name === "sid")?.value;
  await page.getByRole("link", { name: "Zur Anmeldung" }).click();
  await expectPage(page, "offer-login");
  await page.getByRole("button", { name: "Zur Anmeldung" }).click();
  await expect(page).toHaveURL(/\/sandbox\/login\?.*state=/);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Als Kim Beispiel anmelden" }).click();
  await expectPage(page, "personal-data");
  expect((await context.cookies()).find(({ name }) => name === "sid")?.value).not.toBe(before);
  await back(page);
  await expect(page).toHaveURL(/\/sandbox\/login/);
  await forward(page);
  await expectPage(page, "personal-data");
});
