import { describe, expect, test } from "vitest";
import { isActing as hasEffect } from "#app/backend/contract/call.ts";
import { type ActingCall, type CallName, calls } from "#app/backend/contract/calls.ts";
import { longestWaitSeconds } from "#app/errors/other-states.ts";
import { acts } from "#app/outcome/acts.ts";

const rows = Object.entries(acts) as [ActingCall, (typeof acts)[ActingCall]][];
const contract: Record<
  string,
  { method: string; addition?: string | undefined; repeatable?: true | undefined }
> = calls;

describe("every act", () => {
  test("has its row, and nothing else has one", () => {
    const acting = (Object.keys(calls) as CallName[]).filter((name) => hasEffect(calls[name]));
    // The login's code is used up by being read.
    expect(rows.map(([call]) => call).sort()).toEqual([...acting, "exchangeCode"].sort());
  });

  test("is sent three times at most without a press, for two minutes at most, or passed on as a declaration", () => {
    expect(longestWaitSeconds).toBeLessThanOrEqual(120);
    for (const [call, { ends, mostSends }] of rows)
      expect([call, mostSends === "untilPassedOn" ? "received" : mostSends <= 3]).toEqual([
        call,
        ends === "received" ? "received" : true,
      ]);
  });

  test.each(rows)(
    "%s is asked for by reads, of which the specification names one where its page waits",
    (_, act) => {
      for (const name of act.asks) expect([name, contract[name]?.method]).toEqual([name, "GET"]);
      expect(act.asks.length > 0).toBe(act.did !== undefined && act.didNot !== undefined);
      if (act.ends === "waits")
        expect(act.asks.filter((name) => contract[name]?.addition === undefined)).not.toEqual([]);
    },
  );

  test("is repeated by the client itself only where it is sent no more than twice, or until it is passed on", () => {
    for (const [call, { mostSends }] of rows)
      if (contract[call]?.repeatable || contract[call]?.method === "GET")
        expect([call, mostSends]).toEqual([call, mostSends === "untilPassedOn" ? mostSends : 2]);
  });
});
