import { afterAll, describe, expect, test } from "vitest";
import { offer } from "#app/backend/contract/offer.ts";
import { offerSummary } from "#app/backend/contract/order.ts";
import { acceptanceForTest, codeOf, paidByCard, sandboxForTest } from "../support/sandbox.ts";

const sandbox = sandboxForTest({ now: () => new Date("2026-11-01T10:00:00Z") });
afterAll(() => sandbox.close());

interface Clock {
  token: string;
  now: string;
  aheadSeconds: number;
  dates: { name: string; at: string }[];
}
const clockOf = (token: string) =>
  sandbox.json<Clock>(`/sandbox/clock.json?token=${encodeURIComponent(token)}`);
const set = (token: string, how: Record<string, string>) => sandbox.form("/sandbox/clock", { token, ...how });
const later = async (token: string, add: string) => expect((await set(token, { add })).status).toBe(200);
const offerCode = async (token: string) => {
  const answer = await sandbox.get(`/api/offer/verify/${token}`);
  return answer.ok ? "open" : (await codeOf(answer))[1];
};
const summaryOf = async (token: string) =>
  offerSummary.parse(await (await sandbox.get(`/api/offer/summary/${token}`)).json());
const idvOf = (token: string) => sandbox.json<Record<string, unknown>>(`/api/idv/${token}?language=de`);

describe("the clock of a copy", () => {
  test("goes ahead by a period or to a time in Germany, and runs on; other copies have their own", async () => {
    expect(await clockOf("demo~a")).toMatchObject({ now: "2026-11-01T10:00:00.000Z", aheadSeconds: 0 });
    await later("demo~a", "P1DT2H");
    expect(await clockOf("demo~a")).toMatchObject({ now: "2026-11-02T12:00:00.000Z", aheadSeconds: 93_600 });
    const answer = await set("demo~a", { to: "2026-12-24T10:00" });
    expect(await answer.json()).toMatchObject({ token: "demo~a", now: "2026-12-24T09:00:00.000Z" });
    expect((await clockOf("demo~b")).aheadSeconds).toBe(0);
  });

  test("a day later it is the same time in Germany, where the clocks have changed between", async () => {
    await set("demo~summer", { to: "2027-03-27T23:30" });
    await later("demo~summer", "P1D");
    expect((await clockOf("demo~summer")).now).toBe("2027-03-28T21:30:00.000Z");
  });

  test.each<[what: string, fields: Record<string, string>, words: RegExp]>([
    ["neither", {}, /Name a token/],
    ["both", { to: "2026-12-24T10:00", add: "P1D" }, /Name a token/],
    ["no token", { token: "", add: "P1D" }, /Name a token/],
    ["no period", { add: "P" }, /Name a token/],
    ["a negative one", { add: "-P1D" }, /Name a token/],
    ["nonsense", { to: "tomorrow" }, /Name a token/],
    ["a day that does not exist", { to: "2027-02-30T10:00" }, /Name a token/],
    ["backwards", { to: "2026-10-31T10:00" }, /only be set ahead/],
    ["nothing", { add: "P0D" }, /only be set ahead/],
    ["too far", { to: "2099-01-01T10:00" }, /ten years/],
  ])("stays as it is, with words: %s", async (_, fields, words) => {
    const refused = await set("demo~refused", fields);
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({
      code: "CLOCK_REFUSED",
      message: expect.stringMatching(words),
    });
    expect((await clockOf("demo~refused")).aheadSeconds).toBe(0);
  });

  test("is right again after a reset of the token, or of everything", async () => {
    // Not on the machine's day: before a change of the clocks, a day is not 86,400 seconds.
    const own = sandboxForTest({ now: () => new Date("2026-11-01T10:00:00Z") });
    const ahead = async (token: string) =>
      (await own.json<Clock>(`/sandbox/clock.json?token=${token}`)).aheadSeconds;
    for (const token of ["demo~x", "demo~y"]) await own.form("/sandbox/clock", { token, add: "P1D" });
    await own.form("/sandbox/token/reset", { token: "demo~x" });
    expect([await ahead("demo~x"), await ahead("demo~y")]).toEqual([0, 86_400]);
    await own.post("/sandbox/reset");
    expect(await ahead("demo~y")).toBe(0);
    own.close();
  });
});

describe("for people", () => {
  const html = { accept: "text/html", "accept-language": "tr" };
  const page = (path: string, headers = {}) => sandbox.get(path, { ...html, ...headers });

  test.each([
    ["de", "Uhr der Testumgebung", "+1 Tag", "Angebot endet"],
    ["en", "The sandbox’s clock", "+1 day", "The offer ends"],
    ["tr", "Test ortamının saati", "+1 gün", "Teklif sona eriyor"],
  ])("its page in %s has the time, and buttons to what comes", async (language, ...texts) => {
    const shown = await (await page(`/sandbox/clock?token=demo~page&language=${language}`)).text();
    for (const text of texts) expect(shown).toContain(text);
    expect(shown).toContain('value="2026-11-14T11:00"');
    expect(shown).toContain('value="2026-11-16T00:00"');
  });

  test("a press leads back to it, nonsense is said on it", async () => {
    const press = (fields: Record<string, string>) =>
      sandbox.app.request("/sandbox/clock", {
        method: "POST",
        headers: html,
        body: new URLSearchParams(fields),
      });
    const set = await press({ token: "demo~press", language: "en", add: "P1D" });
    expect([set.status, set.headers.get("location")]).toEqual([
      303,
      "/sandbox/clock?token=demo%7Epress&language=en",
    ]);
    const refused = await press({ token: "demo~press", language: "tr", to: "2020-01-01T10:00" });
    expect(refused.status).toBe(422);
    expect(await refused.text()).toContain("Saat yalnızca ileri alınabilir");
  });

  test.each([
    ["/en/angebot/demo~x/meine-daten", "/sandbox/clock?token=demo%7Ex&language=en"],
    ["/idv/post-ident~x/post-ident?brand=o2", "/sandbox/clock?token=post-ident%7Ex&language=tr"],
    ["/email-ablehnung?token=demo~mail&brand=o2", "/sandbox/clock?token=demo%7Email&language=tr"],
  ])("the ribbon of %s leads to that copy's", async (path, to) => {
    const answer = await page("/sandbox/clock", { referer: `http://portal.example${path}` });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, to]);
  });

  test("a page without a token leads to the question for one", async () => {
    const answer = await page("/sandbox/clock", { referer: "http://portal.example/en/%E0/kuendigung" });
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining("Show the clock")]);
  });
});

describe("an offer", () => {
  test("ends after its last day, and a new link then opens another one", async () => {
    await later("demo~ends", "P14D");
    expect(await offerCode("demo~ends")).toBe("open");
    const { validUntil, delivery } = offer.parse(await sandbox.json("/api/offer/demo~ends"));
    expect(validUntil).toBe("2026-11-15T22:59:59.000Z");
    expect(delivery).toEqual({ from: "2026-11-18", until: "2026-11-20" });
    await later("demo~ends", "P1D");
    expect(await offerCode("demo~ends")).toBe("OFFER_EXPIRED");
    expect(await codeOf(await sandbox.accept("demo~ends"))).toEqual([410, "OFFER_EXPIRED"]);
    await sandbox.post("/api/O2/links/demo~ends", { url: "http://portal.example/angebot/demo~ends" });
    expect((await sandbox.mails("demo~ends"))[0]?.text).toMatch(/angebot\/demo~ends[0-9a-f]{8}/);
  });

  test("demo-expiring ends tomorrow", async () => {
    const { validUntil } = offer.parse(await sandbox.json("/api/offer/demo-expiring~x"));
    expect(validUntil).toBe("2026-11-02T22:59:59.000Z");
    await later("demo-expiring~x", "P2D");
    expect(await offerCode("demo-expiring~x")).toBe("OFFER_EXPIRED");
  });

  test("can be ordered once its day has come, and then says nothing of it", async () => {
    const shown = async () => offer.parse(await sandbox.json("/api/offer/from-2026-11-05~x")).orderableFrom;
    expect(await shown()).toBeDefined();
    await later("from-2026-11-05~x", "P4D");
    expect(await shown()).toBeUndefined();
    expect((await sandbox.accept("from-2026-11-05~x")).status).toBe(200);
  });
});

describe("an order", () => {
  test("that is not paid can be paid for three days", async () => {
    await sandbox.accept("demo~pay", paidByCard());
    await later("demo~pay", "P2D");
    expect((await summaryOf("demo~pay")).paid).toBe(false);
    await later("demo~pay", "P1D");
    expect(await codeOf(await sandbox.get("/api/offer/summary/demo~pay"))).toEqual([
      409,
      "OFFER_ABANDONED_PAYMENT",
    ]);
    expect((await sandbox.patch("/api/offer/demo~pay")).status).toBe(204);
    expect(await offerCode("demo~pay")).toBe("open");
  });

  test("whose payment waits is paid a day later", async () => {
    await sandbox.accept("pay-wait~x", paidByCard());
    expect(await offerCode("pay-wait~x")).toBe("OFFER_PAYMENT_WAITFORCAPTURE");
    await later("pay-wait~x", "P1D");
    expect((await summaryOf("pay-wait~x")).paid).toBe(true);
  });

  test("is withdrawn from until its last day, with a way back for the device", async () => {
    await sandbox.accept("demo~back");
    const { orderId } = await summaryOf("demo~back");
    const withdraw = (id: string) =>
      sandbox.post(`/api/O2/withdrawal/6b1d8f9a-0000-4000-8000-${id.padStart(12, "0")}`, {
        firstName: "A",
        lastName: "B",
        email: "a@example.com",
        language: "de",
        contractReference: orderId,
      });
    await later("demo~back", "P14D");
    expect((await summaryOf("demo~back")).withdrawalUntil, "14 days from the delivery").toBe("2026-11-20");
    expect(await (await withdraw("1")).json()).toMatchObject({ deviceReturn: { until: "2026-11-29" } });
    await later("demo~back", "P6D");
    expect((await summaryOf("demo~back")).withdrawalUntil).toBeUndefined();
    expect(await (await withdraw("2")).json()).not.toHaveProperty("deviceReturn");
  });
});

describe("what follows an order", () => {
  const happened = async (token: string) => {
    const { happened: words, trackingUrl } = await summaryOf(token);
    return [...(trackingUrl ? ["sent"] : []), ...words].join(" ");
  };

  test("is sent, arrives and is activated, with a mail of each that has the time of its day", async () => {
    await sandbox.accept("demo~goes");
    const seen: string[] = [];
    for (const add of ["P1D", "P1D", "P4D", "P2D"]) {
      await later("demo~goes", add);
      seen.push(await happened("demo~goes"));
    }
    expect(seen).toEqual(["", "sent", "sent delivery", "sent delivery activation"]);
    expect((await summaryOf("demo~goes")).activation).toBe("2026-11-08");
    const sent = await sandbox.json<{ kind: string; at: string }[]>(
      "/sandbox/outbox.json?reference=demo~goes",
    );
    expect(sent.map(({ kind, at }) => [kind, at])).toEqual([
      ["notice-activation", "2026-11-07T23:00:00.000Z"],
      ["notice-delivery", "2026-11-06T22:59:59.000Z"],
      ["order-confirmation", "2026-11-01T10:00:00.000Z"],
    ]);
  });

  test.each([
    ["demo-porting~p", "P7D", "sent delivery porting"],
    ["demo-ftth~p", "P15D", "sent appointment activation"],
    ["demo-offer_tm~p", "P30D", "activation"],
  ])("%s after %s: %s", async (token, add, words) => {
    const number = { number: "+4915228817386", provider: "Anderer", when: "now" } as const;
    const porting = token.startsWith("demo-porting") ? number : undefined;
    await sandbox.accept(token, acceptanceForTest(porting ? { porting, sim: "card" } : {}));
    await later(token, add);
    expect((await happened(token)).split(" ")).toEqual(expect.arrayContaining(words.split(" ")));
  });

  test("demo-arrived has arrived and is activated on the day of the order", async () => {
    await sandbox.accept("demo-arrived~x");
    expect(await happened("demo-arrived~x")).toBe("sent delivery activation");
    expect((await summaryOf("demo-arrived~x")).activation).toBe("2026-11-01");
  });

  test("waits for payment and identity", async () => {
    await sandbox.accept("demo-green_idv~w");
    await later("demo-green_idv~w", "P10D");
    expect(await happened("demo-green_idv~w")).toBe("");
    expect(await sandbox.mails("demo-green_idv~w")).toMatchObject([{ kind: "order-confirmation" }]);
    const { idvId = "" } = await summaryOf("demo-green_idv~w");
    await sandbox.chooseMethod(idvId, "video");
    await sandbox.form(`/sandbox/ident/${idvId}/office`, { action: "approve" });
    expect(await happened("demo-green_idv~w")).toContain("sent delivery");
  });

  test("a payment and a verification whose time is over are written about once", async () => {
    await sandbox.accept("demo~once", paidByCard());
    await sandbox.chooseMethod("demo~once-idv", "branch");
    for (const token of ["demo~once", "demo~once-idv"])
      for (const add of ["P15D", "P1D"]) await later(token, add);
    expect(await sandbox.mails("demo~once")).toMatchObject([{ subject: "Ihre Zahlung fehlt noch" }]);
    expect(await sandbox.mails("demo~once-idv")).toMatchObject([{ kind: "notice-identityEnds" }]);
  });
});

describe("a verification", () => {
  test("ends with its coupon two weeks after the last event, also untouched", async () => {
    await sandbox.chooseMethod("demo~coupon", "branch");
    await later("demo~coupon", "P13D");
    const coupon = { validUntil: "2026-11-15T10:00:00.000Z" };
    expect(await idvOf("demo~coupon")).toMatchObject({ state: "methodChosen", coupon });
    await later("demo~coupon", "P1D");
    expect(await idvOf("demo~coupon")).toMatchObject({ code: "OFFER_EXPIRED" });
    await later("failed-once~x", "P14D");
    expect(await idvOf("failed-once~x")).toMatchObject({ code: "OFFER_EXPIRED" });
  });

  test("goes by the clock of its order", async () => {
    await sandbox.accept("demo-green_idv~o");
    const { idvId = "" } = await summaryOf("demo-green_idv~o");
    expect((await clockOf(idvId)).token).toBe("demo-green_idv~o");
    expect((await clockOf("demo-green_idv~o")).dates).toContainEqual({
      name: "identityEnds",
      at: "2026-11-15T10:00:00.000Z",
    });
    await later("demo-green_idv~o", "P13D");
    expect(await idvOf(idvId)).toMatchObject({ state: "created", validUntil: "2026-11-15T10:00:00.000Z" });
    await later(idvId, "P1D");
    expect(await idvOf(idvId)).toMatchObject({ code: "OFFER_EXPIRED" });
  });

  test("has its result once its method's days are over", async () => {
    await idvOf("pending-success~r");
    await later("pending-success~r", "P1D");
    expect(await idvOf("pending-success~r")).toMatchObject({ code: "IDV_SUCCESS" });
    await later("pending~r", "P2D");
    expect(await idvOf("pending~r")).toMatchObject({ state: "review" });
  });
});

test("mails have the time of their copy", async () => {
  await later("demo~mail", "P9D");
  await sandbox.accept("demo~mail");
  const sent = await sandbox.json("/sandbox/outbox.json?reference=demo~mail");
  expect(sent).toMatchObject([{ kind: "order-confirmation", at: "2026-11-10T10:00:00.000Z" }]);
});
