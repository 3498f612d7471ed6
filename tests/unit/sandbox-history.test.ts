import { afterAll, expect, test } from "vitest";
import { first, parseHtml, textOf } from "../support/html.ts";
import { sandboxForTest } from "../support/sandbox.ts";

const sandbox = sandboxForTest();
afterAll(() => sandbox.close());

const historyOf = (token: string) =>
  sandbox.json<{ calls: Record<string, string | number | null>[]; state: Record<string, unknown[]> }>(
    `/sandbox/token.json?token=${encodeURIComponent(token)}`,
  );
test("shows the calls of a token with trace id, key and effect, and what they left; a reset is of one token", async () => {
  const order = (token: string) => sandbox.accept(token, undefined, "key-1");
  await sandbox.get("/api/offer/verify/demo~history", { "x-trace-id": "trace-1" });
  for (const token of ["demo~history", "demo~history", "demo~kept"]) await order(token);
  await sandbox.get("/api/offer/demo~history");
  const { calls, state } = await historyOf("demo~history");
  expect(calls.reverse()).toMatchObject([
    { call: "GET /api/offer/verify/demo~history", status: 200, effect: "read", traceId: "trace-1" },
    { call: "POST /api/offer/accept/demo~history", effect: "done", idempotencyKey: "key-1" },
    { call: "POST /api/offer/accept/demo~history", effect: "repeated", idempotencyKey: "key-1" },
    { call: "GET /api/offer/demo~history", status: 410, effect: "refused", code: "OFFER_CONSUMED" },
  ]);
  expect([state.orders?.length, state.mails?.length]).toEqual([1, 1]);
  const page = await (await sandbox.get("/sandbox/token?token=demo~history")).text();
  for (const text of ["trace-1", "key-1", "OFFER_CONSUMED"]) expect(page).toContain(text);

  await sandbox.form("/sandbox/token/reset", { token: "demo~history" });
  expect(await historyOf("demo~history")).toMatchObject({ calls: [], state: {} });
  expect((await sandbox.get("/api/offer/demo~history")).status).toBe(200);
  expect((await order("demo~history")).headers.get("idempotency-replayed")).toBeNull();
  expect((await sandbox.get("/api/offer/demo~kept")).status).toBe(410);
});

test.each([
  ["de", "Stand eines Tokens: demo~words", "Wirkung", "abgelehnt", " Uhr</dd>"],
  ["en", "State of a token: demo~words", "Effect", "refused", "</dd>"],
  ["tr", "Token durumu: demo~words", "Etki", "reddedildi", "</dd>"],
])("is read in the browser's language, %s", async (language, heading, ...words) => {
  await sandbox.accept("demo~words");
  await sandbox.get("/api/offer/demo~words");
  const page = await (
    await sandbox.get("/sandbox/token?token=demo~words", { "accept-language": language })
  ).text();
  expect(page).toContain(`<html lang="${language}">`);
  expect(textOf(first(parseHtml(page), "h1"))).toBe(heading);
  for (const word of words) expect(page).toContain(word);
});

test("finds a declaration by its scenario's value, also in later calls", async () => {
  const path = "/api/O2/withdrawal/6b1d8f9a-0000-4000-8000-000000000009";
  const person = { firstName: "A", lastName: "B", email: "a@example.com", language: "de" };
  await sandbox.post(path, { ...person, contractReference: "lost~history" });
  await sandbox.get(path);
  const { calls } = await historyOf("lost~history");
  expect(calls.map(({ call, effect }) => `${call} ${effect}`)).toEqual([
    `GET ${path} read`,
    `POST ${path} done`,
  ]);
});
