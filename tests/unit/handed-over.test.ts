import { beforeEach, describe, expect, test, vi } from "vitest";
import { handedOverTo, keepDraft, keepHandedOver } from "#app/forms/draft.server.ts";
import { pathTo } from "#app/pages.ts";
import { postedFormContext } from "#app/request/context.server.ts";
import { type Cart, cartOf } from "#app/routes/offer/cart/cart.server.ts";
import { cartNotice } from "#app/routes/offer/cart/cart-notice.server.ts";
import {
  handoverAddress,
  inStore,
  openHandover,
  receiveHandover,
  requireHandover,
  valuesToHandOver,
} from "#app/routes/offer/entry/handover.server.ts";
import type { Handed } from "#app/session/handover.server.ts";
import { customerWithCart as customer, seen, token } from "../support/cart.ts";

const store = vi.hoisted(() => ({ handoverOf: vi.fn() }));
vi.mock(
  import("#app/session/handover.server.ts"),
  async (load) => ({ ...(await load()), ...store }) as object,
);
beforeEach(() => void vi.resetAllMocks());

const from = <T>(value: T) => ({ value, source: "entered" as const });
const entered = {
  customer: {
    firstName: from("Ayşe"),
    lastName: from("Öztürk"),
    birthDate: from("1988-02-29"),
    email: from("ayse@example.com"),
    phone: from("+4915228817386"),
    address: from({ street: "Ring", houseNumber: "7", postalCode: "50667", city: "Köln" }),
  },
  identification: {
    documentType: "REISEPASS",
    documentNumber: "C01X00T47",
    issuingAuthority: "Köln",
    nationality: "DE",
  },
  payment: { method: "direct_debit", accountHolder: "Kim Beispiel", iban: "DE89370400440532013000" },
} as const;
const nothing = { payment: undefined };
const path = (page: "payment" | "personal-data" | "id-data") => pathTo(page, { token });

type Place = Awaited<ReturnType<Awaited<ReturnType<typeof customer>>>>;

describe("another browser gets", () => {
  test.each<[what: string, kept: object, typed: ((place: Place) => void) | undefined, handed: Handed]>([
    [
      "what was entered, without what is masked or may not travel",
      entered,
      undefined,
      {
        "personal-data": expect.objectContaining({
          firstName: "Ayşe",
          street: "Ring",
          email: "ayse@example.com",
        }) as never,
        "id-data": expect.objectContaining({ documentType: "REISEPASS", issuingAuthority: "Köln" }) as never,
        payment: { paymentMethod: "direct_debit", accountHolder: "Kim Beispiel" },
      },
    ],
    [
      "what was typed since it was entered",
      { payment: entered.payment },
      ({ context }) =>
        keepDraft(context, path("payment"), { paymentMethod: "invoice", iban: "DE89", "iban.x": "1" }),
      { payment: { paymentMethod: "invoice" } },
    ],
    [
      "what came from a third one, if nothing was entered here",
      nothing,
      ({ context }) => keepHandedOver(context, path("id-data"), { documentType: "REISEPASS" }),
      { "id-data": { documentType: "REISEPASS" } },
    ],
    [
      "what was entered here, whatever came from a third one",
      { payment: { method: "invoice" } },
      ({ context }) => keepHandedOver(context, path("payment"), { paymentMethod: "paypal" }),
      { payment: { paymentMethod: "invoice" } },
    ],
    ["nothing that nobody has typed", nothing, undefined, {}],
  ])("%s", async (_, kept, typed, expected) => {
    const place = await (await customer(kept))();
    typed?.(place);
    const handed = await valuesToHandOver(place.context, token, (await cartOf(place.context, token)) as Cart);
    expect(handed).toEqual(expected);
    expect(JSON.stringify(handed)).not.toMatch(/birthDate|documentNumber|DE89|C01X/);
  });
});

test.each<[what: string, kept: object, filled: (keyof Handed)[]]>([
  ["that nobody has filled in here begin with it", nothing, ["personal-data", "id-data", "payment"]],
  ["that were sent from here stay as they are", entered, []],
  [
    "of which one was sent from here begin with it elsewhere",
    { payment: entered.payment },
    ["personal-data", "id-data"],
  ],
])("what comes from another browser: forms %s", async (_, kept, filled) => {
  const { context, session } = await (await customer(kept))();
  const values = { any: "thing" };
  const lasts = vi.spyOn(session, "extendLifetime");
  await receiveHandover(context, token, {
    step: "payment",
    values: { "personal-data": values, "id-data": values, payment: values },
  });
  for (const page of ["personal-data", "id-data", "payment"] as const)
    expect(await handedOverTo(context, path(page))).toEqual(filled.includes(page) ? values : undefined);
  expect(await session.take(cartNotice, token)).toBe("handedOver");
  expect(lasts).toHaveBeenCalled();
});

const values = { payment: { paymentMethod: "invoice" } };
const toOffer = { retry: `get /angebot/${token}` };
test.each<[what: string, found: object | undefined, opens: object | undefined, why?: object]>([
  ["of this offer opens its values", { token, brand: "o2", values }, values],
  ["that was used says so", { token, brand: "o2" }, undefined, { status: 410, state: "HandoverUsed" }],
  [
    "of another offer opens nothing",
    { token: "other", brand: "o2", values },
    undefined,
    { status: 404, state: "HandoverUnknown" },
  ],
  ["that nobody knows opens nothing", undefined, undefined, { status: 404, state: "HandoverUnknown" }],
])("a link %s", async (_, found, opens, why) => {
  const place = await (await customer({}))();
  const open = () => openHandover(place, token, found as never);
  if (opens) return expect(open().values).toEqual(opens);
  const shown = await Promise.resolve().then(open).then(String, seen);
  expect(shown).toMatchObject({ ...why, page: "handed-over", actions: toOffer });
});

test("a code that is typed leads to its offer, at its brand", async () => {
  const place = await (await customer({}))();
  store.handoverOf.mockResolvedValue({ token: "abc", brand: "blau", values });
  expect(await handoverAddress(place, "bcdfghjk23")).toBe("/angebot/abc/weitermachen/bcdfghjk23?brand=blau");
  store.handoverOf.mockResolvedValue(undefined);
  const shown = await handoverAddress(place, "bcdfghjk23").then(String, seen);
  expect(shown).toMatchObject({ status: 404, state: "HandoverCodeUnknown", page: "handover-code" });
});

test("while the store is away, its page says so", async () => {
  const place = await (await customer({}))();
  place.context.set(postedFormContext, new FormData());
  store.handoverOf.mockRejectedValue(new Error("away"));
  expect(await handoverAddress(place, "bcdfghjk23").then(String, seen)).toMatchObject({ status: 503 });
  expect(await inStore(place, Promise.resolve(1))).toBe(1);
  expect(requireHandover).not.toThrow();
});
