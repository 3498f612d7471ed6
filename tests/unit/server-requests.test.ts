import { describe, expect, onTestFinished, test } from "vitest";
import { embedSandbox } from "#sandbox/embed.ts";
import type { HostOptions } from "#server/app.ts";
import { startHost } from "../support/host.ts";
import { rawHttp } from "../support/raw-http.ts";

describe("request line", () => {
  test.each(["/%", "/angebot/%E0%A4%A", "/a%00b", "/a\\b"])(
    "%s is a 400 that people can read",
    async (path) => {
      const { port } = await startHost();
      const answer = await rawHttp(port, `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      expect(answer).toMatch(/^HTTP\/1.1 400 /);
      expect(answer).toContain("<h1>Diese Adresse stimmt nicht</h1>");
    },
  );

  test("a refused address speaks the language of its path, then of the browser, and links to termination and withdrawal", async () => {
    const { call } = await startHost();
    const english = await (await call("/en/%")).text();
    expect(english).toContain('<html lang="en" data-brand="o2">');
    expect(english).toContain('<a href="/en/kuendigung">Cancel contracts here</a>');
    expect(english).toContain('<a href="/en/widerruf">');
    const turkish = await (await call("/%", { headers: { "Accept-Language": "tr" } })).text();
    expect(turkish).toContain("Bu adres doğru değil");
  });

  test.each([
    ["GET / HTTP/1.1\r\nHost: a b/c", 400],
    ["GET / HTTP/1.0", 200],
    // Readers may disagree about which counts.
    ["GET / HTTP/1.1\r\nHost: a.example\r\nhost: b.example", 400],
    ...["portal.example:1@evil.example", "user@portal.example", "portal.example/x", "portal.example?x"].map(
      (host) => [`GET / HTTP/1.1\r\nHost: ${host}`, 400] as const,
    ),
    // Not the target of a request.
    ...["x", "*", "ftp://portal.example/x", "http:///x", "http://a@portal.example/x"].map(
      (target) => [`GET ${target} HTTP/1.1\r\nHost: x`, 400] as const,
    ),
  ] as const)("%j is answered by %i", async (head, status) => {
    const { port } = await startHost();
    expect(await rawHttp(port, `${head}\r\nConnection: close\r\n\r\n`)).toMatch(
      new RegExp(`^HTTP/1.1 ${status} `),
    );
  });

  test.each(["ftp", "javascript", "https:", "HTTP/2"])(
    "the forwarded protocol %s is a 400, without a word of the code",
    async (protocol) => {
      const { call, lines } = await startHost();
      const answer = await call("/x", { headers: { "X-Forwarded-Proto": protocol } });
      expect([answer.status, await answer.text()]).toEqual([400, expect.not.stringMatching(/at .*\.ts/)]);
      expect(lines.filter(({ err }) => err)).toEqual([]);
    },
  );
});

describe("allowed hosts", () => {
  const allowedHosts = ["portal.example", "*.brand.example"];
  const statusAt = async (host: string, path: string, options: Partial<HostOptions> = { allowedHosts }) => {
    const { port } = await startHost(options);
    const answer = await rawHttp(port, `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    return Number(answer.split(" ")[1]);
  };

  const own = "portal.example portal.example:8080 PORTAL.example. o2.brand.example a.b.brand.example";
  test.each(own.split(" "))("%s is answered", async (host) => expect(await statusAt(host, "/x")).toBe(200));

  const others = "evil.example brand.example evilbrand.example portal.example.evil.example 127.0.0.1 ";
  test.each(others.split(" "))("%j is refused for pages and files, not for health checks", async (host) => {
    for (const path of ["/x", "/angebot/a", "/assets/app-abc.js"])
      expect(await statusAt(host, path)).toBe(421);
    for (const path of ["/health/live", "/health/ready"]) expect(await statusAt(host, path)).toBe(200);
  });

  test.each([
    ["http://portal.example/x?a=1", "evil.example", 200, "http://portal.example/x?a=1"],
    ["HTTPS://portal.example:8080?a=1", "portal.example", 200, "http://portal.example:8080/?a=1"],
    ["http://evil.example/x", "portal.example", 421, "Unter diesem Namen finden Sie uns nicht"],
    ["http://portal.example/assets/app-abc.js", "evil.example", 200, "console.log"],
  ])("the host in %s counts instead of %s: %i", async (target, host, status, shown) => {
    const { port } = await startHost({ allowedHosts });
    const head = `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
    const answer = await rawHttp(port, head);
    expect([Number(answer.split(" ")[1]), answer]).toEqual([status, expect.stringContaining(shown)]);
  });

  test("none set: every host is answered", async () => {
    expect(await statusAt("evil.example", "/x", {})).toBe(200);
  });

  test("a trusted proxy's forwarded name counts, a client's does not", async () => {
    const headers = { "X-Forwarded-Host": "portal.example" };
    const trusting = await startHost({ allowedHosts });
    expect((await trusting.call("/x", { headers })).status).toBe(200);
    const { call, portal } = await startHost({ allowedHosts, trustProxy: false });
    const refused = await call("/x", { method: "POST", headers, body: new URLSearchParams("a=1") });
    expect(refused.status).toBe(421);
    expect(await refused.text()).toContain("Unter diesem Namen finden Sie uns nicht");
    expect(portal.posts).toEqual([]);
  });

  test.each([
    ["/x", 421, "unknown-host", { allowedHosts }],
    ["/%zz", 400, "bad-request", {}],
  ])("%s is refused to a script by a problem: %i", async (path, status, state, options) => {
    const { call } = await startHost(options);
    const refused = await call(path, { headers: { Accept: "application/json" } });
    expect(refused.headers.get("content-type")).toMatch(/^application\/problem\+json/);
    expect([refused.status, await refused.json()]).toEqual([
      status,
      expect.objectContaining({ status, state }),
    ]);
  });
});

describe("robots.txt", () => {
  test("lets pages without a customer be found in each language, and no address with a token or query", async () => {
    const { call } = await startHost();
    const lines = (await (await call("/robots.txt")).text()).split("\n");
    expect(lines).toEqual(expect.arrayContaining(["Allow: /$", "Allow: /tr$", "Allow: /en/kuendigung$"]));
    expect(lines.filter((line) => line.startsWith("Allow: ") && !line.endsWith("$"))).toEqual([
      "Allow: /assets/",
      "Allow: /brands/",
    ]);
    expect(lines.filter((line) => /angebot|idv|kundendaten|bestaetigung/.test(line))).toEqual([
      "Allow: /angebot$",
      "Allow: /en/angebot$",
      "Allow: /tr/angebot$",
    ]);
    expect(lines.at(-2)).toBe("Disallow: /");
  });

  test("lets nothing of a sandbox be found", async () => {
    const { call } = await startHost({ sandbox: (_request, _response, next) => next() });
    expect(await (await call("/robots.txt")).text()).toBe("User-agent: *\nDisallow: /\n");
  });
});

describe("the mark of the portal's own responses", () => {
  test.each([
    ["/x", 200],
    ["/missing.js", 404],
    ["/robots.txt", 200],
    ["/health/live", 200],
    ["/%zz", 400],
  ])("%s, %i", async (path, status) => {
    const { call } = await startHost();
    const { status: given, headers } = await call(path);
    expect([given, headers.get("X-Portal")]).toEqual([status, "1"]);
  });

  test("a refusal of React Router's own request is a problem whatever it accepts", async () => {
    const { post } = await startHost();
    const refused = await post("/kuendigung.data", { Accept: "*/*" }, "a=1".repeat(1000));
    expect([refused.status, refused.headers.get("X-Portal")]).toEqual([413, "1"]);
    const problem = { type: "tag:selfservice-portal,2026:too-large", title: "Das ist zu groß" };
    expect(await refused.json()).toEqual(expect.objectContaining(problem));
  });
});

describe("transport", () => {
  const hstsOf = async (path: string, headers: Record<string, string>, options?: Partial<HostOptions>) => {
    const { call } = await startHost(options);
    return (await call(path, { headers })).headers.get("strict-transport-security");
  };
  const https = { "X-Forwarded-Proto": "https" };
  test.each(["/angebot/a", "/assets/app-abc.js", "/%00", "/health/live"])(
    "%s over https asks for https from now on, unless the operator does not",
    async (path) => {
      expect(await hstsOf(path, https)).toBe("max-age=63072000; includeSubDomains");
      expect(await hstsOf(path, {})).toBeNull();
      expect(await hstsOf(path, https, { hsts: false })).toBeNull();
    },
  );
});

describe("pages", () => {
  test("are gzipped, never brotli, and plain on request", async () => {
    const { call } = await startHost();
    const page = await call("/x", { headers: { "Accept-Encoding": "br, gzip, zstd" } });
    expect(page.headers.get("content-encoding")).toBe("gzip");
    expect(page.headers.get("vary")).toContain("Accept-Encoding");
    expect(page.headers.has("x-powered-by")).toBe(false);
    expect(await page.text()).toContain("Ein langer Text");
    const plain = await call("/x", { headers: { "Accept-Encoding": "identity" } });
    expect(plain.headers.has("content-encoding")).toBe(false);
  });

  test("an error of the app is a 500, an odd method a 405", async () => {
    const { call } = await startHost();
    expect((await call("/broken")).status).toBe(500);
    const odd = await call("/x", { method: "DELETE" });
    expect([odd.status, odd.headers.get("allow")]).toEqual([405, "GET, HEAD, POST"]);
    expect(odd.headers.get("referrer-policy")).toBe("same-origin");
  });
});

describe("files", () => {
  test("are cached for good, and precompressed if the browser accepts it", async () => {
    const { call } = await startHost();
    const answers = await Promise.all(
      ["gzip, deflate, br, zstd", "gzip", "br;q=0, gzip", "identity"].map((encoding) =>
        call("/assets/app-abc.js", { headers: { "Accept-Encoding": encoding } }),
      ),
    );
    const sent = answers.map(({ headers }) => headers.get("content-encoding"));
    expect(sent).toEqual(["br", "gzip", "gzip", null]);
    for (const answer of answers) {
      expect(answer.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
      expect(answer.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
      expect(answer.headers.get("vary")).toContain("Accept-Encoding");
      expect(await answer.text()).toBe("console.log(1);".repeat(100));
    }
    expect((await call("/drawings.svg")).headers.get("cache-control")).toBe("public, max-age=3600");
  });

  test.each(["/assets/gone.js", "/assets/", "/wp/x.js", "/favicon.ico", "/assets/..%2f..%2fpackage.json"])(
    "%s is a 404 that renders nothing",
    async (path) => {
      const { call } = await startHost();
      const answer = await call(path);
      expect([answer.status, await answer.text()]).toEqual([404, "There is no such file.\n"]);
    },
  );
});

test("security.txt names the contact and an expiry date, and is missing without a contact", async () => {
  const named = await startHost({ securityContact: "mailto:security@example.org" });
  const answer = await named.call("/.well-known/security.txt");
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/plain; charset=utf-8"]);
  const text = await answer.text();
  expect(text).toContain("Contact: mailto:security@example.org\n");
  const expires = Date.parse(text.match(/^Expires: (.*)$/m)?.[1] ?? "");
  expect(expires).toBeGreaterThan(Date.now());
  expect(expires, "RFC 9116: less than a year").toBeLessThan(Date.now() + 365 * 24 * 60 * 60 * 1000);
  const unnamed = await startHost();
  expect((await unnamed.call("/.well-known/security.txt")).status).toBe(404);
});

test("the embedded sandbox answers its own paths only", async () => {
  const sandbox = embedSandbox(":memory:");
  onTestFinished(() => sandbox.close());
  const { call, lines } = await startHost({ sandbox: sandbox.handle });
  expect(await (await call("/openapi.json")).json()).toMatchObject({
    openapi: expect.stringMatching(/^3\.1/),
  });
  expect((await call("/api/nothing", { method: "PATCH" })).status).toBe(404);
  for (const path of ["/sandbox", "/sandbox/gallery", "/apis"])
    expect(await (await call(path)).text(), path).toContain("Ein langer Text");
  await expect.poll(() => lines.length).toBe(5);
  expect(lines.slice(0, 2).map(({ pattern }) => pattern)).toEqual(["/openapi.json", "/api/*"]);
  const foreign = await call("/api/x", { method: "POST", headers: { Origin: "https://evil.example" } });
  expect(foreign.status).toBe(403);
});
