import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:https";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { runCommand } from "./command.ts";
import { freePort } from "./free-port.ts";
import { patienceMs } from "./patience.ts";
import type { Portal } from "./portal.ts";

const root = join(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(join(root, "deploy", file), "utf8");
export const proxyKinds = ["nginx", "caddy", "haproxy"] as const;
export type ProxyKind = (typeof proxyKinds)[number];
const hostName = "o2.example.net";

const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` };
const isInstalled = (kind: ProxyKind) =>
  spawnSync(kind, [kind === "caddy" ? "version" : "-v"], { env }).error === undefined;
/** `npm test` installs them if it can; in CI they must not be missing. */
export const isMissingProxy = (kind: ProxyKind) => !process.env.CI && !isInstalled(kind);

/** Those that tests run behind. */
export const proxiesHere = () => proxyKinds.filter((kind) => !isMissingProxy(kind));

/** Containers may have none. */
export const hasIpv6 = Object.values(networkInterfaces()).some((addresses) =>
  addresses?.some(({ address }) => address === "::1"),
);

/**
 * Settings of two portals on one machine for these examples: Caddy checks both at the same port, so that each listens on
 * an address of its own.
 */
export async function proxiedSettings() {
  const metricsPort = String(await freePort());
  return ["127.0.0.1", "127.0.0.2"].map((HOST) => ({ HOST, METRICS_PORT: metricsPort, PUBLIC_PROBES: "0" }));
}

let outagePages: string | undefined;
/** Written as an operator does, once for all proxies: they are the same each time. */
function copyOutagePages(folder: string) {
  if (!outagePages) {
    const written = mkdtempSync(join(tmpdir(), "outage-pages-"));
    process.once("exit", () => rmSync(written, { recursive: true, force: true }));
    const { status, stderr } = runCommand("outage-pages", [written], { SANDBOX: "embedded" });
    if (status !== 0) throw new Error(stderr);
    outagePages = written;
  }
  cpSync(outagePages, folder, { recursive: true });
}

type Proxied = Pick<Portal, "port" | "host" | "metricsPort">;

/** The shipped example of a proxy, in front of these portals: nothing but ports, addresses and folders is changed. */
export async function startProxy(kind: ProxyKind, portals: Proxied[]) {
  const [one = "", two = ""] = portals.map(({ host, port }) => `${host}:${port}`);
  const metricsPort = String(portals[0]?.metricsPort);
  const folder = mkdtempSync(join(tmpdir(), `${kind}-`));
  const secure = await freePort();
  const plain = await freePort();
  const certificate = `-x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1 -subj /CN=${hostName}`;
  const key = join(folder, "portal.key");
  const chain = join(folder, "portal.crt");
  spawnSync("openssl", ["req", ...certificate.split(" "), "-keyout", key, "-out", chain]);
  const file = join(folder, "proxy.conf");
  copyOutagePages(join(folder, "outage"));

  /** What an operator changes too. */
  const settings: Record<ProxyKind, () => { content: string; args: string[]; env?: Record<string, string> }> =
    {
      nginx() {
        const own = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => {
          mkdirSync(join(folder, name), { mode: 0o777 });
          return `${name}_temp_path ${join(folder, name)};`;
        });
        const content = read("nginx.conf")
          .replace("http {", `http {\n${own.join("\n")}\naccess_log off;`)
          .replaceAll("/etc/nginx", folder)
          .replaceAll(/\/var\/(?:cache|log)\/nginx/g, folder)
          .replaceAll(/listen 80\b/g, `listen 127.0.0.1:${plain}`)
          .replaceAll(/listen 443\b/g, `listen 127.0.0.1:${secure}`)
          .replaceAll(/listen \[::\]:80\b/g, hasIpv6 ? `listen [::1]:${plain}` : "#")
          .replaceAll(/listen \[::\]:443\b/g, hasIpv6 ? `listen [::1]:${secure}` : "#");
        const user = process.getuid?.() === 0 ? "user root;" : "";
        return {
          content,
          args: ["-c", file, "-g", `daemon off; pid ${folder}/pid; error_log stderr; ${user}`],
        };
      },
      caddy: () => ({
        content: read("Caddyfile")
          .replace(/^\{$/m, `{\nadmin off\nskip_install_trust\nhttp_port ${plain}`)
          .replaceAll("/etc/caddy", folder)
          .replace("portal-1:3000", one)
          .replace("portal-2:3000", two)
          .replace("health_port 9464", `health_port ${metricsPort}`),
        args: ["run", "--adapter", "caddyfile", "--config", file],
        env: { BRAND_HOSTS: `https://${hostName}:${secure}`, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
      }),
      haproxy() {
        writeFileSync(join(folder, "portal.pem"), readFileSync(chain, "utf8") + readFileSync(key, "utf8"));
        const content = read("haproxy.cfg")
          .replaceAll("/etc/haproxy", folder)
          .replace(/ port 9464$/m, ` port ${metricsPort}`)
          .replace(/ port 9465$/m, ` port ${portals[1]?.metricsPort}`)
          .replace("bind :80", `bind 127.0.0.1:${plain}`)
          .replace("bind :443", `bind 127.0.0.1:${secure}`)
          .replace("bind :::80", hasIpv6 ? `bind ::1:${plain}` : "#")
          .replace("bind :::443", hasIpv6 ? `bind ::1:${secure}` : "#");
        return { content, args: ["-db", "-f", file] };
      },
    };
  const { content, args, env: own } = settings[kind]();
  // At once: a portal's own port may begin with those digits.
  const portalsOf: Record<string, string> = { "3001": one, "3002": two };
  writeFileSync(
    file,
    content.replaceAll(/127\.0\.0\.1:(3001|3002)\b/g, (_, port: string) => portalsOf[port] ?? ""),
  );

  const log: string[] = [];
  const child: ChildProcess = spawn(kind, args, {
    env: { ...env, ...own },
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (line) => log.push(String(line)));
  // nginx ends its workers, which a kill would leave behind.
  const kill = () => child.kill(kind === "nginx" ? "SIGTERM" : "SIGKILL");
  process.once("exit", kill);

  const agent = new Agent({ keepAlive: true, rejectUnauthorized: false });
  /** As a customer's browser asks. @returns status 0 where the connection broke */
  const ask = (path: string, form?: Record<string, string>, headers: Record<string, string> = {}) =>
    new Promise<{ status: number; location?: string; cookie?: string; encoding?: string; text: string }>(
      (resolve) => {
        const asked = request(
          {
            agent,
            host: "127.0.0.1",
            port: secure,
            path,
            method: form ? "POST" : "GET",
            servername: hostName,
            headers: {
              Host: `${hostName}:${secure}`,
              ...(form && {
                Origin: `https://${hostName}:${secure}`,
                "Content-Type": "application/x-www-form-urlencoded",
              }),
              ...headers,
            },
          },
          async (answer) => {
            const chunks = await answer.toArray().catch(() => []);
            const { statusCode: status = 0, headers: given } = answer;
            const cookie = given["set-cookie"]?.map((line) => line.split(";")[0]).join("; ") ?? "";
            const text = Buffer.concat(chunks).toString();
            resolve({
              status,
              location: given.location ?? "",
              cookie,
              encoding: given["content-encoding"],
              text,
            });
          },
        );
        asked.on("error", ({ message }) => resolve({ status: 0, text: message }));
        asked.end(form && new URLSearchParams(form).toString());
      },
    );

  // It takes requests once its files are read, and where it checks portals, once it has done so.
  for (const until = Date.now() + 4 * patienceMs; (await ask("/kuendigung")).status !== 200; ) {
    if (child.exitCode !== null) throw new Error(`${kind} ended:\n${log.join("")}`);
    if (Date.now() > until) throw new Error(`${kind} takes no request:\n${log.join("")}`);
    await wait(50);
  }
  return {
    ask,
    port: secure,
    plainPort: plain,
    /** That of the example; Caddy's is made by itself. */
    certificate: chain,
    log,
    pid: child.pid,
    async stop() {
      agent.destroy();
      kill();
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
      process.off("exit", kill);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
