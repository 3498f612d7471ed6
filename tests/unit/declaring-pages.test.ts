import { beforeEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { apiErrorOf } from "#app/errors/errors.ts";
import { freshForm } from "#app/forms/form-data.server.ts";
import { type FormWithFile, uploadContext } from "#app/forms/upload.server.ts";
import { formIsUnsentContext } from "#app/request/context.server.ts";
import { selfcareCookie } from "#app/request/cookies.server.ts";
import { Visitor, visitorContext } from "#app/request/visitor.server.ts";
import { redirectToReceipt } from "#app/routes/declaration/confirmation-link.server.ts";
import { loadProblem, receiptProblem } from "#app/routes/declaration/problem.server.ts";
import { decline, declinedAt, subscriptionIn } from "#app/routes/email-rejection/rejection.server.ts";
import { endedCookies, heldIn } from "#app/routes/shell/session-end.server.ts";
import { declared, forwardProof } from "#app/routes/termination/declare.server.ts";
import { declareSelfcare, loadSelfcare } from "#app/routes/termination/selfcare.server.ts";
import { defineScope } from "#app/session/scope.ts";
import { browserForTest } from "../support/request.ts";

const store = vi.hoisted(() => ({ findDeclaration: vi.fn(), receiveDeclaration: vi.fn() }));
vi.mock("#app/declarations/declaration.server.ts", async (load) => ({ ...(await load<object>()), ...store }));
const provider = vi.hoisted(() => ({ prefillTermination: vi.fn() }));
vi.mock("#app/backend/terminations.server.ts", async (load) => ({ ...(await load<object>()), ...provider }));
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

test("a termination by the link of a contract needs nothing that the contract says", async () => {
  const browser = browserForTest("/selfcarekuendigung");
  const { context, url } = await browser();
  const prefill = { firstName: "Ayşe", lastName: "Öztürk", contractNumber: "4711" };
  provider.prefillTermination.mockResolvedValue({ ok: true, data: prefill });
  const linked = new URL("?data=opaque", url);
  const opened = await loadSelfcare(context, new Request(linked), linked).catch((thrown) => thrown);
  const [cookie = ""] = (opened as Response).headers.getSetCookie();
  const posted = new FormData();
  posted.set("prefill", cookie.slice(`${selfcareCookie}=`.length).split(";")[0] ?? "");
  context.set(uploadContext, upload(posted));
  store.receiveDeclaration.mockResolvedValue({ ok: false, error: apiErrorOf(undefined, undefined) });
  await declareSelfcare(context, new Request(url), url);
  expect(store.receiveDeclaration.mock.calls).toMatchObject([[{ kind: "selfcare", facts: prefill }]]);
});

test("a proof that was skipped did not arrive: nothing of it is read", async () => {
  const { context } = await browserForTest("/kuendigung")();
  const incoming = upload();
  expect(await forwardProof(context, "termination", "id", incoming, { skipped: true })).toEqual({
    reason: "failed",
  });
  expect(incoming.file).not.toHaveBeenCalled();
});

test.each([
  ["is not there", 404, apiErrorOf(404, { code: "NOT_FOUND" })],
  ["is away", 503, apiErrorOf(503, { code: "DOWNTIME" })],
  ["fails", 500, apiErrorOf(500, undefined)],
])("a receipt that %s has the status %i", async (_, status, error) => {
  const place = { ...(await browserForTest("/kuendigung/bestaetigung")()), kind: "termination" } as const;
  expect(loadProblem(place, error)).toMatchObject({ init: { status } });
  const isGone = status === 404;
  const received = receiptProblem(place, { ok: false, isAway: false, error });
  expect(received).toMatchObject({ init: { status: isGone ? 404 : 202 } });
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

test.each([
  ["forwarded", true],
  ["waiting", false],
])(
  "what this browser has declared is named before it is removed, with its receipt: %s",
  async (state, isDone) => {
    const { context, url } = await browserForTest("/eingaben-loeschen")();
    store.findDeclaration.mockResolvedValue({ kept: { state } });
    expect(await heldIn(context, [])).toMatchObject({ kinds: [], receipts: [] });
    const id = "11111111-1111-8111-8111-111111111111";
    const [cookie = ""] = redirectToReceipt(
      context,
      new Request(url),
      "termination",
      id,
    ).headers.getSetCookie();
    context.set(visitorContext, new Visitor(new Request(url, { headers: { cookie } }), url, true));
    const receipt = { kind: "termination", isDone };
    expect(await heldIn(context, [])).toMatchObject({ kinds: ["receipts"], receipts: [receipt] });
  },
);
