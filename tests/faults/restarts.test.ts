import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { freePort } from "../support/free-port.ts";
import { type Portal, startPortal } from "../support/portal.ts";
import {
  isMissingProxy,
  type ProxyKind,
  proxiedSettings,
  proxiesHere,
  startProxy,
} from "../support/proxies.ts";

/** By hand: RESTARTS=50 */
const restarts = Number(process.env.RESTARTS ?? 2);
const kinds = proxiesHere();

interface Site {
  portals: [Portal, Portal];
  folder: string;
}
/** Posts behind each proxy while two portals are restarted: all arrive. */
async function underLoad(
  kinds: readonly ProxyKind[],
  settings: Record<string, string>[],
  restart: (site: Site) => Promise<unknown>,
) {
  const folder = mkdtempSync(join(tmpdir(), "restarts-"));
  const shared = {
    LOG_LEVEL: "debug",
    SESSION_STORE: `sqlite:${join(folder, "sessions.sqlite")}`,
    SANDBOX_DATABASE: join(folder, "sandbox.sqlite"),
  };
  const [one, two] = settings;
  const portals: Site["portals"] = [
    await startPortal({ ...shared, ...one }),
    await startPortal({ ...shared, ...two }),
  ];
  const proxies = await Promise.all(
    kinds.map(async (kind) => ({ kind, ...(await startProxy(kind, portals)) })),
  );
  onTestFinished(async () => {
    await Promise.all([...proxies, ...portals].map((one) => one.stop()));
    rmSync(folder, { recursive: true });
  });

  const statuses = new Map<string, number>();
  let goesOn = true;
  const load = proxies.map(async ({ kind, ask }) => {
    while (goesOn) {
      // An incomplete form, so each answer is the same page with messages.
      const { status, text } = await ask("/kuendigung", { firstName: "Erika" });
      const outcome = `${kind} ${status} ${status === 422 ? "" : text.slice(0, 100)}`.trim();
      statuses.set(outcome, (statuses.get(outcome) ?? 0) + 1);
      // Posts at every moment, without keeping both processors busy for the whole test.
      await wait(250);
    }
  });
  await restart({ portals, folder });
  goesOn = false;
  await Promise.all(load);
  if (process.env.RESTARTS)
    console.log(Object.fromEntries(statuses), proxies.find(({ kind }) => kind === "nginx")?.log.join(""));
  expect([...statuses.keys()].sort()).toEqual(kinds.map((kind) => `${kind} 422`).sort());
  return statuses;
}

test.skipIf(kinds.length === 0)(
  `${restarts} restarts under load lose no post behind the examples`,
  async () => {
    // As in deploy/portal.env: HAProxy needs three checks, one a second, to notice.
    const settings = (await proxiedSettings()).map((own) => ({ ...own, SHUTDOWN_DELAY: "5" }));
    const probesOf = ({ log }: { log: string[] }) =>
      log.filter((line) => line.includes('"/health/ready"')).length;
    const statuses = await underLoad(kinds, settings, async ({ portals }) => {
      for (let at = 0; at < restarts; at++) {
        const portal = portals[at % portals.length];
        if (!portal) continue;
        expect(await portal.terminate(), portal.log.slice(-5).join("\n")).toBe(0);
        await portal.restart();
        // As the runbook says: the other one goes on until the proxies' checks have seen this one.
        const before = probesOf(portal);
        await expect.poll(() => probesOf(portal)).toBeGreaterThan(before + 2 * kinds.length);
      }
    });
    for (const [outcome, count] of statuses) expect(count, outcome).toBeGreaterThan(restarts * 3);
  },
  1_200_000,
);

/** Those whose examples have a port for the checks of each portal of a machine. */
const onOneMachine = (["nginx", "haproxy"] as const).filter((kind) => !isMissingProxy(kind));
test.skipIf(onOneMachine.length === 0)(
  "deploy/systemd/restart.sh under load loses no post behind nginx and HAProxy",
  async () => {
    const ports = [await freePort(), await freePort()];
    // As in deploy/portal.env.
    const settings = ports.map((port) => ({ METRICS_PORT: String(port), SHUTDOWN_DELAY: "5" }));
    await underLoad(onOneMachine, settings, async ({ portals, folder }) => {
      const restarted: string[] = [];
      // What systemd does: it waits for the old process, and the unit's ExecStartPost for the new one to be ready.
      const systemd = createServer(async ({ url = "" }, response) => {
        restarted.push(url);
        const portal = portals[Number(url.at(-1)) - 1];
        response.writeHead((await portal?.terminate()) === 0 ? 200 : 500);
        await portal?.restart();
        response.end();
      });
      await new Promise<void>((listening) => systemd.listen(0, "127.0.0.1", listening));
      onTestFinished(() => void systemd.close());
      const bin = join(folder, "bin");
      mkdirSync(bin);
      const { port } = systemd.address() as AddressInfo;
      writeFileSync(
        join(bin, "systemctl"),
        `#!/bin/bash\nexec 3<>/dev/tcp/127.0.0.1/${port}\nprintf 'GET /%s/%s HTTP/1.0\\r\\n\\r\\n' "$1" "$2" >&3\nread -r -u 3 _ status _\n[[ $status == 200 ]] && cat <&3 > /dev/null\n`,
        { mode: 0o755 },
      );
      for (const [at, own] of ports.entries())
        writeFileSync(join(folder, `${at + 1}.env`), `METRICS_PORT=${own}\n`);
      const env = { ...process.env, PATH: `${bin}:${process.env.PATH}`, PORTAL_SETTINGS: folder };
      await promisify(execFile)("deploy/systemd/restart.sh", { env });
      expect(restarted).toEqual(["/restart/portal@1", "/restart/portal@2"]);
    });
  },
  600_000,
);
