import { describe, expect, test } from "vitest";
import { ApiError, type Failure } from "#app/errors/errors.ts";
import { type Evidence, evidenceAfterAsking, evidenceOf } from "#app/outcome/evidence.ts";

const coded = { code: "SOMETHING_NEW" };
const listed = { errors: [{ field: "iban" }] };
const answer = (status: number, problem?: Failure["problem"]): Failure => ({
  kind: "answer",
  status,
  problem,
});
const lost = (code: string): Failure => ({
  kind: "unreachable",
  cause: Object.assign(new Error(code), { code }),
});

// Decision 0051: what each answer proves, to a first attempt and to one after another.
const table: [answer: string, failure: Failure, first: Evidence, repeated: Evidence][] = [
  ...[400, 401, 403, 404, 409, 410, 418, 422].flatMap((status): typeof table => [
    [`a bare ${status}`, answer(status), "unclear", "pending"],
    [`${status} with a problem of no code`, answer(status, { message: "x" }), "unclear", "pending"],
    [`${status} with a code`, answer(status, coded), "didNot", "unclear"],
    [`${status} with an errors list`, answer(status, listed), "didNot", "unclear"],
    [`${status} with an unreadable list`, answer(status, { errors: [{}] }), "didNot", "unclear"],
  ]),
  ...[302, 408, 425, 429, 500, 502, 503, 504].flatMap((status): typeof table => [
    [`a bare ${status}`, answer(status), "unclear", "pending"],
    [`${status} with a code`, answer(status, coded), "unclear", "pending"],
  ]),
  ["a success that cannot be read", { kind: "unreadable", problem: coded }, "pending", "pending"],
  ["no answer in time", { kind: "timeout" }, "pending", "pending"],
  ["a broken connection", lost("ECONNRESET"), "pending", "pending"],
  ["no connection", lost("ECONNREFUSED"), "didNot", "pending"],
  ["no name", lost("ENOTFOUND"), "didNot", "pending"],
  ["a call that was not sent", { kind: "unavailable", problem: { code: "DOWNTIME" } }, "didNot", "pending"],
];

const ended = (failure: Failure) => ({ ok: false, error: new ApiError("other"), failure }) as const;

test.each(table)("%s", (_, failure, first, repeated) => {
  expect(evidenceOf(ended(failure))).toBe(first);
  expect(evidenceOf(ended(failure), true)).toBe(repeated);
  expect(evidenceOf(ended({ ...failure, isRepeat: true })), "the client's own repeat").toBe(repeated);
});

test("a success is one at any time", () => {
  expect([evidenceOf({ ok: true, data: 1 }), evidenceOf({ ok: true, data: 1 }, true)]).toEqual([
    "did",
    "did",
  ]);
});

describe("what the provider says when asked", () => {
  test.each<[Evidence, boolean | undefined, Evidence]>([
    ["unclear", true, "did"],
    ["unclear", false, "didNot"],
    ["unclear", undefined, "unclear"],
    ["pending", true, "did"],
    // It may still act.
    ["pending", false, "pending"],
    ["pending", undefined, "pending"],
  ])("%s, and it is %s: %s", (before, isDone, after) => {
    expect(evidenceAfterAsking(before, isDone)).toBe(after);
  });
});
