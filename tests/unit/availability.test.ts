import { expect, test, vi } from "vitest";
import { whenAvailable } from "#app/backend/availability.server.ts";
import { offerCalls } from "#app/backend/contract/offer.ts";

const call = offerCalls.loadOffer;
const done = { ok: true, data: "sent" } as const;
const never = new AbortController().signal;

test("a call that waits behind others gives up when its page does, and is not sent afterwards", async () => {
  const others = Promise.withResolvers<typeof done>();
  const busy = Array.from({ length: 100 }, () => whenAvailable(call, never, () => others.promise));
  const page = new AbortController();
  const ask = vi.fn(async () => done);
  const waiting = whenAvailable(call, page.signal, ask);
  const patient = whenAvailable(call, never, async () => done);
  page.abort();
  expect(await waiting).toMatchObject({ ok: false, failure: { kind: "unavailable", retryAfter: 5 } });
  others.resolve(done);
  await Promise.all(busy);
  expect(await patient).toBe(done);
  expect(ask).not.toHaveBeenCalled();
});

test("a call that was sent is left to its own limit", async () => {
  const page = new AbortController();
  const answer = Promise.withResolvers<typeof done>();
  const sent = whenAvailable(call, page.signal, () => answer.promise);
  await Promise.resolve();
  page.abort();
  answer.resolve(done);
  expect(await sent).toBe(done);
});
