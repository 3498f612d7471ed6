import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

interface Options {
  port: number;
  /** `host:port` of the metrics of each portal. */
  targets: string[];
  /** Content of the file of rules. */
  rules: string;
  /** Between two scrapes, and between two evaluations. */
  seconds: number;
}

interface Sample {
  metric: Record<string, string>;
  value: [number, string];
}
interface Alert {
  labels: Record<string, string>;
  state: "pending" | "firing";
}
interface Answers {
  query: { result: Sample[] };
  alerts: { alerts: Alert[] };
  rules: { groups: { rules: { name: string; health: string; lastError?: string }[] }[] };
}

/** A Prometheus of its own, with its data in a temporary folder. */
export async function startPrometheus({ port, targets, rules, seconds }: Options) {
  const folder = mkdtempSync(join(tmpdir(), "prometheus-"));
  writeFileSync(join(folder, "alerts.yaml"), rules);
  writeFileSync(
    join(folder, "prometheus.yml"),
    JSON.stringify({
      global: {
        scrape_interval: `${seconds}s`,
        scrape_timeout: `${seconds}s`,
        evaluation_interval: `${seconds}s`,
      },
      rule_files: ["alerts.yaml"],
      scrape_configs: [{ job_name: "portal", static_configs: [{ targets }] }],
    }),
  );
  const log: string[] = [];
  const args = [
    `--config.file=${join(folder, "prometheus.yml")}`,
    `--storage.tsdb.path=${join(folder, "data")}`,
    `--web.listen-address=127.0.0.1:${port}`,
    "--log.level=warn",
  ];
  const child = spawn("prometheus", args, { stdio: ["ignore", "ignore", "pipe"] });
  child.stderr.on("data", (lines) => log.push(String(lines)));
  const gone = once(child, "exit").catch((error: Error) => log.push(error.message));
  const killWithUs = () => child.kill("SIGKILL");
  process.once("exit", killWithUs);
  const origin = `http://127.0.0.1:${port}`;

  async function ask<Asked extends keyof Answers>(what: Asked, parameters: Record<string, string> = {}) {
    const answer = await fetch(`${origin}/api/v1/${what}?${new URLSearchParams(parameters)}`);
    const { status, data, error } = await answer.json();
    if (status !== "success") throw new Error(`Prometheus says of ${what}: ${error}`);
    return data as Answers[Asked];
  }

  while (!(await fetch(`${origin}/-/ready`).catch(() => undefined))?.ok) {
    if (child.exitCode !== null || child.pid === undefined)
      throw new Error(`Prometheus ended:\n${log.join("")}`);
    await wait(50);
  }
  return {
    origin,
    query: async (query: string) => (await ask("query", { query })).result,
    alerts: async () => (await ask("alerts")).alerts,
    rules: async () => (await ask("rules")).groups.flatMap((group) => group.rules),
    async stop() {
      child.kill("SIGKILL");
      await gone;
      process.off("exit", killWithUs);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
