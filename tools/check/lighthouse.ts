import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import lighthouse from "lighthouse";
import { launch } from "puppeteer-core";
import { withPrefix } from "../../app/i18n/locale.ts";
import { pageTable } from "../../app/page-table.server.ts";
import { startBackend } from "../../bench/backend.ts";
import { launchOptions } from "../../e2e/support/chromium.ts";
import { brands } from "../../tests/support/brands.ts";
import { startPortal } from "../../tests/support/portal.ts";
import { calledWith, named } from "../usage.ts";

// Lighthouse (mobile) on every page without a customer, of every brand and language, in front of a provider: a sandbox is
// not to be found. Fails below 100 in a category, and for any layout shift. Its performance figure wants a machine that
// does nothing else.
const { values, positionals } = calledWith(
  "npm run check:lighthouse -- [BRAND …] [--page PATH …]    all brands and pages, or only these",
  { allowPositionals: true, options: { page: { type: "string", multiple: true, default: [] } } },
);
const chosen = named(brands, positionals, ({ slug }) => slug);
const paths = named(
  Object.values(pageTable).flatMap(({ path, cacheable }) => (cacheable ? [path] : [])),
  values.page,
  (path) => path,
);
const folder = mkdtempSync(join(tmpdir(), "lighthouse-"));
const provider = await startBackend(folder);
const portal = await startPortal({
  API_BASE_URL: provider.url,
  CONSENT_MANAGER_URL: `${provider.url}/sandbox/thirdparty/consent-manager`,
  LOG_LEVEL: "error",
  RATE_LIMIT_PER_MINUTE: "1000000",
});
const chrome = await launch({ executablePath: launchOptions.executablePath, args: launchOptions.args });
const problems: string[] = [];
try {
  for (const { slug, languages } of chosen)
    for (const language of languages) for (const path of paths) await check(slug, withPrefix(path, language));
} finally {
  await chrome.close();
  await portal.stop();
  provider.stop();
  rmSync(folder, { recursive: true });
}

async function check(brand: string, path: string) {
  // The browser finds each name below localhost on this machine.
  const page = await chrome.newPage();
  const run = await lighthouse(
    `http://${brand}.localhost:${portal.port}${path}`,
    { logLevel: "error" },
    undefined,
    page,
  );
  await page.close();
  if (!run) throw new Error(`Lighthouse has no answer for ${path}.`);
  const { categories, audits } = run.lhr;
  const shift = audits["cumulative-layout-shift"]?.numericValue;
  const scores = Object.values(categories).map(({ id, score }) => `${id} ${Math.round((score ?? 0) * 100)}`);
  console.log(`${brand.padEnd(9)} ${path.padEnd(20)} ${scores.join("  ")}  shift ${shift}`);
  for (const { id, score, auditRefs } of Object.values(categories)) {
    if (score === 1) continue;
    const failed = auditRefs.filter((ref) => ref.weight > 0 && (audits[ref.id]?.score ?? 1) < 1);
    problems.push(`${brand} ${path}: ${id} ${score}: ${failed.map((ref) => ref.id).join(", ")}`);
  }
  if (shift !== 0) problems.push(`${brand} ${path}: a layout shift of ${shift}`);
}

if (problems.length > 0) {
  console.error(problems.join("\n"));
  process.exitCode = 1;
}
