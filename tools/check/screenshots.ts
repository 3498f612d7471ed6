import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Browser, chromium } from "@playwright/test";
import { launchOptions, phoneUserAgent } from "../../e2e/support/chromium.ts";
import { openExample } from "../../e2e/support/examples.ts";
import type { Example } from "../../sandbox/portal/example.ts";
import { examples } from "../../sandbox/portal/examples.ts";
import { brands } from "../../tests/support/brands.ts";
import { startPortal } from "../../tests/support/portal.ts";
import { calledWith, named, refuse } from "../usage.ts";

// The gallery's pages in all brands side by side on one sheet, to look at before changing the design. Needs a build
// and the Chromium of the browser tests.
const { values, positionals } = calledWith(
  `npm run screenshots -- [EXAMPLE …] [options]    all examples of the gallery, or only these
  --brand BRAND      all brands, or only this one; repeatable
  --width PIXELS     360 and 1280, or only this one; repeatable
  --language CODE    de
  --dark             in dark colours`,
  {
    allowPositionals: true,
    options: {
      brand: { type: "string", multiple: true, default: [] },
      width: { type: "string", multiple: true, default: ["360", "1280"] },
      language: { type: "string", default: "de" },
      dark: { type: "boolean", default: false },
    },
  },
);
const chosen = named(examples, positionals, ({ name }) => name);
const speaking = named(brands, values.brand, ({ slug }) => slug).filter(({ languages }) =>
  languages.some((language) => language === values.language),
);
if (speaking.length === 0) refuse(`None of these brands speaks ${values.language}.`);
if (!values.width.every((width) => Number(width) >= 100 && Number(width) <= 4000))
  refuse("--width takes pixels from 100 to 4000.");

const folder = join(import.meta.dirname, "../../test-results/screenshots");
mkdirSync(folder, { recursive: true });
const fileOf = ({ name }: Example, brand: string, width: string) =>
  `${name.replace(/\W+/g, "-")}.${brand}.${width}.png`;

const portal = await startPortal({ LOG_LEVEL: "error", RATE_LIMIT_PER_MINUTE: "1000000" });
const browser = await chromium.launch(launchOptions);
try {
  for (const { slug } of speaking) for (const width of values.width) await take(browser, slug, width);
} finally {
  await browser.close();
  await portal.stop();
}

/** Without JavaScript: pages are complete as served, and nothing moves. */
async function take(browser: Browser, brand: string, width: string) {
  const context = await browser.newContext({
    baseURL: portal.origin,
    viewport: { width: Number(width), height: 800 },
    locale: values.language,
    colorScheme: values.dark ? "dark" : "light",
    userAgent: phoneUserAgent,
    javaScriptEnabled: false,
  });
  const page = await context.newPage();
  await page.goto(`/?brand=${brand}`);
  for (const example of chosen) {
    await openExample(page, example, brand, values.language);
    const path = join(folder, fileOf(example, brand, width));
    await page.screenshot({ path, fullPage: true, animations: "disabled" });
  }
  await context.close();
  console.log(`${brand} at ${width} px: ${chosen.length} pictures`);
}

const rows = chosen.flatMap((example) =>
  values.width.map((width) => {
    const pictures = speaking.map(({ slug }) => {
      const file = fileOf(example, slug, width);
      return `<a href="${file}"><img src="${file}" alt="${slug}" loading="lazy"></a>`;
    });
    return `<h2>${example.name}, ${width} px</h2><div>${pictures.join("")}</div>`;
  }),
);
const sheet = join(folder, "index.html");
writeFileSync(
  sheet,
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Screenshots</title>
<style>body{font-family:system-ui;background:#888}div{display:grid;grid-template-columns:repeat(${speaking.length},1fr);gap:8px;align-items:start}img{width:100%}</style>
${rows.join("\n")}`,
);
console.log(sheet);
