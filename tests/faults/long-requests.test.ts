import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { type Portal, startPortal } from "../support/portal.ts";
import { proxiedSettings, proxiesHere, startProxy } from "../support/proxies.ts";
import { rawHttp } from "../support/raw-http.ts";
import { declaration } from "../support/termination.ts";

const kinds = proxiesHere();
const portals: Portal[] = [];

beforeAll(async () => {
  for (const settings of await proxiedSettings())
    portals.push(await startPortal({ ...settings, RATE_LIMIT_PER_MINUTE: "0" }));
});
afterAll(() => Promise.all(portals.map((portal) => portal.stop())));

/** Of an address, or of cookies, in characters: around all limits of proxies and portals. */
const lengths = [1400, 3000, 4000, 5000, 8000, 15_000, 30_000, 60_000];
const letters = (count: number) => "x".repeat(count);
/** What of a request may be as long as its sender likes. */
const requests: [what: string, of: (count: number) => [path: string, headers: Record<string, string>]][] = [
  ["a redirect's query", (count) => [`/kuendigung/?x=${letters(count)}`, {}]],
  ["a selfcare link", (count) => [`/selfcarekuendigung?data=${letters(count)}`, {}]],
  ["letters that a redirect writes longer", (count) => [`/en/angebot/?x=${'"'.repeat(count / 3)}`, {}]],
  ["a path", (count) => [`/angebot/${letters(count)}/meine-daten`, {}]],
  ["cookies", (count) => ["/kuendigung/", { Cookie: `other=${letters(count)}; __Host-sid=none` }]],
  ["a language", (count) => ["/kuendigung/", { "Accept-Language": letters(count) }]],
];

describe.each(kinds)("behind %s", (kind) => {
  let proxy: Awaited<ReturnType<typeof startProxy>>;
  beforeAll(async () => {
    proxy = await startProxy(kind, portals);
  });
  afterAll(() => proxy.stop());

  test.each(requests)("%s of any length takes no portal from others", async (what, of) => {
    const seen = new Map<number, number>();
    for (const count of lengths) {
      const [path, headers] = of(count);
      const { status, location = "" } = await proxy.ask(path, undefined, headers);
      seen.set(count, status);
      expect(location.length).toBeLessThan(4200);
      // With a cookie, no kept page answers.
      const looks = Array.from({ length: 4 }, () =>
        proxy.ask("/kuendigung", undefined, { Cookie: "__Host-sid=none" }),
      );
      expect([count, ...(await Promise.all(looks)).map((look) => look.status)]).toEqual([
        count,
        ...looks.map(() => 200),
      ]);
    }
    const form = declaration({ contractNumber: `V-${kind}` }) as Record<string, string>;
    expect((await proxy.ask("/kuendigung", form)).status).toBe(303);
    expect([...seen.values()], "what the portals answer goes through").not.toContain(502);
    expect([...seen.values()]).not.toContain(503);
    // No fault of theirs: a browser brings the cookies of all sites below the same domain.
    if (what === "cookies") expect(seen.get(30_000)).toBe(302);
  });
});

test.each(kinds)(
  "behind %s, more cookies than anybody reads are a page that people can read",
  async (kind) => {
    const proxy = await startProxy(kind, portals);
    onTestFinished(() => proxy.stop());
    // HAProxy answers above its buffer's size by itself, and not with a page of ours.
    const counts = kind === "haproxy" ? [40_000, 60_000, 90_000] : [40_000, 60_000, 100_000];
    for (const path of ["/en/angebot", "/kuendigung"])
      for (const count of counts) {
        // With a session, no kept page answers.
        const Cookie = `__Host-sid=none; other=${letters(count)}`;
        const { status, text } = await proxy.ask(path, undefined, { Cookie });
        expect([kind, path, count, status]).toEqual([kind, path, count, 431]);
        expect(text).toContain("Ihr Browser schickt zu viele Cookies");
        expect(text).toContain("Hiermit kündige ich meinen Vertrag");
        expect(text).toContain('data-brand="o2"');
      }
  },
);

test("the portal's own page for them is the brand's, in the language of its path", async () => {
  const cookies = `Cookie: other=${letters(40_000)}\r\n`;
  const answer = await rawHttp(
    portals[0]?.port ?? 0,
    `GET /tr/kuendigung HTTP/1.1\r\nHost: ayyildiz.example.net\r\n${cookies}\r\n`,
  );
  const [head = "", page = ""] = Buffer.from(answer, "latin1").toString().split("\r\n\r\n");
  expect(head).toMatch(/^HTTP\/1.1 431 .*X-Portal: 1$/s);
  expect(page).toContain('<html lang="tr" data-brand="ayyildiz">');
  expect(Number(/Content-Length: (\d+)/.exec(head)?.[1])).toBe(Buffer.byteLength(page));
});

test("an address that is too long is a page that people can read", async () => {
  const page = await portals[0]?.browser().get(`/kuendigung?x=${letters(4096)}`);
  expect(page).toMatchObject({
    status: 414,
    state: "address-too-long",
    heading: "Diese Adresse ist zu lang",
  });
  const inside = await portals[0]?.browser().get(`/kuendigung?x=${letters(4000)}`);
  expect(inside?.status).toBe(200);
});
