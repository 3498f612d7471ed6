import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, chromium, type Page } from "@playwright/test";
import { launchOptions, phoneUserAgent } from "../../e2e/support/chromium.ts";
import { openExample } from "../../e2e/support/examples.ts";
import { targets } from "../../e2e/support/page.ts";
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
  --dark             in dark colours
  --measure          prints height, words, pairs of font size and weight, and the smallest target of each page instead
  --sheet FILE       also one JPEG of all pictures, a row for each brand`,
  {
    allowPositionals: true,
    options: {
      brand: { type: "string", multiple: true, default: [] },
      width: { type: "string", multiple: true, default: ["360", "1280"] },
      language: { type: "string", default: "de" },
      dark: { type: "boolean", default: false },
      measure: { type: "boolean", default: false },
      sheet: { type: "string" },
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

// Phones draw pages in Roboto or in San Francisco, which is as wide; a bare Linux has a font that needs a sixth more.
const fonts = join(import.meta.dirname, "phone-fonts.conf");
const drawn = spawnSync("fc-match", ["--format=%{family}", "system-ui"], {
  env: { ...process.env, FONTCONFIG_FILE: fonts },
  encoding: "utf8",
}).stdout;
if (drawn !== "Roboto")
  console.warn(
    `Drawn in ${drawn ?? "this machine's font"}, not as phones do: install Roboto (Debian: fonts-roboto-unhinted).`,
  );

const portal = await startPortal({ LOG_LEVEL: "error", RATE_LIMIT_PER_MINUTE: "1000000" });
const browser = await chromium.launch({ ...launchOptions, env: { ...process.env, FONTCONFIG_FILE: fonts } });
try {
  for (const { slug } of speaking) for (const width of values.width) await take(browser, slug, width);
  if (!values.measure) await writeSheets(browser);
} finally {
  await browser.close();
  await portal.stop();
}

/** Without JavaScript: pages are complete as served, and nothing moves. */
async function take(browser: Browser, brand: string, width: string) {
  const window = { width: Number(width), height: 800 };
  const context = await browser.newContext({
    baseURL: portal.origin,
    viewport: window,
    locale: values.language,
    colorScheme: values.dark ? "dark" : "light",
    userAgent: phoneUserAgent,
    javaScriptEnabled: false,
  });
  const page = await context.newPage();
  await page.goto(`/?brand=${brand}`);
  for (const example of chosen) {
    await openExample(page, example, brand, values.language);
    if (values.measure) await measure(page, example, brand, width);
    else {
      const path = join(folder, fileOf(example, brand, width));
      // In a window as high as the page, a bar that sticks to the window's end stands at the form's.
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      await page.setViewportSize({ ...window, height });
      await page.screenshot({ path, fullPage: true, animations: "disabled" });
      await page.setViewportSize(window);
    }
  }
  await context.close();
  if (!values.measure) console.log(`${brand} at ${width} px: ${chosen.length} pictures`);
}

/** The page's height with header and footer; words and type of what its `main` shows, so without closed folds. */
async function measure(page: Page, example: Example, brand: string, width: string) {
  const { height, words, pairs } = await page.evaluate(() => {
    const main = document.querySelector("main");
    if (!main) throw new Error("The page has no main.");
    const pairs = new Set<string>();
    let words = 0;
    // As the names of an order's steps are on a phone, where bars stand for them.
    const isClipped = (element: Element) => {
      for (let around: Element | null = element; around && around !== main; around = around.parentElement)
        if (getComputedStyle(around).clipPath === "inset(50%)") return true;
      return false;
    };
    const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const found = text.textContent?.match(/[\p{L}\p{N}][^\s]*/gu);
      const element = text.parentElement;
      if (!found || !element?.checkVisibility({ contentVisibilityAuto: true })) continue;
      if (element.closest(".visually-hidden, svg, style, script, select") || isClipped(element)) continue;
      const { fontSize, fontWeight } = getComputedStyle(element);
      pairs.add(`${fontSize} ${fontWeight}`);
      words += found.length;
    }
    return { height: document.documentElement.scrollHeight, words, pairs: [...pairs].sort() };
  });
  const sizes = (await targets(page)).map((target) => Math.min(target.width, target.height));
  const figures = [
    `${height} px`,
    `${words} words`,
    `${pairs.length} type pairs (${pairs.join(", ")})`,
    sizes.length > 0 ? `smallest target ${Math.min(...sizes).toFixed(1)} px` : "no targets",
  ];
  console.log([example.name, brand, width, ...figures].join(" | "));
}

function rowsOf(width: string) {
  return chosen.map((example) => {
    const pictures = speaking.map(({ slug }) => {
      const file = fileOf(example, slug, width);
      return `<a href="${file}"><img src="${file}" alt="${slug}"></a>`;
    });
    return `<h2>${example.name}, ${width} px</h2><div>${pictures.join("")}</div>`;
  });
}

/** A page with a row for each example, and one picture with a row for each brand. */
async function writeSheets(browser: Browser) {
  const index = join(folder, "index.html");
  writeFileSync(
    index,
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Screenshots</title>
<style>body{font-family:system-ui;background:#888}div{display:grid;grid-template-columns:repeat(${speaking.length},1fr);gap:8px;align-items:start}img{width:100%}</style>
${values.width.flatMap(rowsOf).join("\n")}`,
  );
  console.log(index);
  if (!values.sheet) return;
  const rows = values.width.flatMap((width) =>
    speaking.map(({ slug }) => {
      const pictures = chosen.map((example) => {
        const file = pathToFileURL(join(folder, fileOf(example, slug, width))).href;
        return `<img src="${file}" style="width:${Number(width) < 600 ? 180 : 320}px">`;
      });
      return `<div>${pictures.join("")}</div>`;
    }),
  );
  const source = join(folder, "sheet.html");
  writeFileSync(
    source,
    `<!doctype html><style>body{margin:8px;background:#888;width:max-content}div{display:flex;gap:8px;align-items:start;margin-bottom:8px}</style>${rows.join("")}`,
  );
  const page = await browser.newPage({ viewport: { width: 400, height: 400 } });
  await page.goto(pathToFileURL(source).href);
  const { width, height } = await page.evaluate(() => document.body.getBoundingClientRect());
  await page.setViewportSize({ width: Math.ceil(width) + 16, height: Math.ceil(height) + 16 });
  await page.screenshot({ path: values.sheet, type: "jpeg", quality: 60 });
  await page.close();
  console.log(values.sheet);
}
