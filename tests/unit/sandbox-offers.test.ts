import { afterAll, describe, expect, it } from "vitest";
import { problem } from "#app/backend/contract/common.ts";
import { offer, offerVerification } from "#app/backend/contract/offer.ts";
import { acceptanceAnswer, offerSummary } from "#app/backend/contract/order.ts";
import { documentTypes } from "#app/domain/document-types.ts";
import { offerUseCases } from "#app/domain/use-cases.ts";
import { offerScenarios } from "#sandbox/offer/scenarios.ts";
import { offerScenarioOf } from "#sandbox/offer/token.ts";
import { pdfText } from "../support/pdf-text.ts";
import { acceptanceForTest, codeOf, paidByCard, sandboxForTest } from "../support/sandbox.ts";

const placed = acceptanceAnswer;
const publicUrl = "http://sandbox.example:3001/";
const sandbox = sandboxForTest({ publicUrl, now: () => new Date("2026-11-01T10:00:00Z") });
afterAll(() => sandbox.close());

const verify = (token: string) => sandbox.get(`/api/offer/verify/${token}`);
const summary = (token: string) => sandbox.get(`/api/offer/summary/${token}`);
const reset = (token: string) => sandbox.patch(`/api/offer/${token}`);
const load = async (token: string, headers?: Record<string, string>) =>
  offer.parse(await sandbox.json(`/api/offer/${token}`, headers));
const order = async (token: string, body = acceptanceForTest()) =>
  placed.parse(await (await sandbox.accept(token, body)).json());
const consumed = [410, "OFFER_CONSUMED"];

const useCaseOf = (token: string) => offerUseCases.find((name) => token === `demo-${name}`) ?? "offer";
it.each(["demo", "demo-existing", "demo-free", "demo-stock", ...offerUseCases.map((name) => `demo-${name}`)])(
  "%s: every answer up to the confirmation has the contract's shape, and data that fit its use case",
  async (token) => {
    const verification = offerVerification.parse(await sandbox.json(`/api/offer/verify/${token}`));
    const loaded = await load(token);
    expect(await load(`${token}/preview`)).toEqual(loaded);
    const useCase = useCaseOf(token);
    expect([loaded.offerUseCase, verification.offerUseCase]).toEqual([useCase, useCase]);
    if (/_tm/.test(useCase)) expect(loaded.offers.every(({ hardware }) => !hardware)).toBe(true);
    if (/_tm|_vvl/.test(useCase)) {
      expect(loaded.customer?.firstName).toBeDefined();
      expect(verification).toMatchObject({ personalData: "complete", identificationData: "notNeeded" });
    }
    const full = acceptanceForTest();
    const { orderId } = await order(token, {
      ...full,
      customer: verification.personalData === "missing" ? full.customer : undefined,
      identification: verification.identificationData === "missing" ? full.identification : undefined,
      payment: verification.payment === "missing" ? full.payment : undefined,
    });
    const ordered = offerSummary.parse(await (await summary(token)).json());
    expect(ordered).toMatchObject({ orderId, offers: loaded.offers, paid: true });
  },
);

it("shows a device with its insurance and both kinds of prices, in the language of the page", async () => {
  const { offers, charges } = await load("demo~shown", { "accept-language": "tr" });
  expect(offers[0]?.hardware).toMatchObject({ color: "Kutup mavisi", capacity: expect.any(String) });
  expect(offers[0]?.packs.some((pack) => pack.itemKind === "DeviceInsurance")).toBe(true);
  expect(offers[0]?.hardware?.prices.map((price) => price.type)).toEqual(["once", "monthly"]);
  expect(charges.map((charge) => charge.type)).toEqual(["shippingfee", "connectionfee", "discount"]);
  expect(charges[0]?.name).toBe("Kargo");
  expect((await load("demo-offer_dps~shown")).offers).toHaveLength(2);
});

describe("acceptance", () => {
  it("consumes the offer, sends a mail, masks the IBAN, and leaves other instances alone", async () => {
    const { step, orderId } = await order("demo~a");
    expect(step).toBe("thankYou");
    for (const again of [verify("demo~a"), sandbox.accept("demo~a"), reset("demo~a")])
      expect(await codeOf(await again)).toEqual(consumed);
    expect((await verify("demo~b")).status).toBe(200);
    const subject = `Ihre Bestellung ${orderId}`;
    expect(await sandbox.mails("demo~a")).toMatchObject([{ to: "ayse@example.com", subject }]);
    const { payment } = offerSummary.parse(await (await summary("demo~a")).json());
    expect(payment?.maskedIban).toBe("DE89 •••• •••• 3000");
    expect(payment?.mandateReference).toBeDefined();
  });

  const { customer, identification, payment } = acceptanceForTest();
  it.each([
    ["PERSONAL_DATA_MISSING", { customer: undefined }],
    ["IDENTIFICATIONDATA_MISSING", { identification: undefined }],
  ])("reports %s by its code", async (code, changes) => {
    const refused = await sandbox.accept("demo~missing", acceptanceForTest(changes));
    expect(await codeOf(refused)).toEqual([409, code]);
  });
  it.each([
    ["payment", { payment: undefined }],
    ["payment.iban", { payment: { ...payment, method: "direct_debit", iban: "DE00" } }],
    ["payment.method", { payment: { method: "cash" } }],
    [
      "customer.birthDate",
      { customer: { ...customer, birthDate: { value: "2020-01-01", source: "entered" } } },
    ],
    ["identification.expiryDate", { identification: { ...identification, expiryDate: "2020-01-01" } }],
    ["consents.0.id", { consents: [{ id: "x", version: "1", granted: true, at: "2026-11-01T10:00:00Z" }] }],
    ["returnUrl", { returnUrl: "danke" }],
  ])("answers an errors list that names %s", async (field, changes) => {
    const response = await sandbox.accept("demo~refused", { ...acceptanceForTest(), ...changes } as never);
    expect(response.status).toBe(422);
    expect(problem.parse(await response.json()).errors?.map((error) => error.field)).toEqual([field]);
    expect((await verify("demo~refused")).status).toBe(200);
  });

  it("runs out of stock within a pool, and a reset gives the device back", async () => {
    expect((await sandbox.accept("demo-stock~a~1", paidByCard())).status).toBe(200);
    expect(await codeOf(await verify("demo-stock~a~2"))).toEqual([409, "NO_HARDWARE_STOCK"]);
    expect(await codeOf(await sandbox.accept("demo-stock~a~2"))).toEqual([409, "NO_HARDWARE_STOCK"]);
    expect((await verify("demo-stock~b~1")).status).toBe(200);
    expect((await reset("demo-stock~a~1")).status).toBe(204);
    expect((await sandbox.accept("demo-stock~a~2")).status).toBe(200);
  });
});

describe("payment at the provider", () => {
  it("counts the first button only, on a page in the language of the order", async () => {
    const { step, redirectUrl = "" } = await order("demo~pay", { ...paidByCard(), language: "tr" });
    expect(step).toBe("paymentProvider");
    expect(redirectUrl).toMatch(/^http:\/\/sandbox\.example:3001\/sandbox\/pay\/[\w-]+$/);
    const page = await sandbox.get(redirectUrl);
    expect(await page.text()).toMatch(/<html lang="tr">[\s\S]*Şimdi öde/);
    expect((await sandbox.form(redirectUrl, { action: "x" })).status, "an unknown one").toBe(200);
    await sandbox.form(redirectUrl, { action: "pay" });
    await sandbox.form(redirectUrl, { action: "abort" });
    expect((await summary("demo~pay")).status).toBe(200);
  });
});

describe("tokens", () => {
  it("of the catalogue are known, with and without a state of its own", () => {
    for (const { token } of offerScenarios.flatMap((group) => group.scenarios))
      for (const one of [token, `${token}~x`])
        expect([one, offerScenarioOf(one) !== undefined]).toEqual([one, token !== "unknown"]);
  });

  const unknown = "x demo-x demox state- state-x DOWNTIME http-99 http-600 slow-x fail pay-x".split(" ");
  it.each(["", ...unknown])("%j is unknown", (token) => expect(offerScenarioOf(token)).toBeUndefined());

  it("answers a state with a status that means nothing else, the use case, an end and a hotline", async () => {
    for (const { token } of offerScenarios.find((group) => group.id === "offer-states")?.scenarios ?? []) {
      const answer = await verify(token);
      expect([token, answer.status < 400 || [401, 403, 404].includes(answer.status)]).toEqual([token, false]);
      expect(problem.parse(await answer.json()).offerUseCase, token).toBe("offer");
    }
    const said = async (code: string) => problem.parse(await (await verify(`state-${code}`)).json());
    expect((await said("DOWNTIME")).downtime).toBe("2026-11-01T12:00:00.000Z");
    expect((await said("RESERVATION_CALL_HOTLINE")).shopHotline).toMatch(/^030 23125 \d{3}$/);
  });

  it("a reset fixes the states that a restart fixes, and no others", async () => {
    expect((await reset("state-OFFER_INCOMPATIBLE_STATE")).status).toBe(204);
    expect((await verify("state-OFFER_INCOMPATIBLE_STATE")).status).toBe(200);
    expect((await verify("state-OFFER_INCOMPATIBLE_STATE~other")).status).toBe(409);
    expect((await reset("state-OFFER_BLOCKED")).status).toBe(409);
    expect(await codeOf(await verify("reset-fail"))).toEqual([409, "OFFER_INCOMPATIBLE_STATE"]);
    expect((await reset("reset-fail")).status).toBe(500);
  });
});

describe("documents", () => {
  async function read(token: string, itemId: string, type: string, headers?: Record<string, string>) {
    const response = await sandbox.get(`/api/offer/documents/${token}/${itemId}/${type}`, headers);
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/pdf"]);
    return pdfText(Buffer.from(await response.arrayBuffer()));
  }

  it.each([
    ["AYYILDIZ", "AY YILDIZ"],
    [undefined, "o2"],
    ["MORE_2", "MORE_2"],
    ["no name", "o2"],
  ])("of every type are there, from the provider whose page asks: %s", async (brand, name) => {
    const headers: Record<string, string> = brand ? { "x-brand": brand } : {};
    const { documents } = await load("demo-offer_dps~read", headers);
    expect(new Set(documents.map(({ type }) => type))).toEqual(new Set(documentTypes));
    for (const { itemId, type } of documents) {
      const text = await read("demo-offer_dps~read", itemId, type, headers);
      expect(text.split("\n"), type).toContain(name);
      expect(text).toContain("Stand: ");
    }
    expect(await read("demo~d", "offer", "SEPA_MANDATE", headers)).toContain(`Ich ermächtige ${name},`);
  });

  it("summarise this contract: products, prices, term and notice", async () => {
    const text = await read("demo~d", "item-1", "CONTRACT_SUMMARY");
    const parts = [
      "Nordlicht 12 Pro",
      "Mobil M",
      "24 Monate",
      "1 Monat",
      "93,98 €",
      "68,96 €",
      "Geräteschutz",
      // The rows of the template in Implementing Regulation (EU) 2019/2243.
      "Dienste und Geräte",
      "Geschwindigkeiten des Internetdienstes und Abhilfen",
      "Preis",
      "Laufzeit, Verlängerung und Kündigung",
      "Funktionen für Endnutzer mit Behinderungen",
      "Sonstige relevante Informationen",
    ];
    for (const part of parts) expect(text).toContain(part);
    expect(await read("demo-yellow~d", "item-1", "CONTRACT_SUMMARY")).toContain("monatlich kündbar");
  });

  it("say what is paid during an introductory price, and after it", async () => {
    for (const type of ["CONTRACT_SUMMARY", "PRICE_LIST"]) {
      const itemId = type === "PRICE_LIST" ? "offer" : "item-1";
      const text = await read("demo-phases~d", itemId, type);
      for (const part of [
        "Monat 1–6: 1,00 € monatlich",
        "ab Monat 7: 20,00 € monatlich",
        "Monat 7–12: -5,00 €",
      ])
        expect(text).toContain(part);
      expect(text.replaceAll("\n", " ")).toMatch(
        /monatlich, Monat 1–6 \(inkl\. MwSt\.\) 5,99 €.*Monat 7–12 .*19,99 €.*ab Monat 13 .*24,99 €.*500,74 €/,
      );
    }
    const without = await read("prices-overlap~d", "item-1", "CONTRACT_SUMMARY");
    expect(without).toContain("Gesamtpreis nicht bekannt");
    expect(without).not.toContain("31,00");
  });

  it("fill the mandate once the order is placed, and name it in what is of one offer", async () => {
    const open = "wird gesondert mitgeteilt";
    const { offerId } = await load("demo~m");
    expect(await read("demo~m", "offer", "SEPA_MANDATE")).toContain(open);
    await order("demo~m");
    const mandate = await read("demo~m", "offer", "SEPA_MANDATE");
    expect([mandate.includes("Ayşe Öztürk"), mandate.includes(open)]).toEqual([true, false]);
    const named = `Angebot ${offerId}, Bestellung B-`;
    for (const text of [mandate, await read("demo~m", "item-1", "CONTRACT_SUMMARY")])
      expect(text).toContain(named);
    expect(await read("demo~m", "item-1", "PRODUCT_INFO")).toContain("Stand: ");
  });

  it("do not include others", async () => {
    for (const path of [
      "demo~d/item-9/CONTRACT_SUMMARY",
      "demo~d/item-1/TERMS",
      "demo-yellow~d/item-1/INSURANCE_IPID",
    ])
      expect((await sandbox.get(`/api/offer/documents/${path}`)).status, path).toBe(404);
  });
});

it("forgets everything when the sandbox is reset", async () => {
  await sandbox.accept("demo~forgotten");
  const page = await sandbox.app.request("/sandbox/reset", {
    method: "POST",
    headers: { accept: "text/html" },
  });
  expect(await page.text()).toContain("Zurückgesetzt");
  expect((await verify("demo~forgotten")).status).toBe(200);
  expect(await sandbox.mails()).toEqual([]);
});
