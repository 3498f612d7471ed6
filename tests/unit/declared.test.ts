import { RouterContextProvider } from "react-router";
import { expect, test, vi } from "vitest";
import type { DeclarationKind } from "#app/backend/declarations.server.ts";
import type { Failure } from "#app/errors/errors.ts";
import { forwardOnce } from "#app/outcome/declared.server.ts";

const provider = vi.hoisted(() => ({ declare: vi.fn(), loadReceipt: vi.fn() }));
vi.mock("#app/backend/declarations.server.ts", async (original) => ({ ...(await original()), ...provider }));

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
