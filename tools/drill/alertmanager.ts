import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { startDaemon } from "./daemon.ts";

interface Notification {
  status: "firing" | "resolved";
  receiver: string;
  groupLabels: { alertname?: string };
}

/** An Alertmanager with the given configuration, whose webhooks lead to a receiver here. */
export async function startAlertmanager(port: number, configuration: string) {
  const received: Notification[] = [];
  const receiver = createServer(async (request, response) => {
    received.push((await json(request)) as Notification);
    response.end();
  });
  await new Promise<void>((listening) => receiver.listen(0, "127.0.0.1", listening));
  const { port: to } = receiver.address() as AddressInfo;

  const folder = mkdtempSync(join(tmpdir(), "alertmanager-"));
  const file = join(folder, "alertmanager.yml");
  writeFileSync(file, configuration.replace(/https:\/\/\S+\.example\.net\//g, `http://127.0.0.1:${to}/`));
  const origin = `http://127.0.0.1:${port}`;
  const args = [
    `--config.file=${file}`,
    `--storage.path=${join(folder, "data")}`,
    `--web.listen-address=127.0.0.1:${port}`,
    // No cluster.
    "--cluster.listen-address=",
    "--log.level=warn",
  ];
  const daemon = await startDaemon("prometheus-alertmanager", args, origin);
  return {
    /** How many notifications of an alert have come to a receiver. */
    count: (name: string, alert: string) =>
      received.filter(
        (notification) => notification.receiver === name && notification.groupLabels.alertname === alert,
      ).length,
    /** The alerts of which somebody was notified, and not yet that they are over. */
    told() {
      const open = new Set<string>();
      for (const { status, groupLabels } of received) {
        if (status === "firing") open.add(groupLabels.alertname ?? "");
        else open.delete(groupLabels.alertname ?? "");
      }
      return open;
    },
    async stop() {
      await daemon.stop();
      receiver.closeAllConnections();
      await new Promise((closed) => receiver.close(closed));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
