import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { locales } from "#app/i18n/locale.ts";
import { builtPortal, command } from "#server/operation/command.ts";
import { cookiesPage, outagePage } from "#server/pages/outage-page.ts";

// `npm run outage-pages -- FOLDER`: what nginx, HAProxy and Caddy show while no portal answers, or for headers that they do not
// read, of the brands in BRANDS_DIR. Run it again after a change of brands; it needs no portal that runs.
const [folder] = process.argv.slice(2);
const usage = "npm run outage-pages -- FOLDER    writes the pages for proxies to that folder";

await command(usage, async () => {
  if (!folder || folder.startsWith("-")) throw new Error(usage);
  const brands = (await builtPortal()).brandContacts();
  mkdirSync(folder, { recursive: true });
  const write = (name: string, lines: string[]) => writeFileSync(join(folder, name), `${lines.join("\n")}\n`);

  const pages = brands.flatMap((brand) =>
    locales.map((locale) => {
      // A language that the brand does not have leads to its own first one, so that proxies need not know them.
      const language = brand.availableLanguages.includes(locale) ? locale : "de";
      const cookies = cookiesPage(brand, language);
      return { name: `${brand.slug}.${locale}`, html: outagePage(brand, language), cookies };
    }),
  );
  for (const { name, html, cookies } of pages) {
    writeFileSync(join(folder, `${name}.html`), html);
    writeFileSync(join(folder, `${name}.cookies.html`), cookies);
  }
  // The brand in a host's name, as the portal finds it: of several the longest.
  const slugs = brands.map(({ slug }) => slug).sort((a, b) => b.length - a.length);
  write(
    "brands.nginx",
    slugs.map((slug) => `~*${slug} ${slug};`),
  );
  write(
    "brands.caddy",
    slugs.map((slug) => `~(?i)${slug} ${slug}`),
  );
  write(
    "brands.haproxy",
    slugs.map((slug) => `${slug} ${slug}`),
  );
  // HAProxy reads files only when it starts: a page is the value of its name, in one line.
  write(
    "pages.haproxy",
    pages.map(({ name, html }) => `${name} ${html.replaceAll("\n", " ")}`),
  );
  console.log(`${pages.length} pages of ${brands.length} brands are in ${folder}.`);
});
// What the build began, such as reading brands again, need not go on.
process.exit(0);
