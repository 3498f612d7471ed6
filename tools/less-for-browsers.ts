import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";
import { browserColumns, pages } from "../app/page-table.ts";

const forBrowsers = (row: object) =>
  Object.fromEntries(Object.entries(row).filter(([column]) => browserColumns.includes(column as never)));

/** A module's functions, doing nothing. */
const emptied = (code: string) =>
  code.match(/(?<=^export \{ ).+(?= \};)/m)?.[0].replaceAll(/\w+/g, "$& = () => {}");

/** Modules that browsers get in another form than the server, by the end of their path. */
const otherwise: Record<string, (code: string) => string> = {
  /** What is imported later has neither styles nor files of its own to load before. */
  "vite/preload-helper.js": () => "export const __vitePreload = (load) => load();",
  "app/page-table.ts": () => {
    const rows = Object.entries(pages).map(([name, row]) => [name, forBrowsers(row)]);
    return `export const pages = ${JSON.stringify(Object.fromEntries(rows))};`;
  },
  /** Routes are not discovered one by one: see react-router.config.ts. */
  "lib/dom/ssr/fog-of-war.js": (code) => `export const ${emptied(code)};`,
  /** Nobody measures the router in browsers. */
  "lib/router/instrumentation.js": (code) => `export const ${emptied(code)};`,
};

/** Leaves out of the browser's files what is of no use there. */
export const lessForBrowsers: Plugin = {
  name: "less-for-browsers",
  enforce: "pre",
  applyToEnvironment: ({ config }) => config.consumer === "client" && config.command === "build",
  transform: (code, id) => Object.entries(otherwise).find(([end]) => id.endsWith(end))?.[1](code),
};

/** The router's list of all routes: browsers read what is true of each, and no list of files to preload. */
export function shortenManifest(client: string): void {
  const folder = join(client, "assets");
  for (const name of readdirSync(folder).filter((file) => /^manifest-\w+\.js$/.test(file))) {
    const [start = "", list = ""] = readFileSync(join(folder, name), "utf8").split(/(?<=^[\w.]+=)/);
    const manifest = JSON.parse(list.replace(/;$/, ""));
    for (const route of Object.values<Record<string, unknown>>(manifest.routes))
      for (const [field, value] of Object.entries(route))
        if (value === false || field === "imports" || field === "css") delete route[field];
    writeFileSync(join(folder, name), `${start}${JSON.stringify(manifest)};`);
  }
}
