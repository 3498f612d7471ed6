import { expect, onTestFinished, test } from "vitest";
import type { Browser } from "../support/browser.ts";
import { faultyPortalForTests } from "../support/faulty-portal.ts";
import { fresh } from "../support/fresh.ts";
import { goToSummary, knownEnd } from "../support/offer.ts";
import { mailsAbout } from "../support/outbox.ts";
import { type Portal, startPortal } from "../support/portal.ts";
import { startRedis } from "../support/redis-server.ts";

const { portal, backend } = await faultyPortalForTests({});
const accept = /POST \/api\/offer\/accept\//;

/** Orders, and resolves once the order is on its way. */
async function orderOnItsWay(customer: Browser) {
  const token = fresh("accept-slow-600");
  const page = await goToSummary(customer, token);
  const sent = customer.submit(page).catch(() => undefined);
  const isOnItsWay = (call: string) => accept.test(call) && call.includes(token.slice(-8));
  await expect.poll(() => backend.calls.some(isOnItsWay)).toBe(true);
  return { token, sent };
}

async function expectPlaced(customer: Browser, token: string) {
  const end = await knownEnd(customer, token);
  expect([end.name, end.state]).toEqual(["confirmation", undefined]);
  expect(await mailsAbout(backend.origin, token)).toHaveLength(1);
}

test("a portal that is killed while an order is on its way: the reload ends on the confirmation", async () => {
  const customer = portal.browser();
  const { token, sent } = await orderOnItsWay(customer);
  await portal.restart();
  await sent;
  await expectPlaced(customer, token);
});

test("of two portals on one Redis one is killed with an order on its way: the other ends on the confirmation", async () => {
  const redis = await startRedis();
  onTestFinished(() => redis.stop());
  const shared = {
    API_BASE_URL: backend.origin,
    SESSION_STORE: redis.url,
    PAGE_DEADLINE_MS: "5000",
    RATE_LIMIT_PER_MINUTE: "0",
  };
  const portals = await Promise.all([startPortal(shared), startPortal(shared)]);
  onTestFinished(async () => void (await Promise.all(portals.map((one) => one.stop()))));
  const [killed, other] = portals as [Portal, Portal];
  const customer = killed.browser();
  const { token, sent } = await orderOnItsWay(customer);
  await killed.kill();
  expect(await sent).toBeUndefined();
  const elsewhere = other.browser();
  for (const [name, value] of customer.cookies) elsewhere.cookies.set(name, value);
  await expectPlaced(elsewhere, token);
});
