import { createHash } from "node:crypto";
import { request } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { pageTable } from "#app/page-table.server.ts";
import { portalForTests } from "../support/portal-for-tests.ts";
import { declaration } from "../support/termination.ts";

const portal = await portalForTests();
const phone = "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36";
const shared = "public, max-age=0, s-maxage=60, stale-while-revalidate=600, stale-if-error=86400";

/** As the bytes come; under a host name of its own where it has to be. */
const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  new Promise<{ status: number; headers: Record<string, string | undefined>; body: Buffer }>(
    (resolve, reject) => {
      request(
        portal.origin + path,
        { method, headers: { "User-Agent": phone, ...headers } },
        async (answer) => {
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers as Record<string, string>,
            body: Buffer.concat(await answer.toArray()),
          });
        },
      )
        .on("error", reject)
        .end();
    },
  );
/** Asks until the page comes as it was compressed once: rendered pages are never sent in brotli. */
async function keptAs(path: string, headers: Record<string, string> = {}) {
  const compressed = { "Accept-Encoding": "gzip, br", ...headers };
  await expect.poll(async () => (await get(path, compressed)).headers["content-encoding"]).toBe("br");
  return get(path, compressed);
}

const names = Object.entries(pageTable).flatMap(([name, row]) => (row.cacheable ? [name] : []));
const paths = Object.values(pageTable).flatMap(({ path, cacheable }) => (cacheable ? [path] : []));

test("six pages are about no customer", () =>
  expect(names.sort()).toEqual([
    "accessibility",
    "barrier",
    "home",
    "offer-landing",
    "termination",
    "withdrawal",
  ]));

describe.each(paths)("%s", (path) => {
  test("is the same bytes for everybody, without nonce, ids and cookies", async () => {
    const rendered = await get(path);
    const kept = await keptAs(path);
    expect(brotliDecompressSync(kept.body).toString()).toBe(rendered.body.toString());
    const zipped = await get(path, { "Accept-Encoding": "gzip" });
    expect(gunzipSync(zipped.body).toString()).toBe(rendered.body.toString());
    for (const { status, headers } of [rendered, kept, zipped]) {
      expect([status, headers["set-cookie"]]).toEqual([200, undefined]);
      expect(headers["cache-control"]).toBe(shared);
      expect(headers.etag).toBe(rendered.headers.etag);
      expect(headers.vary).toMatch(/^Accept, Save-Data, ECT\b.*, Accept-Encoding$/);
    }
    expect(rendered.body.toString(), "the host that asked first").not.toContain(new URL(portal.origin).host);
    expect(rendered.body.toString()).not.toMatch(/nonce="[^"]|[\da-f]{8}-[\da-f]{4}-[1-8]/);
    const analysed = await get(path, { Cookie: "_ga=1; trace-id=12345678" });
    expect(analysed.body.toString()).toBe(rendered.body.toString());
    expect(analysed.headers["cache-control"]).toBe(shared);
  });

  test("is the same for a customer in a journey, and no cache keeps that answer for others", async () => {
    const customer = portal.browser({ "User-Agent": phone });
    await customer.get("/angebot/demo~constant");
    const { html, headers } = await customer.get(path);
    expect(html).toBe((await get(path)).body.toString());
    const hasForm = /kuendigung|widerruf|angebot|melden/.test(path);
    expect(headers.get("Cache-Control")).toBe(hasForm ? "private, no-cache" : shared);
  });

  test("allows its own scripts by their hashes, and no other", async () => {
    const { headers, body } = await get(path);
    const [, directive = ""] = /script-src ([^;]+)/.exec(headers["content-security-policy"] ?? "") ?? [];
    expect(directive).not.toMatch(/unsafe|nonce/);
    const texts = body
      .toString()
      .split("<script")
      .slice(1)
      .filter((script) => !script.includes('type="application/json"'))
      .map((script) => script.slice(script.indexOf(">") + 1, script.indexOf("</script>")))
      .filter((text) => text !== "");
    expect(texts.length).toBeGreaterThanOrEqual(/kuendigung|widerruf/.test(path) ? 4 : 0);
    const hashes = texts.map((text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`);
    expect(directive.split(" ")).toEqual(["'self'", ...hashes]);
  });

  test("keeps brand, language, data and saved data apart", async () => {
    await keptAs(path);
    for (const look of [1, 2, 3]) {
      const page = await get(path, { Cookie: "brand=ayyildiz; locale=tr" });
      const [root] = /<html [^>]+>/.exec(page.body.toString()) ?? [];
      expect([look, root]).toEqual([look, '<html lang="tr" data-brand="ayyildiz">']);
      expect(page.headers["cache-control"]).toBe("private, no-cache");
      const named = await get(path, { Host: "ayyildiz.example.net", "Accept-Language": "tr" });
      expect(named.body.toString()).toContain('<html lang="tr" data-brand="ayyildiz">');
      expect([named.headers["cache-control"], named.headers.vary]).toEqual([
        shared,
        expect.stringContaining("Accept-Language"),
      ]);
      const saving = (await get(path, { "Save-Data": "on" })).body.toString();
      expect(saving).not.toMatch(/<script[^>]+module|<img class="picture/);
      const usual = (await get(path)).body.toString();
      expect(usual.includes('<img class="picture')).toBe(["/", "/angebot"].includes(path));
      const data = await get(path, { Accept: "application/json" });
      expect(data.headers["content-type"]).toContain("json");
      for (const own of [data, await get(`${path}?utm=1`), await get(path, { "User-Agent": "Googlebot" })])
        expect(own.headers["cache-control"]).toBe("no-store");
    }
  });
});

describe.each(["/", "/kuendigung"])("%s", (path) => {
  test("is not sent again to whoever has it", async () => {
    const { headers } = await keptAs(path);
    for (const known of [`${headers.etag}`, `"other", ${headers.etag}`, "*"]) {
      const again = await get(path, { "If-None-Match": known });
      expect([known, again.status, again.body.length]).toEqual([known, 304, 0]);
      expect(again.headers["cache-control"]).toBe(shared);
      expect(again.headers["x-portal"]).toBe("1");
    }
    expect((await get(path, { "If-None-Match": '"other"' })).status).toBe(200);
    const head = await get(path, {}, "HEAD");
    expect([head.status, head.headers.etag, head.body.length]).toEqual([200, headers.etag, 0]);
  });

  test("is not sent again by a portal that made it just now either", async () => {
    // The first look at this brand, and for the form a session, whose page is made anew each time.
    const own = { Cookie: "brand=nova; sid=any", "Accept-Encoding": "gzip" };
    const again = await get(path, { ...own, "If-None-Match": "*" });
    const { etag, "cache-control": caching } = (await get(path, own)).headers;
    expect([again.status, again.body.length, again.headers["content-type"]]).toEqual([304, 0, undefined]);
    expect([again.headers.etag, again.headers["cache-control"]]).toEqual([etag, caching]);
  });

  test("is the same bytes under any host and port, compressed once", async () => {
    const { headers, body } = await keptAs(path);
    for (const host of ["portal.example.net", "portal.example.net:8443", "127.0.0.1:1"]) {
      const other = await get(path, { Host: host, "Accept-Encoding": "gzip, br" });
      // Brotli: it was not made again.
      expect([host, other.headers["content-encoding"], other.headers.etag]).toEqual([
        host,
        "br",
        headers.etag,
      ]);
      expect(other.body.equals(body)).toBe(true);
    }
  });

  test("answers a first HEAD as GET, without the body", async () => {
    const own = { Host: `head${path.replace("/", "-")}.example.net` };
    const head = await get(path, own, "HEAD");
    const { headers, body } = await get(path, own);
    expect({ ...head.headers, date: "" }).toEqual({ ...headers, date: "" });
    expect([head.body.length, headers["content-length"]]).toEqual([0, String(body.length)]);
  });
});

test("a brand that the address names is remembered, and no cache keeps that page", async () => {
  const { headers } = await get("/?brand=blau");
  expect([headers["cache-control"], String(headers["set-cookie"])]).toEqual([
    "no-store",
    expect.stringContaining("brand=blau"),
  ]);
});

test("what one customer typed or declared a moment ago is shown to nobody else", async () => {
  await keptAs("/kuendigung");
  const typing = portal.browser();
  const typed = await typing.post("/sprache?returnTo=/kuendigung", { locale: "de", lastName: "Nurfürmich" });
  const declaring = portal.browser();
  const sent = await declaring.post("/kuendigung", declaration());
  const reference = /ref=([^&]+)/.exec(sent.location ?? "")?.[1] ?? "-";
  for (const [customer, own, path = ""] of [
    [typing, "Nurfürmich", typed.location],
    [declaring, reference, "/kuendigung"],
  ] as const) {
    const page = await customer.get(path);
    expect([page.html, page.headers.get("Cache-Control")]).toEqual([
      expect.stringContaining(own),
      "no-store",
    ]);
    for (const _ of [1, 2, 3]) expect((await get("/kuendigung")).body.toString()).not.toContain(own);
  }
});

test("the form of a page that is the same for everybody is one declaration when sent twice", async () => {
  const { submissionId: _, ...form } = declaration({ contractNumber: "V-twice" });
  const browsers = [portal.browser(), portal.browser()];
  const sent = await Promise.all(browsers.map((browser) => browser.post("/kuendigung", form)));
  expect(sent.map(({ status }) => status)).toEqual([303, 303]);
  expect(new Set(sent.map(({ location }) => location)).size).toBe(1);
});
