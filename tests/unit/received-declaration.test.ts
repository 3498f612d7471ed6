import { beforeEach, describe, expect, test, vi } from "vitest";
import { forDeclaration, withoutSession } from "#app/declarations/calling-context.server.ts";
import {
  findDeclaration,
  forwardDue,
  keepProof,
  receiveDeclaration,
} from "#app/declarations/declaration.server.ts";
import { idsOf } from "#app/declarations/declaration-id.server.ts";
import { declarationQueue } from "#app/declarations/open-queue.server.ts";
import { type Declaration, seal, unseal } from "#app/declarations/stored-declaration.server.ts";
import { apiErrorOf } from "#app/errors/errors.ts";
import { config } from "#app/platform/config.server.ts";
import { logger } from "#app/platform/log.server.ts";
import {
  brandContext,
  deadlineContext,
  getIfSet,
  localeContext,
  loginContext,
  lookEndContext,
  type RequestContext,
  traceIdContext,
} from "#app/request/context.server.ts";
import { loginInTime } from "#app/session/bearer.server.ts";
import { allOf } from "../support/all-of.ts";
import { browserForTest } from "../support/request.ts";

vi.hoisted(() => {
  vi.stubEnv("SESSION_STORE", "sqlite::memory:");
  vi.stubEnv(
    "SESSION_SECRET",
    "the-secret-that-seals-of-32-characters an-older-one-that-still-opens-32-characters",
  );
});
const provider = vi.hoisted(() => ({ forwardOnce: vi.fn() }));
vi.mock(import("#app/outcome/declared.server.ts"), () => provider);
const trail = vi.hoisted(() => ({ audit: vi.fn() }));
vi.mock(import("#app/outcome/audit.server.ts"), () => trail);

const queue = declarationQueue();
const error = apiErrorOf(503, { code: "DOWNTIME" });
const waits = { state: "waiting", isIdle: true, isUnsent: false, needsStaff: false, error };
beforeEach(async () => {
  vi.restoreAllMocks();
  provider.forwardOnce.mockReset().mockResolvedValue({ state: "forwarded", receipt: { sentTo: [] } });
  trail.audit.mockReset();
  for await (const { id, state } of queue.entries()) await queue.removeIf(id, state);
});
const audited = () =>
  trail.audit.mock.calls.map(([{ audit, outcome, brand }]) => `${audit} ${outcome} ${brand}`);

let posts = 0;
const posted = (changes: object = {}) => ({
  ...({ kind: "termination", brand: "o2", language: "de", traceId: "trace" } as const),

  submissionId: `form ${++posts}`,
  content: { contractNumber: "V-1" },
  facts: { serviceName: "Mobilfunk" },
  body: (id: string) => ({ contractNumber: `V-${posts}`, receiptUrl: `at ${id}` }) as never,
  ...changes,
});
const receive = async (changes: object = {}) => {
  const received = await receiveDeclaration(posted(changes));
  return received.ok ? received : expect.fail("not received");
};
const stored = async (id: string) => {
  const entry = await queue.find(id);
  return entry && { ...unseal(entry), state: entry.state };
};
/** Until the worker's next attempt, and until it is removed, in milliseconds. */
const times = async (id: string) => {
  const one = (await allOf(queue.open())).find((open) => open.id === id);
  return [one?.dueInMs, one?.keepMs];
};

const problem = { code: "BLOCKED" };
// What the first attempt says, what is stored of it, what the trail says, and what the page shows: the same for all.
test.each<[end: string, tried: object | Error, state: string, answered: object | undefined, outcome: string]>(
  [
    [
      "takes it",
      { state: "forwarded", receipt: { sentTo: ["x"] } },
      "forwarded",
      { receipt: { sentTo: ["x"] } },
      "done",
    ],
    ["refuses it", { state: "refused", refused: problem, error }, "refused", { refused: problem }, "refused"],
    ["is away", waits, "waiting", undefined, "waiting"],
    ["breaks", new Error("broken"), "waiting", undefined, "waiting"],
  ],
)("a declaration is received although the provider %s", async (_, tried, state, answered, outcome) => {
  if (tried instanceof Error) provider.forwardOnce.mockRejectedValue(tried);
  else provider.forwardOnce.mockResolvedValue(tried);
  const { stored: kept, isNew } = await receive();
  const { id, receivedAt, body } = kept.declaration;
  expect([isNew, kept.state]).toEqual([true, state]);
  expect(receivedAt).toMatch(/:\d\d\.000Z$/);
  expect(body).toEqual({ contractNumber: `V-${posts}`, receiptUrl: `at ${id}`, receivedAt });
  const of = { kind: "termination", id, brand: "o2", language: "de", traceId: "trace", body, receivedAt };
  expect(await stored(id)).toMatchObject({ ...of, facts: { serviceName: "Mobilfunk" }, state });
  expect((await stored(id))?.answered).toEqual(answered && { at: expect.any(String), ...answered });
  expect(audited()).toEqual([`termination ${outcome} o2`]);
  expect(trail.audit.mock.calls[0]?.[1]).toEqual([id, expect.stringMatching(/^[\dA-F]{4}-[\dA-F]{4}$/)]);
  const [due, keep] = await times(id);
  if (state === "waiting") expect(due).toBeGreaterThan(0);
  if (state === "refused") expect(Math.abs((keep ?? 0) - config().declarations.keptMs)).toBeLessThan(60_000);
});

test("an objection is not dated for the provider, whose call has no place for it", async () => {
  const body = () => ({ token: "abc", brand: "O2" });
  const { stored: kept } = await receive({ kind: "objection", body });
  expect(kept.declaration.body).toEqual(body());
});

test("a later one of the same contract waits, as its order counts, and another contract's does not", async () => {
  provider.forwardOnce.mockResolvedValue(waits);
  const of = (contractNumber: string, more = {}) => ({ body: () => ({ contractNumber }) as never, ...more });
  await receive(of("V-100 200"));
  const rows: [given: object, waits: boolean][] = [
    [of("v100200"), true],
    [{ body: () => ({}) as never, facts: { contractNumber: "V-100-200" } }, true],
    [of("V-100 200", { kind: "withdrawal" }), true],
    [of("V-100 201"), false],
    [of("V-100 200", { brand: "blau" }), false],
    [of("V-100 200", { kind: "objection" }), false],
    [of("unbekannt", { facts: { customerNumber: "1" } }), false],
    [of("unbekannt", { facts: { customerNumber: "2" } }), false],
    [{ body: () => ({ token: "t1" }), kind: "objection" }, false],
    [{ body: () => ({ token: "t1" }), kind: "revocation" }, false],
  ];
  for (const [given, isBehind] of rows) {
    provider.forwardOnce.mockClear();
    const { isNew, stored: kept } = await receive(given);
    expect([isNew, kept.state]).toEqual([true, "waiting"]);
    expect(provider.forwardOnce.mock.calls.length, JSON.stringify(kept.declaration)).toBe(isBehind ? 0 : 1);
  }
  expect(audited().every((line) => line.includes(" waiting "))).toBe(true);
});

test("the same form is the same declaration, whether its content can be read or not", async () => {
  const form = { submissionId: "one form", body: () => ({ contractNumber: "V-7" }) as never };
  const first = await receive(form);
  provider.forwardOnce.mockClear();
  trail.audit.mockClear();
  expect(await receive(form)).toEqual({ ...first, isNew: false });
  const { id } = first.stored.declaration;
  const entry = (await queue.find(id)) ?? expect.fail("not stored");
  await queue.replace(id, entry.sealed, "cannot be opened");
  const { stored: kept, isNew } = await receive(form);
  expect([kept.declaration.id, kept.declaration.body, kept.state, isNew]).toMatchObject([
    ...[id, { contractNumber: "V-7" }, "forwarded", false],
  ]);
  expect([provider.forwardOnce.mock.calls, audited()]).toEqual([[], []]);
});

test.each([
  ["its form's id", { submissionId: "old form" }, true],
  ["its page's stamp", { submissionId: "", stamp: "old page" }, true],
  ["neither", { submissionId: "" }, false],
])("what was stored under an older secret is found by %s", async (_, ids, isFound) => {
  const draft = posted(ids);
  const [id = ""] = idsOf(draft).earlier;
  const declaration = { id, kind: draft.kind, brand: draft.brand, body: {} } as Declaration;
  const lease = { token: "t", forMs: 60_000 };
  await queue.add({ id, lane: "l", sealed: seal(declaration) }, lease);
  const { stored: kept, isNew } = await receive(draft);
  expect([kept.declaration.id === id, isNew]).toEqual([isFound, !isFound]);
});

// While the store is away, the provider alone can receive it, and the customer is answered by what that says.
test.each<[end: string, kind: string, tried: object, reply: object, outcome: string]>([
  [
    "takes it",
    "termination",
    { state: "forwarded" },
    { ok: true, isNew: true, stored: { state: "forwarded" } },
    "done",
  ],
  ["had it", "termination", { state: "forwarded", error }, { ok: true, isNew: false }, "done"],
  [
    "refuses it",
    "objection",
    { state: "refused", refused: problem, error },
    { ok: false, isRefused: true, error },
    "failed",
  ],
  ["is away", "termination", waits, { ok: false, isRefused: false, error }, "failed"],
])("without a store, and with a provider that %s", async (_, kind, tried, reply, outcome) => {
  const logged = vi.spyOn(logger, "error");
  const full = Object.assign(new Error("database or disk is full"), { code: "ERR_SQLITE_ERROR" });
  vi.spyOn(queue, "add").mockResolvedValue({ end: "notStored", error: full });
  provider.forwardOnce.mockResolvedValue(tried);
  expect(await receiveDeclaration(posted({ kind }))).toMatchObject(reply);
  expect(audited()).toEqual([`${kind} ${outcome} o2`]);
  const said = { reason: "ERR_SQLITE_ERROR", declaration: expect.any(String), end: "notStored" };
  expect(logged.mock.calls).toEqual([[said, "A declaration could not be stored."]]);
});

test("an answer that cannot be stored is asked for again by the worker, and audited once", async () => {
  const logged = vi.spyOn(logger, "error");
  const settle = vi.spyOn(queue, "settle").mockRejectedValue(new TypeError("away"));
  const { stored: kept } = await receive();
  expect(kept.state).toBe("waiting");
  expect(audited()).toEqual(["termination waiting o2"]);
  const facts = { reason: "TypeError", declaration: kept.declaration.id };
  expect(logged.mock.calls).toEqual([[facts, "What became of a declaration could not be stored."]]);
  settle.mockResolvedValue(false);
  // Another portal has taken it over, and audits it.
  trail.audit.mockClear();
  expect((await receive()).stored.state).toBe("forwarded");
  expect(audited()).toEqual([]);
});

test("a store that is away says neither that a receipt is there nor that it is not", async () => {
  expect(await findDeclaration("termination", "o2", "x")).toEqual({ isAway: false });
  vi.spyOn(queue, "find").mockRejectedValue(new Error("away"));
  const logged = vi.spyOn(logger, "error");
  expect(await findDeclaration("termination", "o2", "x")).toEqual({ isAway: true });
  await keepProof("x", { name: "nachweis.pdf", size: 7, receivedAt: "2026-11-27T10:00:00Z" });
  const facts = { reason: "away", declaration: "x" };
  expect(logged.mock.calls).toEqual([
    [facts, "A declaration could not be read."],
    [facts, "It could not be stored that a proof has arrived."],
  ]);
});

describe("the worker", () => {
  const { retryMs, keptMs } = config().declarations;
  const declaration = { id: "x", kind: "termination", brand: "o2", language: "de", traceId: "", body: {} };
  async function forward(attempts: number, changes = {}, brand = "o2") {
    const sealed = seal({ ...declaration, brand, ...changes } as never);
    const left = [{ id: "x", lane: "", receivedAt: 0, state: "waiting" as const, attempts, sealed }];
    const settled: Parameters<typeof queue.settle>[] = [];
    const fake = {
      ...queue,
      lease: async () => left.shift(),
      settle: async (...args: Parameters<typeof queue.settle>) => settled.push(args) > 0,
    };
    await forwardDue(fake, () => true);
    const [[, , settlement] = []] = settled;
    return settlement ?? expect.fail("not settled");
  }

  test.each([
    [1, 0, 0.8 * retryMs],
    [1, 1, 1.2 * retryMs],
    [2, 0.5, 2 * retryMs],
    [3, 0.5, 4 * retryMs],
    [30, 0.5, 60_000],
    [2000, 1, 72_000],
  ])("waits after attempt %i (by lot: %d) for %i ms", async (attempts, lot, pauseMs) => {
    vi.spyOn(Math, "random").mockReturnValue(lot);
    provider.forwardOnce.mockResolvedValue(waits);
    const settlement = await forward(attempts);
    expect(settlement).toMatchObject({ state: "waiting", pauseMs: expect.closeTo(pauseMs, 3) });
    expect(trail.audit).not.toHaveBeenCalled();
  });

  test.each([
    [{ needsStaff: true }, undefined, "waiting", 1],
    [{ needsStaff: true }, 3, "waiting", 4],
    [{ needsStaff: false }, 3, "waiting", 3],
    [{ needsStaff: false }, 10, "byHand", undefined],
    [{ needsStaff: true }, 9, "byHand", undefined],
  ])("counts what ended as %j after %s such ends: %s", async (tried, unheard, state, after) => {
    provider.forwardOnce.mockResolvedValue({ ...waits, ...tried });
    const settlement = await forward(1, { unheard });
    expect(settlement.state).toBe(state);
    if ("sealed" in settlement && settlement.sealed)
      expect(unseal({ id: "x", sealed: settlement.sealed } as never).unheard).toBe(after);
  });

  test("keeps an answer for as long as its operator says, and says what it did", async () => {
    const warned = vi.spyOn(logger, "warn");
    provider.forwardOnce.mockResolvedValue({ state: "refused", refused: problem });
    expect(await forward(2)).toMatchObject({ state: "refused", keepMs: keptMs });
    const facts = { declaration: "x", kind: "termination", brand: "o2", state: "refused", attempts: 2 };
    expect(warned.mock.calls).toEqual([[facts, "declaration"]]);
    expect(audited()).toEqual(["termination refused o2"]);
  });

  test("calls in the declaration's brand and language, without anybody's login, and in bounded time", async () => {
    await forward(1);
    const [[context]] = provider.forwardOnce.mock.calls as [[RequestContext]];
    expect(context.get(brandContext).slug).toBe("o2");
    expect(context.get(localeContext)).toEqual({ locale: "de" });
    expect(getIfSet(context, loginContext)).toBeUndefined();
    const left = context.get(deadlineContext) - performance.now();
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThanOrEqual(config().pageDeadlineMs);
    expect(await forward(1, {}, "gone")).toEqual({ state: "waiting", pauseMs: 60_000 });
  });
});

test("a declaration's calls carry the login of its page, and those of a page for everybody none", async () => {
  const { context, session } = await browserForTest("/kuendigung")(1000);
  const login = getIfSet(forDeclaration(context), loginContext);
  expect(login).toBe(loginInTime(session));
  const same = withoutSession(context);
  for (const none of [same, forDeclaration(same)]) expect(getIfSet(none, loginContext)).toBeUndefined();
  const of = (one: RequestContext) => [
    ...[one.get(brandContext), one.get(localeContext), one.get(traceIdContext)],
    ...[one.get(deadlineContext), one.get(lookEndContext)],
  ];
  expect(of(same)).toEqual(of(context));
  const bearer = vi.fn(async () => "bearer");
  await receive({ login: { ...login, bearer } });
  expect(bearer).toHaveBeenCalledOnce();
  const [[calling]] = provider.forwardOnce.mock.calls as [[RequestContext]];
  expect(getIfSet(calling, loginContext)).toMatchObject({ bearer });
});
