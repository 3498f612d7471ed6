import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "./free-port.ts";

/** Proxies that answer a body over this size themselves, by pages of their own. */
const limitBytes = 500;
const limits = {
  "nginx 413": "nginx",
  "haproxy 408": "haproxy",
} as const;
export type Limit = keyof typeof limits;
export const proxyOf = (limit: Limit) => limits[limit];

/** A proxy as somebody else has set it up: with a limit of its own that the portal does not know. */
export async function startLimitedProxy(limit: Limit, target: string) {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), "limited-"));
  const file = join(folder, "proxy.conf");
  const { host } = new URL(target);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => {
    mkdirSync(join(folder, name), { mode: 0o777 });
    return `${name}_temp_path ${join(folder, name)};`;
  });
  const user = process.getuid?.() === 0 ? "user root;" : "";
  const nginx = `${user} daemon off; pid ${folder}/pid; error_log stderr; events {}
http { access_log off; ${temporary.join(" ")}
  server { listen 127.0.0.1:${port}; client_max_body_size ${limitBytes};
    location / { proxy_pass ${target}; proxy_set_header Host $http_host; } } }`;
  const haproxy = `defaults
  mode http
  timeout connect 5s
  timeout client 60s
  timeout server 60s
frontend customers
  bind 127.0.0.1:${port}
  http-request deny deny_status ${limit.split(" ")[1]} if { req.hdr_val(content-length) gt ${limitBytes} }
  default_backend portal
backend portal
  server one ${host}`;
  const isNginx = proxyOf(limit) === "nginx";
  writeFileSync(file, `${isNginx ? nginx : haproxy}\n`);
  const child: ChildProcess = spawn(proxyOf(limit), isNginx ? ["-c", file] : ["-db", "-f", file], {
    env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` },
    stdio: "ignore",
  });
  const origin = `http://127.0.0.1:${port}`;
  while ((await fetch(`${origin}/robots.txt`).catch(() => undefined))?.status !== 200) {
    if (child.exitCode !== null) throw new Error(`${limit} has ended.`);
    await wait(50);
  }
  return {
    origin,
    async stop() {
      // nginx ends its workers, which a kill would leave behind.
      child.kill("SIGTERM");
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
