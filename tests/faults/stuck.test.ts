import { expect, onTestFinished, test } from "vitest";
import { startFaultProxy } from "../support/fault-proxy.ts";
import { freePort } from "../support/free-port.ts";
import { startPortal } from "../support/portal.ts";
import { declaration, received } from "../support/termination.ts";

/** Loaded into the portal: on a signal, its loop never turns again. */
const holdsOnSignal = `process.on("SIGWINCH", function holdTheLoop() { for (let i = 0; ; i++) Math.sqrt(i); })`;

test("a portal whose loop stands still ends, says where, and loses no declaration", async () => {
  const backend = await startFaultProxy();
  const metricsPort = await freePort();
  const portal = await startPortal({
    API_BASE_URL: backend.origin,
    METRICS_PORT: String(metricsPort),
    DECLARATION_RETRY_MS: "250",
    PAGE_DEADLINE_MS: "6000",
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(holdsOnSignal)}`,
  });
  onTestFinished(async () => void (await Promise.all([portal.stop(), backend.stop()])));
  const stoodStill = async () => {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    return Number(/^portal_stood_still_timestamp_seconds (\S+)$/m.exec(text)?.[1]);
  };
  expect(await stoodStill()).toBe(0);
  backend.misbehave(/POST .*contracttermination/, "answers 503 without words");
  expect((await portal.browser().post("/kuendigung", declaration())).status).toBe(303);

  const held = Date.now() / 1000;
  process.kill(portal.pid ?? 0, "SIGWINCH");
  await portal.gone();
  const last = JSON.parse(portal.log.findLast((line) => line.includes("has not turned")) ?? "{}");
  expect(last).toMatchObject({ level: 60, stack: expect.stringMatching(/^holdTheLoop \(data:/) });

  backend.behave();
  await portal.restart();
  await expect.poll(async () => (await received(backend.origin)).length).toBe(1);
  expect(await stoodStill()).toBeGreaterThan(held);
  expect(portal.log.join("\n")).toContain("The process before this one stood still");
  await portal.restart();
  expect(await stoodStill(), "it is said once").toBe(0);
});
