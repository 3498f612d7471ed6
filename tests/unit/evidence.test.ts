import { describe, expect, test, vi } from "vitest";
import { ApiError, type Failure, wasNotSent } from "#app/errors/errors.ts";
import { endsPost, triesAfter } from "#app/outcome/attempt.server.ts";
import { type Asked, type Evidence, endOf, evidenceAfterAsking, evidenceOf } from "#app/outcome/evidence.ts";
import { endOfPendingProof } from "#app/outcome/proof.server.ts";

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

// Decision 0126: what each answer proves, to a first attempt and to one after another.
const table: [answer: string, failure: Failure, first: Evidence, repeated: Evidence][] = [
  ...[400, 401, 403, 404, 409, 410, 418, 422].flatMap((status): typeof table => [
    [`a bare ${status}`, answer(status), "unclear", "pending"],
    [`${status} with a problem of no code`, answer(status, { message: "x" }), "unclear", "pending"],
    [`${status} with a code`, answer(status, coded), "didNot", "unclear"],
    [`${status} with an errors list`, answer(status, listed), "didNot", "unclear"],
    [`${status} with an unreadable list`, answer(status, { errors: [{}] }), "didNot", "unclear"],
  ]),
  ...[302, 408, 425, 429, 500, 502, 503, 504].flatMap((status): typeof table => [
    // A gateway's says nothing of the service behind it.
    [`a bare ${status}`, answer(status), status > 500 ? "pending" : "unclear", "pending"],
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

test("a repeat that finds no connection does not say that nothing was sent", () => {
  const failure = lost("ECONNREFUSED");
  expect([wasNotSent(failure), wasNotSent({ ...failure, isRepeat: true })]).toEqual([true, false]);
});

test("a success is one at any time", () => {
  for (const isRepeat of [false, true]) expect(evidenceOf({ ok: true, data: 1 }, isRepeat)).toBe("did");
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

describe("what a call came to", () => {
  const failed = ended(answer(409));
  test.each<[Evidence, Asked<string>, string]>([
    ["unclear", { did: "it" }, "did it"],
    ["pending", { did: "it" }, "did it"],
    ["unclear", "didNot", "didNot"],
    ["pending", "didNot", "unknown"],
    ["unclear", undefined, "unknown"],
  ])("%s, and the provider says %j: %s", async (evidence, asked, end) => {
    const ended = await endOf(failed, evidence, async () => asked);
    expect(ended.end === "did" ? `did ${ended.data}` : ended.end).toBe(end);
  });

  test("nobody is asked about what the answer says", async () => {
    const ask = vi.fn();
    expect(await endOf({ ok: true, data: 1 }, "did", ask)).toEqual({ end: "did", data: 1 });
    expect(await endOf(failed, "didNot", ask)).toEqual({ end: "didNot", failed });
    expect(ask).not.toHaveBeenCalled();
  });
});

describe("an attempt that has failed", () => {
  const second = { tries: triesAfter({ tries: 1 }) };
  test("ends its post, unless that was sent once more since", () => {
    expect(endsPost(second, undefined, false)).toBe(true);
    expect(endsPost(second, second, true)).toBe(true);
    expect(endsPost(second, { tries: triesAfter(second) }, true)).toBe(false);
  });

  test("does not end another post that was sent since", () => {
    expect(endsPost(second, { tries: triesAfter(undefined) }, false)).toBe(false);
    expect(endsPost(second, second, false)).toBe(false);
  });
});

describe("a proof of unknown end", () => {
  const late = { bytes: 7, waitedMs: Number.MAX_SAFE_INTEGER };
  const early = { bytes: 7, waitedMs: 0 };
  const listed = [{ size: 7 }];
  test.each([
    ["a list has it", early, { uploads: listed, isListed: true }, "did"],
    ["the provider's list does not have it", late, { uploads: [], isListed: true }, "didNot"],
    ["its call may still be at it", early, { uploads: [], isListed: true }, "unknown"],
    ["the provider has no list", late, { uploads: [], isListed: false }, "unknown"],
  ])("%s", (_, proof, list, known) => {
    expect(endOfPendingProof(proof, list)).toBe(known);
  });
});
