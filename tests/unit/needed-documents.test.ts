import { beforeEach, describe, expect, test, vi } from "vitest";
import { offerErrorIn } from "#app/errors/errors.ts";
import { type Cart, cartOf, changeCart } from "#app/routes/offer/cart/cart.server.ts";
import { requireDocuments } from "#app/routes/offer/order/order.server.ts";
import { customerWithCart as customer, offerRefusal as refusal, seen, token } from "../support/cart.ts";
import { offersCalls as provider } from "../support/offers-calls.ts";

vi.mock(
  import("#app/backend/offers.server.ts"),
  async () => (await import("../support/offers-calls.ts")).offersCalls,
);
beforeEach(() => void vi.resetAllMocks());

test("documents that were loaded once are not asked for again: an order does not fail by them", async () => {
  const place = await (await customer({}))();
  const cart = (await cartOf(place.context, token)) as Cart;
  provider.loadOffer.mockResolvedValue(refusal(500));
  await expect(requireDocuments(place, cart)).rejects.toHaveProperty("init.status");
  await requireDocuments(place, { ...cart, hasNeededDocuments: true });
  expect(provider.loadOffer).toHaveBeenCalledTimes(1);
});

describe("before an order", () => {
  const summaryOf = { itemId: "item", type: "CONTRACT_SUMMARY" };
  const creditOf = (itemId: string) => ({ itemId, type: "CREDIT_INFORMATION" });
  const credit = {
    offers: [{ id: "item", credit: { creditor: "Bank", amount: 10, total: 11, annualRate: 1 } }],
  };
  const close = vi.fn();
  const loads = { ok: true, data: { close } };
  const description = "Loading documents failed: DocumentsNotLoaded";
  const notLoaded = { state: "DocumentsNotLoaded", tracking: [expect.objectContaining({ description })] };
  type File = object | ((type: string) => object);
  test.each<[what: string, offer: object, now: object, file: File, seen: object | undefined]>([
    ["its summary can be loaded", { documents: [summaryOf] }, refusal(500), loads, undefined],
    [
      "its summary cannot be loaded",
      { documents: [summaryOf] },
      refusal(500),
      refusal(500),
      { state: "Unexpected" },
    ],
    [
      "its summary is not found",
      { documents: [summaryOf] },
      refusal(500),
      { ...refusal(404), error: offerErrorIn("NotFound") },
      notLoaded,
    ],
    [
      "the provider is away",
      { documents: [summaryOf] },
      refusal(500),
      refusal(503, "DOWNTIME"),
      { state: "Downtime" },
    ],
    [
      "a document that nobody needs for it cannot be loaded",
      { documents: [summaryOf, { itemId: "item", type: "TERMS" }] },
      refusal(500),
      (type: string) => (type === "CONTRACT_SUMMARY" ? loads : refusal(500)),
      undefined,
    ],
    ["there is no summary", { documents: [] }, refusal(500), loads, notLoaded],
    [
      "there is no summary for this portal yet",
      { documents: [] },
      { documents: [summaryOf] },
      loads,
      undefined,
    ],
    ["its credit has no information", { ...credit, documents: [summaryOf] }, refusal(500), loads, notLoaded],
    [
      "its credit has the information of another one",
      { ...credit, documents: [summaryOf, creditOf("other")] },
      refusal(500),
      loads,
      notLoaded,
    ],
    [
      "its credit has its information",
      { ...credit, documents: [summaryOf, creditOf("item")] },
      refusal(500),
      loads,
      undefined,
    ],
  ])("%s", async (_, changes, now, file, expected) => {
    const place = await (await customer({}))();
    const { offer, ...cart } = (await cartOf(place.context, token)) as Cart;
    changeCart(place.context, token, () => ({ ...cart, offer: { ...offer, ...changes } }));
    const known = (await cartOf(place.context, token)) as Cart;
    provider.loadOffer.mockResolvedValue("documents" in now ? { ok: true, data: { ...offer, ...now } } : now);
    provider.loadDocument.mockImplementation(async (_context, _token, _item, type) =>
      typeof file === "function" ? file(type) : file,
    );
    const shown = await requireDocuments(place, known).then(() => undefined, seen);
    if (expected) expect(shown).toMatchObject(expected);
    else expect(shown).toBeUndefined();
    if (file === loads) expect(close).toHaveBeenCalledTimes(provider.loadDocument.mock.calls.length);
    expect((await cartOf(place.context, token))?.hasNeededDocuments).toBe(expected ? undefined : true);
  });
});
