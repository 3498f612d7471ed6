import { expect, test } from "vitest";
import { portalForTests } from "../support/portal-for-tests.ts";

const portal = await portalForTests();

test.each(["termination", "withdrawal"])("a %s of a scenario is one click", async (name) => {
  const customer = portal.browser();
  const form = await customer.get(`/sandbox/prefill/${name}/lost~${name}`, { follow: true });
  expect([form.status, form.name]).toEqual([200, name]);
  const received = await customer.submit(form, {}, { follow: true });
  expect([received.status, received.name]).toEqual([200, `${name}-confirmation`]);
  const answer = await fetch(`${portal.origin}/sandbox/token.json?token=lost~${name}`);
  const { calls } = (await answer.json()) as { calls: { effect: string; idempotencyKey: string }[] };
  expect(new Set(calls.flatMap(({ idempotencyKey }) => idempotencyKey ?? [])).size).toBe(1);
  expect(calls.map(({ effect }) => effect)).toContain("done");
});

test("a link that prefills no form does not exist", async () =>
  expect((await portal.browser().get("/sandbox/prefill/payment/demo")).status).toBe(404));
