import { existsSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { linkTo } from "../support/browser.ts";
import { changeClockBySignal } from "../support/clock.ts";
import { startFaultProxy } from "../support/fault-proxy.ts";
import { fresh } from "../support/fresh.ts";
import { limitFiles } from "../support/limit-files.ts";
import { entered, goToSummary } from "../support/offer.ts";
import { patienceMs } from "../support/patience.ts";
import { startPortal } from "../support/portal.ts";
import { startRedis } from "../support/redis-server.ts";
import { declaration } from "../support/termination.ts";

const started = async (settings: Record<string, string>) => {
  const portal = await startPortal(settings);
  onTestFinished(() => portal.stop());
  return portal;
};

test("a clock that is set back an hour while a part of the provider is closed, and a limit counts, delays neither", async () => {
  const provider = await startFaultProxy();
  onTestFinished(() => provider.stop());
  const clock = changeClockBySignal();
  const portal = await started({ ...clock, API_BASE_URL: provider.origin, PAGE_DEADLINE_MS: "5000" });
  const look = async () => (await portal.browser().get(`/angebot/${fresh()}`)).status;
  expect(await look()).toBe(200);
  provider.misbehave(/GET .*\/offer\//, "closes the connection");
  // Eight links in a row without an answer close it for five seconds.
  await expect.poll(look).toBe(503);
  for (let at = 0; at < 10; at++) await look();
  process.kill(portal.pid ?? 0, "SIGUSR2");
  await expect.poll(() => portal.log).toContain("set back");
  provider.behave();
  await expect.poll(look, { timeout: 2 * patienceMs }).toBe(200);
});

test.skipIf(!existsSync("/usr/bin/prlimit"))(
  "a moment without file descriptors takes no receipt's PDF from the customers after it",
  async () => {
    const portal = await started({});
    const customer = portal.browser();
    const receipt = await customer.post("/kuendigung", declaration(), { follow: true });
    const pdf = linkTo(receipt, "Bestätigung als PDF");
    // The connection of before is open still: a new one would need a descriptor.
    limitFiles(portal, 0);
    const without = await customer.get(pdf);
    limitFiles(portal, 100);
    const again = await customer.get(pdf);
    expect([without.status, again.status]).toEqual([500, 200]);
    expect(again.headers.get("Content-Type")).toBe("application/pdf");
  },
);

test("with a Redis that speaks RESP2 alone, an order is made, and readiness says that sessions are well", async () => {
  const redis = await startRedis(undefined, ["--rename-command", "HELLO", ""]);
  onTestFinished(() => redis.stop());
  const portal = await started({ SESSION_STORE: redis.url });
  const ready = async () => (await (await fetch(`${portal.origin}/health/ready`)).json()).sessions;
  await expect.poll(ready).toBe("ok");
  const customer = portal.browser();
  const ordered = await customer.submit(
    await goToSummary(customer, fresh("demo"), entered.directDebit),
    {},
    { follow: true },
  );
  expect(ordered.name).toBe("confirmation");
});
