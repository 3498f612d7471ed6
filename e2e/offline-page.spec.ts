import { startCutProxy } from "../tests/support/cut-proxy.ts";
import { expect, expectAccessible, test } from "./support/test.ts";
import { startPortalForBrowsers } from "./support/visitor.ts";

test("a reload without a network shows a page in the visitor's language, which goes on by itself", async ({
  browser,
}) => {
  const portal = await startPortalForBrowsers({ OFFLINE_PAGE: "1" });
  const network = await startCutProxy(portal.origin);
  const context = await browser.newContext({ baseURL: network.origin });
  const page = await context.newPage();
  const registered = () =>
    page.evaluate(async () => {
      const all = await navigator.serviceWorker.getRegistrations();
      return all.map(({ active }) => active && new URL(active.scriptURL).search);
    });
  for (const [path, search, title, moment] of [
    ["/kuendigung?brand=ortel", "?lang=de", "Keine Verbindung", "before"],
    ["/en/kuendigung?brand=ortel", "?lang=en", "No connection", "after"],
  ] as const) {
    const answer = await page.goto(path);
    expect(answer?.headers()["content-security-policy"]).toContain("worker-src 'self'");
    await expect.poll(registered).toEqual([search]);
    const headline = await page.getByRole("heading", { level: 1 }).textContent();
    // Once the head of an answer has come, its page is shown: there is no third moment.
    if (moment === "before") await network.down();
    else network.cut(/./, moment);
    await page.reload();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    // Only its words differ.
    if (moment === "before") await expectAccessible(page);
    expect(await page.evaluate(() => caches.keys())).toEqual([]);
    if (moment === "before") await network.up();
    else network.restore();
    await page.evaluate(() => dispatchEvent(new Event("online")));
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(headline ?? "");
  }
  // What the portal answers is shown, whatever it is.
  expect((await page.goto("/no/such/page"))?.status()).toBe(404);

  await portal.restart({ OFFLINE_PAGE: "0" });
  await page.goto("/kuendigung");
  await expect.poll(registered).toEqual([]);
  await page.reload();
  expect(await registered()).toEqual([]);
  await context.close();
  await network.stop();
  await portal.stop();
});
