import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { linkTo } from "../support/browser.ts";
import { all, first, textOf } from "../support/html.ts";
import { portalForTests } from "../support/portal-for-tests.ts";
import { declaration } from "../support/termination.ts";

const portal = await portalForTests();

const bot = { "User-Agent": "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)" };

describe("a path that no page has", () => {
  test.each([
    ["/brands/o2/logo.svg", "o2", "de", "Seite nicht gefunden", "Zur Startseite", "/"],
    ["/tr/no/such/page", "ayyildiz", "tr", "Sayfa bulunamadı", "Ana sayfaya git", "/tr"],
  ])("%s", async (path, brand, lang, heading, label, home) => {
    const page = await portal.browser({ Cookie: `brand=${brand}` }).get(path);
    expect(page).toMatchObject({ status: 404, name: "not-found", lang, heading });
    expect(page.text).toContain(`Page Not Found: ${path}`);
    expect(linkTo(page, label)).toBe(home);
    // A brand's consent tool is there on every page.
    expect(all(page.document, "script").filter(({ attributes }) => attributes["data-files"])).toEqual([]);
  });

  test("what only looks like a page is none", async () => {
    const page = await portal.browser({ Cookie: "brand=ortel" }).get("/angebot/demo%2Fmeine-daten");
    expect(page).toMatchObject({ status: 404, name: "offer-error", brand: "ortel" });
    expect(page.headers.get("Cache-Control")).toBe("no-store");
    expect(page.headers.get("Content-Security-Policy")).toContain("script-src");
  });

  test("a post to an unknown path is a 404", async () => {
    const page = await portal.browser().post("/no/such/page", { a: "b" });
    expect([page.status, page.name]).toEqual([404, "not-found"]);
  });

  test("the path is shown as text", { tags: ["§2.31"] }, async () => {
    const page = await portal.browser().get("/<script>alert(1)</script>");
    expect(page.status).toBe(404);
    expect(page.html).not.toContain("<script>alert");
  });
});

test.each([
  ["", "o2", "de", "In Gebärdensprache oder Schrift telefonieren", /^So funktioniert der Vermittlungsdienst/],
  ["/en", "ortel", "en", "Call using sign language or text", /^How the relay service works/],
  ["/tr", "ayyildiz", "tr", "İşaret diliyle veya yazışarak ara", /^Aktarma hizmeti nasıl çalışır/],
])(
  "%s/angebot/invalid: a customer who cannot use a phone is led to the relay service",
  async (prefix, brand, lang, label, site) => {
    const customer = portal.browser();
    const page = await customer.get(`${prefix}/angebot/invalid?brand=${brand}`);
    expect([page.status, page.lang]).toEqual([404, lang]);
    const link = linkTo(page, label);
    expect(link).toBe(`${prefix}/barrierefreiheit#contact`);
    const statement = await customer.get(link.replace("#contact", ""));
    expect([statement.status, statement.name, statement.lang]).toEqual([200, "accessibility", lang]);
    expect(first(statement.document, "h2", { id: "contact" })).toBeDefined();
    expect(linkTo(statement, site)).toMatch(/^https:\/\/www\.bundesnetzagentur\.de\//);
  },
);

test("the relay service stands beside the hotline wherever it is printed above the footer", async () => {
  const customer = portal.browser();
  const label = "In Gebärdensprache oder Schrift telefonieren";
  const receipt = await customer.post("/kuendigung?brand=o2", declaration(), { follow: true });
  expect(receipt.name).toBe("termination-confirmation");
  const card = [await customer.get("/?brand=o2"), await customer.get("/angebot"), receipt];
  for (const page of card) expect(linkTo(page, label)).toBe("/barrierefreiheit#contact");
  const byHost = await fetch(`${portal.origin}/widerruf`, {
    method: "POST",
    headers: { Origin: "https://other.example" },
    body: new URLSearchParams({ lastName: "Öztürk" }),
  });
  expect([byHost.status, await byHost.text()]).toEqual([403, expect.stringContaining(label)]);
  const statement = await customer.get("/barrierefreiheit");
  expect(
    all(statement.document, "a").filter(({ attributes }) => attributes.href?.includes("#contact")),
  ).toEqual([]);
});

test("arbitration is named where an order was refused for good, not where it may pass", async () => {
  const texts = async (path: string) => (await portal.browser().get(path, { follow: true })).text;
  for (const path of ["/angebot/state-OFFER_BLOCKED", "/idv/state-NO_MORE_IDV_POSSIBLE"])
    expect(await texts(path)).toContain("(§\u00a068 TKG)");
  for (const path of ["/angebot/state-DOWNTIME", "/angebot/state-RESERVATION_CALL_HOTLINE"])
    expect(await texts(path)).not.toContain("68 TKG");
});

describe("refused requests", () => {
  test("a post to a page that takes none: 405", async () => {
    const page = await portal.browser().post("/barrierefreiheit", { a: "b" });
    expect([page.status, page.headers.get("Allow")]).toEqual([405, "GET, HEAD"]);
    expect(page.heading).toBe("Hier lässt sich nichts absenden");
    expect(linkTo(page, "Zur Startseite")).toBe("/");
  });

  test.each(["/anmeldung", "/brands/o2/favicon.svg", "/idv/post-ident/post-ident/coupon"])(
    "a post to something that is no page gets an error page: %s",
    async (path) => {
      const page = await portal.browser().post(path, { a: "b" });
      expect([page.status, page.name]).toEqual([405, "unexpected-error"]);
      expect(page.heading).toBe("Hier lässt sich nichts absenden");
    },
  );

  test("a compressed form is not taken for one without fields: 415", async () => {
    const answer = await fetch(`${portal.origin}/widerruf`, {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded", "Content-Encoding": "gzip" },
      body: gzipSync("firstName=Kim"),
    });
    expect(answer.status).toBe(415);
    expect(await answer.text()).toContain('data-state="unsupported-form"');
  });

  const form = "application/x-www-form-urlencoded";
  test.each([
    ["404 Not Found", "GET", undefined],
    ["403 Forbidden", "POST", { "Content-Type": form, Origin: "https://evil.example" }],
    ["413 Payload Too Large", "POST", { "Content-Type": form }],
    ["415 Unsupported Media Type", "POST", { "Content-Type": "text/csv" }],
  ])("a bot gets one line: %s", async (line, method, headers) => {
    const body = headers && "a".repeat(100_000);
    const path = headers ? "/sprache" : "/no/such/page";
    const answer = await fetch(portal.origin + path, { method, body, headers: { ...headers, ...bot } });
    expect(answer.headers.get("Content-Type")).toBe("text/plain; charset=utf-8");
    expect([answer.status, await answer.text()]).toEqual([Number(line.slice(0, 3)), `${line}\n`]);
  });

  test("a form that cannot be read: 400", async () => {
    const response = await fetch(`${portal.origin}/sprache`, {
      method: "POST",
      headers: {
        "Content-Type": "multipart/form-data; boundary=x",
        "User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
      },
      body: "this is no multipart body",
    });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain("Wir konnten Ihre Anfrage nicht lesen");
  });
});

test("a bug shows one error in the page's language, its status code, and a button to clear it", {
  tags: ["§2.34", "§2.36"],
}, async () => {
  const customer = portal.browser();
  await customer.get("/?brand=ortel");
  const page = await customer.get("/sandbox/gallery/error?token=brokenlink");
  expect([page.status, page.name]).toEqual([500, "unexpected-error"]);
  expect(all(page.document, "a", { class: "button primary" })).toHaveLength(1);
  expect(linkTo(page, "Erneut versuchen")).toBe("/sandbox/gallery/error?token=brokenlink");
  expect(all(page.document, "h1")).toHaveLength(1);
  const [section] = all(page.document, "section", { class: "status error" });
  const status = section ?? expect.fail("there is no status section");
  expect(first(status, "svg")).toBeDefined();
  expect(textOf(first(status, "h1"))).toBe("Das hat leider nicht geklappt");
  expect(first(status, "p")).toBeDefined();
  expect(page.text).toContain("Statuscode500");
  expect(all(page.document, "a", { class: "button quiet", lang: "en" }).map(textOf)).toEqual([
    "Clear errors",
  ]);
  const reader = portal.browser({ Cookie: "brand=ortel; locale=en" });
  const english = await reader.get("/sandbox/gallery/error");
  expect(english.text).toContain("Sorry, that did not work");
  // One for each failure, by which its lines are found: that of the request, and what went wrong.
  const numbers = [page, english].map(
    ({ text }) => /(?:Fehlernummer|Error number)([2-9B-Z]{6})/.exec(text)?.[1] ?? expect.fail(text),
  );
  expect(new Set(numbers).size).toBe(2);
  for (const number of numbers)
    await expect
      .poll(() => portal.log.filter((line) => line.includes(`"errorNumber":"${number}"`)).length)
      .toBe(2);
  expect(linkTo(english, "Clear errors")).toBe("/");

  // The error does not reach the customer, and the token does not reach the log.
  expect(page.html).not.toMatch(/on purpose|gallery's unexpected|at \w+ \(/i);
  expect(portal.log.join("\n")).toContain("unexpected error");
  expect(portal.log.join("\n")).not.toContain("brokenlink");
});
