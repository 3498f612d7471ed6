import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { problem } from "#app/backend/contract/common.ts";
import { acceptanceAnswer, offer, offerSummary, offerVerification } from "#app/backend/contract/offer.ts";
import { offerUseCases } from "#app/domain/use-cases.ts";
import { offerScenarios } from "#sandbox/offer/scenarios.ts";
import { offerScenarioOf } from "#sandbox/offer/token.ts";
import { acceptanceForTest, paidByCard, sandboxForTest } from "../support/sandbox.ts";

const [placed] = acceptanceAnswer.options;
let sandbox: ReturnType<typeof sandboxForTest>;
beforeEach(() => {
  sandbox = sandboxForTest();
});
afterEach(() => sandbox.close());

const codeOf = async (response: Response) => [response.status, problem.parse(await response.json()).code];
const verify = (token: string) => sandbox.get(`/api/offer/verify/${token}`);
const summary = (token: string) => sandbox.get(`/api/offer/summary/${token}`);

const payable = [
  "demo",
  "demo-existing",
  "demo-free",
  "demo-stock",
  ...offerUseCases.map((name) => `demo-${name}`),
];

describe("offers that load", () => {
  it.each(payable)("%s: every answer up to the confirmation has the contract's shape", async (token) => {
    const verification = offerVerification.parse(await (await verify(token)).json());
    const loaded = offer.parse(await (await sandbox.get(`/api/offer/${token}`)).json());
    expect(offer.parse(await (await sandbox.get(`/api/offer/${token}/preview`)).json())).toEqual(loaded);
    expect(loaded.offerUseCase).toBe(verification.offerUseCase);

    const full = acceptanceForTest();
    const accepted = await sandbox.accept(token, {
      ...full,
      customer: verification.personalData === "missing" ? full.customer : undefined,
      identification: verification.identificationData === "missing" ? full.identification : undefined,
      payment: verification.payment === "missing" ? full.payment : undefined,
    });
    const answer = placed.parse(await accepted.json());
    const ordered = offerSummary.parse(await (await summary(token)).json());
    expect(ordered.orderId).toBe(answer.orderId);
    expect(ordered.offers).toEqual(loaded.offers);
    expect(ordered.paid).toBe(true);
  });

  it("has the use case that its token names, each with data that fits", async () => {
    for (const useCase of offerUseCases) {
      const loaded = offer.parse(await (await sandbox.get(`/api/offer/demo-${useCase}`)).json());
      const verification = offerVerification.parse(await (await verify(`demo-${useCase}`)).json());
      expect(loaded.offerUseCase).toBe(useCase);
      const migration = /_tm/.test(useCase);
      const extension = /_vvl/.test(useCase);
      expect(loaded.offers.every((item) => item.hardware === undefined) && migration).toBe(migration);
      if (extension || migration) {
        expect(loaded.customer?.firstName).toBeDefined();
        expect(verification).toMatchObject({ personalData: "complete", identificationData: "notNeeded" });
      }
    }
  });

  it("shows a device with colour and capacity, an insurance, and both kinds of prices", async () => {
    const { offers, charges } = offer.parse(await (await sandbox.get("/api/offer/demo")).json());
    expect(offers[0]?.hardware).toMatchObject({ color: expect.any(String), capacity: expect.any(String) });
    expect(offers[0]?.packs.some((pack) => pack.itemKind === "DeviceInsurance")).toBe(true);
    expect(offers[0]?.hardware?.prices.map((price) => price.type)).toEqual(["once", "monthly"]);
    expect(charges.map((charge) => charge.type)).toEqual(["shippingfee", "connectionfee", "discount"]);
    const duo = offer.parse(await (await sandbox.get("/api/offer/demo-offer_dps")).json());
    expect(duo.offers).toHaveLength(2);
  });

  it("names products in the requested language", async () => {
    for (const [language, color, shipping] of [
      ["de", "Polarblau", "Versand"],
      ["en", "Polar blue", "Shipping"],
      ["tr", "Kutup mavisi", "Kargo"],
    ]) {
      const headers = { "accept-language": language as string };
      for (const path of ["/api/offer/demo", "/api/offer/demo/preview"]) {
        const named = offer.parse(await (await sandbox.get(path, headers)).json());
        expect([named.offers[0]?.hardware?.color, named.charges[0]?.name]).toEqual([color, shipping]);
      }
    }
  });
});

describe("acceptance", () => {
  it("consumes the offer, sends a mail, and leaves other instances alone", async () => {
    const answer = placed.parse(await (await sandbox.accept("demo~a")).json());
    expect(answer.step).toBe("thankYou");
    expect(await codeOf(await verify("demo~a"))).toEqual([410, "OFFER_CONSUMED"]);
    expect(await codeOf(await sandbox.get("/api/offer/demo~a"))).toEqual([410, "OFFER_CONSUMED"]);
    expect(await codeOf(await sandbox.accept("demo~a"))).toEqual([410, "OFFER_CONSUMED"]);
    expect(await codeOf(await sandbox.patch("/api/offer/demo~a"))).toEqual([410, "OFFER_CONSUMED"]);
    expect((await verify("demo~b")).status).toBe(200);

    const mails = (await (await sandbox.get("/sandbox/outbox.json?reference=demo~a")).json()) as {
      to: string;
    }[];
    expect(mails).toMatchObject([{ to: "ayse@example.com", subject: `Ihre Bestellung ${answer.orderId}` }]);
    expect(await (await sandbox.get("/sandbox/outbox")).text()).toContain(answer.orderId);
  });

  it("keeps the IBAN masked", async () => {
    await sandbox.accept("demo");
    const { payment } = offerSummary.parse(await (await summary("demo")).json());
    expect(payment?.maskedIban).toBe("DE89 •••• •••• 3000");
    expect(payment?.mandateReference).toBeDefined();
  });

  it("reports missing data by code", async () => {
    const without = (key: "customer" | "identification") => acceptanceForTest({ [key]: undefined });
    expect(await codeOf(await sandbox.accept("demo", without("customer")))).toEqual([
      409,
      "PERSONAL_DATA_MISSING",
    ]);
    expect(await codeOf(await sandbox.accept("demo", without("identification")))).toEqual([
      409,
      "IDENTIFICATIONDATA_MISSING",
    ]);
  });

  it.each([
    ["payment", { payment: undefined }],
    ["payment.iban", { payment: { ...acceptanceForTest().payment, method: "direct_debit", iban: "DE00" } }],
    ["payment.method", { payment: { method: "cash" } }],
    [
      "customer.birthDate",
      {
        customer: { ...acceptanceForTest().customer, birthDate: { value: "2020-01-01", source: "entered" } },
      },
    ],
    [
      "identification.expiryDate",
      { identification: { ...acceptanceForTest().identification, expiryDate: "2020-01-01" } },
    ],
    ["consents.0.id", { consents: [{ id: "x", version: "1", granted: true, at: "2026-11-01T10:00:00Z" }] }],
    ["returnUrl", { returnUrl: "danke" }],
  ])("answers an errors list that names %s", async (field, changes) => {
    const response = await sandbox.accept("demo", { ...acceptanceForTest(), ...changes } as never);
    expect(response.status).toBe(422);
    expect(problem.parse(await response.json()).errors?.map((error) => error.field)).toEqual([field]);
    expect((await verify("demo")).status).toBe(200);
  });

  it("runs out of stock within a pool, and a reset gives the device back", async () => {
    expect((await sandbox.accept("demo-stock~a~1", paidByCard())).status).toBe(200);
    expect(await codeOf(await verify("demo-stock~a~2"))).toEqual([409, "NO_HARDWARE_STOCK"]);
    expect(await codeOf(await sandbox.accept("demo-stock~a~2"))).toEqual([409, "NO_HARDWARE_STOCK"]);
    expect((await verify("demo-stock~b~1")).status).toBe(200);
    expect((await sandbox.patch("/api/offer/demo-stock~a~1")).status).toBe(204);
    expect((await sandbox.accept("demo-stock~a~2")).status).toBe(200);
  });
});

describe("payment at the provider", () => {
  const order = async (token: string) => {
    const answer = placed.parse(await (await sandbox.accept(token, paidByCard())).json());
    expect(answer.step).toBe("paymentProvider");
    return answer.redirectUrl ?? "";
  };

  it("shows the payment page in the language of the order", async () => {
    const accepted = await sandbox.accept("demo", { ...paidByCard(), language: "tr" });
    const page = await sandbox.get(placed.parse(await accepted.json()).redirectUrl ?? "");
    expect(await page.text()).toMatch(/<html lang="tr">[\s\S]*Şimdi öde/);
  });

  it("counts the first button only", async () => {
    const page = await order("demo");
    expect((await sandbox.form(page, { action: "x" })).status, "an unknown one").toBe(200);
    await sandbox.form(page, { action: "pay" });
    await sandbox.form(page, { action: "abort" });
    expect((await summary("demo")).status).toBe(200);
  });

  it("pay-wait: waits twice, cannot be reset, then is paid and confirmed by one mail", async () => {
    await order("pay-wait");
    const waiting = [409, "OFFER_PAYMENT_WAITFORCAPTURE"];
    expect(await codeOf(await summary("pay-wait"))).toEqual(waiting);
    expect(await codeOf(await sandbox.patch("/api/offer/pay-wait"))).toEqual(waiting);
    expect(await codeOf(await summary("pay-wait"))).toEqual(waiting);
    expect((await summary("pay-wait")).status).toBe(200);
    expect((await summary("pay-wait")).status).toBe(200);
    expect(await (await sandbox.get("/sandbox/outbox.json")).json()).toHaveLength(1);
  });

  it("puts the public address in front of its page", async () => {
    const outside = sandboxForTest({ publicUrl: "http://sandbox.example:3001/" });
    const answer = placed.parse(await (await outside.accept("demo", paidByCard())).json());
    expect(answer.redirectUrl).toMatch(/^http:\/\/sandbox\.example:3001\/sandbox\/pay\/[\w-]+$/);
    outside.close();
  });
});

describe("tokens", () => {
  it("knows every token of the catalogue, with and without a state of its own", () => {
    for (const { token } of offerScenarios.flatMap((group) => group.scenarios)) {
      expect([token, offerScenarioOf(token) !== undefined]).toEqual([token, token !== "unknown"]);
      expect(offerScenarioOf(`${token}~x`) !== undefined).toBe(token !== "unknown");
    }
  });

  it.each([
    "",
    "x",
    "demo-x",
    "demox",
    "state-",
    "state-x",
    "DOWNTIME",
    "http-99",
    "http-600",
    "slow-x",
    "fail",
    "pay-x",
  ])("does not know %j", (token) => expect(offerScenarioOf(token)).toBeUndefined());

  it("answers a state with a status that means nothing else, and the use case", async () => {
    for (const { token } of offerScenarios.find((group) => group.id === "offer-states")?.scenarios ?? []) {
      const answer = await verify(token);
      expect([token, answer.status < 400 || [401, 403, 404].includes(answer.status)]).toEqual([token, false]);
      expect(problem.parse(await answer.json()).offerUseCase, token).toBe("offer");
    }
  });

  it("answers the end of a downtime and a fictitious hotline", async () => {
    const now = new Date("2026-11-01T10:00:00Z");
    const fixed = sandboxForTest({ now: () => now });
    const down = problem.parse(await (await fixed.get("/api/offer/verify/state-DOWNTIME")).json());
    expect(down.downtime).toBe("2026-11-01T12:00:00.000Z");
    const hotline = problem.parse(
      await (await fixed.get("/api/offer/verify/state-RESERVATION_CALL_HOTLINE")).json(),
    );
    expect(hotline.shopHotline).toMatch(/^030 23125 \d{3}$/);
    fixed.close();
  });

  it("a reset fixes the states that a restart fixes, and no others", async () => {
    expect((await sandbox.patch("/api/offer/state-OFFER_INCOMPATIBLE_STATE")).status).toBe(204);
    expect((await verify("state-OFFER_INCOMPATIBLE_STATE")).status).toBe(200);
    expect((await verify("state-OFFER_INCOMPATIBLE_STATE~other")).status).toBe(409);
    expect((await sandbox.patch("/api/offer/state-OFFER_BLOCKED")).status).toBe(409);
    expect(await codeOf(await verify("reset-fail"))).toEqual([409, "OFFER_INCOMPATIBLE_STATE"]);
    expect((await sandbox.patch("/api/offer/reset-fail")).status).toBe(500);
  });
});

it("forgets everything when the sandbox is reset", async () => {
  await sandbox.accept("demo");
  const page = await sandbox.app.request("/sandbox/reset", {
    method: "POST",
    headers: { accept: "text/html" },
  });
  expect(await page.text()).toContain("Zurückgesetzt");
  expect((await verify("demo")).status).toBe(200);
  expect(await (await sandbox.get("/sandbox/outbox.json")).json()).toEqual([]);
});
