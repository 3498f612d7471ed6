import { parseArgs } from "node:util";
import { examples } from "../sandbox/portal/examples.ts";
import { brands } from "../tests/support/brands.ts";
import { browser } from "../tests/support/browser.ts";
import { freshExample, goToExample } from "../tests/support/examples.ts";
import { all } from "../tests/support/html.ts";
import { startPortal } from "../tests/support/portal.ts";
import { scriptsOf, type Weight, weigh } from "./page-weight.ts";

// Bytes of every customer's page in every brand and language. Fails above the bar.
//   npm run bench:weight -- --only Termination --brand o2    some pages of one brand, in seconds
const { values: options } = parseArgs({
  options: {
    /** Only examples whose name has this. */
    only: { type: "string", default: "" },
    brand: { type: "string" },
  },
});
const firstPaintLimit = 14_600;
const scriptLimit = 120_000;
/** The sandbox's own pages, as its gallery of all parts at once, are in no production image. */
const customerPages = examples.filter(
  ({ path, name }) => !path.startsWith("/sandbox") && name.includes(options.only),
);
const measured = brands.filter(({ slug }) => !options.brand || slug === options.brand);
/** Those who pay by the byte get no script at all. */
const slowNetworks: Record<string, string>[] = [{ "Save-Data": "on" }, { ECT: "2g" }, { ECT: "slow-2g" }];

const columns: { title: string; width: number; value: keyof Weight }[] = [
  { title: "HTML", width: 6, value: "html" },
  { title: "CSS in it", width: 9, value: "css" },
  { title: "headers", width: 7, value: "headers" },
  { title: "first paint", width: 11, value: "firstPaint" },
  { title: "JS brotli", width: 9, value: "scriptBrotli" },
  { title: "JS gzip", width: 7, value: "scriptGzip" },
  { title: "requests", width: 8, value: "requests" },
];

const problems: string[] = [];
const heaviest = { firstPaint: 0, scriptBrotli: 0 };
let pages = 0;
const portal = await startPortal({ LOG_LEVEL: "error", RATE_LIMIT_PER_MINUTE: "1000000" });
try {
  const titles = columns.map(({ title, width }) => title.padStart(width));
  console.log(`${"page".padEnd(42)} brand    lang  ${titles.join("  ")}`);
  for (const { slug, languages } of measured) {
    for (const language of languages) {
      const customer = browser(portal.origin, { "Accept-Language": language });
      await customer.get(`/?brand=${slug}`);
      for (const example of customerPages) await measure(customer, example, slug, language);
    }
  }
} finally {
  await portal.stop();
}

async function measure(
  customer: ReturnType<typeof browser>,
  example: (typeof examples)[number],
  brand: string,
  language: string,
) {
  const fresh = freshExample(example, brand, language);
  const page = await goToExample(customer, fresh);
  const weight = weigh(page);
  const name = `${example.name}, ${brand}, ${language}`;
  const cells = columns.map(({ value, width }) => String(weight[value]).padStart(width));
  console.log(`${example.name.padEnd(42)} ${brand.padEnd(8)} ${language.padEnd(4)}  ${cells.join("  ")}`);
  const { firstPaint, blocking, scriptBrotli } = weight;
  if (page.status !== example.status || page.brand !== brand || page.lang !== language)
    problems.push(`${name}: is ${page.status}, ${page.brand}, ${page.lang}`);
  if (firstPaint > firstPaintLimit) problems.push(`${name}: ${firstPaint} bytes to first paint`);
  if (blocking > 0) problems.push(`${name}: ${blocking} files hold up its first paint`);
  if (scriptBrotli > scriptLimit) problems.push(`${name}: ${scriptBrotli} bytes of JavaScript`);
  pages++;
  heaviest.firstPaint = Math.max(heaviest.firstPaint, firstPaint);
  heaviest.scriptBrotli = Math.max(heaviest.scriptBrotli, scriptBrotli);
  if (example.post || page.status !== 200 || scriptsOf(page).size === 0) return;
  for (const headers of slowNetworks) {
    const light = await customer.get(fresh.path, { headers });
    const scripts = scriptsOf(light).size + all(light.document, "script").length;
    if (scripts > 0) problems.push(`${name}: ${scripts} scripts with ${JSON.stringify(headers)}`);
  }
}

console.log(`
${pages} pages. Heaviest: ${heaviest.firstPaint} bytes to first paint (headers and HTML, limit ${firstPaintLimit}),
${heaviest.scriptBrotli} bytes of JavaScript in brotli, which every browser of today takes (limit ${scriptLimit}).`);
for (const problem of problems) console.error(`Too much: ${problem}`);
process.exit(problems.length > 0 ? 1 : 0);
