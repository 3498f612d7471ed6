import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer as createPlainServer, request as plain } from "node:http";
import { connect } from "node:http2";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { runCommand } from "../support/command.ts";
import { freePort } from "../support/free-port.ts";
import { node, startPortal } from "../support/portal.ts";
import { hasIpv6, proxiedSettings, proxiesHere, startProxy } from "../support/proxies.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const name = "o2.example.net";
const [settings] = await proxiedSettings();
const portal = await startPortal({ ...settings, ALLOWED_HOSTS: name });
afterAll(portal.stop);

const command = (port: number, ...more: string[]) => [
  "server/commands/check-live.ts",
  ...["--url", `https://${name}:${port}`, "--address", "127.0.0.1", ...more],
];
/** @returns the exit code, and each check's state and text by its name */
async function looked(port: number, ca?: string, ...more: string[]) {
  const child = spawn(node, command(port, ...more), {
    env: { ...process.env, ...(ca && { NODE_EXTRA_CA_CERTS: ca }) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const out = Buffer.concat(await child.stdout.toArray()).toString();
  const lines = [...out.matchAll(/^ {2}(ok|warning|failed) +(\S+(?: \S+)*) {2,}(.*)$/gm)];
  return {
    code: await ended,
    out,
    checks: Object.fromEntries(lines.map(([, state, check = "", detail]) => [check, { state, detail }])),
    failed: lines.filter(([, state]) => state === "failed").map(([, , check]) => check),
  };
}

describe.each(proxiesHere())("behind the example for %s", (kind) => {
  test("nothing fails but a certificate that is for a day; IPv6 and HTTP/2 are served", async () => {
    const proxy = await startProxy(kind, [portal, portal]);
    onTestFinished(() => proxy.stop());
    const plainPort = ["--plain-port", String(proxy.plainPort)];
    const { code, out, failed, checks } = await looked(proxy.port, proxy.certificate, ...plainPort);
    // The examples redirect to the standard port.
    expect([code, failed.filter((check) => check !== "redirect")], out).toEqual([1, ["certificate"]]);
    expect(checks["post: withdrawal"]).toEqual({ state: "ok", detail: "refused for its content" });
    expect(checks.page?.detail).toBe("brand o2");
    expect(checks["http version"]?.state).toBe("ok");
    const warnings = Object.entries(checks).filter(([, { state }]) => state === "warning");
    expect(warnings).toEqual([]);

    if (!hasIpv6) return;
    const client = connect(`https://[::1]:${proxy.port}`, { servername: name, rejectUnauthorized: false });
    onTestFinished(() => client.destroy());
    const asked = client.request({ ":path": "/kuendigung", ":authority": `${name}:${proxy.port}` });
    const [answer] = await once(asked, "response");
    expect(answer).toMatchObject({ ":status": 200, "x-portal": "1" });
    await asked.toArray();
  });
});

/** A certificate for the name that is trusted by whoever is given it, from the first day of 2020 if it has to have ended. */
function certify(hasEnded: boolean) {
  const at = temporaryFolder();
  const [key = "", cert = "", asked = "", ca = ""] = ["key", "cert", "request", "ca.conf"].map((file) =>
    join(at, file),
  );
  const openssl = (...args: string[]) => {
    const { status, stderr } = spawnSync("openssl", args, { encoding: "utf8" });
    if (status !== 0) throw new Error(stderr);
  };
  const wanted = ["-newkey", "rsa:2048", "-nodes", "-subj", `/CN=${name}`, "-keyout", key];
  const names = ["-addext", `subjectAltName=DNS:${name}`];
  if (!hasEnded) {
    openssl("req", "-x509", ...wanted, ...names, "-days", "90", "-out", cert);
    return { key, cert };
  }
  const settings = [`database=${at}/index`, `serial=${at}/serial`, `new_certs_dir=${at}`];
  const rules = ["default_md=sha256", "policy=any", "copy_extensions=copy", "[any]", "commonName=supplied"];
  writeFileSync(ca, ["[ca]", "default_ca=own", "[own]", ...settings, ...rules].join("\n"));
  writeFileSync(join(at, "index"), "");
  writeFileSync(join(at, "serial"), "01");
  openssl("req", ...wanted, ...names, "-out", asked);
  const ofThePast = ["-startdate", "20200101000000Z", "-enddate", "20200201000000Z"];
  const selfSigned = ["-config", ca, "-batch", "-notext", "-selfsign", "-keyfile", key];
  openssl("ca", ...selfSigned, ...ofThePast, "-in", asked, "-out", cert);
  return { key, cert };
}

const valid = certify(false);
const ended = certify(true);

/** A proxy whose mistake is in these headers, in what it adds to answers, or in its certificate. */
async function faultyProxy(
  headers: Record<string, string>,
  { key, cert } = valid,
  added: Record<string, string> = {},
) {
  const { host, port } = portal;
  const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (asked, answer) => {
    const passedOn = plain(
      { host, port, path: asked.url, method: asked.method, headers: { ...asked.headers, ...headers } },
      (given) => {
        answer.writeHead(given.statusCode ?? 502, { ...given.headers, ...added });
        given.pipe(answer);
      },
    );
    asked.pipe(passedOn);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  });
  return { port: (server.address() as AddressInfo).port, cert };
}

test("a proxy without a mistake is well but for HTTP/2 and IPv6", async () => {
  const { port, cert } = await faultyProxy({ "X-Forwarded-Proto": "https" });
  const { failed, checks, out } = await looked(port, cert);
  expect(failed, out).toEqual(["redirect"]);
  expect(checks["http version"]?.state).toBe("warning");
  expect(checks.certificate?.detail).toBe("89 days");
});

test.each<[string, headers: Record<string, string>, failing: string[], detail: string]>([
  [
    "a lost X-Forwarded-Proto, for whose sake every form is refused",
    {},
    ["post: termination", "post: withdrawal", "headers"],
    "X-Forwarded-Proto",
  ],
  [
    "a host that is not allowed",
    { "X-Forwarded-Proto": "https", Host: "portal-1" },
    ["page", "post: termination"],
    "ALLOWED_HOSTS",
  ],
])("%s is found", async (_, headers, failing, detail) => {
  const { port, cert } = await faultyProxy(headers);
  const { failed, checks } = await looked(port, cert);
  expect(failed).toEqual(expect.arrayContaining(failing));
  expect(checks[failing[0] ?? ""]?.detail).toContain(detail);
});

test("a policy that hides the origin of forms is named", async () => {
  const added = { "referrer-policy": "same-origin, no-referrer" };
  const { port, cert } = await faultyProxy({ "X-Forwarded-Proto": "https" }, valid, added);
  const { checks } = await looked(port, cert);
  expect(checks.headers).toEqual({ state: "warning", detail: expect.stringContaining("no-referrer") });
});

test("what a gateway does shows: answers and pages of its own, cookies, lengths, slashes, probes", async () => {
  const { key, cert } = valid;
  const { host, port } = portal;
  const at = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (asked, answer) => {
    if ((asked.headers.cookie?.length ?? 0) > 8000) return answer.writeHead(400).end("Bad Request");
    if ((asked.url?.length ?? 0) > 2000) return answer.writeHead(404).end("Not Found");
    if (asked.url === "/metrics") return answer.end("# TYPE portal_ready gauge\n");
    if (asked.url === "/kuendigung/")
      return answer.writeHead(301, { Location: "/kuendigung/index.html" }).end();
    answer.writeContinue();
    const headers = { ...asked.headers, "X-Forwarded-Proto": "https", "Accept-Encoding": "identity" };
    const passedOn = plain({ host, port, path: asked.url, method: asked.method, headers }, (given) => {
      if (given.statusCode === 404) return answer.writeHead(404).end("Page not found");
      const { "set-cookie": cookies = [], ...others } = given.headers;
      answer.writeHead(given.statusCode ?? 502, { ...others, "set-cookie": [...cookies, "Affinity=1"] });
      given.pipe(answer);
    });
    asked.pipe(passedOn);
  });
  await new Promise<void>((listening) => at.listen(0, "127.0.0.1", listening));
  onTestFinished(async () => {
    at.closeAllConnections();
    await new Promise((closed) => at.close(closed));
  });
  const { checks, out } = await looked((at.address() as AddressInfo).port, cert);
  const found = Object.entries(checks).map(([check, { state }]) => [check, state]);
  expect(Object.fromEntries(found), out).toMatchObject({
    "interim answers": "warning",
    "trailing slash": "failed",
    "error pages": "failed",
    compression: "warning",
    cookies: "warning",
    "long headers": "warning",
    "long addresses": "warning",
    probes: "failed",
  });
  expect(checks["interim answers"]?.detail).toContain("100");
  expect(checks.cookies?.detail).toContain("Affinity");
});

test("an address of the example in Prometheus' alerts is found before anybody is woken up", async () => {
  const answers: string[] = [];
  const prometheus = createPlainServer((_, answer) => answer.end(answers.pop()));
  await new Promise<void>((listening) => prometheus.listen(0, "127.0.0.1", listening));
  onTestFinished(() => void prometheus.close());
  const { port } = prometheus.address() as AddressInfo;
  const said = async (...links: string[]) => {
    const rules = links.map((link) => ({ name: "NoPortal", annotations: { runbook_url: link } }));
    answers.push(JSON.stringify({ status: "success", data: { groups: [{ name: "portal", rules }] } }));
    const child = spawn(node, ["server/commands/check-live.ts", "--prometheus", `http://127.0.0.1:${port}`], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const ended = once(child, "exit");
    const out = Buffer.concat(await child.stdout.toArray()).toString();
    const [code] = await ended;
    return [code, out];
  };
  const own = "https://wiki.telco.de/operations.md#noportal";
  expect(await said(own)).toEqual([0, expect.stringContaining("lead to wiki.telco.de")]);
  const [alert = ""] = /https:\/\/\S+#noportal/.exec(readFileSync("deploy/alerts.yaml", "utf8")) ?? [];
  expect(await said(own, alert)).toEqual([1, expect.stringContaining(`of 2 alerts, 1 lead to ${alert}`)]);
  expect(await said()).toEqual([1, expect.stringContaining("no alert has a runbook_url")]);
});

test("a certificate that has ended is found", async () => {
  const { port, cert } = await faultyProxy({ "X-Forwarded-Proto": "https" }, ended);
  const { code, checks } = await looked(port, cert);
  const isEnded = { state: "failed", detail: expect.stringContaining("EXPIRED") };
  expect([code, checks.certificate]).toEqual([1, isEnded]);
});

test("as a job, it has the same as metrics", async () => {
  const { port, cert } = await faultyProxy({ "X-Forwarded-Proto": "https" });
  const metricsPort = await freePort();
  const child = spawn(node, command(port, "--port", String(metricsPort)), {
    env: { ...process.env, NODE_EXTRA_CA_CERTS: cert },
    stdio: ["ignore", "ignore", "inherit"],
  });
  onTestFinished(() => void child.kill());
  const metrics = async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  await expect.poll(() => metrics().catch(() => "")).toContain(`site="${name}:${port}",check="page"} 1`);
  expect(await metrics()).toContain(`portal_live_certificate_days{site="${name}:${port}"} 89`);
  expect(await metrics()).toContain(`portal_live_check{site="${name}:${port}",check="redirect"} 0`);
});

const site = ["--url", "https://127.0.0.1:1"];
test.each([
  ["a url without https", "--url", "http://o2.example.net"],
  ["days that are no number, below which no certificate would be", ...site, "--days", "14d"],
])("what it needs is said: %s", (_, ...given) => {
  const { status, stderr } = runCommand("check-live", given);
  expect([status, stderr]).toEqual([2, expect.stringContaining("--url https://")]);
});

test("a port in use ends it with that reason alone", () => {
  const { status, stderr } = runCommand("check-live", [...site, "--port", String(portal.port)]);
  expect([status, stderr]).toEqual([2, expect.stringContaining("EADDRINUSE")]);
  expect(stderr).not.toContain("    at ");
});
