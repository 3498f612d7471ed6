import { afterAll, expect, test } from "vitest";
import { sandboxForTest } from "../support/sandbox.ts";

const sandbox = sandboxForTest();
afterAll(() => sandbox.close());

interface History {
  calls: Record<string, string | number | null>[];
  state: Record<string, Record<string, unknown>[]>;
}
const historyOf = async (token: string) =>
  (await (await sandbox.get(`/sandbox/token.json?token=${encodeURIComponent(token)}`)).json()) as History;
const seen = async (token: string) =>
  (await historyOf(token)).calls.map(({ call, status, effect }) => `${call} ${status} ${effect}`);

test("shows the calls of a token with trace id, key and effect, and what they left", async () => {
  const headers = { "x-trace-id": "trace-1" };
  await sandbox.get("/api/offer/verify/demo~history", headers);
  await sandbox.accept("demo~history", undefined, "key-1");
  await sandbox.accept("demo~history", undefined, "key-1");
  await sandbox.get("/api/offer/demo~history");
  const { calls, state } = await historyOf("demo~history");
  expect(calls.reverse()).toMatchObject([
    { call: "GET /api/offer/verify/demo~history", status: 200, effect: "read", traceId: "trace-1" },
    { call: "POST /api/offer/accept/demo~history", effect: "done", idempotencyKey: "key-1" },
    { call: "POST /api/offer/accept/demo~history", effect: "repeated", idempotencyKey: "key-1" },
    { call: "GET /api/offer/demo~history", status: 410, effect: "refused", code: "OFFER_CONSUMED" },
  ]);
  expect(state.orders).toHaveLength(1);
  expect(state.mails).toHaveLength(1);
  const page = await (await sandbox.get("/sandbox/token?token=demo~history")).text();
  for (const text of ["trace-1", "key-1", "OFFER_CONSUMED"]) expect(page).toContain(text);
});

test("shows the effect of a fault", async () => {
  await sandbox.get("/api/offer/load-http-503~history");
  await sandbox.post("/api/O2/withdrawal/6b1d8f9a-0000-4000-8000-000000000009", {
    firstName: "A",
    lastName: "B",
    contractReference: "lost~history",
    email: "a@example.com",
    language: "de",
  });
  expect(await seen("load-http-503~history")).toEqual(["GET /api/offer/load-http-503~history 503 fault"]);
  expect(await seen("lost~history")).toEqual([expect.stringMatching(/^POST .* done$/)]);
  expect((await historyOf("lost~history")).state.withdrawals).toHaveLength(1);
});

test("finds a declaration by its scenario's value, also in later calls", async () => {
  const id = "6b1d8f9a-0000-4000-8000-000000000001";
  const path = `/api/O2/contracttermination/${id}`;
  await sandbox.post(path, {
    serviceType: "mobile",
    cancellationType: "Regular",
    reason: "None",
    selectTerminationDate: "now",
    customer: { firstName: "A", lastName: "B" },
    contractNumber: "V-1~history",
    confirmation: { email: "a@example.com" },
    language: "de",
  });
  await sandbox.get(path);
  expect(await seen("V-1~history")).toEqual([`GET ${path} 200 read`, `POST ${path} 200 done`]);
  expect(await seen("V-1~other")).toEqual([]);
});

test("a reset affects one token only", async () => {
  await sandbox.accept("demo~kept", undefined, "key-2");
  await sandbox.form("/sandbox/token/reset", { token: "demo~history" });
  expect(await historyOf("demo~history")).toMatchObject({ calls: [], state: {} });
  expect((await sandbox.get("/api/offer/demo~history")).status).toBe(200);
  expect(
    (await sandbox.accept("demo~history", undefined, "key-1")).headers.get("idempotency-replayed"),
  ).toBeNull();
  expect((await sandbox.get("/api/offer/demo~kept")).status).toBe(410);
});
