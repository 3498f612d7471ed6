import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { mostSends } from "#app/outcome/acts.ts";
import type { Browser } from "../support/browser.ts";
import { type Fault, faults, type Play } from "../support/fault-proxy.ts";
import { faultyPortalForTests } from "../support/faulty-portal.ts";
import { fresh } from "../support/fresh.ts";
import { entered, goToSummary } from "../support/offer.ts";

// A provider that knows no keys takes each acceptance for an order of its own: what counts is how often it is called.
const { portal, backend } = await faultyPortalForTests();
/** Half of what a page may take: only after that may another request send an order again (`order.server.ts`). */
const overdueMs = 2500;

/** An order whose acceptance meets this fault, and how often the provider was called for it. */
async function orderDespite(fault: Fault | Play, acts = false) {
  const token = fresh();
  const customer = portal.browser();
  const page = await goToSummary(customer, token);
  const rule = backend.strike({ call: /POST \/api\/offer\/accept\//, of: token, fault, acts });
  // Nobody can say that the order that the provider has is this one.
  if (acts)
    backend.strike({ call: /GET \/api\/offer\/summary\//, of: token, fault: "answers 500 with a page" });
  const sentAt = Date.now();
  const { status, location } = await customer.submit(page);
  expect([status, location]).toEqual([303, `/angebot/${token}/danke`]);
  return { token, customer, rule, sentAt };
}
const look = (customer: Browser, token: string) => customer.get(`/angebot/${token}/danke`);
/** Looks for as long as it takes until an order is overdue, and hardly longer: the first call must not reach its limit. */
async function lookAround(customer: Browser, token: string) {
  const end = performance.now() + overdueMs * 1.2;
  while (performance.now() < end) {
    expect((await look(customer, token)).state).toBe("Waiting");
    await wait((overdueMs * 1.2) / 8);
  }
}

test.concurrent("an order that is open is sent again once it is overdue, not at every look", async () => {
  const { token, customer, rule, sentAt } = await orderDespite("breaks off within the answer");
  expect(rule.met(), "at the press").toBe(1);
  await lookAround(customer, token);
  expect(rule.met()).toBeLessThanOrEqual(1 + Math.floor((Date.now() - sentAt) / overdueMs));
});

test.concurrent("an order whose call has taken long is not sent again by the press that waited for it", async () => {
  const { rule } = await orderDespite(async ({ response }) => {
    await wait(overdueMs + 100);
    response
      .writeHead(200, { "Content-Length": "5000" })
      .write('{"orderId":', () => response.socket?.destroy());
  });
  expect(rule.met()).toBe(1);
});

test.concurrent("an order that the provider has is not sent again, though nobody can say whose it is", async () => {
  const { token, customer, rule } = await orderDespite("breaks off within the answer", true);
  await lookAround(customer, token);
  expect(rule.met()).toBe(1);
});

test.concurrent("an order whose call is still under way is neither sent nor counted again", async ({
  expect,
}) => {
  let answer = (_: number) => {};
  const { token, customer, rule } = await orderDespite(({ response }) => {
    answer = (status) => response.writeHead(status).end();
  });
  await lookAround(customer, token);
  answer(500);
  let state: string | undefined;
  const isKnown = async () => {
    ({ state } = await look(customer, token));
    return rule.met() > 1 || state !== "Waiting";
  };
  await expect.poll(isKnown).toBe(true);
  expect([rule.met(), state]).toEqual([1, "Unexpected"]);
});

test.concurrent("an order that the third call has placed is not sent a fourth time to learn where it is paid", async () => {
  const token = fresh();
  const customer = portal.browser();
  const page = await goToSummary(customer, token, entered.card);
  const accept = /POST \/api\/offer\/accept\//;
  // Of those before, the provider knows nothing.
  const breaksOff = faults["breaks off within the answer"];
  const rule = backend.strike({
    call: accept,
    of: token,
    fault: async (stage) => {
      if (rule.met() === mostSends("acceptOffer")) await stage.answer();
      breaksOff(stage);
    },
  });
  await customer.submit(page);
  const stateOf = async () => (await look(customer, token)).state;
  await expect.poll(stateOf, { timeout: 4 * overdueMs }).toBe("PaymentOpen");
  expect(await stateOf()).toBe("PaymentOpen");
  expect(rule.met()).toBe(mostSends("acceptOffer"));
});
