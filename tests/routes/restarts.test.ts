import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startPortal } from "../support/portal.ts";
import { isMissingProxy, proxiedSettings, proxyKinds, startProxy } from "../support/proxies.ts";

/** By hand: RESTARTS=50 */
const restarts = Number(process.env.RESTARTS ?? 4);
const kinds = proxyKinds.filter((kind) => !isMissingProxy(kind));

test.skipIf(kinds.length === 0)(
  `${restarts} restarts under load lose no post behind the examples`,
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "restarts-"));
    const settings = {
      // Longer than the examples' checks take to notice.
      SHUTDOWN_DELAY: "3",
      LOG_LEVEL: "debug",
      SESSION_STORE: `sqlite:${join(folder, "sessions.sqlite")}`,
      SANDBOX_DATABASE: join(folder, "sandbox.sqlite"),
    };
    const [one, two] = await proxiedSettings();
    const portals = [await startPortal({ ...settings, ...one }), await startPortal({ ...settings, ...two })];
    const proxies = await Promise.all(
      kinds.map(async (kind) => ({ kind, ...(await startProxy(kind, portals)) })),
    );
    onTestFinished(async () => {
      await Promise.all([...proxies, ...portals].map((one) => one.stop()));
      rmSync(folder, { recursive: true });
    });

    const statuses = new Map<string, number>();
    let goesOn = true;
    const load = proxies.flatMap(({ kind, ask }) =>
      Array.from({ length: 2 }, async () => {
        while (goesOn) {
          // An incomplete form, so each answer is the same page with messages.
          const { status, text } = await ask("/kuendigung", { firstName: "Erika" });
          const outcome = `${kind} ${status} ${status === 422 ? "" : text.slice(0, 100)}`.trim();
          statuses.set(outcome, (statuses.get(outcome) ?? 0) + 1);
        }
      }),
    );
    const probesOf = ({ log }: { log: string[] }) =>
      log.filter((line) => line.includes('"/health/ready"')).length;
    for (let at = 0; at < restarts; at++) {
      const portal = portals[at % portals.length];
      if (!portal) continue;
      expect(await portal.terminate(), portal.log.slice(-5).join("\n")).toBe(0);
      await portal.restart();
      // As the runbook says: the other one goes on until the proxies' checks have seen this one.
      const before = probesOf(portal);
      await expect.poll(() => probesOf(portal)).toBeGreaterThan(before + 2 * kinds.length);
    }
    goesOn = false;
    await Promise.all(load);
    if (process.env.RESTARTS)
      console.log(Object.fromEntries(statuses), proxies.find(({ kind }) => kind === "nginx")?.log.join(""));
    expect([...statuses.keys()].sort()).toEqual(kinds.map((kind) => `${kind} 422`).sort());
    for (const [outcome, count] of statuses) expect(count, outcome).toBeGreaterThan(restarts * 3);
  },
  1_200_000,
);
