import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { startBalancer } from "../support/balancer.ts";
import { startPortal } from "../support/portal.ts";

test("six restarts under load lose no post", async () => {
  const folder = mkdtempSync(join(tmpdir(), "restarts-"));
  const settings = {
    // A busy machine may need more than a second to notice.
    SHUTDOWN_DELAY: "3",
    SESSION_STORE: `sqlite:${join(folder, "sessions.sqlite")}`,
    SANDBOX_DATABASE: join(folder, "sandbox.sqlite"),
  };
  const portals = [await startPortal(settings), await startPortal(settings)];
  const balancer = await startBalancer(portals.map(({ port }) => port));
  onTestFinished(async () => {
    await balancer.stop();
    await Promise.all(portals.map((portal) => portal.stop()));
    rmSync(folder, { recursive: true });
  });

  const statuses = new Map<number | string, number>();
  let goesOn = true;
  const customer = async () => {
    while (goesOn) {
      const answer = await fetch(`${balancer.origin}/kuendigung`, {
        method: "POST",
        body: new URLSearchParams({ firstName: "Erika" }),
      }).catch((error: Error) => error);
      const outcome = answer instanceof Error ? answer.message : answer.status;
      statuses.set(outcome, (statuses.get(outcome) ?? 0) + 1);
      if (!(answer instanceof Error)) await answer.arrayBuffer();
    }
  };
  const load = Array.from({ length: 4 }, customer);
  for (const at of [0, 1, 0, 1, 0, 1]) {
    expect(await portals[at]?.terminate(), portals[at]?.log.slice(-5).join("\n")).toBe(0);
    await portals[at]?.restart();
    // The balancer has to notice before the other one stops.
    await vi.waitUntil(() => balancer.backends.every(({ ready }) => ready), { timeout: 60_000 });
  }
  goesOn = false;
  await Promise.all(load);
  // An incomplete form, so each answer is the same page with messages.
  expect([...statuses.keys()]).toEqual([422]);
  expect(statuses.get(422), "posts during the restarts").toBeGreaterThan(6 * load.length);
}, 300_000);
