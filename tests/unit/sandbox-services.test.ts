import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { addressCheck, consent, ibanCheck, nationalities, token } from "#app/backend/contract/services.ts";
import { parseFault } from "#sandbox/faults.ts";
import { specialIbans } from "#sandbox/services/iban.ts";
import { acceptanceForTest, refusedFieldsOf, sandboxForTest } from "../support/sandbox.ts";

let sandbox: ReturnType<typeof sandboxForTest>;
let now: Date;
beforeEach(() => {
  now = new Date("2026-11-01T10:00:00Z");
  sandbox = sandboxForTest({ now: () => now });
});
afterEach(() => sandbox.close());
const later = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000);
};
const statusOf = async (path: string, headers?: Record<string, string>) =>
  (await sandbox.get(path, headers)).status;

it.each([
  ["/api/O2/lists/nationalities", "nationalities"],
  ["/api/O2/contracttermination/config", "config"],
  ["/api/O2/prefilledcontracttermination/config", "config"],
])("%s plays the fault in a trace id, for that one alone", async (path, call) => {
  const statusFor = (traceId: string) => statusOf(path, { "x-trace-id": traceId });
  expect(await statusFor(`${call}-http-503--a`)).toBe(503);
  expect(await statusFor(`${call}-once-http-500--a`)).toBe(500);
  expect(await statusFor(`${call}-once-http-500--a`)).toBe(200);
  expect(await statusFor("other-http-503--a")).toBe(200);
});

it.each([
  ["de", "Deutschland", "Österreich"],
  ["en-GB", "Germany", "Austria"],
  ["tr", "Almanya", "Avusturya"],
])("names nationalities in %s, sorted as that language sorts", async (language, germany, austria) => {
  const response = await sandbox.get("/api/O2/lists/nationalities", { "accept-language": language });
  const list = nationalities.parse(await response.json());
  expect(list.find(({ code }) => code === "DE")?.name).toBe(germany);
  expect(list.find(({ code }) => code === "AT")?.name).toBe(austria);
  const names = list.map(({ name }) => name);
  expect(names).toEqual(names.toSorted(new Intl.Collator(language).compare));
  expect(new Set(list.map(({ code }) => code)).size).toBe(list.length);
  expect(list.length).toBeGreaterThan(190);
  expect(response.headers.get("cache-control")).toContain("max-age");
});

it("has each consent in three languages", async () => {
  const offered = await sandbox.json<{ consents: string[] }>("/api/offer/demo");
  expect(offered.consents.length).toBeGreaterThan(2);
  for (const id of offered.consents) {
    const texts = ["de", "en", "tr"].map(async (language) => {
      const answer = await sandbox.json(`/api/consent/${id}`, { "accept-language": language });
      return consent.parse(answer).text;
    });
    expect(new Set(await Promise.all(texts)).size).toBe(3);
  }
});

it.each([
  ["/api/consent/none", 404],
  ["/api/consent/toString", 404],
  ["/api/consent/http-502", 502],
  ["/api/o3/lists/nationalities", 404],
  ["/api/BLAUWORLD/lists/nationalities", 200],
  ["/api/O2/customer/details/load-http-500", 500],
  ["/api/none", 404],
  ["/api/entry/novum", 400],
  ["/api/O2/prefilledcontracttermination/prefill", 400],
  ["/api/auth/token", 400],
])("%s answers %i", async (path, status) => expect(await statusOf(path)).toBe(status));

describe("address check", () => {
  const check = (changes: object) =>
    sandbox.post("/api/validation/O2/address", {
      street: "Musterweg",
      houseNumber: "1",
      postalCode: "50667",
      city: "Köln",
      ...changes,
    });
  const resultOf = async (changes: object) => addressCheck.parse(await (await check(changes)).json());

  it.each([
    ["a postal code that is not in the table", { postalCode: "99999", city: "Irgendwo" }, "valid", 1],
    ["a city written otherwise", { city: "köln " }, "valid", 1],
    ["another city's postal code", { city: "Berlin" }, "corrected", 1],
    ["the word Korrektur", { street: "Korrekturweg" }, "corrected", 1],
    ["the word Auswahl", { street: "Auswahlstraße" }, "choice", 3],
  ])("%s", async (_, changes, result, count) => {
    const answer = await resultOf(changes);
    expect([answer.result, answer.suggestions.length]).toEqual([result, count]);
    for (const suggestion of answer.suggestions) expect((await resultOf(suggestion)).result).toBe("valid");
  });

  it("can fail and refuse", async () => {
    expect((await check({ street: "Ausfallstraße" })).status).toBe(503);
    expect((await check({ street: "Ausfall http-500" })).status).toBe(500);
    expect(await refusedFieldsOf(await check({ street: "Fehlerlistenweg" }))).toEqual([
      "street",
      "postalCode",
    ]);
    const empty = await sandbox.post("/api/validation/O2/address", {});
    expect([empty.status, (await refusedFieldsOf(empty))?.[0]]).toEqual([422, "street"]);
  });
});

describe("IBAN check", () => {
  const check = (iban: string, headers = {}) => sandbox.post("/api/validation/O2/iban", { iban }, headers);

  it.each([
    ["de89 3704 0044 0532 0130 00", true, "Musterbank Köln"],
    ["AT611904300234573201", true, "Beispielbank Wien"],
    ["TR330006100519786457841326", true, undefined],
    ["DE88370400440532013000", false, undefined],
    ["", false, undefined],
    [specialIbans.closed, false, undefined],
  ])("%s", async (iban, valid, bankName) => {
    const answer = ibanCheck.parse(await (await check(iban)).json());
    expect(answer).toMatchObject({ valid, ...(bankName && { bankName }) });
  });

  it("can fail, and refuse in the customer's language", async () => {
    expect((await check(specialIbans.outage)).status).toBe(503);
    const said = await (await check(specialIbans.refused, { "accept-language": "en" })).json();
    expect(said.errors).toMatchObject([
      { field: "iban", message: "We are not allowed to debit this account." },
    ]);
  });
});

describe("login", () => {
  const logIn = (redirect_uri: string, action = "login") =>
    sandbox.form("/sandbox/login", { redirect_uri, state: "s", action });
  async function newCode() {
    const back = await logIn("/angebot/login~x/login");
    expect(back.status).toBe(303);
    const url = new URL(back.headers.get("location") ?? "", "http://portal.example");
    expect([url.pathname, url.searchParams.get("state")]).toEqual(["/angebot/login~x/login", "s"]);
    return url.searchParams.get("code") ?? "";
  }
  const exchange = (code: string) => sandbox.get(`/api/auth/token?code=${code}`);

  it("accepts a code once, within two minutes", async () => {
    const code = await newCode();
    const old = await newCode();
    expect([(await exchange(code)).status, (await exchange(code)).status]).toEqual([200, 401]);
    later(121);
    expect((await exchange(old)).status).toBe(401);
  });

  it("ends a login after an hour, or earlier if the token says so", async () => {
    const value = token.parse(await (await exchange(await newCode())).json()).data.token;
    const verify = (id: string) => statusOf(`/api/offer/verify/${id}`, { authorization: `Bearer ${value}` });
    expect([await verify("login-expired"), await verify("login-30")]).toEqual([401, 200]);
    later(30);
    expect([await verify("login-30"), await verify("login")]).toEqual([401, 200]);
    later(3600);
    expect(await verify("login")).toBe(401);
  });

  it("refuses another customer, and an eSIM to a login that has ended", async () => {
    const other = token.parse(await (await exchange("other-customer")).json()).data.token;
    const asked = (bearer: string) => ({ authorization: `Bearer ${bearer}` });
    expect(await statusOf("/api/offer/verify/login", asked(other))).toBe(403);
    const esim = (bearer: string) => sandbox.post("/api/offer/esim/demo-esim", undefined, asked(bearer));
    expect([(await esim(other)).status, (await esim("ended")).status]).toEqual([403, 401]);
  });

  it("returns to a portal on this machine, whatever its port, also when broken off, and to no other", async () => {
    expect((await logIn("https://evil.example/")).status).toBe(400);
    const back = await logIn("http://localhost:3000/a?b=1", "cancel");
    expect(back.headers.get("location")).toBe("http://localhost:3000/a?b=1&error=access_denied&state=s");
  });
});

it("returns the trace id, and refuses a body that is no JSON or too large", async () => {
  const answer = await sandbox.get("/api/offer/verify/demo", { "x-trace-id": "trace-1" });
  const headers = ["x-trace-id", "cache-control"].map((name) => answer.headers.get(name));
  expect(headers).toEqual(["trace-1", "no-store"]);
  const large = JSON.stringify({ iban: "x".repeat(2_000_000) });
  for (const [type, body, status] of [
    ["application/json", "{", 400],
    ["text/plain", '{"iban":""}', 415],
    ["application/json", large, 413],
  ] as const) {
    const post = { method: "POST", headers: { "content-type": type }, body };
    expect((await sandbox.app.request("/api/validation/O2/iban", post)).status).toBe(status);
  }
});

it.each<readonly [string, unknown]>([
  ["DOWNTIME", { kind: "code", code: "DOWNTIME" }],
  ["http-502", { kind: "http", status: 502 }],
  ["slow-999999999", { kind: "slow", ms: 120_000 }],
  ["errors-payment.iban", { kind: "errors", field: "payment.iban" }],
  ["fail", { kind: "http", status: 500 }],
  ...["", "downtime", "http-100", "http-99", "slow", "slow--1", "A__B"].map(
    (text) => [text, undefined] as const,
  ),
])("the fault %j", (text, fault) => expect(parseFault(text)).toEqual(fault));

it("hangs up without an answer, breaks off within one, and loses that of an order which it accepted", async () => {
  const server = serve({ fetch: sandbox.app.fetch, port: 0, hostname: "127.0.0.1" });
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const call = (path: string, body?: object) =>
    fetch(`http://127.0.0.1:${port}/api/offer/${path}`, {
      ...(body && { method: "POST", body: JSON.stringify(body) }),
      headers: { "content-type": "application/json", "idempotency-key": "k" },
    });
  for (const path of ["verify/hangup", "verify/verify-once-hangup~f"])
    await expect(call(path)).rejects.toThrow("fetch failed");
  expect((await call("verify/verify-once-hangup~f")).status).toBe(200);
  const cut = await call("cut");
  expect(cut.status).toBe(200);
  await expect(cut.text()).rejects.toThrow();
  const order = () => call("accept/accept-lost", acceptanceForTest());
  await expect(order()).rejects.toThrow("fetch failed");
  expect((await order()).status).toBe(200);
});
