import { afterAll, describe, expect, test, vi } from "vitest";
import type { Call } from "#app/backend/contract/call.ts";
import { customerCalls } from "#app/backend/contract/customer.ts";
import { offerCalls } from "#app/backend/contract/offer-calls.ts";
import { serviceCalls } from "#app/backend/contract/services.ts";
import { openCalls, terminationCalls } from "#app/backend/contract/termination.ts";
import { withdrawalCalls } from "#app/backend/contract/withdrawal.ts";
import { givesReason } from "#app/errors/errors.ts";
import { loginContext } from "#app/request/context.server.ts";
import { clientOf } from "../support/client.ts";
import { httpAnswer, rawProvider } from "../support/raw-provider.ts";

const provider = await rawProvider();
// What is down is another test's matter: here every call is sent.
vi.mock(
  import("#app/backend/availability.server.ts"),
  () =>
    ({
      whenAvailable: (...[, , , ask]: [unknown, unknown, unknown, () => unknown]) => ask(),
    }) as object,
);
const { send, context } = await clientOf(provider.origin);
afterAll(() => provider.close());

const params = { id: "id" };
const json = { "Content-Type": "application/json" };
const gone = { status: 409, headers: json, body: '{"code":"TERMINATION_EXISTS"}' };
const declare = () => send(context, openCalls.declare, { params, body: {} as never });

describe("the client's own repeat", () => {
  test("is marked where it fails after an answer that was lost", async () => {
    provider.answers((connection) => {
      connection.destroy();
      provider.answers((next) => next.write(httpAnswer(gone)));
    });
    expect(await declare()).toMatchObject({
      ok: false,
      failure: { status: 409, isRepeat: true, problem: { code: "TERMINATION_EXISTS" } },
    });
  });

  test("is not marked where there was no first answer to lose", async () => {
    provider.answers((connection) => connection.write(httpAnswer(gone)));
    const result = await declare();
    expect(result).toMatchObject({ ok: false, failure: { status: 409 } });
    expect(result).not.toHaveProperty("failure.isRepeat");
  });

  // Their pages send them again.
  test.each([
    offerCalls.acceptOffer,
    offerCalls.resetOffer,
    offerCalls.resetPreview,
    customerCalls.changeCustomerDetails,
  ] as Call[])("does not happen to $method $path", async (call) => {
    provider.answers((connection) => connection.destroy());
    const before = provider.heads.length;
    const result = await send(context, call, { params, body: {} as never });
    expect(result).toMatchObject({ ok: false, failure: { kind: "unreachable" } });
    expect(provider.heads).toHaveLength(before + 1);
  });
});

test("a `100 Continue` that nobody asked for is named, and is no reason to send again", async () => {
  const unasked = Buffer.from("HTTP/1.1 100 Continue\r\n\r\n");
  provider.answers((connection) => connection.write(Buffer.concat([unasked, httpAnswer({})])));
  const before = provider.heads.length;
  expect(await declare()).toMatchObject({
    ok: false,
    failure: {
      kind: "unreadable",
      isUnaskedContinue: true,
      cause: { message: expect.stringMatching(/^100 Continue /) },
    },
  });
  expect(provider.heads).toHaveLength(before + 1);
});

test("a login that the provider does not take is left out of a declaration, and forgotten", async () => {
  let isForgotten = false;
  const bearer = async () => (isForgotten ? undefined : "old");
  const { context: declaring } = await clientOf(provider.origin);
  declaring.set(loginContext, { bearer, forget: () => (isForgotten = true) });
  provider.answers((connection) => {
    const isCarried = /^authorization:/im.test(provider.heads.at(-1) ?? "");
    connection.write(httpAnswer({ status: isCarried ? 401 : 204 }));
  });
  const before = provider.heads.length;
  const body = {} as never;
  expect(await send(declaring, openCalls.declare, { params, body })).toMatchObject({ ok: true });
  expect(provider.heads.slice(before).map((head) => /^authorization: (.*)$/im.exec(head)?.[1])).toEqual([
    "Bearer old",
    undefined,
  ]);
  expect(isForgotten).toBe(true);
});

describe("whose word a refusal is", () => {
  test.each<[string, Parameters<typeof httpAnswer>[0], boolean]>([
    ["a code", { headers: json, body: '{"code":"X"}' }, true],
    ["an errors list", { headers: json, body: '{"errors":[{"field":"email"}]}' }, true],
    ["an errors list that nobody can read", { headers: json, body: '{"errors":[7]}' }, true],
    ["a problem document with neither", { headers: json, body: '{"type":"about:blank"}' }, false],
    ["a framework's own", { headers: json, body: '{"status":409,"error":"Conflict","path":"/"}' }, false],
    ["the status as a code", { headers: json, body: '{"code":409,"message":"Conflict"}' }, false],
    ["a page", { headers: { "Content-Type": "text/html" }, body: "<h1>Conflict</h1>" }, false],
    ["nothing", {}, false],
  ])("%s", async (_, answer, isReason) => {
    provider.answers((connection) => connection.write(httpAnswer({ ...answer, status: 409 })));
    const result = await declare();
    expect(!result.ok && givesReason(result.failure)).toBe(isReason);
  });
});

describe("an addition to the specification that the provider does not have", () => {
  const calls: Record<string, Call> = { receipt: openCalls.load, withdrawal: withdrawalCalls.load };
  test.each(Object.entries(calls))("%s: is told from an id that it does not know", async (_, call) => {
    for (const status of [404, 405, 501]) {
      provider.answers((connection) => connection.write(httpAnswer({ status })));
      expect(await send(context, call, { params })).toMatchObject({
        failure: { status, isMissingCall: true },
      });
    }
    provider.answers((connection) =>
      connection.write(httpAnswer({ status: 404, headers: json, body: '{"code":"NOT_FOUND"}' })),
    );
    expect(await send(context, call, { params })).not.toHaveProperty("failure.isMissingCall");
  });

  test("is none where the specification names the call", async () => {
    provider.answers((connection) => connection.write(httpAnswer({ status: 404 })));
    expect(await send(context, offerCalls.loadOffer, { params })).not.toHaveProperty("failure.isMissingCall");
  });
});

test("what differs from the contract is logged once, however often it comes", async () => {
  const { logger } = await import("#app/platform/log.server.ts");
  const warn = vi.spyOn(logger, "warn");
  const answer = httpAnswer({ headers: json, body: '{"firstName":"Kim","email":["kim@example.com"]}' });
  provider.answers((connection) => connection.write(answer));
  for (let calls = 0; calls < 2; calls++)
    await send(context, terminationCalls.prefillTermination, { query: { data: "d" } });
  const said = warn.mock.calls.filter(([, text]) => text?.includes("differs from the contract"));
  expect(said).toEqual([[expect.objectContaining({ path: "email", what: "wrong type" }), expect.anything()]]);
});

test.each<[string, number | undefined, string?]>([
  ["20", 20],
  ["Sat, 21 Nov 2026 13:00:30 GMT", 30, "Sat, 21 Nov 2026 13:00:00 GMT"],
  [" 20 ", 20],
  ["999999999999", 86_400],
  ["Sat, 21 Nov 2026 12:00:30 GMT", 30],
  ["Saturday, 21-Nov-26 12:00:30 GMT", 30],
  ["Sat, 21 Nov 2026 11:59:00 GMT", undefined],
  ["soon", undefined],
  ["-5", undefined],
  ["5 Nov", undefined],
])("Retry-After: %s", async (value, seconds, date) => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-21T12:00:00Z") });
  const answer = httpAnswer({ status: 503, headers: { "Retry-After": value, ...(date && { Date: date }) } });
  provider.answers((connection) => connection.write(answer));
  const result = await send(context, serviceCalls.novumEntry, { query: { id: "1" }, patienceMs: 60_000 });
  vi.useRealTimers();
  expect(result.ok || result.failure.retryAfter).toBe(seconds);
});

test.each([
  ["no body", { status: 204 }, false],
  ["nothing in it", { headers: json, body: "{}" }, false],
  ["null for all", { headers: json, body: '{"firstName":null,"email":""}' }, false],
  ["a name", { headers: json, body: '{"firstName":"Kim"}' }, true],
])("a customer's data with %s", async (_, answer, isRead) => {
  provider.answers((connection) => connection.write(httpAnswer(answer)));
  const result = await send(context, customerCalls.customerDetails, { params });
  expect(result.ok ? "read" : result.failure.kind).toBe(isRead ? "read" : "unreadable");
});

describe("a call that needs no body", () => {
  const decline = () => send(context, serviceCalls.declineEmail, { query: { token: "t", brand: "O2" } });
  test.each([
    ["no body", 200, {}],
    ["no body", 204, {}],
    ["JSON", 200, { headers: json, body: "{}" }],
    ["a word", 201, { headers: { "Content-Type": "text/plain" }, body: "OK" }],
    ["a receipt", 202, { headers: json, body: '{"id":"1"}' }],
  ])("takes %s with %d", async (_, status, answer) => {
    provider.answers((connection) => connection.write(httpAnswer({ status, ...answer })));
    expect(await decline()).toEqual({ ok: true, data: undefined });
  });

  test("takes no refusal and no page for a success", async () => {
    provider.answers((connection) =>
      connection.write(httpAnswer({ headers: json, body: '{"code":"DOWNTIME"}' })),
    );
    expect(await decline()).toMatchObject({ failure: { kind: "unreadable", problem: { code: "DOWNTIME" } } });
    const page = { headers: { "Content-Type": "text/html" }, body: "<h1>Blocked</h1>" };
    provider.answers((connection) => connection.write(httpAnswer(page)));
    expect(await decline()).toMatchObject({ failure: { kind: "unreadable" } });
  });
});

test("an acceptance whose step is an error is a refusal, in a 200 too", async () => {
  const body = { consents: [], language: "de" as const, returnUrl: "https://portal.example/danke" };
  const accept = () => send(context, offerCalls.acceptOffer, { params, body });
  const refusal = '{"step":"error","code":"NO_HARDWARE_STOCK"}';
  provider.answers((connection) => connection.write(httpAnswer({ headers: json, body: refusal })));
  expect(await accept()).toMatchObject({
    ok: false,
    failure: { kind: "answer", status: 409, problem: { code: "NO_HARDWARE_STOCK" } },
  });
});

test.each(["application/pdf", "Application/PDF; charset=binary", "application/octet-stream"])(
  "a PDF as %s is one",
  async (type) => {
    const bytes = "%PDF-1.7\n1 0 obj\n%%EOF\n";
    const document = { params: { ...params, itemId: "item", type: "TERMS" } };
    const answer = (body: string) => httpAnswer({ status: 201, headers: { "Content-Type": type }, body });
    provider.answers((connection) => connection.write(answer(bytes)));
    const result = await send(context, offerCalls.offerDocument, document);
    expect(result.ok && (await new Response(result.data.body).text())).toBe(bytes);
    provider.answers((connection) => connection.write(answer("no document")));
    expect(await send(context, offerCalls.offerDocument, document)).toMatchObject({
      failure: { kind: "unreadable" },
    });
  },
);
