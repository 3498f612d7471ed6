import { describe, expect, test } from "vitest";
import { pages } from "#app/pages.ts";
import type { Page } from "../support/browser.ts";
import { all } from "../support/html.ts";
import { portalForTests } from "../support/portal-for-tests.ts";

const portal = await portalForTests();

const idsOf = (page: Page) => ({
  nonce: /'nonce-([\w-]+)'/.exec(page.headers.get("Content-Security-Policy") ?? "")?.[1],
  traceId: /trace-id=([\w-]+)/.exec(page.headers.get("Set-Cookie") ?? "")?.[1],
  submissionId: all(page.document, "input", { name: "submissionId" })[0]?.attributes.value,
});
const get = (path: string, headers: Record<string, string> = {}) => portal.browser(headers).get(path);

const cacheable = Object.values<{ path: string; cacheable?: true }>(pages).filter((row) => row.cacheable);

describe.each(cacheable.map(({ path }) => path))("%s", (path) => {
  test("is the same for everybody, except for values of a single answer", async () => {
    const [first, second, third] = [await get(path), await get(path), await get(path)];
    const neutral = (page: Page) => {
      const ids = Object.values(idsOf(page)).filter((id) => id !== undefined);
      return ids.reduce((html, id) => html.replaceAll(id, "*"), page.html);
    };
    expect(neutral(second)).toBe(neutral(first));
    expect(neutral(third)).toBe(neutral(first));
    const seen = [first, second, third].map(idsOf);
    for (const name of ["nonce", "traceId"] as const)
      expect(new Set(seen.map((ids) => ids[name])).size, name).toBe(3);
    const { submissionId } = idsOf(first);
    expect(new Set(seen.map((ids) => ids.submissionId)).size).toBe(submissionId ? 3 : 1);
    for (const page of [first, second, third]) {
      const { nonce } = idsOf(page);
      for (const { attributes } of all(page.document, "script")) expect(attributes.nonce).toBe(nonce);
      expect(page.headers.get("Cache-Control")).toBe("no-store");
    }
  });

  test("keeps brand, language and saved data apart", async () => {
    for (const look of [() => get(path), () => get(path)]) {
      expect((await look()).brand).toBe("o2");
      const turkish = await get(`/tr${path === "/" ? "" : path}`, { Cookie: "brand=ayyildiz" });
      expect([turkish.brand, turkish.lang]).toEqual(["ayyildiz", "tr"]);
      const byHeader = await get(path, { Cookie: "brand=ortel", "Accept-Language": "en" });
      expect([byHeader.brand, byHeader.lang]).toEqual(["ortel", "en"]);
      expect(all((await get(path, { "Save-Data": "on" })).document, "script")).toEqual([]);
    }
  });
});

test("what one customer typed is shown to nobody else", async () => {
  const customer = portal.browser();
  await customer.post("/sprache?returnTo=/kuendigung", { locale: "de", lastName: "Nurfürmich" });
  const own = await customer.get("/kuendigung");
  expect(own.html).toContain("Nurfürmich");
  for (let i = 0; i < 3; i++) expect((await get("/kuendigung")).html).not.toContain("Nurfürmich");
  // A customer with a session does not get the cached page either.
  await customer.post("/sprache?returnTo=/kuendigung", { locale: "de", lastName: "Nochmals" });
  expect((await customer.get("/kuendigung")).html).toContain("Nochmals");
});

test("what this browser declared a moment ago is shown to nobody else", async () => {
  const customer = portal.browser();
  const { submissionId } = idsOf(await customer.get("/kuendigung"));
  const form = { submissionId, firstName: "Erika", lastName: "Mustermann", contractNumber: "O2-1001" };
  const sent = await customer.post("/kuendigung", { ...form, email: "erika@example.com" });
  expect(sent.status).toBe(303);
  const reference = /ref(?:erence)?=([^&]+)/.exec(sent.headers.get("Location") ?? "")?.[1] ?? "";
  expect(reference).not.toBe("");
  expect((await customer.get("/kuendigung")).html).toContain(reference);
  for (let i = 0; i < 3; i++) expect((await get("/kuendigung")).html).not.toContain(reference);
});

test("a made-up trace id cannot corrupt the cached page", async () => {
  await get("/barrierefreiheit", { Cookie: "trace-id=Barrierefreiheit; brand=aldi" });
  const page = await get("/barrierefreiheit", { Cookie: "trace-id=otherothero; brand=aldi" });
  expect(page.html).toContain("Barrierefreiheit");
  expect(page.html).not.toContain("otherothero");
});

test("a request for data gets data, before and after the page is cached", async () => {
  for (const accept of ["application/json", "text/html", "application/json"]) {
    const page = await get("/widerruf", { Accept: accept, Cookie: "brand=nova" });
    expect(page.headers.get("Content-Type")).toContain(accept);
  }
});

test("a page that the table does not name is rendered for each request", async () => {
  const shown = await Promise.all([1, 2].map(() => get("/angebot/fehler")));
  for (const page of shown) expect(page.html).toContain(idsOf(page).traceId);
});
