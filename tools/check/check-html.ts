import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium, type Page } from "@playwright/test";
import { launchOptions, phoneUserAgent } from "../../e2e/support/chromium.ts";
import { openExample } from "../../e2e/support/examples.ts";
import { accessibilityProblems } from "../../e2e/support/test.ts";
import { examples } from "../../sandbox/portal/examples.ts";
import { brands } from "../../tests/support/brands.ts";
import { browser as visitor } from "../../tests/support/browser.ts";
import { freshExample, goToExample } from "../../tests/support/examples.ts";
import { startPortal } from "../../tests/support/portal.ts";
import { calledWith, named } from "../usage.ts";

// Checks the gallery with axe, IBM Equal Access and the Nu HTML checker (which needs Java), in all languages of all
// brands. The latter two take minutes and 60 MB, so they are not part of the tests: axe and html-validate are.
const { positionals: asked } = calledWith("npm run check:html -- [BRAND …]    all brands, or only these", {
  allowPositionals: true,
});
const chosen = named(brands, asked, ({ slug }) => slug);
const root = join(import.meta.dirname, "../..");
const folder = join(root, "test-results/checkers");
const [engine, nu] = ["accessibility-checker-engine/ace.js", "vnu-jar/build/dist/vnu.jar"].map((file) =>
  join(folder, "node_modules", file),
) as [string, string];
mkdirSync(folder, { recursive: true });
if (!existsSync(engine) || !existsSync(nu))
  execFileSync("npm", ["i", "--prefix", folder, "accessibility-checker-engine@4.0.34", "vnu-jar@26.9.27"], {
    stdio: "inherit",
  });

interface Result {
  ruleId: string;
  value: [level: string, outcome: string];
  message: string;
  snippet: string;
}

/** Only certain findings: the others ask a person to look. */
async function equalAccess(page: Page): Promise<string[]> {
  await page.evaluate(`${readFileSync(engine, "utf8")};window.ace = ace`);
  const results = await page.evaluate(async () => {
    for (const section of document.querySelectorAll("details")) section.open = true;
    const { ace } = window as unknown as {
      ace: { Checker: new () => { check(node: Node, rules: string[]): Promise<{ results: Result[] }> } };
    };
    return (await new ace.Checker().check(document, ["IBM_Accessibility", "WCAG_2_2"])).results;
  });
  const failures = results.filter(({ value }) => value[1] === "FAIL");
  return failures.map(({ ruleId, message, snippet }) => `${ruleId}: ${message} ${snippet}`);
}

const portal = await startPortal({ LOG_LEVEL: "error", RATE_LIMIT_PER_MINUTE: "1000000" });
const chrome = await chromium.launch(launchOptions);
let found = 0;
/** Printed immediately, so that an interrupted run keeps its findings. */
const report = (problem: string) => {
  found++;
  console.log(problem);
};
const pages = join(folder, "pages");
rmSync(pages, { recursive: true, force: true });
mkdirSync(pages);
for (const { brand, locale } of chosen.flatMap(({ slug: brand, languages }) =>
  languages.map((locale) => ({ brand, locale })),
)) {
  const page = await chrome.newPage({ baseURL: portal.origin, userAgent: phoneUserAgent, bypassCSP: true });
  await page.goto(`/?brand=${brand}`);
  for (const example of examples) {
    const name = `${example.name}, ${brand}, ${locale}`;
    await openExample(page, example, brand, locale);
    for (const problem of [...(await accessibilityProblems(page)), ...(await equalAccess(page))])
      report(`${name}: ${problem}`);
    const customer = visitor(portal.origin);
    await customer.get(`/?brand=${brand}`);
    const { html } = await goToExample(customer, freshExample(example, brand, locale));
    writeFileSync(join(pages, `${name.replace(/\W+/g, "-")}.html`), html);
  }
  console.log(`${brand}, ${locale}: ${examples.length} pages`);
  await page.close();
}
await chrome.close();
await portal.stop();
// A property that is newer than the checker.
const known = ".*field-sizing.*";
const checked = spawnSync("java", ["-jar", nu, "--errors-only", "--filterpattern", known, pages], {
  encoding: "utf8",
});
if (checked.error) throw checked.error;
for (const problem of checked.stderr.split("\n").filter(Boolean)) report(problem);
if (found === 0) console.log("Nothing found.");
// The accessibility statement is of the day on which all pages were looked at.
if (found === 0 && chosen.length === brands.length) {
  const date = new Date().toISOString().slice(0, 10);
  writeFileSync(join(root, "app/routes/home/last-check.json"), `{ "date": "${date}" }\n`);
}
process.exitCode = found > 0 ? 1 : 0;
