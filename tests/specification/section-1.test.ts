import { expect } from "vitest";
import { backendBrand, specifiedBrand } from "#app/brand/backend-brand.ts";
import { readBrands } from "#app/brand/read-brands.server.ts";
import { languages } from "#app/domain/languages.ts";
import { defaultLocale } from "#app/i18n/locale.ts";
import type { Browser, Page } from "../support/browser.ts";
import { fresh } from "../support/fresh.ts";
import { all, first } from "../support/html.ts";
import { goToSummary } from "../support/offer.ts";
import { portalForTests } from "../support/portal-for-tests.ts";
import { rawHttp } from "../support/raw-http.ts";
import { declaration } from "../support/termination.ts";
import { sectionEnds, statement, statementsFrom } from "./statement.ts";

const portal = await portalForTests();
const shipped = readBrands("brands");
const at = (path: string, customer: Browser = portal.browser()) => customer.get(path, { follow: true });
const services = (page: Page) =>
  all(page.document, "script").flatMap(({ attributes }) => attributes["data-usercentrics"] ?? []);

statement("1.1", async () => {
  expect((await at(`/angebot/${fresh("demo")}`)).name).toBe("offer");
  expect((await at(`/idv/${fresh("demo")}`)).name).toBe("idv-selection");
  expect((await at("/angebot/nobody")).state).toBe("NotFound");
});

statement("1.2", async () => {
  const slugs = [...shipped.keys()];
  const pages = await Promise.all(slugs.map((slug) => at(`/?brand=${slug}`)));
  expect(pages.map(({ brand }) => brand)).toEqual(slugs);
});

statement("1.3", () => {
  const tags = Object.entries(languages).map(([code, { tag }]) => [code, tag]);
  expect(tags).toEqual([
    ["de", "de-DE"],
    ["en", "en-US"],
    ["tr", "tr-TR"],
  ]);
  expect(defaultLocale).toBe("de");
});

statement("1.4", async () => {
  const customer = portal.browser();
  const summary = await goToSummary(customer, fresh("demo"));
  expect(summary.name).toBe("summary");
  expect((await customer.submit(summary, {}, { follow: true })).name).toBe("confirmation");
});

statement("1.5", async () => {
  const { text } = await at(`/angebot/${fresh("demo")}`);
  for (const part of ["Nordlicht 12 Pro", "GB", "Farbe: ", "Speicher: ", "Tarif", "Zusatzoption"])
    expect(text).toContain(part);
});

statement("1.6", async () => {
  const names = ["success", "failed", "expired", "completed", "consumed", "post-ident"];
  const pages = await Promise.all(names.map((token) => at(`/idv/${fresh(token)}`)));
  expect(pages.map(({ name }) => name)).toEqual(names.map((name) => `idv-${name}`));
});

statement("1.7", async () => {
  const confirmed = await portal.browser().post("/kuendigung", declaration(), { follow: true });
  expect(confirmed.name).toBe("termination-confirmation");
});

statement("1.8", async () => {
  const page = await at(`/selfcarekuendigung?data=${fresh("demo")}`);
  expect(page.name).toBe("selfcare-termination");
  expect(page.text).toContain("Deniz Muster");
});

statement("1.9", async () => {
  const page = await at(`/kundendaten/${fresh("demo")}`);
  expect([page.status, page.name]).toEqual([200, "customer-data"]);
});

statement("1.10", async () => {
  const customer = portal.browser();
  const page = await customer.get(`/email-ablehnung?token=${fresh("demo")}&brand=o2`);
  const done = await customer.submit(page, {}, { follow: true });
  expect([page.name, done.name, done.status]).toEqual(["email-rejection", "email-rejection", 200]);
});

statement("1.11", async () => {
  const page = await at("/kuendigung?brand=blau");
  expect(page.html).toMatch(/window\["\w+"\]\)?=?.*terminationLoaded/);
  expect(services(page)).toContain("Google Tag Manager");
});

statement("1.12", async () => {
  const loader = (page: Page) =>
    all(page.document, "script").filter(({ attributes }) => attributes["data-loader"]);
  expect(loader(await at("/?brand=blau"))).toHaveLength(1);
  expect(shipped.get("nova")?.userCentrics).toBeUndefined();
  expect(loader(await at("/?brand=nova"))).toEqual([]);
});

statementsFrom(
  "1.13",
  [
    ["meinblau.example", "?brand=aldi", "brand=nova", "blau"],
    ["portal.example", "?brand=aldi", "brand=nova", "aldi"],
    ["portal.example", "", "brand=nova", "nova"],
    ["portal.example", "", "", "o2"],
  ] as const,
  async ([host, query, cookie, brand]) => {
    const head = `GET /${query} HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\n`;
    const more = "User-Agent: curl/8\r\nAccept: text/html\r\nConnection: close\r\n\r\n";
    expect(await rawHttp(portal.port, head + more)).toContain(`data-brand="${brand}"`);
  },
);

statement("1.17", async () => {
  const [aldi, o2] = [await at("/?brand=aldi"), await at("/?brand=o2")];
  for (const of of [
    (page: Page) => first(page.document, "style")?.children[0],
    (page: Page) => first(page.document, "link", { rel: "icon" })?.attributes.href,
    (page: Page) => /<svg.*?<\/svg>/s.exec(page.html.slice(page.html.indexOf('class="logo"')))?.[0],
  ]) {
    expect(of(aldi)).toBeDefined();
    expect(of(aldi)).not.toBe(of(o2));
  }
});

statementsFrom(
  "1.18",
  [
    ["o2", "O2", false, ["de"]],
    ["ayyildiz", "AYYILDIZ", false, ["de", "tr"]],
    ["aetka", "AETKASMART", false, ["de"]],
    ["aldi", "ALDITALK", true, ["de"]],
    ["nova", "NOVA", true, ["de"]],
    ["ortel", "ORTEL", true, ["de", "en"]],
    ["spice", "BLAUWORLD", true, ["de", "en"]],
    ["blau", "BLAU", false, ["de"]],
  ] as const,
  ([slug, backendEnum, prepaid, availableLanguages]) =>
    expect(shipped.get(slug)).toMatchObject({ slug, backendEnum, prepaid, availableLanguages }),
);

statement("1.26", () => {
  for (const name of ["BLAUWORLD", "PRODUCT", "WHATSAPP", "TELEFONICA"])
    expect([specifiedBrand.safeParse(name).success, backendBrand.safeParse(name).success]).toEqual([
      true,
      true,
    ]);
});

statement("1.27", () => {
  const blau = shipped.get("blau");
  expect(blau?.tagManager).toEqual({ name: expect.any(String), id: expect.any(String) });
  expect([typeof blau?.trboId, typeof blau?.userCentrics?.id]).toEqual(["string", "string"]);
});

statement("1.28", async () => {
  const customer = portal.browser();
  expect(services(await customer.get("/?brand=blau"))).not.toContain("trbo");
  expect(services(await customer.get("/kuendigung"))).toContain("trbo");
  expect(services(await customer.get("/kuendigung?brand=aetka"))).not.toContain("trbo");
  expect(shipped.get("aetka")?.trboId).toBeUndefined();
});

sectionEnds(1);
