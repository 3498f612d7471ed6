import { request } from "node:http";
import { afterAll, expect, test } from "vitest";
import { freePort } from "../support/free-port.ts";
import { startPortal } from "../support/portal.ts";

// With a provider that is away: pages without a customer need none. A sandbox is never to be found.
const portal = await startPortal({ API_BASE_URL: `http://127.0.0.1:${await freePort()}` });
afterAll(() => portal.stop());

const crawler = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";
const phone = "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36";

/** Under a host name of its own, which `fetch` cannot send. */
const get = (host: string, path: string, agent: string) =>
  new Promise<{ link?: string; robots?: string; description?: string }>((resolve, reject) => {
    const headers = { Host: host, "User-Agent": agent };
    request(portal.origin + path, { headers }, async (answer) => {
      const html = Buffer.concat(await answer.toArray()).toString();
      const { link, "x-robots-tag": robots } = answer.headers;
      const [, description] = /<meta name="description" content="([^"]*)"/.exec(html) ?? [];
      resolve({ link: link?.toString(), robots: robots?.toString(), description });
    })
      .on("error", reject)
      .end();
  });

const alternates = { de: "", tr: "tr", "x-default": "" };
test.each([
  ["o2.example", "/kuendigung", {}, /bei o2 online/],
  ["o2.example", "/widerruf?x=1", {}, /mit o2 online/],
  ["ayyildiz.example:8443", "/tr", alternates, /AY YILDIZ çevrimiçi hizmeti/],
])("%s%s says to search engines where it is, also in %j", async (host, path, languages, description) => {
  const others = Object.entries(languages).map(
    ([code, path]) => `<http://${host}/${path}>; rel="alternate"; hreflang="${code}"`,
  );
  const link = [`<http://${host}${path.split("?")[0]}>; rel="canonical"`, ...others].join(", ");
  for (const agent of [crawler, phone]) {
    // The second look of a browser is at a stored page.
    for (const look of [1, 2])
      expect([look, await get(host, path, agent)]).toEqual([
        look,
        { link, robots: undefined, description: expect.stringMatching(description) },
      ]);
  }
  expect((await get(host.replace("example", "example.org"), path, phone)).link).toContain("example.org");
});

test.each([
  ["a host that names no brand", "portal.example", "/kuendigung"],
  ["a token's page", "o2.example", "/angebot/demo"],
  ["a receipt", "o2.example", "/kuendigung/bestaetigung"],
  ["an unknown path", "o2.example", "/gibt-es-nicht"],
])("%s is not to be found", async (_, host, path) => {
  const { link, robots } = await get(host, path, crawler);
  expect([link, robots]).toEqual([undefined, "noindex"]);
});
