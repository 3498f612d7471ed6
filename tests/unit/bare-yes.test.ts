import { Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import type { Answered } from "#app/backend/ask.server.ts";
import { type Call, isActing } from "#app/backend/contract/call.ts";
import { customerCalls } from "#app/backend/contract/customer.ts";
import { identityCalls } from "#app/backend/contract/identity.ts";
import { offerCalls } from "#app/backend/contract/offer-calls.ts";
import { serviceCalls } from "#app/backend/contract/services.ts";
import { openCalls, prefilledCalls, terminationCalls } from "#app/backend/contract/termination.ts";
import { withdrawalCalls } from "#app/backend/contract/withdrawal.ts";
import { exchange } from "#app/backend/exchange.server.ts";

// There the specification shows no answer: any 2xx that is no page and brings no reason says that it is done.
const areas = { customerCalls, identityCalls, offerCalls, serviceCalls, terminationCalls };
const all = { ...areas, openCalls, prefilledCalls, withdrawalCalls };
const acting = Object.values(all)
  .flatMap((calls): Call[] => Object.values(calls))
  .filter(isActing);

const answered = async (call: Call, status: number, body: string) => {
  const answer = { status, headers: {}, body: Readable.from([Buffer.from(body)]) } as unknown as Answered;
  const reading = { note: () => {}, stallMs: 1000 };
  return exchange(call, new AbortController().signal, async () => answer, reading);
};

const bare = [
  [204, ""],
  [200, ""],
  [200, "{}"],
  [200, "OK"],
  [200, "null"],
  [200, "[]"],
  [200, "true"],
  [201, '{"id":4711,"links":[]}'],
  [202, '{"status":"ACCEPTED","code":null,"errors":[]}'],
  [200, '{"step":"somethingNew","orderId":{"no":1}}'],
] as const;

test("there are calls that act", () => expect(acting.length).toBeGreaterThan(8));

describe.each(acting.map((call) => [`${call.method} ${call.path}`, call] as const))("%s", (_, call) => {
  test.each(bare)("takes %i %j for a yes", async (status, body) => {
    expect(await answered(call, status, body)).toMatchObject({ ok: true });
  });

  test.each([
    ["<html><body>Login</body></html>"],
    ["\uFEFF  <!doctype html>"],
    ["%PDF-1.7"],
    ['{"code":"DOWNTIME"}'],
    ['{"errors":["Nein"]}'],
    ['{"errors":[{"field":"iban"}]}'],
  ])("takes 200 %j for no word of success", async (body) => {
    const answer = await answered(call, 200, body);
    expect(answer).toMatchObject({ ok: false, failure: { kind: "unreadable" } });
  });
});

test("an acceptance says in its own words that there is no order, with a code or without", async () => {
  for (const problem of [{ code: "NO_HARDWARE_STOCK" }, {}])
    expect(
      await answered(offerCalls.acceptOffer, 200, JSON.stringify({ step: "ERROR", ...problem })),
    ).toEqual({
      ok: false,
      failure: { kind: "answer", status: 409, problem: { step: "error", ...problem } },
    });
});
