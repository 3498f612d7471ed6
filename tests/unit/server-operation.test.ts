import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import type { RequestListener, Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { register } from "prom-client";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { closeGently, createHttpServer, listen } from "#server/operation/listen.ts";
import { measureAcceptQueue } from "#server/operation/metrics.ts";
import { measureReadiness, probesOf } from "#server/operation/probes.ts";
import { freePort } from "../support/free-port.ts";
import { startHost } from "../support/host.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** A server without a portal, until the end of the test. */
async function startServer(answer: RequestListener, settings: { bodyStallSeconds?: number } = {}) {
  const server = createHttpServer({ keepAliveMs: 60_000, ...settings }, answer);
  await listen(server, 0, "127.0.0.1");
  onTestFinished(async () => {
    if (server.listening) await closeGently(server, 1);
  });
  return { server, client: () => connect((server.address() as AddressInfo).port, "127.0.0.1") };
}

/** By turns of the event loop alone: Vitest's own waits move a faked clock on. */
async function untilClosing(server: Server) {
  while (server.listening) await nextTurn();
}

describe("health", () => {
  test("is always live, and ready while pages can be shown; the rest degrades it", async () => {
    const { portal, call } = await startHost();
    portal.sessions = async () => "disk full";
    portal.dependencies = async () => ({ backend: "answers 502", tagManager: undefined });
    // The provider is asked behind the first probe, so that none waits for it.
    await call("/health/ready");
    const live = await call("/health/live");
    expect([live.status, live.headers.get("cache-control")]).toEqual([200, "no-store"]);
    const ready = await call("/health/ready");
    expect([ready.status, ready.headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(await ready.json()).toEqual({
      status: "degraded",
      sessions: "disk full",
      backend: "answers 502",
      declarations: { waiting: 2, refused: 0, oldestSeconds: 90 },
    });
    const others = await call("/health/dependencies");
    expect(others.status).toBe(503);
    expect(await others.json()).toEqual({ status: "failing", backend: "answers 502", tagManager: "ok" });
  });

  test("a degraded portal shows in its metrics", async () => {
    const { portal, ready } = await startHost();
    measureReadiness(ready);
    onTestFinished(() => register.clear());
    portal.sessions = async () => "Redis is away";
    const shown = await register.metrics();
    for (const line of ["portal_ready 1", "portal_degraded 1", 'portal_store_up{store="sessions"} 0'])
      expect(shown).toContain(`${line}\n`);
  });

  test("a provider that never answers holds up no probe", async () => {
    const { portal, call } = await startHost();
    portal.dependencies = () => new Promise(() => {});
    expect(await (await call("/health/ready")).json()).toMatchObject({ status: "ready" });
  });

  test("a readiness that was once late is no store that stays away", async () => {
    const found = [{ portal: "no answer in 3 s" }, { sessions: undefined }];
    measureReadiness(async () => ({ status: "ready", stores: found.shift() ?? {} }));
    onTestFinished(() => register.clear());
    expect(await register.getSingleMetricAsString("portal_store_up")).toContain('{store="portal"} 0');
    const after = await register.getSingleMetricAsString("portal_store_up");
    expect(after).toContain('{store="sessions"} 1');
    expect(after).not.toContain('portal"');
  });

  test("checks once for concurrent probes", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    onTestFinished(() => void vi.useRealTimers());
    const { portal, call } = await startHost();
    let asked = 0;
    portal.sessions = async () => {
      asked++;
      return undefined;
    };
    const answers = await Promise.all(Array.from({ length: 5 }, () => call("/health/ready")));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(asked).toBe(1);
  });

  test("a store that hangs or fails degrades it, with the reason", async () => {
    const silent = await startHost();
    silent.portal.sessions = () => new Promise(() => {});
    expect(await (await silent.call("/health/ready")).json()).toEqual({
      status: "degraded",
      portal: "no answer in 3 s",
    });
    const failing = await startHost();
    failing.portal.sessions = () => Promise.reject(new Error("no"));
    expect(await (await failing.call("/health/ready")).json()).toEqual({ status: "degraded", portal: "no" });
  });

  test("without pages it is not ready", async () => {
    const { call, lines } = await startHost({
      probes: probesOf({ build: () => Promise.reject(new Error("no build")) }).routes,
    });
    const ready = await call("/health/ready");
    expect([ready.status, await ready.json()]).toEqual([503, { status: "not ready", portal: "no build" }]);
    // No `cause`, or the alert for failed pages would fire, also at each stop.
    const line = () => lines.find(({ pattern }) => pattern === "/health/ready");
    await expect.poll(line).toMatchObject({ status: 503 });
    expect(line()).not.toHaveProperty("cause");
  });

  test("a stopping portal is not ready, and closes its connections", async () => {
    const { call } = await startHost({ isStopping: () => true });
    const ready = await call("/health/ready");
    expect([ready.status, (await ready.json()).status]).toEqual([503, "stopping"]);
    const page = await call("/kuendigung");
    expect([page.status, page.headers.get("connection")]).toEqual([200, "close"]);
  });

  test("a shell can probe without other tools", async () => {
    const { port } = await startHost();
    const asked = (at: number, path: string) =>
      new Promise((resolve) => {
        const child = spawn("bash", ["server/operation/probe.sh", path], {
          env: { PATH: process.env.PATH, PORT: String(at) },
        });
        let printed = "";
        child.stdout.on("data", (part) => {
          printed += part;
        });
        child.once("close", (code) => resolve([code, printed]));
      });
    expect(await asked(port, "/health/live")).toEqual([0, '{"status":"live"}']);
    expect(await asked(port, "/health/ready")).toEqual([
      0,
      expect.stringMatching(/^\{"status":"ready",.+\}$/),
    ]);
    expect(await asked(port, "/gone.js")).toEqual([1, expect.any(String)]);
    expect(await asked(await freePort(), "/health/live")).toEqual([1, ""]);
  });
});

describe("access log", () => {
  test("has pattern and facts, never path, query or posted data", async () => {
    const { lines, call, post } = await startHost();
    await (await call("/angebot/geheim-token?data=geheim")).text();
    await (await post("/angebot/geheim-token", { Cookie: "sid=geheim" }, "name=geheim")).text();
    const refused = await (await call("/geheim%", { headers: { Accept: "application/json" } })).json();
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
      ms: expect.any(Number),
    });
    const { traceId, errorNumber } = refused;
    expect(lines[2]).toMatchObject({ pattern: "(bad-request)", status: 400, traceId, errorNumber });
    expect(lines[0]).not.toHaveProperty("errorNumber");
    expect(refused.traceId).toMatch(/^[\w-]{36}$/);
    expect(JSON.stringify(lines)).not.toContain("geheim");
  });

  test("names a probe by its route, however it was spelt: metrics have a series for each pattern", async () => {
    const { lines, call } = await startHost();
    for (const path of ["/HEALTH/Live/", "/.WELL-known/Security.TXT"]) await (await call(path)).text();
    await expect
      .poll(() => lines.map(({ pattern }) => pattern))
      .toEqual(["/health/live", "/.well-known/security.txt"]);
  });

  test("health checks and files are logged at a lower level", async () => {
    const { lines, call } = await startHost();
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
  test("requests in flight are answered, new ones refused", async () => {
    const { portal, server, call } = await startHost();
    const arrived = Promise.withResolvers<void>();
    portal.waiting = arrived.resolve;
    const answer = call("/wait");
    await arrived.promise;
    const closed = closeGently(server, 2 ** 31 - 1);
    // First it accepts the connections that are already in the system's queue.
    await untilClosing(server);
    await expect(call("/health/live")).rejects.toThrow();
    portal.release[0]?.();
    expect(await (await answer).text()).toBe("at last");
    await closed;
  });

  test("an unused connection does not delay stopping", async () => {
    const { server, port } = await startHost();
    const opened = once(server, "connection");
    const unused = connect(port, "127.0.0.1");
    await opened;
    const ended = once(unused, "close");
    await closeGently(server, 60_000);
    await ended;
  });

  test.each([
    ["was just opened may still bring its request", 900, /^HTTP\/1.1 200 /],
    ["has been silent for long is closed at once", 1001, undefined],
  ])("a connection that %s", async (_, silentMs, answer) => {
    // The listener's later checks never come.
    vi.useFakeTimers({ toFake: ["setInterval", "performance"] });
    onTestFinished(() => void vi.useRealTimers());
    const { server, port } = await startHost();
    const opened = once(server, "connection");
    const client = connect(port, "127.0.0.1");
    await opened;
    const heard = Promise.race([once(client, "data"), once(client, "close").then(() => undefined)]);
    vi.advanceTimersByTime(silentMs);
    const closed = closeGently(server, 2 ** 31 - 1);
    if (answer) {
      await untilClosing(server);
      client.write("GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n");
      expect(String(await heard)).toMatch(answer);
      client.destroy();
    } else expect(await heard).toBeUndefined();
    await closed;
  });

  test("a client that stopped sending its body after the answer does not delay stopping", async () => {
    const { server, client: open } = await startServer((_, response) => void response.writeHead(413).end());
    const client = open();
    client.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\nthe beginning");
    const [answer] = await once(client, "data");
    expect(String(answer)).toContain("413");
    const ended = once(client, "close");
    await closeGently(server, 2 ** 31 - 1);
    await ended;
  });

  test("a form that was answered early may be sent to its end at its own pace, and is cut off once it stops", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "performance"] });
    onTestFinished(() => void vi.useRealTimers());
    const answer: RequestListener = (_, response) => void response.writeHead(422).end();
    const { server, client: open } = await startServer(answer, { bodyStallSeconds: 60 });
    const opened = once(server, "connection");
    const client = open();
    const [socket] = (await opened) as [Socket];
    client.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n");
    await once(client, "data");
    for (const _ of [1, 2, 3]) {
      const before = socket.bytesRead;
      client.write("x".repeat(70_000));
      await expect.poll(() => socket.bytesRead - before).toBe(70_000);
      vi.advanceTimersByTime(60_000);
      expect(socket.destroyed).toBe(false);
    }
    const ended = once(client, "close");
    vi.advanceTimersByTime(60_010);
    await ended;
  });

  test("more connections than Node's default may wait while the process is busy", async () => {
    const { server } = await startServer(() => {});
    const { port } = server.address() as AddressInfo;
    // Nothing is accepted meanwhile: it holds this process up.
    const open = `let open = 0;
      const end = () => { console.log(open); process.exit(); };
      setTimeout(end, 60_000);
      for (let i = 0; i < 800; i++)
        require("node:net").connect(${port}, "127.0.0.1", () => ++open === 800 && end()).on("error", () => {});`;
    expect(execFileSync(process.execPath, ["-e", open], { encoding: "utf8" })).toBe("800\n");
  });

  test.each([
    ["no HTTP", "hello\r\n\r\n", 400],
    ["headers that are too long", `GET / HTTP/1.1\r\nHost: x\r\nCookie: ${"c".repeat(40_000)}\r\n\r\n`, 431],
  ])("%s, which Node's parser refuses, is answered with the portal's mark", async (_, bytes, status) => {
    const { client: open } = await startServer((_, response) => void response.end());
    const client = open();
    client.write(bytes);
    const [answer] = await once(client, "data");
    expect(String(answer)).toMatch(new RegExp(`^HTTP/1.1 ${status} [\\s\\S]*X-Portal: 1\r\n`));
  });

  test("what is no request after half an answer ends the connection, and adds nothing to the answer", async () => {
    const { client: open } = await startServer((_, response) => {
      response.writeHead(200, { "Content-Length": 100 });
      response.write("half");
    });
    const client = open();
    let answer = "";
    client.on("data", (chunk) => {
      answer += chunk;
      if (answer.endsWith("half")) client.write("hello\r\n\r\n");
    });
    client.on("error", () => {});
    client.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    await once(client, "close");
    expect(answer).toMatch(/half$/);
  });

  test("a request that takes too long is aborted", async () => {
    const { portal, server, call } = await startHost();
    const arrived = Promise.withResolvers<void>();
    portal.waiting = arrived.resolve;
    const answer = call("/wait");
    const cut = expect(answer).rejects.toThrow();
    await arrived.promise;
    await closeGently(server, 1);
    await cut;
  });

  test("a port in use is reported with what to do", async () => {
    const { port } = await startHost();
    const again = listen(createHttpServer({ keepAliveMs: 1000 }), port, "127.0.0.1", "METRICS_PORT");
    await expect(again).rejects.toThrow(/in use.*METRICS_PORT=\d/);
  });

  test("an address that the machine does not have is named", async () => {
    // Reserved for documents (RFC 5737).
    const elsewhere = listen(createHttpServer({ keepAliveMs: 1000 }), 0, "192.0.2.1");
    await expect(elsewhere).rejects.toThrow(/HOST.*192\.0\.2\.1/s);
  });
});

test("the accept queue is that of the listening socket", async () => {
  onTestFinished(() => register.clear());
  const folder = temporaryFolder(onTestFinished);
  const table = join(folder, "tcp");
  const rows = [
    "   0: 0100007F:0BB8 00000000:0000 0A 00000000:00000201 00:00000000 00000000     0        0 1 1 0 100 0 0 10 0",
    "   1: 0100007F:0BB9 00000000:0000 0A 00000000:00000007 00:00000000 00000000     0        0 1 1 0 100 0 0 10 0",
    "   2: 0100007F:0BB8 0100007F:C350 01 00000000:00000009 00:00000000 00000000     0        0 1 1 0 100 0 0 10 0",
  ];
  writeFileSync(table, rows.join("\n"));
  measureAcceptQueue(3000, [table, join(folder, "absent")]);
  expect(await register.getSingleMetricAsString("portal_accept_queue")).toMatch(/^portal_accept_queue 513$/m);
});
