import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startDaemon } from "./daemon.ts";

interface Options {
  port: number;
  /** `host:port` of the metrics of each portal. */
  targets: string[];
  /** Content of the file of rules. */
  rules: string;
  /** Between two scrapes, and between two evaluations. */
  seconds: number;
  /** `host:port` of the Alertmanager that gets what fires. */
  alertmanager?: string;
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
export async function startPrometheus({ port, targets, rules, seconds, alertmanager }: Options) {
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
      ...(alertmanager && {
        alerting: { alertmanagers: [{ static_configs: [{ targets: [alertmanager] }] }] },
      }),
      scrape_configs: [{ job_name: "portal", static_configs: [{ targets }] }],
    }),
  );
  const args = [
    `--config.file=${join(folder, "prometheus.yml")}`,
    `--storage.tsdb.path=${join(folder, "data")}`,
    `--web.listen-address=127.0.0.1:${port}`,
    `--rules.alert.resend-delay=${seconds}s`,
    "--log.level=warn",
  ];
  const origin = `http://127.0.0.1:${port}`;

  async function ask<Asked extends keyof Answers>(what: Asked, parameters: Record<string, string> = {}) {
    const answer = await fetch(`${origin}/api/v1/${what}?${new URLSearchParams(parameters)}`);
    const { status, data, error } = await answer.json();
    if (status !== "success") throw new Error(`Prometheus says of ${what}: ${error}`);
    return data as Answers[Asked];
  }

  const daemon = await startDaemon("prometheus", args, origin);
  return {
    origin,
    query: async (query: string) => (await ask("query", { query })).result,
    alerts: async () => (await ask("alerts")).alerts,
    rules: async () => (await ask("rules")).groups.flatMap((group) => group.rules),
    async stop() {
      await daemon.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
