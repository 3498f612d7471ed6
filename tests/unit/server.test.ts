import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { pino } from "pino";
import { afterEach, describe, expect, test } from "vitest";
import { createApp, type HostOptions } from "#server/app.ts";
import { clientCounts } from "#server/client-counts.ts";
import { closeGently, createHttpServer, listen } from "#server/listen.ts";
import { embedSandbox } from "#server/sandbox-mount.ts";
import { staticFiles } from "#server/static-files.ts";
import { trustedProxies } from "#server/trusted-proxies.ts";
import { type FakePortal, fakeBuild } from "../support/fake-build.ts";
import { rawHttp } from "../support/raw-http.ts";

const endings: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

async function start(options: Partial<HostOptions> = {}) {
  const portal: FakePortal = {
    posts: [],
    closed: 0,
    release: [],
    ready: async () => ({ backend: true, sessions: true }),
  };
  const lines: Record<string, unknown>[] = [];
  const logger = pino(
    { level: "debug", base: undefined },
    { write: (line: string) => lines.push(JSON.parse(line)) },
  );
  const build = fakeBuild(portal);
  const app = createApp({
    build,
    mode: "production",
    files: staticFiles(clientFolder()),
    trustProxy: "loopback",
    bodyLimitBytes: 1000,
    rateLimitPerMinute: 0,
    hsts: true,
    logger,
    ...options,
  });
  const server = createHttpServer(app);
  await listen(server, 0, "127.0.0.1");
  const { port } = server.address() as AddressInfo;
  endings.push(() => server.listening && closeGently(server, 1000));
  const call = (path: string, init: RequestInit & { headers?: Record<string, string> } = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, { redirect: "manual", ...init });
  const post = (path: string, headers: Record<string, string> = {}, body: BodyInit = "a=1") =>
    call(path, {
      method: "POST",
      body,
      headers: { "Content-Type": "application/x-www-form-urlencoded", ...headers },
    });
  return { portal, lines, server, port, call, post };
}

function clientFolder() {
  const folder = mkdtempSync(join(tmpdir(), "client-"));
  endings.push(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, "assets"));
  const script = "console.log(1);".repeat(100);
  writeFileSync(join(folder, "assets/app-abc.js"), script);
  writeFileSync(join(folder, "assets/app-abc.js.br"), brotliCompressSync(script));
  writeFileSync(join(folder, "assets/app-abc.js.gz"), gzipSync(script));
  writeFileSync(join(folder, "robots.txt"), "User-agent: *\n");
  return folder;
}

describe("pages", () => {
  test("come gzipped, never as brotli, and plain for who asks for it", async () => {
    const { call } = await start();
    const page = await call("/x", { headers: { "Accept-Encoding": "br, gzip, zstd" } });
    expect(page.headers.get("content-encoding")).toBe("gzip");
    expect(page.headers.get("vary")).toContain("Accept-Encoding");
    expect(page.headers.has("x-powered-by")).toBe(false);
    expect(await page.text()).toContain("Ein langer Text");
    const plain = await call("/x", { headers: { "Accept-Encoding": "identity" } });
    expect(plain.headers.has("content-encoding")).toBe(false);
  });

  test("an error of the app is a 500, an odd method a 405", async () => {
    const { call } = await start();
    expect((await call("/broken")).status).toBe(500);
    const odd = await call("/x", { method: "DELETE" });
    expect([odd.status, odd.headers.get("allow")]).toEqual([405, "GET, HEAD, POST"]);
    expect(odd.headers.get("referrer-policy")).toBe("same-origin");
  });
});

describe("request line", () => {
  test.each(["/%", "/angebot/%E0%A4%A", "/a%00b", "/a\\b"])(
    "%s is a 400 that people can read",
    async (path) => {
      const { port } = await start();
      const answer = await rawHttp(port, `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      expect(answer).toMatch(/^HTTP\/1.1 400 /);
      expect(answer).toContain("<h1>Diese Adresse stimmt nicht</h1>");
    },
  );

  test.each(["http://evil.example/x", "x", "*"])("the target %s is a 400", async (target) => {
    const { port } = await start();
    expect(await rawHttp(port, `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)).toMatch(
      /^HTTP\/1.1 400 /,
    );
  });

  test("a host that is none is a 400; a missing one of HTTP/1.0 is not", async () => {
    const { port } = await start();
    expect(await rawHttp(port, "GET / HTTP/1.1\r\nHost: a b/c\r\nConnection: close\r\n\r\n")).toMatch(
      / 400 /,
    );
    expect(await rawHttp(port, "GET / HTTP/1.0\r\n\r\n")).toMatch(/ 200 /);
  });

  test("answers in the language of the path, then of the browser", async () => {
    const { call } = await start();
    const english = await (await call("/en/%")).text();
    expect(english).toContain('<html lang="en">');
    const turkish = await (await call("/%", { headers: { "Accept-Language": "tr" } })).text();
    expect(turkish).toContain("Bu adres doğru değil");
  });
});

describe("transport", () => {
  const told = async (path: string, headers: Record<string, string>, options?: Partial<HostOptions>) => {
    const { call } = await start(options);
    return (await call(path, { headers })).headers.get("strict-transport-security");
  };
  const https = { "X-Forwarded-Proto": "https" };
  test.each(["/angebot/a", "/assets/app-abc.js", "/%00", "/health/live"])(
    "%s over https asks for https from now on, unless the operator does not",
    async (path) => {
      expect(await told(path, https)).toBe("max-age=63072000; includeSubDomains");
      expect(await told(path, {})).toBeNull();
      expect(await told(path, https, { hsts: false })).toBeNull();
    },
  );
});

describe("origin of posts", () => {
  const foreign: Record<string, string>[] = [
    { Origin: "https://evil.example" },
    { Origin: "null" },
    { Origin: "https://portal.example", "X-Forwarded-Host": "portal.example" },
    { Origin: "http://portal.example", "X-Forwarded-Host": "portal.example", "X-Forwarded-Proto": "https" },
    { Origin: "http://sub.127.0.0.1" },
    { "Sec-Fetch-Site": "cross-site" },
    { "Sec-Fetch-Site": "same-site" },
    { Referer: "https://evil.example/page" },
  ];
  test.each(foreign)("foreign: %j is refused and nothing is done", async (headers) => {
    const { portal, post } = await start();
    const answer = await post("/x", headers);
    expect(answer.status).toBe(403);
    expect(await answer.text()).toContain("Die Anfrage wurde nicht angenommen");
    expect(portal.posts).toEqual([]);
  });

  const own: Record<string, string>[] = [
    {},
    { Origin: "https://portal.example", "X-Forwarded-Host": "portal.example", "X-Forwarded-Proto": "https" },
    {
      Origin: "https://portal.example:8443",
      "X-Forwarded-Host": "portal.example:8443",
      "X-Forwarded-Proto": "https",
    },
    { "Sec-Fetch-Site": "same-origin" },
  ];
  test.each(own)("own: %j is taken", async (headers) => {
    const { portal, post } = await start();
    expect((await post("/x", headers)).status).toBe(200);
    expect(portal.posts).toEqual(["a=1"]);
  });

  test("the name that the browser called is the one that pages see, without the proxy's port", async () => {
    const { call } = await start();
    const headers = { "X-Forwarded-Host": "aldi.portal.example", "X-Forwarded-Proto": "https" };
    expect(await (await call("/x", { headers })).text()).toContain("url https://aldi.portal.example/x");
  });

  test("forwarded headers count for nothing when no proxy is trusted", async () => {
    const { call, post, port } = await start({ trustProxy: "false" });
    const headers = { "X-Forwarded-Host": "portal.example:1", "X-Forwarded-Proto": "https" };
    expect(await (await call("/x", { headers })).text()).toContain(`url http://127.0.0.1:${port}/x`);
    expect((await post("/x", { ...headers, Origin: "https://portal.example" })).status).toBe(403);
  });

  test.each([
    ["loopback", ["loopback"]],
    ["false", false],
    ["true", true],
    ["2", 2],
    ["10.0.0.1, 192.168.0.0/16 uniquelocal", ["10.0.0.1", "192.168.0.0/16", "uniquelocal"]],
  ])("TRUST_PROXY=%s", (setting, expected) => {
    expect(trustedProxies(setting)).toEqual(expected);
  });
});

describe("bodies", () => {
  const multipart = (bytes: number) => {
    const form = new FormData();
    form.set("file", new Blob([new Uint8Array(bytes)]), "a.pdf");
    return form;
  };
  const postForm = (call: Awaited<ReturnType<typeof start>>["call"], path: string, bytes: number) =>
    call(path, { method: "POST", body: multipart(bytes) });

  test("a form over the limit is a 413 that people can read", async () => {
    const { portal, post } = await start();
    const answer = await post("/x", {}, `a=${"x".repeat(2000)}`);
    expect(answer.status).toBe(413);
    expect(await answer.text()).toContain("Das ist zu groß");
    expect(portal.posts).toEqual([]);
  });

  test("a body without a length is counted while it streams", async () => {
    const { portal, port } = await start();
    const head =
      "POST /x HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nContent-Type: application/x-www-form-urlencoded\r\n\r\n";
    const chunk = `320\r\n${"a".repeat(800)}\r\n`;
    expect(await rawHttp(port, head, chunk, chunk, chunk)).toMatch(/^HTTP\/1.1 413 /);
    expect(portal.posts).toEqual([]);
  });

  test("a short body without a length arrives whole", async () => {
    const { portal, port } = await start();
    const head =
      "POST /x HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\nContent-Type: application/x-www-form-urlencoded\r\n\r\n";
    expect(await rawHttp(port, head, "4\r\nabc=\r\n", "3\r\nxyz\r\n0\r\n\r\n")).toMatch(/ 200 /);
    expect(portal.posts).toEqual(["abc=3"]);
  });

  test("uploads have their own limit, on the pages that take them", async () => {
    const { portal, call } = await start();
    expect((await postForm(call, "/en/kuendigung", 2_000_000)).status).toBe(200);
    expect(portal.posts).toEqual([expect.stringMatching(/^file=/)]);
    expect((await postForm(call, "/angebot/x", 2_000_000)).status).toBe(413);
  });

  test("what is no form is a 415", async () => {
    const { portal, post } = await start();
    const answer = await post("/x", { "Content-Type": "application/json" }, "{}");
    expect(answer.status).toBe(415);
    expect(await answer.text()).toContain("Dieses Format kennen wir nicht");
    expect(portal.posts).toEqual([]);
  });

  test("a post without a body reaches its page", async () => {
    const { call } = await start();
    expect((await call("/broken", { method: "POST" })).status).not.toBe(415);
  });
});

describe("rate limit", () => {
  test("counts posts and token look-ups together, and says when to come back", async () => {
    const { call, post } = await start({ rateLimitPerMinute: 3 });
    expect((await call("/angebot/a")).status).toBe(200);
    expect((await call("/en/idv/b")).status).toBe(200);
    expect((await post("/x")).status).toBe(200);
    const answer = await call("/angebot/c.data");
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await answer.text()).toContain("Das waren zu viele Anfragen");
    expect((await call("/kuendigung")).status).toBe(200);
    expect((await call("/angebot")).status).toBe(200);
    expect((await call("/assets/app-abc.js")).status).toBe(200);
  });

  test.each(["/selfcarekuendigung?data=x", "/entry/novum?id=x", "/en/selfcarekuendigung.data?data=x"])(
    "%s is a look-up too",
    async (path) => {
      const { call } = await start({ rateLimitPerMinute: 1 });
      expect([(await call(path)).status, (await call(path)).status]).toEqual([200, 429]);
    },
  );

  test.each(["/ANGEBOT/a", "/%61ngebot/a", "/x/../angebot/a", "//../angebot/a", "/EN/Idv/a"])(
    "%s is the look-up that it is for the router",
    async (path) => {
      const { port } = await start({ rateLimitPerMinute: 1 });
      const look = `GET ${path} HTTP/1.1\r\nHost: x\r\n`;
      const answers = await rawHttp(port, `${look}\r\n${look}Connection: close\r\n\r\n`);
      expect(answers.match(/^HTTP\/1.1 \d+/gm)).toEqual(["HTTP/1.1 200", "HTTP/1.1 429"]);
    },
  );

  test("mailbox providers unsubscribe many from one address; other posts to that page count as any", async () => {
    const { post } = await start({ rateLimitPerMinute: 1 });
    const address = "/email-ablehnung?token=a";
    const statuses = async (body: string, count: number) => {
      const seen: number[] = [];
      for (let i = 0; i < count; i++) seen.push((await post(address, {}, body)).status);
      return seen;
    };
    const oneClick = await statuses("List-Unsubscribe=One-Click", 31);
    expect(oneClick).toEqual([...Array(30).fill(200), 429]);
    expect(await statuses("List-Unsubscribe=Yes", 2)).toEqual([200, 429]);
  });

  test("knows a bounded number of clients, and each until its window ends", () => {
    let now = 0;
    const { increment } = clientCounts(1000, 2, () => now);
    const hits = (key: string) => increment(key).totalHits;
    expect([hits("a"), hits("b"), hits("a")]).toEqual([1, 1, 2]);
    expect([hits("c"), hits("b"), hits("a")]).toEqual([1, 2, 1]);
    now = 1000;
    expect(hits("a")).toBe(1);
  });

  test("each client behind a trusted proxy has a count of its own", async () => {
    const { call } = await start({ rateLimitPerMinute: 1 });
    const from = async (address: string) =>
      (await call("/angebot/a", { headers: { "X-Forwarded-For": address } })).status;
    expect([await from("203.0.113.1"), await from("203.0.113.2"), await from("203.0.113.1")]).toEqual([
      200, 200, 429,
    ]);
  });
});

describe("files", () => {
  test("are kept for good and come precompressed where the browser takes it", async () => {
    const { call } = await start();
    const answers = await Promise.all(
      ["br, gzip", "gzip", "identity"].map((encoding) =>
        call("/assets/app-abc.js", { headers: { "Accept-Encoding": encoding } }),
      ),
    );
    expect(answers.map(({ headers }) => headers.get("content-encoding"))).toEqual(["br", "gzip", null]);
    for (const answer of answers) {
      expect(answer.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
      expect(answer.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
      expect(answer.headers.get("vary")).toContain("Accept-Encoding");
      expect(await answer.text()).toBe("console.log(1);".repeat(100));
    }
    expect((await call("/robots.txt")).headers.get("cache-control")).toBe("public, max-age=3600");
  });

  test.each(["/assets/gone.js", "/assets/", "/wp/x.js", "/favicon.ico", "/assets/..%2f..%2fpackage.json"])(
    "%s is a 404 that renders nothing",
    async (path) => {
      const { call } = await start();
      const answer = await call(path);
      expect([answer.status, await answer.text()]).toEqual([404, "There is no such file.\n"]);
    },
  );
});

describe("health", () => {
  test("live whatever happens elsewhere; ready only with backend and sessions", async () => {
    const { portal, call } = await start();
    portal.ready = async () => ({ backend: true, sessions: false });
    const live = await call("/health/live");
    expect([live.status, live.headers.get("cache-control")]).toEqual([200, "no-store"]);
    const ready = await call("/health/ready");
    expect(ready.status).toBe(503);
    expect(ready.headers.get("cache-control")).toBe("no-store");
    expect(await ready.json()).toEqual({ status: "not ready", backend: true, sessions: false });
  });

  test("asks the backend once for many questions", async () => {
    const { portal, call } = await start();
    let asked = 0;
    portal.ready = async () => {
      asked++;
      return { backend: true, sessions: true };
    };
    const answers = await Promise.all(Array.from({ length: 5 }, () => call("/health/ready")));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(asked).toBe(1);
  });

  test("a backend that never answers or fails makes it not ready", async () => {
    const silent = await start();
    silent.portal.ready = () => new Promise(() => {});
    expect((await silent.call("/health/ready")).status).toBe(503);
    const failing = await start();
    failing.portal.ready = () => Promise.reject(new Error("no"));
    expect((await failing.call("/health/ready")).status).toBe(503);
  });

  test("a portal that stops is not ready", async () => {
    const { call } = await start({ isStopping: () => true });
    expect((await (await call("/health/ready")).json()).status).toBe("stopping");
  });
});

describe("access log", () => {
  test("names the pattern and the facts, never path, query or what was posted", async () => {
    const { lines, call, post } = await start();
    await (await call("/angebot/geheim-token?data=geheim")).text();
    await (await post("/angebot/geheim-token", { Cookie: "sid=geheim" }, "name=geheim")).text();
    await (await call("/geheim%")).text();
    await expect.poll(() => lines.length).toBe(3);
    expect(lines[0]).toMatchObject({
      level: 30,
      msg: "request",
      method: "GET",
      pattern: "/:a",
      status: 200,
      traceId: "trace-1",
      brand: "o2",
      locale: "de",
    });
    expect(lines[0]?.ms).toEqual(expect.any(Number));
    expect(lines[2]).toMatchObject({ pattern: "(bad-request)", status: 400 });
    expect(JSON.stringify(lines)).not.toContain("geheim");
  });

  test("health checks and files stay below the usual level", async () => {
    const { lines, call } = await start();
    await (await call("/health/live")).text();
    await (await call("/assets/app-abc.js")).text();
    await expect
      .poll(() => lines.map(({ level, pattern }) => [level, pattern]))
      .toEqual([
        [20, "/health/live"],
        [20, "/assets/*"],
      ]);
  });
});

describe("stopping", () => {
  test("a request in flight gets its answer, a new one does not get in", async () => {
    const { portal, server, call } = await start();
    const arrived = new Promise<void>((resolve) => {
      portal.waiting = resolve;
    });
    const answer = call("/wait");
    await arrived;
    const closed = closeGently(server, 10_000);
    await expect(call("/health/live")).rejects.toThrow();
    portal.release[0]?.();
    expect(await (await answer).text()).toBe("at last");
    await closed;
  });

  test("a connection that a browser opened in advance holds nothing up", async () => {
    const { server, port } = await start();
    const opened = once(server, "connection");
    const unused = connect(port, "127.0.0.1");
    await opened;
    const ended = once(unused, "close");
    await closeGently(server, 60_000);
    await ended;
  });

  test("a request that takes too long is cut off", async () => {
    const { portal, server, call } = await start();
    const arrived = new Promise<void>((resolve) => {
      portal.waiting = resolve;
    });
    const answer = call("/wait");
    const cut = expect(answer).rejects.toThrow();
    await arrived;
    await closeGently(server, 1);
    await cut;
  });

  test("a port in use is told so that an operator knows what to do", async () => {
    const { port } = await start();
    await expect(listen(createHttpServer(), port, "127.0.0.1")).rejects.toThrow(/in use.*PORT/);
  });
});

test("the embedded sandbox answers exactly its own paths", async () => {
  const sandbox = await embedSandbox(":memory:");
  endings.push(() => sandbox.close());
  const { call, lines } = await start({ sandbox: sandbox.handle });
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
