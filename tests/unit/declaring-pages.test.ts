import { beforeEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { apiErrorOf } from "#app/errors/errors.ts";
import { freshForm } from "#app/forms/form-data.server.ts";
import { type FormWithFile, uploadContext } from "#app/forms/upload.server.ts";
import { formIsUnsentContext } from "#app/request/context.server.ts";
import { decline, declinedAt, subscriptionIn } from "#app/routes/email-rejection/rejection.server.ts";
import { endedCookies } from "#app/routes/shell/session-end.server.ts";
import { declared } from "#app/routes/termination/declare.server.ts";
import { declareSelfcare } from "#app/routes/termination/selfcare.server.ts";
import { defineScope } from "#app/session/scope.ts";
import { browserForTest } from "../support/request.ts";

const store = vi.hoisted(() => ({ findDeclaration: vi.fn(), receiveDeclaration: vi.fn(), loginOf: vi.fn() }));
vi.mock("#app/declarations/declaration.server.ts", async (load) => ({ ...(await load<object>()), ...store }));
beforeEach(() => vi.resetAllMocks());

const upload = (posted = new FormData()): FormWithFile => ({
  ...{ posted, announced: false, tooLarge: false },
  ...{ file: vi.fn(), hasAnother: vi.fn(), rest: vi.fn(), discard: vi.fn() },
});

describe("the link of an e-mail", () => {
  const subscriptionAt = async (query: string) =>
    subscriptionIn(await browserForTest(`/email-ablehnung?token=abc${query}`)());

  test.each([
    ["", { brand: "O2", name: "o2" }],
    ["&brand=blau", { brand: "BLAU", name: "Blau" }],
    ["&brand=telefonica", { brand: "TELEFONICA", name: "telefonica" }],
  ])("with %j is about one brand", async (query, subscription) => {
    expect(await subscriptionAt(query)).toMatchObject({ token: "abc", ...subscription });
  });

  test("of a brand that nobody knows is broken", async () => {
    await expect(subscriptionAt("&brand=nobody")).rejects.toMatchObject({ init: { status: 404 } });
  });

  test("opens its own receipt, and nothing else does", async () => {
    const place = await browserForTest("/email-ablehnung?token=abc")();
    const declaration = { id: "11111111-1111-8111-8111-111111111111", receivedAt: "2026-11-27T10:00:00Z" };
    const kept = { state: "forwarded", declaration };
    store.receiveDeclaration.mockResolvedValue({ ok: true, kept });
    store.findDeclaration.mockResolvedValue({ kept });
    const declined = (await decline(place, new FormData())) as Response;
    const url = new URL(declined.headers.get("Location") ?? "", place.url);
    const own = subscriptionIn(place);
    const opened = declinedAt({ ...place, url }, own);
    expect(await opened).toMatchObject({ id: declaration.id, notes: [] });
    expect(await declinedAt({ ...place, url }, { ...own, token: "other" })).toBeUndefined();
    expect(await declinedAt(place, own)).toBeUndefined();
  });
});

test("a termination whose contract is lost keeps what was typed, and reads no file", async () => {
  const browser = browserForTest("/selfcarekuendigung");
  const before = await browser();
  before.session.write(defineScope("anything", z.number()), "", 1);
  await before.end();
  const { context, url } = await browser();
  const incoming = upload();
  context.set(uploadContext, incoming);
  await expect(declareSelfcare(context, new Request(url), url)).rejects.toHaveProperty("status", 303);
  expect(context.get(formIsUnsentContext)).toBe(true);
  expect(incoming.discard).toHaveBeenCalled();
});

test.each([
  ["fixed", "mobile", "fixed"],
  [undefined, "mobile", "mobile"],
])(
  "a termination of %s that nobody received is counted for its service",
  async (entered, known, serviceType) => {
    const { context, url } = await browserForTest("/selfcarekuendigung")();
    context.set(uploadContext, upload());
    store.receiveDeclaration.mockResolvedValue({ ok: false, error: apiErrorOf(undefined, undefined) });
    const parsed = {
      form: freshForm(),
      value: { serviceType: entered, cancellationType: "regular", written: {} },
    };
    const reply = await declared(context, new Request(url), url, parsed as never, {
      ...{ kind: "selfcare", facts: { serviceType: known }, body: () => ({}) as never },
    });
    expect(JSON.stringify(reply)).toContain(`failure - ${serviceType} - regular`);
  },
);

test.each([true, false])("the session's cookie stays with what is under way: %s", (stays) => {
  const cookies = endedCookies(new Request("http://o2.localhost/"), stays).getSetCookie();
  expect(cookies.some((cookie) => cookie.startsWith("sid="))).toBe(!stays);
});
