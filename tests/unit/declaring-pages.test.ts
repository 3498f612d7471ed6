import { beforeEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { apiErrorOf, FormFieldError } from "#app/errors/errors.ts";
import { freshForm } from "#app/forms/form-data.server.ts";
import { type FormWithFile, uploadContext } from "#app/forms/upload.server.ts";
import { formIsUnsentContext, localeContext, postedFormContext } from "#app/request/context.server.ts";
import { selfcareCookie } from "#app/request/cookies.server.ts";
import { Visitor, visitorContext } from "#app/request/visitor.server.ts";
import { loadReport, reportBarrier } from "#app/routes/barrier/barrier.server.ts";
import { redirectToReceipt } from "#app/routes/declaration/confirmation-link.server.ts";
import { loadProblem, receiptProblem } from "#app/routes/declaration/problem.server.ts";
import { decline, objectionReceipt, subscriptionIn } from "#app/routes/email-rejection/rejection.server.ts";
import { endedCookies, heldIn } from "#app/routes/shell/session-end.server.ts";
import { declared, forwardProof } from "#app/routes/termination/declare.server.ts";
import { declareSelfcare, loadSelfcare } from "#app/routes/termination/selfcare.server.ts";
import { defineScope } from "#app/session/scope.ts";
import { browserForTest } from "../support/request.ts";

const store = vi.hoisted(() => ({ findDeclaration: vi.fn(), receiveDeclaration: vi.fn() }));
vi.mock(
  import("#app/declarations/declaration.server.ts"),
  async (load) =>
    ({
      ...(await load()),
      ...store,
    }) as object,
);
const provider = vi.hoisted(() => ({ prefillTermination: vi.fn() }));
vi.mock(
  import("#app/backend/terminations.server.ts"),
  async (load) =>
    ({
      ...(await load()),
      ...provider,
    }) as object,
);
beforeEach(() => vi.resetAllMocks());

const upload = (posted = new FormData()): FormWithFile => ({
  posted,
  announced: false,
  tooLarge: false,
  file: vi.fn(),
  hasAnother: vi.fn(),
  rest: vi.fn(),
  discard: vi.fn(),
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
    store.receiveDeclaration.mockResolvedValue({ ok: true, stored: kept });
    store.findDeclaration.mockResolvedValue({ stored: kept });
    const declined = (await decline(place, new FormData())) as Response;
    const url = new URL(declined.headers.get("Location") ?? "", place.url);
    const own = subscriptionIn(place);
    const opened = objectionReceipt({ ...place, url }, own);
    expect(await opened).toMatchObject({ id: declaration.id, notes: [] });
    expect(await objectionReceipt({ ...place, url }, { ...own, token: "other" })).toBeUndefined();
    expect(await objectionReceipt(place, own)).toBeUndefined();
  });
});

const objection = { id: "11111111-1111-8111-8111-111111111111", receivedAt: "2026-11-27T10:00:00Z" };
const takenAs = (state: string) => ({ ok: true, stored: { state, declaration: objection } });
const oneClick = { "List-Unsubscribe": "One-Click" };
const submissionId = "22222222-2222-4222-8222-222222222222";
const button = { submissionId };
const failed = { ok: false, isRefused: false, error: apiErrorOf(undefined, undefined) };
// What a press on the button of such a mail ends with, and what a mail provider's own post does.
test.each<[given: string, received: object, posted: Record<string, string>, reply: object]>([
  ["received", takenAs("forwarded"), button, { status: 303 }],
  ["passed on later", takenAs("waiting"), button, { status: 303 }],
  ["received from a mail provider", takenAs("forwarded"), oneClick, { data: { declined: true } }],
  ["of a token that the provider does not know", takenAs("refused"), button, { init: { status: 404 } }],
  ["refused while the store is away", { ...failed, isRefused: true }, oneClick, { init: { status: 404 } }],
  [
    "received by nobody",
    failed,
    button,
    {
      init: { status: 503 },
      data: { form: { submissionId, errors: {}, problem: { state: "TechnicalProblem" } } },
    },
  ],
])("an objection that is %s", async (_, received, posted, reply) => {
  store.receiveDeclaration.mockResolvedValue(received);
  const form = new FormData();
  for (const [name, value] of Object.entries(posted)) form.set(name, value);
  const place = await browserForTest("/email-ablehnung?token=abc")();
  expect(await decline(place, form).catch((thrown) => thrown)).toMatchObject(reply);
  const [[sent]] = store.receiveDeclaration.mock.calls as [[{ body: () => object }]];
  const content = { token: "abc", brand: "O2" };
  const id = posted === button ? submissionId : "";
  expect(sent).toMatchObject({ kind: "objection", submissionId: id, content, brand: "o2", language: "de" });
  expect(sent.body()).toEqual(content);
});

describe("a barrier", () => {
  const written = { description: "Zu kleine Schrift", email: "ada@example.com" };
  const reported = async () => {
    const { context, url } = await browserForTest("/barriere-melden")();
    const posted = new FormData();
    for (const [name, value] of Object.entries({ ...written, submissionId })) posted.set(name, value);
    context.set(postedFormContext, posted);
    return { context, url, reply: await reportBarrier(context, new Request(url), url) };
  };

  test.each([
    ["Downtime", apiErrorOf(503, { code: "DOWNTIME" })],
    ["TechnicalProblem", apiErrorOf(undefined, undefined)],
  ])("that nobody receives stays in its form, as %s", async (state, error) => {
    store.receiveDeclaration.mockResolvedValue({ ...failed, error });
    const { reply } = await reported();
    expect(reply).toMatchObject({
      init: { status: 503 },
      data: { form: { submissionId, values: written, errors: {}, problem: { state } } },
    });
    const sent = store.receiveDeclaration.mock.calls[0]?.[0];
    expect(sent).toMatchObject({ kind: "barrier", submissionId, content: written, brand: "o2" });
    expect(sent.body(objection.id)).toMatchObject({ ...written, id: objection.id, language: "de" });
  });

  // What the provider says of it changes nothing for its author.
  test.each([
    ["forwarded", true],
    ["waiting", false],
    ["byHand", false],
    ["refused", false],
  ])("that is %s was received", async (state, isPassedOn) => {
    const declaration = { ...objection, body: written };
    store.receiveDeclaration.mockResolvedValue({ ok: true, stored: { state, declaration } });
    store.findDeclaration.mockResolvedValue({ stored: { state, declaration }, isAway: false });
    const { context, url, reply } = await reported();
    const receipt = new URL((reply as Response).headers.get("Location") ?? "", url);
    // By its link alone: its words are for the browser that has sent it.
    const shown = await loadReport(context, receipt);
    expect(shown.declared).toMatchObject({
      rows: [],
      withheld: expect.stringContaining("nur in dem Browser"),
    });
    expect(shown.text.some((text) => text.includes("wird weitergegeben"))).toBe(!isPassedOn);
    expect(shown.notes).toEqual([]);
  });

  test.each([
    ["while the store is away", true, 202, "Received"],
    ["once it was deleted", false, 404, "ReceivedBefore"],
  ])("%s is still said to be received", async (_, isAway, status, state) => {
    const kept = { state: "forwarded", declaration: objection };
    store.receiveDeclaration.mockResolvedValue({ ok: true, stored: kept });
    store.findDeclaration.mockResolvedValue({ isAway });
    const { context, url, reply } = await reported();
    const receipt = new URL((reply as Response).headers.get("Location") ?? "", url);
    const shown = await loadReport(context, receipt).catch((thrown) => thrown);
    expect(shown).toMatchObject({
      init: { status },
      data: { state, headline: "Ihre Meldung ist eingegangen" },
    });
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
  // Two contracts' links with the same form are two declarations.
  const content = { data: "opaque" };
  expect(store.receiveDeclaration.mock.calls).toMatchObject([
    [{ kind: "selfcare", facts: prefill, content }],
  ]);
  expect(store.receiveDeclaration.mock.calls[0]?.[0].body("id")).toMatchObject(content);
});

const prefill = {
  firstName: "Ayşe",
  lastName: "Öztürk",
  contractNumber: "4711",
  phoneNumber: "+4917000001",

  tariff: "o2 Mobile M",
  earliestEndDate: "2027-01-31",
  email: "ayse@example.net",
  serviceType: "mobile",
};
const refused = (status: number, code?: string) => ({
  ok: false,
  error: apiErrorOf(status, code ? { code } : {}),
});
const own = "/selfcarekuendigung";
// Where the link of a contract leads: an invalid one to its page; what is our trouble may be good in a minute.
test.each<[given: string, prefilled: object, end: { location?: string; status?: number }]>([
  ["good", { ok: true, data: prefill }, { location: own }],
  ["not known", refused(404, "NOT_FOUND"), { location: `${own}/error` }],
  ["used up", refused(410, "GONE"), { location: `${own}/error` }],
  [
    "refused for a field",
    { ok: false, error: new FormFieldError([{ field: "data" }]) },
    { location: `${own}/error` },
  ],
  ["asked for while the provider fails", refused(500), { status: 500 }],
  ["asked for while the provider is away", refused(503, "DOWNTIME"), { status: 503 }],
  ["asked for where its code says downtime", refused(410, "DOWNTIME"), { status: 503 }],
])("the link of a contract that is %s", async (_, prefilled, { location, status }) => {
  provider.prefillTermination.mockResolvedValue(prefilled);
  const { context, url } = await browserForTest(own)();
  const linked = new URL("?data=opaque", url);
  const thrown = await loadSelfcare(context, new Request(linked), linked).catch((end) => end);
  if (location)
    expect([thrown.headers?.get("Location"), thrown.headers?.getSetCookie().length]).toEqual([
      location,
      location === own ? 1 : 0,
    ]);
  else {
    expect(thrown).toMatchObject({ init: { status } });
    // Once more, or the form that needs no contract.
    const [again, other] = thrown.data.actions;
    expect([again.href, other.href]).toEqual([`${own}?data=opaque`, "/kuendigung"]);
  }
});

test("its form shows what the contract says, also to a browser that keeps the contract only in the form", async () => {
  provider.prefillTermination.mockResolvedValue({ ok: true, data: prefill });
  const { context, url } = await browserForTest(own)();
  const linked = new URL("?data=opaque", url);
  const opened = await loadSelfcare(context, new Request(linked), linked).catch((thrown) => thrown);
  const [cookie = ""] = (opened as Response).headers.getSetCookie();
  const sealed = cookie.slice(`${selfcareCookie}=`.length).split(";")[0] ?? "";
  expect(cookie).toContain("Max-Age=3600");
  const posted = new FormData();
  context.set(postedFormContext, posted);
  const open = () => loadSelfcare(context, new Request(url), url);
  await expect(open()).rejects.toHaveProperty("status", 302);
  context.set(visitorContext, new Visitor(new Request(url, { headers: { cookie } }), url, true));
  const byCookie = await open();
  expect(byCookie.form).toMatchObject({
    values: { prefill: sealed, email: prefill.email, cancellationType: "regular" },
    errors: {},
  });
  expect(byCookie.serviceType).toBe("mobile");
  expect(byCookie.contract.map(({ value }) => value)).toEqual([
    ...["Ayşe Öztürk", expect.stringContaining("170"), "4711", "o2 Mobile M", "31.01.2027"],
  ]);
  context.set(visitorContext, new Visitor(new Request(url), url, true));
  posted.set("prefill", sealed);
  expect(await open()).toEqual({ ...byCookie, form: { ...byCookie.form, submissionId: expect.any(String) } });
  posted.set("prefill", sealed.slice(1));
  await expect(open()).rejects.toHaveProperty("status", 302);
});

test("a proof that was skipped did not arrive: nothing of it is read", async () => {
  const { context } = await browserForTest("/kuendigung")();
  const incoming = upload();
  expect(await forwardProof(context, "termination", "id", incoming, { skipped: true })).toEqual({
    reason: "failed",
  });
  expect(incoming.file).not.toHaveBeenCalled();
  // As from a contract's link, where nothing is said of that.
  vi.mocked(incoming.file).mockResolvedValue({ ok: false, reason: "heic" });
  expect(await forwardProof(context, "selfcare", "id", incoming)).toEqual({ reason: "heic" });
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
      kind: "selfcare",
      facts: { serviceType: known },
      body: () => ({}) as never,
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
    store.findDeclaration.mockResolvedValue({ stored: { state } });
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

const held = { underWay: [], receipts: [], isHandedOver: false };
test.each<[what: string, values: Parameters<typeof heldIn>[1], cookie: string, held: object]>([
  ["nothing", [], "", { ...held, kinds: [] }],
  ["an offer and a form", [{ kind: "form" }, { kind: "offer" }], "", { ...held, kinds: ["offer", "form"] }],
  ["a link to another device", [{ kind: "handover" }], "", { ...held, kinds: [], isHandedOver: true }],
  ["a contract", [], `${selfcareCookie}=x`, { ...held, kinds: ["contract"] }],
  ["what was typed without a session", [], "entwurf=x", { ...held, kinds: ["form"] }],
  [
    "an order that may be placed",
    [{ kind: "offer", underWayAt: "/angebot/demo/danke", reference: "AB12" }],
    "",
    { ...held, kinds: [], underWay: [{ kind: "offer", href: "/tr/angebot/demo/danke", reference: "AB12" }] },
  ],
])("before a session ends, its page names %s", async (_, values, cookie, expected) => {
  const { context, url } = await browserForTest("/eingaben-loeschen")();
  context.set(localeContext, { locale: "tr", prefix: "tr" });
  context.set(visitorContext, new Visitor(new Request(url, { headers: { cookie } }), url, true));
  expect(await heldIn(context, values)).toEqual(expected);
});

test("all that says something of a person leaves the browser", () => {
  const cookies = endedCookies(new Request("http://o2.localhost/"), false).getSetCookie();
  const ended = cookies
    .filter((cookie) => cookie.includes("Max-Age=0"))
    .map((cookie) => cookie.split("=")[0]);
  expect(ended).toEqual(expect.arrayContaining(["sid", "selfcare", "entwurf", "wanted-step", "trace-id"]));
  expect(ended.some((name) => name === "brand" || name === "locale")).toBe(false);
});
