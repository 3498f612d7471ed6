import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { afterAll, describe, expect, it } from "vitest";
import { parseFault } from "#sandbox/faults.ts";
import { acceptanceForTest, sandboxForTest } from "../support/sandbox.ts";

// Faults of the connection need a connection.
const sandbox = sandboxForTest();
const server = serve({ fetch: sandbox.app.fetch, port: 0, hostname: "127.0.0.1" });
await once(server, "listening");
const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
afterAll(async () => {
  if ("closeAllConnections" in server) server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  sandbox.close();
});
const get = (path: string, signal?: AbortSignal) => fetch(`${base}${path}`, { redirect: "manual", signal });

it("hangs up without an answer, and serves the next call", async () => {
  await expect(get("/api/offer/verify/hangup")).rejects.toThrow("fetch failed");
  await expect(get("/api/offer/verify/verify-once-hangup~f")).rejects.toThrow("fetch failed");
  expect((await get("/api/offer/verify/verify-once-hangup~f")).status).toBe(200);
});

it("breaks off within the answer", async () => {
  const response = await get("/api/offer/cut");
  expect(response.status).toBe(200);
  await expect(response.text()).rejects.toThrow();
});

it("loses the answer of an accepted order", async () => {
  const order = () =>
    fetch(`${base}/api/offer/accept/accept-lost`, {
      method: "POST",
      headers: { "content-type": "application/json", "idempotency-key": "k" },
      body: JSON.stringify(acceptanceForTest()),
    });
  await expect(order()).rejects.toThrow("fetch failed");
  expect((await order()).status).toBe(200);
});

it("answers late, only for the call in the token", async () => {
  expect((await get("/api/offer/verify/slow-60000")).status).toBe(200);
  await expect(get("/api/offer/slow-60000", AbortSignal.timeout(50))).rejects.toThrow("timeout");
  expect((await get("/api/offer/slow-1")).status).toBe(200);
});

it("sends endless and huge answers", async () => {
  for (const token of ["endless", "huge"]) {
    const reader = (await get(`/api/offer/${token}`)).body?.getReader();
    expect((await reader?.read())?.done).toBe(false);
    await reader?.cancel();
  }
});

describe("the way faults are written", () => {
  it.each([
    ["DOWNTIME", { kind: "code", code: "DOWNTIME" }],
    ["http-502", { kind: "http", status: 502 }],
    ["slow-3000", { kind: "slow", ms: 3000 }],
    ["slow-999999999", { kind: "slow", ms: 120_000 }],
    ["errors", { kind: "errors", field: undefined }],
    ["errors-payment.iban", { kind: "errors", field: "payment.iban" }],
    ["fail", { kind: "http", status: 500 }],
    ["cut", { kind: "cut" }],
    ...["", "downtime", "http-100", "http-99", "slow", "slow--1", "A__B"].map((text) => [text, undefined]),
  ])("%j", (text, fault) => expect(parseFault(String(text))).toEqual(fault));
});
