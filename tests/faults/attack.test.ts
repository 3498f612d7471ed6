import { expect, onTestFinished, test } from "vitest";
import { attack } from "../../tools/attack/attack.ts";
import { freePort } from "../support/free-port.ts";
import { startPortal } from "../support/portal.ts";

test("no hostile input costs more than a few times a normal request", async () => {
  const metricsPort = await freePort();
  const portal = await startPortal({ METRICS_PORT: String(metricsPort) });
  onTestFinished(() => portal.stop());
  const metrics = `http://127.0.0.1:${metricsPort}`;
  const { costs } = await attack({ origin: portal.origin, metrics, rounds: 4 });
  // A tool for exact figures is `npm run attack`; a few requests each on a busy machine may differ by a factor.
  expect(costs.filter(({ ratio, budget }) => ratio > 4 * budget)).toEqual([]);
  expect(costs.filter(({ statuses }) => statuses.some((status) => status >= 500))).toEqual([]);
});
