import { expect, onTestFinished, test } from "vitest";
import { attack } from "../../tools/attack/attack.ts";
import { attackBudgets } from "../../tools/attack/budgets.ts";
import { attackWithRuns } from "../../tools/attack/runs.ts";
import { freePort } from "../support/free-port.ts";
import { testPatienceMs } from "../support/patience.ts";
import { startPortal } from "../support/portal.ts";

async function portalToAttack() {
  const metricsPort = await freePort();
  const portal = await startPortal({ METRICS_PORT: String(metricsPort), RATE_LIMIT_PER_MINUTE: "0" });
  onTestFinished(() => portal.stop());
  const pid = process.platform === "linux" ? portal.pid : undefined;
  return { origin: portal.origin, metrics: `http://127.0.0.1:${metricsPort}`, pid };
}

test("no hostile input costs more than a few times a normal request", async () => {
  const { costs } = await attack({ ...(await portalToAttack()), rounds: 4 });
  // A tool for exact figures is `npm run attack`; a few requests each on a busy machine may differ by a factor.
  expect(costs.filter(({ ratio, budget }) => ratio > 4 * budget)).toEqual([]);
  expect(costs.filter(({ statuses }) => statuses.some((status) => status >= 500))).toEqual([]);
});

test("no inbox is filled, and nothing that is planted is shown", async () => {
  const { origin } = await portalToAttack();
  const held = await attackBudgets(origin);
  expect(held.filter(({ worked, most }) => worked > most)).toEqual([]);
  const mailed = held.filter(({ most }) => most > 0);
  expect(
    mailed.map(({ worked }) => worked),
    "the first one of each",
  ).toEqual(mailed.map(({ most }) => most));
});

test("no run of characters in any field costs more than five normal posts", {
  timeout: 10 * testPatienceMs,
}, async () => {
  const worst = await attackWithRuns(await portalToAttack());
  expect(worst.flatMap(({ of, found }) => found.map((one) => `${of}, ${one}`))).toEqual([]);
  // Two thousand requests.
});
