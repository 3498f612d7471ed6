import { RouterContextProvider } from "react-router";
import { expect, test, vi } from "vitest";
import type { DeclarationKind } from "#app/backend/declarations.server.ts";
import type { Failure } from "#app/errors/errors.ts";
import { forwardOnce } from "#app/outcome/declared.server.ts";

const provider = vi.hoisted(() => ({ declare: vi.fn(), loadReceipt: vi.fn() }));
vi.mock(import("#app/backend/declarations.server.ts"), async (original) => ({
  ...(await original()),
  ...provider,
}));

const answer = (status: number, code?: string): Failure => ({
  kind: "answer",
  status,
  problem: code ? { code } : {},
});

// How an attempt ends whose answer is about an earlier one, or about nothing: an objection has no receipt to ask for.
test.each<[kind: DeclarationKind, Failure, receipt: Failure | undefined, state: string]>([
  ["objection", answer(410, "LINK_USED"), undefined, "forwarded"],
  ["objection", answer(409, "DECLINED"), undefined, "forwarded"],
  ["revocation", answer(410, "LINK_EXPIRED"), undefined, "refused"],
  ["revocation", answer(409, "REVOKED"), undefined, "forwarded"],
  ["revocation", answer(404), undefined, "waiting"],
  ["barrier", answer(404), undefined, "waiting"],
  ["barrier", answer(409, "REPORTED"), undefined, "forwarded"],
  ["objection", answer(410), undefined, "waiting"],
  ["objection", answer(409), undefined, "waiting"],
  ["objection", answer(404, "UNKNOWN_TOKEN"), undefined, "refused"],
  ["termination", answer(410, "GONE"), answer(404, "UNKNOWN"), "refused"],
  ["termination", answer(410, "GONE"), answer(500), "waiting"],
  ["termination", answer(410, "GONE"), undefined, "forwarded"],
  ["termination", answer(410), answer(404, "UNKNOWN"), "waiting"],
])("%s answered %j is, with a receipt answered %j, %s", async (kind, failure, receipt, state) => {
  provider.declare.mockResolvedValue({ ok: false, failure });
  provider.loadReceipt.mockResolvedValue(receipt ? { ok: false, failure: receipt } : { ok: true, data: {} });
  const body = {} as never;
  expect(await forwardOnce(new RouterContextProvider(), { kind, id: "x", body }, false)).toMatchObject({
    state,
  });
});

test.each([
  [answer(410), true],
  [answer(410, "GONE"), false],
  [{ ...answer(501), isMissingCall: true } as Failure, true],
  [{ kind: "unreadable", isUnaskedContinue: true } as Failure, true],
  [answer(500), false],
])(
  "a termination answered %j, whose receipt nobody can say, waits for staff: %s",
  async (failure, needsStaff) => {
    provider.declare.mockResolvedValue({ ok: false, failure });
    provider.loadReceipt.mockResolvedValue({ ok: false, failure: answer(500) });
    const declared = { kind: "termination", id: "x", body: {} as never } as const;
    expect(await forwardOnce(new RouterContextProvider(), declared, false)).toMatchObject({
      state: "waiting",
      needsStaff,
    });
  },
);

const gone = answer(410, "GONE");
const unknown = answer(404, "UNKNOWN");
const noCall: Failure = { ...answer(404), isMissingCall: true };

// What the provider is asked, in which order, and where that leads: after an attempt that may have acted, its receipt first.
test.each<
  [
    kind: DeclarationKind,
    isRepeated: boolean,
    receipts: (Failure | "there")[],
    state: object,
    calls: string[],
  ]
>([
  ["termination", false, [unknown], { state: "refused", refused: gone.problem }, ["declare", "ask"]],
  ["termination", false, [noCall], { state: "refused" }, ["declare", "ask"]],
  ["termination", true, ["there"], { state: "forwarded", receipt: { id: "x" } }, ["ask"]],
  ["termination", true, [unknown, unknown], { state: "refused" }, ["ask", "declare", "ask"]],
  [
    "termination",
    true,
    [unknown, "there"],
    { state: "forwarded", receipt: { id: "x" } },
    ["ask", "declare", "ask"],
  ],
  [
    "termination",
    true,
    [noCall, noCall],
    { state: "waiting", isIdle: false, needsStaff: false },
    ["ask", "declare", "ask"],
  ],
  [
    "termination",
    true,
    [unknown, answer(500)],
    { state: "waiting", isIdle: false },
    ["ask", "declare", "ask"],
  ],
  ["objection", true, [], { state: "forwarded" }, ["declare"]],
])(
  "%s, after another attempt: %s, with receipts %j: %j",
  async (kind, isRepeated, receipts, state, calls) => {
    const made: string[] = [];
    const left = [...receipts];
    provider.declare.mockImplementation(async () => {
      made.push("declare");
      return { ok: false, failure: gone };
    });
    provider.loadReceipt.mockImplementation(async () => {
      made.push("ask");
      const said = left.shift();
      return said === "there" ? { ok: true, data: { id: "x" } } : { ok: false, failure: said };
    });
    const ended = await forwardOnce(
      new RouterContextProvider(),
      { kind, id: "x", body: {} as never },
      isRepeated,
    );
    expect(ended).toMatchObject(state);
    expect(made).toEqual(calls);
  },
);

test("what the provider takes at once has its receipt, and no error", async () => {
  provider.declare.mockReset().mockResolvedValue({ ok: true, data: { sentTo: [] } });
  const declared = { kind: "termination", id: "x", body: {} as never } as const;
  const ended = await forwardOnce(new RouterContextProvider(), declared, false);
  expect(ended).toEqual({ state: "forwarded", receipt: { sentTo: [] } });
});

test.each([
  [{ kind: "unavailable", problem: { code: "DOWNTIME" } } as Failure, { isIdle: true, isUnsent: true }],
  [{ kind: "timeout" } as Failure, { isIdle: false, isUnsent: false }],
  [answer(410, "DOWNTIME"), { isIdle: true, isUnsent: false }],
])("what ends as %j waits: %j", async (failure, ends) => {
  provider.declare.mockReset().mockResolvedValue({ ok: false, failure });
  provider.loadReceipt.mockReset().mockResolvedValue({ ok: false, failure: unknown });
  const declared = { kind: "objection", id: "x", body: {} as never } as const;
  const ended = await forwardOnce(new RouterContextProvider(), declared, false);
  expect(ended).toMatchObject({ state: "waiting", needsStaff: false, ...ends });
});
