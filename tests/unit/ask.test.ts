import { createServer, type IncomingHttpHeaders, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setImmediate } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { ask } from "#app/backend/ask.server.ts";
import { rawProvider } from "../support/raw-provider.ts";

/** A provider until the end of the test, and its address. */
async function provider(answer: RequestListener) {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { server, url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`) };
}
async function* whole() {
  yield Buffer.from("all of it");
}
const post = (url: URL, body: AsyncIterable<Uint8Array>, signal = AbortSignal.timeout(20_000)) =>
  ask(url, { method: "POST", headers: {}, body, signal });

test.each([0, 1])(
  "a body that breaks off after %d chunks ends the call, on a used connection too",
  async (chunks) => {
    const { url } = await provider((request, response) => {
      request.on("error", () => {});
      request.resume().on("end", () => response.end("{}"));
    });
    async function* broken() {
      for (let sent = 0; sent < chunks; sent++) yield Buffer.from("a piece");
      throw new Error("The sender hung up.");
    }
    expect(await text((await post(url, whole())).body)).toBe("{}");
    await expect(post(url, broken())).rejects.toThrow();
  },
);

test.each([204, 205, 304, 429, 999])(
  "an answer of status %d is an answer, not the end of the process",
  async (status) => {
    const { url } = await provider((request, response) => {
      request.resume().on("end", () => response.writeHead(status, { "Retry-After": "7" }).end());
    });
    const answered = await post(url, whole());
    expect([answered.status, answered.headers["retry-after"]]).toEqual([status, "7"]);
  },
);

test("a body that is refused midway is not sent further", async () => {
  const { server, url } = await provider((request, response) => {
    // Has begun to read, and never continues.
    request.read(0);
    response.writeHead(413, { "Content-Type": "application/json" }).end("{}");
  });
  // It does not end the connection either.
  server.keepAliveTimeout = 0;
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
  async function* endless() {
    try {
      for (;;) yield Buffer.alloc(64 * 1024);
    } finally {
      stop();
    }
  }
  const signal = AbortSignal.timeout(100_000);
  const answered = await post(url, endless(), signal);
  expect([answered.status, await text(answered.body)]).toEqual([413, "{}"]);
  await stopped;
  expect(signal.aborted).toBe(false);
});

test("a connection serves many calls, but a limited number", async () => {
  const { server, url } = await provider((request, response) =>
    request.resume().on("end", () => response.end("{}")),
  );
  server.keepAliveTimeout = 60_000;
  let connections = 0;
  server.on("connection", () => connections++);
  const get = async () => {
    const { body } = await ask(url, { method: "GET", headers: {}, signal: AbortSignal.timeout(20_000) });
    const free = new Promise((resolve) => body.once("close", resolve));
    await text(body);
    await free;
    // A connection is used again from the next turn of the event loop on.
    await setImmediate();
  };
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  for (const used of [1, 1]) expect([await get(), connections]).toEqual([undefined, used]);
  vi.setSystemTime(Date.now() + 60_001);
  for (const used of [2, 2]) expect([await get(), connections]).toEqual([undefined, used]);
});

test("a call says who asks, and for what", async () => {
  const { promise: heard, resolve: hear } = Promise.withResolvers<IncomingHttpHeaders>();
  const { url } = await provider(({ headers }, response) => {
    hear(headers);
    response.end("{}");
  });
  await (await ask(url, { method: "GET", headers: {}, signal: AbortSignal.timeout(20_000) })).body.resume();
  expect(await heard).toMatchObject({
    "user-agent": expect.stringMatching(/^telecom-selfservice-portal\/\d+\.\d+\.\d+(-dev)?$/),
    "accept-encoding": "identity",
  });
});

test("the signal ends a call whose connection does not come about", async () => {
  // It accepts connections and never answers the TLS handshake.
  const silent = await rawProvider();
  silent.answers(() => {});
  const url = new URL(silent.origin.replace("http:", "https:"));
  const hungUp = new Error("hung up");
  const page = new AbortController();
  const asked = post(url, whole(), page.signal);
  page.abort(hungUp);
  await expect(asked).rejects.toBe(hungUp);
  silent.close();
});

test("a call goes out through the company's proxy where Node is asked to use it, and not to NO_PROXY", async () => {
  const { url } = await provider((request, response) => {
    request.resume().on("end", () => response.end("{}"));
  });
  const connected: string[] = [];
  // To http, as here, a proxy is asked for the whole address; to https, for a tunnel.
  const proxy = createServer((request, response) => {
    connected.push(request.url ?? "");
    response.end("{}");
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void proxy.close());
  const { port } = proxy.address() as AddressInfo;
  const asked = async (settings: Record<string, string>) => {
    for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
    vi.resetModules();
    const { ask: anew } = await import("#app/backend/ask.server.ts");
    const answered = await anew(url, { method: "GET", headers: {}, signal: AbortSignal.timeout(20_000) });
    vi.unstubAllEnvs();
    return text(answered.body);
  };
  const settings = { HTTP_PROXY: `http://127.0.0.1:${port}`, NODE_USE_ENV_PROXY: "1" };
  expect([await asked(settings), connected]).toEqual(["{}", [url.href]]);
  expect(await asked({ ...settings, NO_PROXY: "127.0.0.1" })).toBe("{}");
  expect(await asked({ ...settings, NODE_USE_ENV_PROXY: "0" })).toBe("{}");
  expect(connected).toHaveLength(1);
});
