import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { otherBuild, otherEnding, testedBuild } from "../tests/support/other-build.ts";
import { node, type Portal } from "../tests/support/portal.ts";
import { expectHeading, expectPage, fill } from "./support/page.ts";
import { test as base, expect, hydrated } from "./support/test.ts";
import { startPortalForBrowsers } from "./support/visitor.ts";
import { consentToolRuns } from "./tracking/third-parties.ts";

interface Release {
  portal: Portal;
  /** Replaces the build under the open pages by another one, as a deploy does. */
  deploy: () => Promise<void>;
}

const keepAssets = (folder: string, build: string) =>
  spawnSync(node, ["tools/build/keep-assets.ts", folder], {
    env: { ...process.env, BUILD_DIRECTORY: build },
    stdio: "inherit",
  });

const test = base.extend<object, { portal: Portal; release: Release }>({
  release: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs
    async ({}, use) => {
      const kept = mkdtempSync(join(tmpdir(), "assets-"));
      keepAssets(kept, testedBuild);
      const portal = await startPortalForBrowsers({ ASSETS_DIR: kept });
      const other = otherBuild();
      const deploy = async () => {
        keepAssets(kept, other.folder);
        await portal.restart({ BUILD_DIRECTORY: other.folder });
      };
      await use({ portal, deploy });
      await portal.stop();
      other.remove();
      rmSync(kept, { recursive: true });
    },
    { scope: "worker" },
  ],
  portal: [({ release }, use) => use(release.portal), { scope: "worker" }],
});

/** Whether the page runs the scripts of the new build. */
const runsOther = (page: Page) =>
  page.evaluate(
    (ending) => performance.getEntriesByType("resource").some(({ name }) => name.endsWith(ending)),
    otherEnding,
  );

test("under a new build an open page shows its refused form, and its next page is of the new build", async ({
  page,
  context,
  release,
}) => {
  await page.goto("/kuendigung?brand=blau");
  await hydrated(page);
  // The last of its files, which a portal that restarts could not serve.
  await consentToolRuns(page);

  // This one has its HTML, but not its scripts yet.
  const early = await context.newPage();
  const { promise: deployed, resolve: letScriptsThrough } = Promise.withResolvers<void>();
  await early.route("**/assets/*.js", async (route) => {
    await deployed;
    await route.continue();
  });
  await early.goto("/widerruf", { waitUntil: "commit" });
  await expectPage(early, "withdrawal");

  await release.deploy();
  letScriptsThrough();
  await hydrated(early);
  expect(await runsOther(early)).toBe(false);

  const button = page.getByRole("button", { name: "jetzt kündigen" });
  await fill(page, { contractNumber: "V-100", email: "ada@example.com" });
  await button.click();
  await expect(page.locator("[data-error-summary] li")).toHaveCount(1);
  // The list of required fields comes in front of the form.
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  expect(await runsOther(page)).toBe(false);
  await fill(page, { lastName: "Zweibau" });
  await button.click();
  await expectHeading(page, "Ihre Kündigung ist eingegangen");
  // Its receipt runs no script; that the new build made it follows from how it was opened.
  const opened = await page.evaluate(() => performance.getEntriesByType("navigation")[0]?.name);
  expect(opened).toContain("/kuendigung/bestaetigung");
  await page.goto("/barriere-melden");
  await hydrated(page);
  expect(await runsOther(page)).toBe(true);
  const sent = (await (await page.request.get("/sandbox/terminations.json")).json()) as {
    declaration: { customer: { lastName: string } };
  }[];
  expect(sent.filter(({ declaration }) => declaration.customer.lastName === "Zweibau")).toHaveLength(1);
});
