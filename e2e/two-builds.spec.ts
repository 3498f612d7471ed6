import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { otherBuild, testedBuild } from "../tests/support/other-build.ts";
import { node, type Portal } from "../tests/support/portal.ts";
import { expectHeading } from "./support/page.ts";
import { test as base, expect, hydrated, script } from "./support/test.ts";
import { startPortalForBrowsers } from "./support/visitor.ts";

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

const mark = (page: Page) => page.evaluate(() => Object.assign(window, { sameDocument: true }));
const isSameDocument = (page: Page) => page.evaluate(() => "sameDocument" in window);
const build = (page: Page) =>
  page.evaluate(async () => /data-build="([\w-]+)"/.exec(await (await fetch(location.href)).text())?.[1]);

test.describe("a new build under an open page", script, () => {
  test.describe.configure({ mode: "serial" });

  test("its form is posted once and leads to a page of the new build, as does its next link", async ({
    page,
    context,
    release,
  }) => {
    await page.goto("/kuendigung");
    await hydrated(page);
    const service = page.getByLabel("Was möchten Sie kündigen?");
    if (await service.count()) await service.selectOption("mobile");
    await page.getByLabel("Vorname").fill("Ada");
    await page.getByLabel("Nachname").fill("Zweibau");
    await page.getByLabel("Vertragsnummer").fill("V-100");
    await page.getByLabel("E-Mail-Adresse").fill("ada@example.com");
    await mark(page);

    // This one has its HTML, but not its scripts yet.
    const early = await context.newPage();
    let letScriptsThrough = () => {};
    const deployed = new Promise<void>((resolve) => {
      letScriptsThrough = resolve;
    });
    await early.route("**/assets/*.js", async (route) => {
      await deployed;
      await route.continue();
    });
    await early.goto("/widerruf", { waitUntil: "domcontentloaded" });
    const before = await build(early);

    await release.deploy();
    letScriptsThrough();
    await hydrated(early);
    expect(await build(early)).not.toBe(before);

    await page.getByRole("button", { name: "jetzt kündigen" }).click();
    await expectHeading(page, "Ihre Kündigung ist eingegangen");
    expect(await isSameDocument(page)).toBe(false);
    await hydrated(page);
    const sent = (await (await page.request.get("/sandbox/terminations.json")).json()) as {
      declaration: { customer: { lastName: string } };
    }[];
    expect(sent.filter(({ declaration }) => declaration.customer.lastName === "Zweibau")).toHaveLength(1);

    await mark(early);
    await early.getByRole("link", { name: "zur Startseite" }).click();
    await expect(early.locator("main")).toHaveAttribute("data-page", "home");
    expect(await isSameDocument(early)).toBe(false);
  });
});
