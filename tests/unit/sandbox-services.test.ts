import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { problem } from "#app/backend/contract/common.ts";
import { addressCheck, consent, ibanCheck, nationalities, token } from "#app/backend/contract/services.ts";
import { languageOf } from "#sandbox/language.ts";
import { specialIbans } from "#sandbox/services/iban.ts";
import { sandboxForTest } from "../support/sandbox.ts";

let sandbox: ReturnType<typeof sandboxForTest>;
let now = new Date("2026-11-01T10:00:00Z");
beforeEach(() => {
  now = new Date("2026-11-01T10:00:00Z");
  sandbox = sandboxForTest({ now: () => now });
});
afterEach(() => sandbox.close());
const later = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000);
};

describe("lists and consents", () => {
  it.each([
    ["/api/O2/lists/nationalities", "nationalities"],
    ["/api/O2/contracttermination/config", "config"],
    ["/api/O2/prefilledcontracttermination/config", "config"],
  ])("%s plays the fault in a trace id, for that one alone", async (path, call) => {
    const statusFor = async (traceId: string) => (await sandbox.get(path, { "x-trace-id": traceId })).status;
    expect(await statusFor(`${call}-http-503--a`)).toBe(503);
    expect(await statusFor(`${call}-once-http-500--a`)).toBe(500);
    expect(await statusFor(`${call}-once-http-500--a`)).toBe(200);
    expect(await statusFor(`other-http-503--a`)).toBe(200);
    expect(await statusFor("93f4b9a2-8f0d-4a6b-9d2e-6a4c7f5d1e00")).toBe(200);
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
    expect(names).toEqual([...names].sort(new Intl.Collator(language).compare));
    expect(new Set(list.map(({ code }) => code)).size).toBe(list.length);
    expect(list.length).toBeGreaterThan(190);
    expect(response.headers.get("cache-control")).toContain("max-age");
  });

  it("does not know a brand that the enum does not have", async () => {
    expect((await sandbox.get("/api/o3/lists/nationalities")).status).toBe(404);
    expect((await sandbox.get("/api/BLAUWORLD/lists/nationalities")).status).toBe(200);
  });

  it("has each consent in three languages", async () => {
    const offered = (await (await sandbox.get("/api/offer/demo")).json()) as { consents: string[] };
    expect(offered.consents.length).toBeGreaterThan(2);
    for (const id of offered.consents) {
      const texts = ["de", "en", "tr"].map(async (language) => {
        const response = await sandbox.get(`/api/consent/${id}`, { "accept-language": language });
        return consent.parse(await response.json()).text;
      });
      expect(new Set(await Promise.all(texts)).size).toBe(3);
    }
    expect((await sandbox.get("/api/consent/none")).status).toBe(404);
    expect((await sandbox.get("/api/consent/toString")).status).toBe(404);
    expect((await sandbox.get("/api/consent/http-502")).status).toBe(502);
  });

  it.each([
    [undefined, "de"],
    ["fr, en;q=0.8, de;q=0.9", "de"],
    ["tr-TR,tr;q=0.9", "tr"],
    ["en;q=0, fr", "de"],
    ["*", "de"],
  ])("reads the language of %j as %s", (header, language) => expect(languageOf(header)).toBe(language));
});

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
    ["an ordinary address", {}, "valid", 1],
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
    const refused = await check({ street: "Fehlerlistenweg" });
    expect(problem.parse(await refused.json()).errors?.map(({ field }) => field)).toEqual([
      "street",
      "postalCode",
    ]);
    const empty = await sandbox.post("/api/validation/O2/address", {});
    expect([empty.status, problem.parse(await empty.json()).errors?.[0]]).toMatchObject([
      422,
      { field: "street", code: "REQUIRED" },
    ]);
  });
});

it.each([
  ["de", "Diese Straße gibt es dort nicht.", "Von diesem Konto dürfen wir nicht abbuchen."],
  ["en", "There is no such street there.", "We are not allowed to debit this account."],
  ["tr", "Orada böyle bir sokak yok.", "Bu hesaptan para çekmemize izin verilmiyor."],
])("explains refusals in the customer's language (%s)", async (language, street, account) => {
  const address = { street: "Fehlerlistenweg", houseNumber: "1", postalCode: "50667", city: "Köln" };
  const said = async (path: string, body: unknown) => {
    const answer = await sandbox.post(path, body, { "accept-language": language });
    return problem.parse(await answer.json()).errors?.[0]?.message;
  };
  expect(await said("/api/validation/O2/address", address)).toBe(street);
  expect(await said("/api/validation/O2/iban", { iban: specialIbans.refused })).toBe(account);
});

describe("IBAN check", () => {
  const check = (iban: string) => sandbox.post("/api/validation/O2/iban", { iban });

  it.each([
    ["DE89370400440532013000", true, "Musterbank Köln"],
    ["de89 3704 0044 0532 0130 00", true, "Musterbank Köln"],
    ["AT611904300234573201", true, "Beispielbank Wien"],
    ["NL91ABNA0417164300", true, "Voorbeeldbank Amsterdam"],
    ["TR330006100519786457841326", true, undefined],
    ["DE88370400440532013000", false, undefined],
    ["DE8937040044053201300", false, undefined],
    ["", false, undefined],
    [specialIbans.closed, false, undefined],
  ])("%s", async (iban, valid, bankName) => {
    expect(ibanCheck.parse(await (await check(iban)).json())).toMatchObject({
      valid,
      ...(bankName && { bankName }),
    });
  });

  it("can refuse and fail", async () => {
    expect(problem.parse(await (await check(specialIbans.refused)).json()).errors?.[0]?.field).toBe("iban");
    expect((await check(specialIbans.outage)).status).toBe(503);
  });
});

describe("login", () => {
  const codeFrom = async (state = "s1") => {
    const back = await sandbox.form("/sandbox/login", {
      redirect_uri: "/angebot/login~x/login",
      state,
      action: "login",
    });
    expect(back.status).toBe(303);
    const url = new URL(back.headers.get("location") ?? "", "http://portal.example");
    expect([url.pathname, url.searchParams.get("state")]).toEqual(["/angebot/login~x/login", state]);
    return url.searchParams.get("code") ?? "";
  };
  const exchange = (code: string) => sandbox.get(`/api/auth/token?code=${code}`);
  const bearer = async () => token.parse(await (await exchange(await codeFrom())).json()).data.token;
  const verify = async (id: string, value?: string) =>
    (await sandbox.get(`/api/offer/verify/${id}`, value ? { authorization: `Bearer ${value}` } : {})).status;

  it("accepts a code once, within two minutes", async () => {
    const code = await codeFrom();
    expect((await exchange(code)).status).toBe(200);
    expect((await exchange(code)).status).toBe(401);
    const old = await codeFrom();
    later(121);
    expect((await exchange(old)).status).toBe(401);
    expect((await exchange("unknown")).status).toBe(401);
    expect((await exchange("http-500")).status).toBe(500);
    expect((await sandbox.get("/api/auth/token")).status).toBe(400);
  });

  it("ends a login after an hour, or earlier if the token says so", async () => {
    const value = await bearer();
    expect(await verify("login-expired", value)).toBe(401);
    expect(await verify("login-30", value)).toBe(200);
    later(30);
    expect(await verify("login-30", value)).toBe(401);
    expect(await verify("login", value)).toBe(200);
    later(3600);
    expect(await verify("login", value)).toBe(401);
  });

  it.each(["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)", ""])(
    "does not send anybody to %j",
    async (target) => {
      expect((await sandbox.get(`/sandbox/login?redirect_uri=${encodeURIComponent(target)}`)).status).toBe(
        400,
      );
      expect((await sandbox.form("/sandbox/login", { redirect_uri: target, action: "login" })).status).toBe(
        400,
      );
    },
  );

  it("returns to a portal on this machine, whatever its port, also when broken off", async () => {
    const back = await sandbox.form("/sandbox/login", {
      redirect_uri: "http://localhost:3000/a?b=1",
      state: "s",
      action: "cancel",
    });
    expect(back.headers.get("location")).toBe("http://localhost:3000/a?b=1&error=access_denied&state=s");
  });
});

describe("every call", () => {
  it("returns the trace id and refuses a body that is no JSON", async () => {
    const answer = await sandbox.get("/api/offer/verify/demo", { "x-trace-id": "trace-1" });
    expect([answer.headers.get("x-trace-id"), answer.headers.get("cache-control")]).toEqual([
      "trace-1",
      "no-store",
    ]);
    const send = (type: string, body: string) =>
      sandbox.app.request("/api/validation/O2/iban", {
        method: "POST",
        headers: { "content-type": type },
        body,
      });
    expect((await send("application/json", "{")).status).toBe(400);
    expect((await send("text/plain", '{"iban":""}')).status).toBe(415);
    expect((await send("application/json", JSON.stringify({ iban: "x".repeat(2_000_000) }))).status).toBe(
      413,
    );
    expect((await sandbox.get("/api/none")).status).toBe(404);
  });

  it.each(["/api/entry/novum", "/api/O2/prefilledcontracttermination/prefill"])(
    "needs its query: %s",
    async (path) => {
      expect((await sandbox.get(path)).status).toBe(400);
    },
  );
});
