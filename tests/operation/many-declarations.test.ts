import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { startPrometheus } from "../../tools/drill/prometheus.ts";
import { fasterRules } from "../../tools/drill/rules.ts";
import { fillDeclarations } from "../support/filled-declarations.ts";
import { freePort } from "../support/free-port.ts";
import { node, processSettings, sessionSecret, startPortal } from "../support/portal.ts";
import { startPostgres } from "../support/postgres-server.ts";
import { fileText } from "../support/repository.ts";
import { declaration } from "../support/termination.ts";

// A weekend without the provider.
const waiting = 100_000;
const postgres = await startPostgres();
afterAll(() => postgres.stop());
const metricsPort = await freePort();
const settings = { DECLARATION_STORE: postgres.url, DECLARATION_RETRY_MS: "600000" };
const portal = await startPortal({ ...settings, METRICS_PORT: String(metricsPort) });
await fetch(`${portal.origin}/health/ready`);
await fillDeclarations(postgres, { forwarded: 1000, waiting: 0 });
// Of the day before.
await postgres.query("ANALYZE declaration");
await fillDeclarations(postgres, { forwarded: 0, waiting, waitedMs: 2 * 3_600_000 });
await postgres.query(`UPDATE declaration SET behind = (SELECT min(seq) FROM declaration WHERE state = 'waiting')
  WHERE id = 'w2'`);

const isMissing = !process.env.CI && spawnSync("prometheus", ["--version"]).error !== undefined;
test.skipIf(isMissing)(
  "a hundred thousand that wait are counted at each scrape, and page somebody",
  async () => {
    const prometheus = await startPrometheus({
      port: await freePort(),
      targets: [`127.0.0.1:${metricsPort}`],
      rules: fasterRules(fileText("deploy/alerts.yaml"), 60),
      seconds: 1,
    });
    onTestFinished(() => prometheus.stop());
    const firing = async () =>
      (await prometheus.alerts())
        .filter(({ state }) => state === "firing")
        .map(({ labels }) => labels.alertname);
    await expect.poll(firing).toEqual(expect.arrayContaining(["DeclarationsWait", "DeclarationsOvertaken"]));
    expect((await portal.browser().post("/kuendigung", declaration())).status).toBe(303);
    const counted = async () => (await prometheus.query("portal_declarations_waiting"))[0]?.value[1];
    await expect.poll(counted).toBe(String(waiting));
    // Only what is no number differs from itself.
    const blind = "count_over_time((portal_declarations_waiting != portal_declarations_waiting)[1h:1s])";
    expect(await prometheus.query(blind)).toEqual([]);
  },
);

const command = ["server/commands/declarations.ts"];
const run = (...args: string[]) =>
  spawn(node, [...command, ...args], {
    env: {
      ...processSettings,
      ...settings,
      SANDBOX: "embedded",
      SESSION_STORE: `sqlite:${join(mkdtempSync(join(tmpdir(), "operator-")), "sessions.sqlite")}`,
      SESSION_SECRET: sessionSecret,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });

test("are listed whole, and sent again in steps that can be broken off and go on", async () => {
  // Nobody can read these: its worker would only skip them.
  await portal.stop();
  const list = await text(run("list").stdout);
  expect(list.trim().split("\n").length).toBeGreaterThan(waiting);

  const brokenOff = run("resend", "all");
  const lines = createInterface(brokenOff.stderr);
  lines.once("line", () => brokenOff.kill("SIGINT"));
  const said = await text(brokenOff.stdout);
  expect(said).toMatch(/^\d+ will be tried again now\. Broken off: the same command goes on\.\n$/);
  const due = async () => {
    const [row] = await postgres.query(
      "SELECT count(*) AS due FROM declaration WHERE due <= extract(epoch FROM now()) * 1000",
    );
    return Number(row?.due);
  };
  const first = await due();
  expect(first).toBe(Number.parseInt(said, 10));
  expect(first).toBeLessThan(waiting);

  const whole = run("resend", "all");
  const [progress, end] = await Promise.all([text(whole.stderr), text(whole.stdout)]);
  expect(progress).toMatch(new RegExp(`^5000 of ${waiting}`));
  expect(end).toBe(`${waiting} will be tried again now.\n`);
  expect(await due()).toBe(waiting);
});
