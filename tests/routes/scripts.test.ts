import { expect, test } from "vitest";
import type { Page } from "../support/browser.ts";
import { fresh } from "../support/fresh.ts";
import { all } from "../support/html.ts";
import { portalForTests } from "../support/portal-for-tests.ts";
import { declaration } from "../support/termination.ts";

const portal = await portalForTests();

const scriptsOf = (page: Page) =>
  all(page.document, "script").map(({ attributes, children }) => ({ attributes, text: children.join("") }));

/** What React Router hands over to the browser. */
function handedOver(page: Page): string {
  const enqueued = scriptsOf(page).find(({ text }) => text.includes("streamController.enqueue"))?.text ?? "";
  const data = /enqueue\((.*)\);/s.exec(enqueued)?.[1] ?? "";
  return new Function(`return ${data}`)() as string;
}

test("no script delays the paint: they wait as text, with all their files and the page's data", async () => {
  const page = await portal.browser().get("/kuendigung");
  expect(all(page.document, "link", { rel: "modulepreload" })).toEqual([]);
  const scripts = scriptsOf(page);
  expect(scripts.filter(({ attributes }) => attributes.type === "module")).toEqual([]);
  const [late, ...others] = scripts.filter(({ attributes }) => attributes["data-files"]);
  expect(others).toEqual([]);
  expect(late?.attributes.type).toBe("text/plain");
  expect(late?.text).toMatch(/import\("\/assets\/entry\.client-.+\.js"\)/);
  for (const file of late?.attributes["data-files"]?.split(" ") ?? [])
    expect((await portal.browser().get(file)).status).toBe(200);
  expect(JSON.parse(handedOver(page))).toContain("terminationLoaded");
});

test("a termination's receipt has none of React, unless its proof may follow", async () => {
  const receiptOf = async (more: Record<string, string>) => {
    const customer = portal.browser();
    const fields = { ...declaration({ contractNumber: `V-${fresh()}` }), ...more };
    return customer.post("/kuendigung", fields, { follow: true });
  };
  const files = (page: Page) => scriptsOf(page).filter(({ attributes }) => attributes["data-files"]);
  const regular = await receiptOf({});
  expect([regular.status, files(regular).length]).toEqual([200, 0]);
  // Its dialog has a script of its own.
  expect(all(regular.document, "button", { "data-modal": "discount" })).toHaveLength(1);
  expect(all(regular.document, "dialog", { id: "discount" })).toHaveLength(1);
  const special = await receiptOf({ cancellationType: "special", reason: "relocation" });
  expect(all(special.document, "input", { type: "file" })).toHaveLength(1);
  expect(files(special)).toHaveLength(1);
});

test("what browsers do not render is not among the page's data", async () => {
  const customer = portal.browser();
  await customer.get("/angebot/demo~shipped");
  const page = await customer.get("/angebot/demo~shipped/meine-daten");
  const [texts] = scriptsOf(page).filter(({ attributes }) => attributes.id === "texts");
  expect(JSON.parse(texts?.text ?? "")).toMatchObject({ "offer.personalData": { firstName: "Vorname" } });
  const data = handedOver(page) + texts?.text;
  for (const shown of [
    "Impressum",
    "Ausweisdaten",
    "Gesamt monatlich",
    "zur Startseite",
    "per SMS über Tarife",
  ])
    expect([shown, page.text.includes(shown) || page.html.includes(shown), data.includes(shown)]).toEqual([
      shown,
      true,
      false,
    ]);
  expect(data.length).toBeLessThan(5000);
});

test("a page brings the texts for which browsers ask, and those of a failure there", async () => {
  const groupsOf = async (path: string) => {
    const customer = portal.browser();
    await customer.get("/angebot/demo~groups");
    const [texts] = scriptsOf(await customer.get(path)).filter(({ attributes }) => attributes.id === "texts");
    return Object.keys(JSON.parse(texts?.text ?? "{}")).sort();
  };
  const later = ["common.actions", "common.unexpected"];
  // Not `common.shell`, which only server content shows.
  expect(await groupsOf("/widerruf")).toEqual(
    [...later, "common.form", "common.frame", "withdrawal.form"].sort(),
  );
  expect(await groupsOf("/angebot/demo~groups/meine-daten")).toEqual(
    [...later, "common.address", "common.form", "common.frame", "offer.personalData"].sort(),
  );
});

test("data with signs of a script in it arrives as it is", async () => {
  const typed = "`$" + "{x}</script>\\\\u003c";
  const page = await portal.browser().post("/kuendigung", { lastName: typed });
  expect(page.status).toBe(422);
  expect(JSON.parse(handedOver(page))).toContain(typed);
});

test("a page is sent in one piece with its length", async () => {
  const plain = await fetch(`${portal.origin}/kuendigung`, { headers: { "Accept-Encoding": "identity" } });
  expect(Number(plain.headers.get("content-length"))).toBe((await plain.arrayBuffer()).byteLength);
  const zipped = await fetch(`${portal.origin}/kuendigung`, { headers: { "Accept-Encoding": "gzip" } });
  expect(zipped.headers.get("content-encoding")).toBe("gzip");
  expect(Number(zipped.headers.get("content-length"))).toBeLessThan(14_600);
  expect(await zipped.text()).toContain("</html>");
});

test("shared parts are the same on first and later pages, per brand and language", async () => {
  const html = async (brand: string, language: string) => {
    // With a query the page is not cached.
    const headers = { Cookie: `brand=${brand}; locale=${language}`, Accept: "text/html" };
    const answer = await fetch(`${portal.origin}/${language}/kuendigung?x=1`, { headers });
    expect(answer.status).toBe(200);
    const text = await answer.text();
    return text.replace(/[\da-f]{8}-[\da-f-]{27}/g, "");
  };
  const first = await html("blau", "en");
  expect(await html("blau", "en")).toBe(first);
  expect(first).toContain('<footer class="footer">');
  const other = await html("ortel", "tr");
  const footer = /<footer.*<\/footer>/s;
  expect(footer.exec(other)?.[0]).not.toBe(footer.exec(first)?.[0]);
  expect(footer.exec(other)?.[0]).toContain("ortel");
});

test("the fields of an empty form are the same for everybody, per brand, language and use case", async () => {
  const main = async (prefix: string, token: string, brand: string) => {
    const customer = portal.browser();
    const start = await customer.get(`${prefix}/angebot/${token}?brand=${brand}`);
    expect(start.status).toBe(200);
    const page = await customer.get(`${prefix}/angebot/${token}/meine-daten`);
    expect([page.status, page.name]).toEqual([200, "personal-data"]);
    return /<fieldset.*<\/fieldset>/s.exec(page.html)?.[0];
  };
  const first = await main("", "demo~alike1", "o2");
  expect(first).toContain("Vorname");
  expect(await main("", "demo~alike2", "o2")).toBe(first);
  const others = [await main("/en", "demo~alike3", "ortel"), await main("", "demo-existing~alike4", "o2")];
  expect(new Set([first, ...others]).size).toBe(3);
});

test("what one customer typed is never on another's page", async () => {
  const typing = portal.browser();
  await typing.get("/angebot/demo~typed1");
  await typing.get("/angebot/demo~typed1/meine-daten");
  const refused = await typing.post("/angebot/demo~typed1/meine-daten", { firstName: "Ottokar" });
  expect([refused.status, refused.html.includes("Ottokar")]).toEqual([422, true]);
  const other = portal.browser();
  await other.get("/angebot/demo~typed2");
  const page = await other.get("/angebot/demo~typed2/meine-daten");
  expect(page.html).not.toContain("Ottokar");
  expect(page.errors).toEqual({});
});

test.each([
  [
    "/widerruf",
    { firstName: "Ada", lastName: fresh("Muster"), contractReference: "B-1", email: "ada@example.com" },
  ],
  ["/barriere-melden", { description: fresh("Zu kleine Schrift ") }],
])("what was sent at %s is printed by a script of its own, without React", async (path, fields) => {
  const page = await portal.browser().post(path, fields, { follow: true });
  expect(page.status).toBe(200);
  const scripts = scriptsOf(page);
  expect(scripts.filter(({ attributes }) => attributes["data-files"])).toEqual([]);
  expect(all(page.document, "button", { "data-act": "print" })).toHaveLength(1);
  expect(scripts.filter(({ text }) => text.includes("navigator.share"))).toHaveLength(1);
  const saving = await portal.browser({ "Save-Data": "on" }).post(path, fields, { follow: true });
  expect(all(saving.document, "button", { "data-act": "print" })).toEqual([]);
});
