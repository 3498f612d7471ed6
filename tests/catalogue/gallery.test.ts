import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { matchRoutes } from "react-router";
import { describe, expect, onTestFinished, test } from "vitest";
import { pageTable } from "#app/page-table.server.ts";
import { exampleGroups, examples } from "#sandbox/portal/examples.ts";
import { sandboxPages } from "#sandbox/portal/pages.ts";
import { brands, placesFor } from "../support/brands.ts";
import { mainForm } from "../support/browser.ts";
import { freshExample, goToExample } from "../support/examples.ts";
import { all, first, textOf } from "../support/html.ts";
import { startPortal } from "../support/portal.ts";
import { portalForTests } from "../support/portal-for-tests.ts";

const pages = { ...pageTable, ...sandboxPages };
const root = join(import.meta.dirname, "../..");
const routes = Object.entries(pages).map(([id, { path }]) => ({ id, path }));
const pageOf = (path: string) => matchRoutes(routes, new URL(path, "http://x").pathname)?.at(-1)?.route.id;

const portal = await portalForTests();

describe("the table of examples", () => {
  const shown = Object.entries(pages).filter(([, { file }]) => file.endsWith(".tsx"));

  test.each(shown.map(([id]) => id))("has an example of %s", (id) => {
    expect(examples.map(({ path }) => pageOf(path))).toContain(id);
  });

  test("names each example once", () => {
    const names = examples.map(({ name }) => name);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });
});

test("the gallery of parts shows every part of app/ui", () => {
  const sources = readdirSync(join(root, "sandbox/portal"))
    .filter((file) => file.startsWith("gallery"))
    .map((file) => readFileSync(join(root, "sandbox/portal", file), "utf8"))
    .join("\n");
  // Parts that occur on every page.
  const elsewhere = new Set(["language-switcher", "server-content", "unbroken"]);
  const parts = readdirSync(join(root, "app/ui")).flatMap((file) => file.match(/^(.*)\.tsx$/)?.[1] ?? []);
  const missing = parts.filter((part) => !elsewhere.has(part) && !sources.includes(`/app/ui/${part}.tsx`));
  expect(missing).toEqual([]);
});

describe.each(brands)("the gallery of $slug", ({ slug, languages }) => {
  test.each(languages)("in %s leads to every example and to every brand and language", async (locale) => {
    const at = `${locale === "de" ? "" : `/${locale}`}/sandbox/gallery?brand=${slug}`;
    const page = await portal.browser().get(at);
    expect({ brand: page.brand, lang: page.lang, name: page.name }).toEqual({
      brand: slug,
      lang: locale,
      name: "gallery",
    });
    const main = first(page.document, "main");
    const opened = main ? all(main, "a", { "data-example": true }).map(textOf) : [];
    const sent = main ? all(main, "button").map(textOf) : [];
    expect([...opened, ...sent]).toEqual(expect.arrayContaining(examples.map(({ name }) => name)));
    const brandLinks = main ? all(main, "a", { hreflang: true }) : [];
    expect(brandLinks).toHaveLength(brands.flatMap((brand) => brand.languages).length);
    for (const group of exampleGroups) expect(page.html).toContain(`id="${group.id}"`);
  });
});

test("a form of the gallery opens its example", async () => {
  const customer = portal.browser();
  const gallery = await customer.get("/sandbox/gallery?brand=ayyildiz");
  const button = all(gallery.document, "button").find((part) => textOf(part) === "Withdrawal, invalid");
  const page = await customer.submit(gallery, {}, { form: button?.parent });
  expect([page.status, page.name, page.brand]).toEqual([422, "withdrawal", "ayyildiz"]);
  expect(mainForm(page)).toBeDefined();
});

test("without the sandbox there is none of its pages", async () => {
  const real = await startPortal({ API_BASE_URL: "http://127.0.0.1:9", SESSION_SECRET: "x".repeat(40) });
  onTestFinished(() => real.stop());
  for (const { path, file } of Object.values(sandboxPages)) {
    if (!file.endsWith(".tsx")) continue;
    const page = await real.browser().get(path);
    expect([path, page.status, page.name]).toEqual([path, 404, "not-found"]);
  }
});

// The states have their own tests, in every brand and language.
const elsewhere = new Set(["offer-states", "idv-outcomes"]);
const pageExamples = exampleGroups.filter(({ id }) => !elsewhere.has(id)).flatMap((group) => group.examples);

const visits = pageExamples.flatMap((example, turn) =>
  placesFor(turn).map((place) => ({ name: example.name, example, ...place })),
);
test.each(visits)("$name of $slug in $locale", async ({ example, slug, locale }) => {
  const customer = portal.browser({ "Accept-Language": "de" });
  customer.cookies.set("brand", slug);
  const page = await goToExample(customer, freshExample(example, slug, locale));
  const { name, state, status, brand, lang, path, location } = page;
  expect({ name, state, status, brand, lang }, `${path} → ${location}`).toEqual({
    name: example.page,
    state: example.state ?? state,
    status: example.status,
    brand: slug,
    lang: locale,
  });
});
