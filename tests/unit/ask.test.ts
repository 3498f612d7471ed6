import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setImmediate } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { ask } from "#app/backend/ask.server.ts";
import { httpAnswer, rawProvider } from "../support/raw-provider.ts";

test.each([0, 1])(
  "a body that breaks off after %d chunks ends the call, on a used connection too",
  async (chunks) => {
    const server = createServer((request, response) => {
      request.on("error", () => {});
      request.resume().on("end", () => response.end("{}"));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const post = (body: AsyncIterable<Uint8Array>) =>
      ask(url, { method: "POST", headers: {}, body, signal: AbortSignal.timeout(20_000) });
    async function* whole() {
      yield Buffer.from("all of it");
    }
    async function* broken() {
      for (let sent = 0; sent < chunks; sent++) yield Buffer.from("a piece");
      throw new Error("The sender hung up.");
    }
    try {
      expect(await text((await post(whole())).body)).toBe("{}");
      await expect(post(broken())).rejects.toThrow();
    } finally {
      server.closeAllConnections();
      server.close();
    }
  },
);

test.each([204, 205, 304, 429, 999])(
  "an answer of status %d is an answer, not the end of the process",
  async (status) => {
    const server = createServer((request, response) => {
      request.resume().on("end", () => response.writeHead(status, { "Retry-After": "7" }).end());
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    async function* body() {
      yield Buffer.from("all of it");
    }
    try {
      const answered = await ask(url, {
        method: "POST",
        headers: {},
        body: body(),
        signal: AbortSignal.timeout(20_000),
      });
      expect([answered.status, answered.headers["retry-after"]]).toEqual([status, "7"]);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  },
);

test("a body that is refused midway is not sent further", async () => {
  const server = createServer((request, response) => {
    // Has begun to read, and never continues.
    request.read(0);
    response.writeHead(413, { "Content-Type": "application/json" }).end("{}");
  });
  // It does not end the connection either.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
  async function* endless() {
    try {
      for (;;) yield Buffer.alloc(64 * 1024);
    } finally {
      stop();
    }
  }
  try {
    const signal = AbortSignal.timeout(100_000);
    const answered = await ask(url, { method: "POST", headers: {}, body: endless(), signal });
    expect([answered.status, await text(answered.body)]).toEqual([413, "{}"]);
    await stopped;
    expect(signal.aborted).toBe(false);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test("a connection serves many calls, but a limited number", async () => {
  const server = createServer((request, response) => request.resume().on("end", () => response.end("{}")));
  let connections = 0;
  server.on("connection", () => connections++);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const get = async () => {
    const { body } = await ask(url, { method: "GET", headers: {}, signal: AbortSignal.timeout(20_000) });
    const free = new Promise((resolve) => body.once("close", resolve));
    await text(body);
    await free;
    // A connection is used again from the next turn of the event loop on.
    await setImmediate();
  };
  vi.useFakeTimers({ toFake: ["Date"] });
  try {
    await get();
    await get();
    expect(connections).toBe(1);
    vi.setSystemTime(Date.now() + 60_001);
    await get();
    await get();
    expect(connections).toBe(2);
  } finally {
    vi.useRealTimers();
    server.closeAllConnections();
    server.close();
  }
});

test("a call says who asks, and for what", async () => {
  const provider = await rawProvider();
  provider.answers((connection) => connection.write(httpAnswer({ body: "{}" })));
  const headers = { Accept: "application/json" };
  const { body } = await ask(new URL(provider.origin), {
    method: "GET",
    headers,
    signal: AbortSignal.timeout(20_000),
  });
  await body.dump();
  provider.close();
  expect(provider.heads[0]).toMatch(/^user-agent: telecom-selfservice-portal\/\d+\.\d+\.\d+$/im);
  expect(provider.heads[0]).toMatch(/^accept-encoding: identity$/im);
});

test("the signal ends a call whose connection does not come about", async () => {
  // It accepts connections and never answers the TLS handshake.
  const silent = await rawProvider();
  silent.answers(() => {});
  const url = new URL(silent.origin.replace("http:", "https:"));
  const hungUp = new Error("hung up");
  const page = new AbortController();
  async function* file() {
    yield Buffer.from("a file");
  }
  const asked = ask(url, { method: "POST", headers: {}, body: file(), signal: page.signal });
  page.abort(hungUp);
  await expect(asked).rejects.toBe(hungUp);
  silent.close();
});
