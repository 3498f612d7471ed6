import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import type { Page } from "../tests/support/browser.ts";
import { all, type Element, first } from "../tests/support/html.ts";

const buildFolder = join(import.meta.dirname, "..", process.env.BUILD_DIRECTORY ?? "build", "client");

/** Bytes of one page as a customer's phone gets them, compressed. */
export interface Weight {
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
export function scriptsOf(page: Page): Set<string> {
  const found = new Set<string>();
  // Scripts name each other without the hash that their files carry.
  const map = first(page.document, "script", { type: "importmap" })?.children.join("") ?? "{}";
  const { imports = {} } = JSON.parse(map) as { imports?: Record<string, string> };
  const add = (name: string) => {
    const path = imports[name] ?? name;
    if (found.has(path)) return;
    found.add(path);
    for (const next of script(path).imports) add(next);
  };
  const external = all(page.document, "script", { src: true }).map(({ attributes }) => attributes.src ?? "");
  const preloaded = all(page.document, "script", { "data-files": true }).flatMap(
    ({ attributes }) => attributes["data-files"]?.split(" ") ?? [],
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

/** What the page costs until it is first painted, and until its scripts run. */
export function weigh(page: Page): Weight {
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
