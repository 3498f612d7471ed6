import { describe, expect, test } from "vitest";
import type { Page } from "../support/browser.ts";
import { all } from "../support/html.ts";
import { portalForTests } from "../support/portal-for-tests.ts";

const portal = await portalForTests();
const erika = { firstName: "Erika", lastName: "Ottokarsdottir", email: "erika.ottokars@example.com" };

/** A customer at a step's form, and the values of its page that must not be shared. */
async function visitor(token: string, step: string) {
  const customer = portal.browser();
  await customer.get(`/angebot/${token}`);
  if (step !== "meine-daten") {
    const { birthDate, ...rest } = { birthDate: "", ...erika };
    const day = { "birthDate.day": "1", "birthDate.month": "2", "birthDate.year": "1980" };
    const place = { street: "Musterstraße", houseNumber: "1", postalCode: "10115", city: "Berlin" };
    const page = await customer.get(`/angebot/${token}/meine-daten`);
    const saved = await customer.submit(page, { ...rest, ...day, ...place, phone: "0176 12345678" });
    expect([saved.status, saved.errors]).toEqual([303, {}]);
  }
  const page = await customer.get(`/angebot/${token}/${step}`);
  return { customer, page, own: { ...idsOf(page), token, traceId: customer.cookies.get("trace-id") } };
}

const uuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;
const idsOf = (page: Page) => ({
  nonce: /'nonce-([\w-]+)'/.exec(page.headers.get("Content-Security-Policy") ?? "")?.[1],
  submissionId: all(page.document, "input", { name: "submissionId" })[0]?.attributes.value,
});
const neutral = (html: string, own: Record<string, string | undefined>) =>
  Object.values(own).reduce<string>((text, value) => text.replaceAll(value ?? "none", "*"), html);

describe.each(["meine-daten", "ausweisdaten"])("%s, in which nothing was typed", (step) => {
  test("is one page for all, with each customer's own ids and addresses", async () => {
    const visitors = [];
    for (const name of ["a", "b", "c", "d"]) visitors.push(await visitor(`demo~${step}-${name}`, step));
    const pages = visitors.map(({ page, own }) => neutral(page.html, own));
    expect(new Set(pages).size).toBe(1);
    for (const { page, own } of visitors) {
      for (const value of Object.values(own)) expect(page.html).toContain(value);
      for (const { attributes } of all(page.document, "script")) expect(attributes.nonce).toBe(own.nonce);
      const others = visitors.flatMap((one) => (one.own === own ? [] : Object.values(one.own)));
      for (const value of others) expect(page.html).not.toContain(value);
    }
  });

  test("says the same to browsers that take it compressed", async () => {
    const { customer, own } = await visitor(`demo~${step}-z`, step);
    const path = `/angebot/demo~${step}-z/${step}`;
    const pages = [];
    for (const encoding of ["gzip", "identity", "gzip", "identity"]) {
      const page = await customer.get(path, { headers: { "Accept-Encoding": encoding } });
      expect(page.headers.get("Content-Encoding")).toBe(encoding === "gzip" ? encoding : null);
      pages.push(neutral(page.html, { ...own, ...idsOf(page) }));
    }
    expect(new Set(pages).size).toBe(1);
  });
});

test("an offer is one page for all customers with the same offer", async () => {
  const visits = [];
  for (const token of ["demo~offer-a", "demo~offer-b", "demo-dsl~offer", "demo~offer-c", "demo~offer-d"]) {
    const customer = portal.browser();
    customer.cookies.set("brand", "ortel");
    const page = await customer.get(`/angebot/${token}`);
    expect([page.status, page.name, page.brand]).toEqual([200, "offer", "ortel"]);
    visits.push({ page, own: { ...idsOf(page), token } });
  }
  const pages = visits.map(({ page, own }) => neutral(page.html, own));
  expect(new Set(pages).size).toBe(2);
  expect(new Set([pages[0], pages[1], pages[3], pages[4]]).size).toBe(1);
  for (const { page, own } of visits) {
    for (const value of [own.submissionId, own.token]) expect(page.html).toContain(value);
    const others = visits.flatMap((one) => (one.own === own ? [] : Object.values(one.own)));
    for (const value of others) expect(page.html).not.toContain(value);
  }
});

test("brands and languages have pages of their own", async () => {
  const looks = [
    ["", "o2", "de"],
    ["", "ortel", "de"],
    ["/en", "ortel", "en"],
  ] as const;
  for (const [prefix, brand, lang] of [...looks, ...looks, ...looks]) {
    const customer = portal.browser();
    await customer.get(`${prefix}/angebot/demo~look?brand=${brand}`);
    const page = await customer.get(`${prefix}/angebot/demo~look/meine-daten`);
    expect([page.brand, page.lang, page.name]).toEqual([brand, lang, "personal-data"]);
  }
});

test("a form with a customer's data is not shared", async () => {
  const path = (name: string) => `/angebot/demo~mine-${name}/meine-daten`;
  const pages = async (name: string) => (await visitor(`demo~mine-${name}`, "meine-daten")).page.html;
  for (const name of ["a", "b", "c"]) await pages(name);
  // Refused input, input kept across a change of language, saved input.
  const typing = (await visitor("demo~mine-d", "meine-daten")).customer;
  const refused = await typing.post(path("d"), erika);
  await typing.post(`/sprache?returnTo=${path("d")}`, { locale: "de", ...erika });
  const kept = [await typing.get(path("d"))];
  const { customer } = await visitor("demo~mine-e", "ausweisdaten");
  for (let times = 0; times < 3; times++) kept.push(await customer.get(path("e")));
  for (const page of [refused, ...kept]) expect(page.html).toContain(erika.lastName);
  for (const name of ["f", "g", "h"]) {
    const html = await pages(name);
    for (const value of Object.values(erika)) expect(html).not.toContain(value);
  }
});

test("a refused form shows all customers what they typed, and nothing of the others", async () => {
  const sent = [
    "&quot;<b>",
    "</script>",
    "`$`",
    "O'Neil",
    "\\u003c",
    "personal-data",
    "Ö".repeat(500),
    "x",
  ].map((typed, at) => ({ firstName: `Erika${at}`, lastName: `${at}${typed}`, street: typed, city: typed }));
  for (const [at, fields] of [...sent, ...sent].entries()) {
    const { customer } = await visitor(`demo~refused-${at}`, "meine-daten");
    const page = await customer.post(`/angebot/demo~refused-${at}/meine-daten`, fields);
    expect(page.status).toBe(422);
    for (const [name, value] of Object.entries(fields))
      expect(all(page.document, "input", { name })[0]?.attributes.value).toBe(value);
    for (const { firstName } of sent)
      if (firstName !== fields.firstName) expect(page.html).not.toContain(firstName);
  }
});

test("a refused form says the same to browsers that take it compressed, and to scripts", async () => {
  const names = ["Erika", "Ö".repeat(20), "O'Neil", "Otto", "<&>", "x".repeat(31), "x".repeat(200), ""];
  for (const [at, lastName] of [...names, ...names].entries()) {
    const { customer, own } = await visitor(`demo~zipped-${at}`, "meine-daten");
    const fields = { firstName: `Frida${at}`, lastName, submissionId: own.submissionId };
    const pages = [];
    for (const encoding of ["gzip", "identity", "gzip", "identity"]) {
      const headers = { "Accept-Encoding": encoding };
      const page = await customer.post(`/angebot/demo~zipped-${at}/meine-daten`, fields, { headers });
      const sent = page.headers.get("Content-Encoding") ?? "identity";
      expect([page.status, sent]).toEqual([422, encoding]);
      const [, list = "[]"] = /enqueue\(String\.raw`(.*)\n`\)/.exec(page.html) ?? [];
      for (const [name, value] of Object.entries(fields)) {
        expect(all(page.document, "input", { name })[0]?.attributes.value ?? "").toBe(value);
        expect(JSON.parse(list)).toContain(value);
      }
      const others = [...page.html.matchAll(/Frida\d+/g)].filter(([found]) => found !== fields.firstName);
      expect(others).toEqual([]);
      pages.push(neutral(page.html, { nonce: idsOf(page).nonce }).replace(uuid, "*"));
    }
    // Some of the first pages are rendered, without spaces behind what was typed.
    expect(pages[3]).toBe(pages[2]);
  }
});

test("a token or trace id that occurs in the page's text does not corrupt the shared page", async () => {
  const at = async (token: string, traceId?: string) => {
    const customer = portal.browser();
    if (traceId) customer.cookies.set("trace-id", traceId);
    await customer.get(`/angebot/${token}`);
    return customer.get(`/angebot/${token}/meine-daten`);
  };
  for (let times = 0; times < 3; times++) await at("demo~field", "field-label");
  for (let times = 0; times < 3; times++) {
    const page = await at("demo~other", "other-label");
    expect(page.html).toContain('class="field-label"');
    expect(page.html).not.toContain("demo~field");
  }
});
