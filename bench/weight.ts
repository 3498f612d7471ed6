import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { browser, type Page } from "../tests/support/browser.ts";
import { all, type Element, first } from "../tests/support/html.ts";
import { startPortal } from "../tests/support/portal.ts";
import { brandLanguages, pageRows, pathOf, visit } from "./pages.ts";

// Bytes of every page, brand and language, as a customer's phone gets them. Fails above the bar.
const firstPaintLimit = 14_600;
const scriptLimit = 120_000;
const buildFolder = join(import.meta.dirname, "..", process.env.BUILD_DIRECTORY ?? "build", "client");

interface Weight {
  html: number;
  css: number;
  headers: number;
  firstPaint: number;
  blocking: number;
  scriptBrotli: number;
  scriptGzip: number;
  requests: number;
}

const files = new Map<string, { brotli: number; gzip: number; imports: string[] }>();
function script(path: string) {
  const known = files.get(path);
  if (known) return known;
  const source = readFileSync(join(buildFolder, path));
  const imports = [...source.toString().matchAll(/(?:from|import)\s*["'](\.\.?\/[^"']+\.js)["']/g)];
  const file = {
    brotli: brotliCompressSync(source).length,
    gzip: gzipSync(source, { level: 9 }).length,
    imports: imports.map(([, name = ""]) => new URL(name, `http://x${path}`).pathname),
  };
  files.set(path, file);
  return file;
}

/** All scripts that the page loads by itself: those in the HTML, and what they import. */
function scriptsOf(page: Page): Set<string> {
  const found = new Set<string>();
  const add = (path: string) => {
    if (found.has(path)) return;
    found.add(path);
    for (const next of script(path).imports) add(next);
  };
  const external = all(page.document, "script", { src: true }).map(({ attributes }) => attributes.src ?? "");
  const preloaded = all(page.document, "link", { rel: "modulepreload" }).map(
    ({ attributes }) => attributes.href ?? "",
  );
  const inline = all(page.document, "script").flatMap(
    ({ children }) => children.join("").match(importedPath) ?? [],
  );
  // Only module scripts import; data scripts merely name files that may be needed later.
  for (const path of [...external, ...preloaded, ...inline]) if (path.startsWith("/assets/")) add(path);
  return found;
}
const importedPath = /(?<=(?:from|import)\s*\(?["'])\/assets\/[^"']+\.js(?=["'])/g;

const holdsUpPaint = (element: Element) =>
  (element.tag === "link" && element.attributes.rel === "stylesheet") ||
  (element.tag === "script" &&
    element.attributes.src !== undefined &&
    !["async", "defer"].some((name) => name in element.attributes) &&
    element.attributes.type !== "module");

function weigh(page: Page): Weight {
  const scripts = [...scriptsOf(page)].map(script);
  const sum = (name: "brotli" | "gzip") => scripts.reduce((total, file) => total + file[name], 0);
  const head = first(page.document, "head") ?? page.document;
  const blocking = all(head).filter(holdsUpPaint).length;
  const html = gzipSync(page.html).length;
  const css = all(page.document, "style")
    .map(({ children }) => children.join(""))
    .join("");
  const headers = [...page.headers].reduce(
    (total, [name, value]) => total + name.length + value.length + 4,
    20,
  );
  const images = new Set(all(page.document, "img", { src: true }).map(({ attributes }) => attributes.src))
    .size;
  const icons = all(page.document, "link", { rel: "icon" }).length;
  return {
    html,
    css: gzipSync(css).length,
    headers,
    firstPaint: headers + html,
    blocking,
    scriptBrotli: sum("brotli"),
    scriptGzip: sum("gzip"),
    requests: 1 + scripts.length + images + icons,
  };
}

const slowNetworks: Record<string, string>[] = [{ "Save-Data": "on" }, { ECT: "2g" }, { ECT: "slow-2g" }];
const columns = [
  "page",
  "brand",
  "lang",
  "HTML",
  "CSS in it",
  "headers",
  "first paint",
  "JS br",
  "JS gzip",
  "requests",
];
const row = (cells: (string | number)[]) =>
  cells
    .map((cell, at) => (at < 3 ? String(cell).padEnd([24, 9, 4][at] ?? 0) : String(cell).padStart(11)))
    .join(" ");

const problems: string[] = [];
const heaviest = { firstPaint: 0, script: 0 };
const portal = await startPortal({ LOG_LEVEL: "error" });
try {
  console.log(row(columns));
  for (const [brand, languages] of Object.entries(brandLanguages)) {
    for (const language of languages) {
      const customer = browser(portal.origin, { "Accept-Language": language });
      await customer.get(`/?brand=${brand}`);
      for (const page of pageRows) {
        const path = pathOf(page, brand, language);
        const seen = await visit(customer, page, path);
        if (seen.status === 302) continue;
        const weight = weigh(seen);
        const name = `${page.name}, ${brand}, ${language}`;
        const { html, css, headers, firstPaint, scriptBrotli, scriptGzip, requests } = weight;
        console.log(
          row([
            page.name,
            brand,
            language,
            html,
            css,
            headers,
            firstPaint,
            scriptBrotli,
            scriptGzip,
            requests,
          ]),
        );
        if (seen.brand !== brand || seen.lang !== language)
          problems.push(`${name}: is ${seen.brand}, ${seen.lang}`);
        if (firstPaint > firstPaintLimit) problems.push(`${name}: ${firstPaint} bytes to first paint`);
        if (weight.blocking > 0) problems.push(`${name}: ${weight.blocking} files hold up its first paint`);
        if (scriptBrotli > scriptLimit) problems.push(`${name}: ${scriptBrotli} bytes of JavaScript`);
        heaviest.firstPaint = Math.max(heaviest.firstPaint, firstPaint);
        heaviest.script = Math.max(heaviest.script, scriptBrotli);
        await lightPage(path, name, seen.status === 200);
        if (page.send) await sendForm(customer, seen, page.send, page.name);
      }

      async function lightPage(path: string, name: string, comparable: boolean) {
        if (!comparable) return;
        for (const headers of slowNetworks) {
          const page = await customer.get(path, { headers });
          const scripts = scriptsOf(page).size + all(page.document, "script").length;
          if (scripts > 0) problems.push(`${name}: ${scripts} scripts with ${JSON.stringify(headers)}`);
        }
      }
    }
  }
} finally {
  await portal.stop();
}

async function sendForm(
  customer: ReturnType<typeof browser>,
  page: Page,
  fields: NonNullable<(typeof pageRows)[number]["send"]>,
  name: string,
) {
  const answer = await customer.submit(page, fields);
  if (answer.status === 303) return;
  throw new Error(
    `${name}: sending it answered ${answer.status} ${JSON.stringify(answer.errors)} ${answer.state ?? ""}`,
  );
}

console.log(
  `\nHeaviest: ${heaviest.firstPaint} bytes to first paint (headers and HTML, limit ${firstPaintLimit}), `,
);
console.log(
  `${heaviest.script} bytes of JavaScript in brotli, which every browser of today takes (limit ${scriptLimit}).`,
);
for (const problem of problems) console.error(`Too much: ${problem}`);
process.exit(problems.length > 0 ? 1 : 0);
