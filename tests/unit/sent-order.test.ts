import { beforeEach, describe, expect, test, vi } from "vitest";
import { FormFieldError } from "#app/errors/errors.ts";
import { type Cart, cartOf, type Intent } from "#app/routes/offer/cart.server.ts";
import { placeOrder, requireDocuments, unknownOrder } from "#app/routes/offer/order.server.ts";
import {
  acceptedAnswer as accepted,
  customerWithCart as customer,
  intent,
  orderIn,
  offerRefusal as refusal,
  seen,
  token,
} from "../support/cart.ts";

const provider = vi.hoisted(() => ({
  ...{ acceptOffer: vi.fn(), verifyOffer: vi.fn(), loadSummary: vi.fn() },
  ...{ loadOffer: vi.fn(), loadDocument: vi.fn() },
}));
vi.mock("#app/backend/offers.server.ts", () => provider);
beforeEach(() => void vi.resetAllMocks());

test("documents that were loaded once are not asked for again: an order does not fail by them", async () => {
  const place = await (await customer({}))();
  const cart = (await cartOf(place.context, token)) as Cart;
  provider.loadOffer.mockResolvedValue(refusal(500));
  await expect(requireDocuments(place, cart)).rejects.toHaveProperty("init.status");
  await requireDocuments(place, { ...cart, hasNeededDocuments: true });
  expect(provider.loadOffer).toHaveBeenCalledTimes(1);
});

test("an order whose fields are refused leads a look at its page to their step", async () => {
  const place = await (await customer({ intent: { ...intent, isUnknown: true } }))(60_000);
  const errors = [{ field: "payment.iban" }];
  const failure = { kind: "answer", status: 422, problem: { errors } };
  provider.acceptOffer.mockResolvedValue({ ok: false, error: new FormFieldError(errors), failure });
  provider.verifyOffer.mockResolvedValue({ ok: true, data: { payment: "missing" } });
  provider.loadSummary.mockResolvedValue(refusal(404, "RESERVATION_FOUND_NO_ORDER"));
  const cart = (await cartOf(place.context, token)) as Cart;
  const late = { ...intent, isUnknown: true, sentAt: Date.now() - 600_000 };
  const led = await unknownOrder(place, cart, late).catch((thrown: unknown) => thrown);
  expect(seen(led)).toEqual({ status: 302, to: "/angebot/demo/zahlung" });
});

describe("an order of unknown end that the provider does not have", () => {
  const unknown = { ...intent, isUnknown: true };
  const ago = (ms: number): Intent => ({ ...unknown, startedAt: Date.now() - ms, sentAt: Date.now() - ms });
  let isAway = false;
  /** Looks at its page, which found `asked`, while the session may know more by now. */
  async function look(asked: Intent, kept: object = asked, isNotStored = false) {
    const open = await customer({ intent: kept }, (call) => isAway && call === "write");
    const place = await open(60_000);
    const cart = (await cartOf(place.context, token)) as Cart;
    place.session.settle();
    isAway = isNotStored;
    const shown = await unknownOrder(place, cart, asked).catch((thrown: unknown) => thrown);
    isAway = false;
    await place.end();
    return { shown, after: (await cartOf((await open()).context, token))?.intent };
  }
  beforeEach(() => {
    provider.acceptOffer.mockResolvedValue(accepted);
    provider.verifyOffer.mockResolvedValue({ ok: true, data: { payment: "missing" } });
    provider.loadSummary.mockResolvedValue(refusal(404, "RESERVATION_FOUND_NO_ORDER"));
  });
  const sent = () => provider.acceptOffer.mock.calls.map(([, , , key]) => key);

  test("is sent once more by its page, under its own key, once its call should have ended", async () => {
    await look(ago(60_000));
    expect(sent()).toEqual(["key"]);
  });

  test("is not sent by its page where the session cannot keep that", async () => {
    const { shown } = await look(ago(60_000), ago(60_000), true);
    expect(sent()).toEqual([]);
    expect(shown).toMatchObject({ status: 302 });
  });

  test("is not sent by a page that was opened long after: the summary has its button again", async () => {
    const { shown, after } = await look(ago(45 * 60_000));
    expect(sent()).toEqual([]);
    expect(shown).toMatchObject({ data: expect.anything() });
    expect(after).toMatchObject({ key: "key", isGivenUp: true });
  });

  test("is not given up by a page while another one has sent it once more", async () => {
    const { after } = await look(ago(45 * 60_000), { ...ago(45 * 60_000), tries: 2 });
    expect(after).toMatchObject({ key: "key", tries: 2 });
    expect(after?.isGivenUp).toBeUndefined();
  });

  test("and that waits for its payment says so, and is not redirected in a circle", async () => {
    provider.loadSummary.mockResolvedValue(orderIn({}));
    const { shown } = await look({ ...ago(60_000), isPaying: true });
    expect(shown).toMatchObject({ init: { status: 202 } });
    expect(sent()).toEqual([]);
  });
});

test("an order whose call is still under way in this portal counts as sent once", async () => {
  const open = await customer({ orderKey: "slow" });
  const press = await open(20);
  const call = Promise.withResolvers<unknown>();
  provider.acceptOffer.mockReturnValue(call.promise);
  provider.verifyOffer.mockResolvedValue({ ok: true, data: { payment: "missing" } });
  provider.loadSummary.mockResolvedValue(refusal(404, "RESERVATION_FOUND_NO_ORDER"));
  const cart = (await cartOf(press.context, token)) as Cart;
  await placeOrder(press, cart, new FormData()).catch(() => undefined);
  await press.end();
  const look = await open();
  const seen = (await cartOf(look.context, token)) as Cart;
  const late = { ...(seen.intent ?? intent), sentAt: Date.now() - 60_000 };
  await unknownOrder(look, seen, late).catch(() => undefined);
  await look.end();
  expect((await cartOf((await open()).context, token))?.intent).toMatchObject({ key: "slow", tries: 1 });
  call.resolve(accepted);
});
