import { once } from "node:events";
import { connect } from "node:net";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { readConfig } from "#app/platform/config.server.ts";
import type { RequestLine } from "#server/operation/access-log.ts";
import { startHost } from "../support/host.ts";
import { rawHttp } from "../support/raw-http.ts";

describe("origin of posts", () => {
  const foreign: Record<string, string>[] = [
    { Origin: "https://evil.example" },
    { Origin: "null" },
    { Origin: "null", "Sec-Fetch-Site": "cross-site" },
    { Origin: "https://portal.example", "X-Forwarded-Host": "portal.example" },
    { Origin: "http://portal.example", "X-Forwarded-Host": "portal.example", "X-Forwarded-Proto": "https" },
    { Origin: "http://sub.127.0.0.1" },
    { "Sec-Fetch-Site": "cross-site" },
    { "Sec-Fetch-Site": "same-site" },
    { Referer: "https://evil.example/page" },
  ];
  test.each(foreign)("foreign: %j is refused and nothing is done", async (headers) => {
    const { portal, post } = await startHost();
    const answer = await post("/x", headers);
    expect(answer.status).toBe(403);
    expect(await answer.text()).toContain("Die Anfrage wurde nicht angenommen");
    expect(portal.posts).toEqual([]);
  });

  const proxied = (host: string) => ({
    Origin: `https://${host}`,
    "X-Forwarded-Host": host,
    "X-Forwarded-Proto": "https",
  });
  const own: Record<string, string>[] = [
    {},
    proxied("portal.example"),
    proxied("portal.example:8443"),
    { "Sec-Fetch-Site": "same-origin" },
    // What a `no-referrer` that a proxy adds makes of it.
    { "Sec-Fetch-Site": "same-origin", Origin: "null" },
  ];
  test.each(own)("own: %j is taken", async (headers) => {
    const { portal, post } = await startHost();
    expect((await post("/x", headers)).status).toBe(200);
    expect(portal.posts).toEqual(["a=1"]);
  });

  test("a one-click unsubscribe may come from any origin, and acts without cookies", async () => {
    const { portal, post } = await startHost();
    const headers = { Origin: "https://mail.example", Cookie: "sid=secret" };
    const send = (body: string) => post("/email-ablehnung?token=a", headers, body);
    expect((await send("List-Unsubscribe=One-Click")).status).toBe(200);
    expect(portal.cookies).toEqual([null]);
    expect((await send("List-Unsubscribe=One-Click&more=1")).status).toBe(403);
  });

  test("pages see the host name that the browser used, without the proxy's port", async () => {
    const { call } = await startHost();
    const headers = { "X-Forwarded-Host": "aldi.portal.example", "X-Forwarded-Proto": "https" };
    expect(await (await call("/x", { headers })).text()).toContain("url https://aldi.portal.example/x");
  });

  test("forwarded headers are ignored if no proxy is trusted", async () => {
    const { call, post, port } = await startHost({ trustProxy: false });
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
    expect(readConfig({ TRUST_PROXY: setting, SANDBOX: "embedded" }).trustProxy).toEqual(expected);
  });
});

describe("bodies", () => {
  const multipart = (bytes: number) => {
    const form = new FormData();
    form.set("file", new Blob([new Uint8Array(bytes)]), "a.pdf");
    return form;
  };
  const postForm = (call: Awaited<ReturnType<typeof startHost>>["call"], path: string, bytes: number) =>
    call(path, { method: "POST", body: multipart(bytes) });

  test("a body without a length is counted while it streams, and a short one arrives whole", async () => {
    const { portal, port } = await startHost();
    const type = "Content-Type: application/x-www-form-urlencoded";
    const head = `POST /x HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n${type}\r\n\r\n`;
    const chunk = `320\r\n${"a".repeat(800)}\r\n`;
    expect(await rawHttp(port, head, chunk, chunk, chunk)).toMatch(/^HTTP\/1.1 413 /);
    expect(portal.posts).toEqual([]);
    expect(await rawHttp(port, head, "4\r\nabc=\r\n", "3\r\nxyz\r\n0\r\n\r\n")).toMatch(/ 200 /);
    expect(portal.posts).toEqual(["abc=3"]);
  });

  test("uploads have their own limit, on the pages that take them", async () => {
    const { portal, call } = await startHost();
    expect((await postForm(call, "/en/kuendigung", 2_000_000)).status).toBe(200);
    expect(portal.posts).toEqual([expect.stringMatching(/^file=/)]);
    expect((await postForm(call, "/angebot/x", 2_000_000)).status).toBe(413);
  });

  test.each(["/KUENDIGUNG", "/%6buendigung", "/kuendigung/", "/Kuendigung/Bestaetigung"])(
    "%s takes uploads as the page that it is for the router",
    async (path) => {
      const { call } = await startHost();
      expect((await postForm(call, path, 2_000_000)).status).toBe(200);
    },
  );

  test.each([
    ["a form over the limit", {}, `a=${"x".repeat(2000)}`, 413, "Das ist zu groß"],
    ["no form", { "Content-Type": "application/json" }, "{}", 415, "Dieses Format kennen wir nicht"],
  ] as const)(
    "a body that is %s is refused so that people can read it",
    async (_, headers, body, status, said) => {
      const { portal, post } = await startHost();
      const answer = await post("/x", headers, body);
      expect([answer.status, await answer.text()]).toEqual([status, expect.stringContaining(said)]);
      expect(portal.posts).toEqual([]);
    },
  );

  test.each([
    ["GET", "/x", 200, ""],
    ["DELETE", "/x", 405, ""],
    ["GET", "/%zz", 400, ""],
    ["POST", "/x", 403, "Origin: https://evil.example\r\n"],
    ["POST", "/x", 415, "Content-Type: application/json\r\nContent-Length: 99999999999\r\n"],
  ])(
    "%s %s with a body without end is answered by %i, and its connection ended",
    async (method, path, status, headers) => {
      const { port } = await startHost();
      const length = headers.includes("Length") ? "" : "Transfer-Encoding: chunked\r\n";
      const socket = connect(port, "127.0.0.1");
      const ended = new Promise<void>((resolve) => socket.once("close", () => resolve()));
      socket.on("error", () => {});
      let answer = "";
      socket.on("data", (chunk) => {
        answer += chunk.toString("latin1");
      });
      socket.write(`${method} ${path} HTTP/1.1\r\nHost: x\r\n${headers}${length}\r\n`);
      await expect.poll(() => answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      const megabyte = `100000\r\n${"a".repeat(0x100000)}\r\n`;
      let sent = 0;
      for (; !socket.destroyed && sent < 100; sent++)
        if (!socket.write(megabyte)) await Promise.race([once(socket, "drain").catch(() => {}), ended]);
      expect(sent).toBeLessThan(100);
      await ended;
    },
  );

  test("a small body that nobody reads leaves the connection open", async () => {
    const { port } = await startHost();
    const first = "GET /x HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n";
    const second = "GET /x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
    const answers = await rawHttp(port, first, "abcde", second);
    expect(answers.match(/HTTP\/1.1 \d+/g)).toEqual(["HTTP/1.1 200", "HTTP/1.1 200"]);
  });

  test("a post without a body reaches its page", async () => {
    const { call } = await startHost();
    expect((await call("/broken", { method: "POST" })).status).not.toBe(415);
  });
});

describe("refused posts and hosts", () => {
  const counted = () => {
    const lines: RequestLine[] = [];
    return { lines, countRequest: (line: RequestLine) => void lines.push(line) };
  };
  const https = { Origin: "https://o2.example" };

  test("are warned about once a minute, with what was seen and what was expected", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    onTestFinished(() => void vi.useRealTimers());
    const { lines, post, port } = await startHost();
    const warnings = () => lines.filter(({ level, msg }) => level === 40 && /refused/.test(String(msg)));
    for (const _ of [1, 2, 3]) await post("/kuendigung", https);
    const facts = {
      seen: "https://o2.example",
      expected: `http://127.0.0.1:${port}`,
      forwardedProto: "none",
    };
    expect(warnings()).toEqual([expect.objectContaining({ ...facts, refused: 1 })]);
    vi.advanceTimersByTime(60_000);
    await post("/kuendigung", { Referer: "https://o2.example/idv/secret-token" });
    expect(warnings()[1]).toMatchObject({ seen: "https://o2.example", refused: 3 });
    expect(JSON.stringify(lines)).not.toContain("secret-token");
  });

  test("count for the journey and the brand that the customer wanted", async () => {
    const { lines, countRequest } = counted();
    const { post, call } = await startHost({ countRequest, allowedHosts: ["127.0.0.1", "o2.example"] });
    await post("/tr/kuendigung", https);
    await post("/kuendigung", { "Sec-Fetch-Site": "cross-site" });
    await call("/angebot/secret", { headers: { "X-Forwarded-Host": "new.o2.example" } });
    await call("/angebot/secret", { headers: { "X-Forwarded-Host": "scanner.example" } });
    // fetch asks again after a 421, as its standard says.
    await expect.poll(() => lines.length).toBe(6);
    expect(lines.map(({ pattern, journey, brand }) => [pattern, journey, brand])).toEqual([
      ["(foreign-origin)", "termination", "o2"],
      ["(other-site)", undefined, undefined],
      ["(unknown-host)", "offer", "o2"],
      ["(unknown-host)", "offer", "o2"],
      ["(unknown-host)", undefined, undefined],
      ["(unknown-host)", undefined, undefined],
    ]);
  });

  test.each([
    ["/kuendigung", "So erreicht uns Ihre Erklärung", "Per Post:"],
    ["/en/widerruf", "Other ways to get your declaration to us", "By mail:"],
    ["/tr/kuendigung", "zamanında ulaştırmanın diğer yolları", "Postayla:"],
  ])("%s names the other ways to declare", async (path, ...texts) => {
    const { post } = await startHost();
    const page = await (await post(path, https)).text();
    for (const text of [...texts, 'href="tel:+493023125102"', "mailto:service@brand.example", "Musterstadt"])
      expect(page).toContain(text);
    expect(await (await post("/angebot/demo/zahlung", https)).text()).toMatch(/Hotline: <a href="tel:/);
  });
});
