import { afterAll, describe, expect, it } from "vitest";
import { documentType, offer } from "#app/backend/contract/offer.ts";
import { pdfText } from "../support/pdf-text.ts";
import { acceptanceForTest, sandboxForTest } from "../support/sandbox.ts";

const sandbox = sandboxForTest({ now: () => new Date("2026-11-01T10:00:00Z") });
afterAll(() => sandbox.close());

async function read(token: string, itemId: string, type: string, headers: Record<string, string> = {}) {
  const response = await sandbox.get(`/api/offer/documents/${token}/${itemId}/${type}`, headers);
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/pdf"]);
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
  expect(bytes.subarray(-8).toString()).toContain("%%EOF");
  return pdfText(bytes);
}

describe("documents of an offer", () => {
  it("makes a PDF for every document that the offer lists, of every type", async () => {
    const loaded = offer.parse(await (await sandbox.get("/api/offer/demo-offer_dps")).json());
    expect(new Set(loaded.documents.map(({ type }) => type))).toEqual(new Set(documentType.options));
    // The others are the same for every offer of these products.
    const ofOffer = ["CONTRACT_SUMMARY", "SEPA_MANDATE"];
    for (const { itemId, type } of loaded.documents)
      expect(await read("demo-offer_dps", itemId, type)).toContain(
        ofOffer.includes(type) ? loaded.offerId : "Stand: ",
      );
  });

  it("summarises this contract: products, prices, term and notice", async () => {
    const text = await read("demo", "item-1", "CONTRACT_SUMMARY");
    for (const part of [
      "Nordlicht 12 Pro",
      "Mobil M",
      "24 Monate",
      "1 Monat",
      "93,98 €",
      "68,96 €",
      "Geräteschutz",
    ])
      expect(text).toContain(part);
    expect(await read("demo-yellow", "item-1", "CONTRACT_SUMMARY")).toContain("monatlich kündbar");
  });

  it.each([
    ["AYYILDIZ", "AY YILDIZ"],
    ["BLAUWORLD", "Spice"],
    [undefined, "o2"],
    ["NOBODY", "o2"],
  ])("is from the provider whose page asks: %s", async (brand, name) => {
    const headers: Record<string, string> = brand ? { "x-brand": brand } : {};
    const loaded = offer.parse(await (await sandbox.get("/api/offer/demo-offer_dps", headers)).json());
    for (const { itemId, type } of loaded.documents) {
      const [letterhead] = (await read("demo-offer_dps", itemId, type, headers)).split("\n");
      expect([type, letterhead]).toEqual([type, name]);
    }
    expect(await read("demo", "offer", "SEPA_MANDATE", headers)).toContain(`Ich ermächtige ${name},`);
  });

  it("fills the mandate once the order is placed", async () => {
    expect(await read("demo~m", "offer", "SEPA_MANDATE")).toContain("wird gesondert mitgeteilt");
    await sandbox.accept("demo~m", acceptanceForTest());
    const mandate = await read("demo~m", "offer", "SEPA_MANDATE");
    expect(mandate).toContain("Ayşe Öztürk");
    expect(mandate).not.toContain("wird gesondert mitgeteilt");
  });

  it.each([
    "demo/item-9/CONTRACT_SUMMARY",
    "demo/item-1/TERMS",
    "demo/offer/NONE",
    "demo-yellow/item-1/INSURANCE_IPID",
  ])("does not have %s", async (path) =>
    expect((await sandbox.get(`/api/offer/documents/${path}`)).status).toBe(404),
  );
});
