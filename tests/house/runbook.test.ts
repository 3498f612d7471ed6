import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseYaml } from "@redocly/openapi-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort } from "../support/free-port.ts";
import { type Portal, processSettings, sessionSecret, startPortal } from "../support/portal.ts";
import { fileText, root } from "../support/repository.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

// What somebody on call types: docs/operations.md against the alerts, and each of its commands as it is printed.
const runbook = fileText("docs/operations.md");

const anchorOf = (title: string) =>
  title
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, "")
    .replaceAll(" ", "-");

/** The text below each heading, by its anchor. */
const sections = new Map(
  runbook
    .split(/^#{2,4} /m)
    .slice(1)
    .map((part) => {
      const [title = ""] = part.split("\n");
      return [anchorOf(title), part.slice(title.length)];
    }),
);
const shellBlocksOf = (text: string) =>
  [...text.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block = ""]) => block);
/** `portal_(a|b)_total` is `portal_a_total|portal_b_total`. */
const spelledOut = (text: string) =>
  text.replaceAll(
    /([\w ]*)\(([\w |]+\|[\w |]+)\)(\w*)/g,
    (_, before: string, either: string, after: string) =>
      either
        .split("|")
        .map((one) => before + one + after)
        .join("|"),
  );
const commandsOf = (text: string) =>
  shellBlocksOf(text)
    .flatMap((block) => block.split("\n"))
    .filter((line) => line !== "");

interface Rule {
  alert?: string;
  labels?: { severity: string };
  annotations?: { runbook_url: string };
}
const { groups } = parseYaml(fileText("deploy/alerts.yaml")) as { groups: { rules: Rule[] }[] };
const alerts = groups.flatMap(({ rules }) => rules.filter(({ alert }) => alert));

/** The commands of ways in which portals run, defined as the document prints them. */
const [systemd = "", compose = "", container = "", cluster = ""] = shellBlocksOf(
  sections.get("how-to-run-a-command") ?? "",
);
const ways = { systemd, compose, container, cluster };
const defined = [...systemd.matchAll(/^([\w-]+)\(\)/gm)].map(([, name = ""]) => name);

/** Programs of others, which stand in a command where the portal's own do not reach. */
const others = ["amtool", "cp", "curl", "df", "du", "mv", "openssl", "pg_dump", "pg_isready", "pg_restore"];
others.push("kubectl", "psql", "redis-cli", "ss", "systemctl", "(umask 077;");

/** Why a line is no command that somebody on call could type; undefined if it is one. */
function problemOf(line: string): string | undefined {
  const [first = "", second = "", third = ""] = line.split(" ");
  if (first === "portal-run") {
    if (!existsSync(join(root, `server/commands/${second}.ts`))) return "there is no such command";
  } else if (first === "npm") {
    const { scripts } = JSON.parse(fileText("package.json")) as { scripts: Record<string, string> };
    if (second !== "run" || !(third in scripts)) return "there is no such script";
  } else if (![...defined, ...others].some((begin) => line.startsWith(`${begin} `) || line === begin))
    return "nothing is known of this command";
  return undefined;
}

test("every alert leads to a section of the runbook that says how urgent it is, and what to type", () => {
  expect(alerts.length).toBeGreaterThan(30);
  const problems = alerts.flatMap(({ alert = "", labels, annotations }) => {
    const { pathname, hash } = new URL(annotations?.runbook_url ?? "");
    const section = sections.get(alert.toLowerCase()) ?? "";
    const found = [
      (!pathname.endsWith("/docs/operations.md") || hash !== `#${alert.toLowerCase()}`) && "its runbook_url",
      !section && "no section",
      !section.includes(`\n_${labels?.severity}._ `) && "another severity",
      commandsOf(section).length === 0 && "no command",
    ];
    return found.filter(Boolean).map((problem) => `${alert}: ${problem}`);
  });
  expect(problems).toEqual([]);
});

test("links within the runbook and from the dashboard lead to one of its headings", () => {
  const links = [
    ...runbook.matchAll(/\]\(#([^)]+)\)/g),
    ...fileText("deploy/grafana/dashboard.json").matchAll(/operations\.md#([^"]+)"/g),
  ].map(([, anchor = ""]) => anchor);
  expect(links.length).toBeGreaterThan(40);
  expect(links.filter((anchor) => !sections.has(anchor))).toEqual([]);
});

test("one step of docs/deploy.md puts another address in front of each of these links", () => {
  const [step = ""] = /^sed -i .+$/m.exec(fileText("docs/deploy.md")) ?? [];
  const folder = temporaryFolder();
  const files = ["deploy/alerts.yaml", "deploy/grafana/dashboard.json"];
  for (const file of files) cpSync(join(root, file), join(folder, file));
  spawnSync("bash", ["--norc", "-c", step], { cwd: folder });
  for (const file of files)
    expect(readFileSync(join(folder, file), "utf8")).toBe(
      fileText(file).replaceAll("git.example.net", "wiki.example.org"),
    );
});

test("each command of the runbook is one that exists", () => {
  const lines = [...sections].flatMap(([anchor, text]) =>
    anchor === "how-to-run-a-command" ? [] : commandsOf(text),
  );
  expect(lines.length).toBeGreaterThan(80);
  expect(lines.flatMap((line) => (problemOf(line) ? [`${line}: ${problemOf(line)}`] : []))).toEqual([]);
});

test("what the runbook looks for in the log is what sources write there", () => {
  const sources = globSync("{app,server}/**/*.{ts,mjs}", { cwd: root })
    .map((file) => fileText(file))
    .join("\n");
  const words = [...runbook.matchAll(/log(?: \d+h)? \| grep (?:-E )?'([^']+)'/g)]
    .flatMap(([, pattern = ""]) => spelledOut(pattern).split("|"))
    .filter((word) => !word.startsWith('"'));
  expect(words.length).toBeGreaterThan(12);
  expect(words.filter((word) => !sources.includes(word))).toEqual([]);
});

describe("of a portal that runs", () => {
  const folder = temporaryFolder();
  let portal: Portal;
  beforeAll(async () => {
    portal = await startPortal({ METRICS_PORT: String(await freePort()) });
    await (await fetch(`${portal.origin}/angebot/demo`)).text();
  });
  afterAll(() => portal.stop());

  test("each metric that the runbook and the dashboard name is there", async () => {
    const metrics = await (await fetch(`http://localhost:${portal.metricsPort}/metrics`)).text();
    const exported = [...metrics.matchAll(/^# TYPE (\w+)/gm)].map(([, name = ""]) => name);
    const fromElsewhere = [
      ...fileText("server/commands/check-live.ts").matchAll(/name: "(portal_\w+)"/g),
    ].map(([, name = ""]) => name);
    const expressions = [...fileText("deploy/grafana/dashboard.json").matchAll(/"expr": "(.*)"/g)].join("\n");
    const isKnown = (name: string) =>
      [...exported, ...fromElsewhere].includes(name.replace(/_(bucket|sum|count)$/, ""));
    const named = [
      ...(spelledOut(runbook) + expressions).matchAll(/(?<![:\w])(?:portal|process|nodejs)_[a-z0-9_]+\b/g),
    ].map(([name]) => name);
    expect(new Set(named).size).toBeGreaterThan(20);
    expect(named.filter((name) => !isKnown(name))).toEqual([]);
  });

  test("log and ask print what each command of the runbook looks through", () => {
    mkdirSync(join(folder, "etc"));
    writeFileSync(join(folder, "etc/1.env"), `METRICS_PORT=${portal.metricsPort}\n`);
    writeFileSync(join(folder, "etc/2.env"), `METRICS_PORT=${portal.metricsPort}\n`);
    writeFileSync(join(folder, "portal.log"), `${portal.log.join("\n")}\n`);
    writeFileSync(join(folder, "journalctl"), `#!/bin/bash\ncat "${folder}/portal.log"\n`);
    chmodSync(join(folder, "journalctl"), 0o755);
    const typed = (line: string) =>
      spawnSync("bash", ["--norc", "-c", `${systemd.replaceAll("/etc/portal", `${folder}/etc`)}\n${line}`], {
        encoding: "utf8",
        cwd: root,
        env: {
          ...processSettings,
          SANDBOX: "embedded",
          SESSION_SECRET: sessionSecret,
          PORTAL_SETTINGS: join(folder, "nowhere"),
          PATH: [folder, join(root, "server/operation"), process.env.PATH].join(":"),
        },
      });
    const lines = [...sections].flatMap(([, text]) => commandsOf(text));
    const read = lines.filter((line) => /^(log|ask) /.test(line));
    expect(read.length).toBeGreaterThan(40);
    const wrong = read.flatMap((line) => {
      const { status, stderr } = typed(line);
      return stderr !== "" || (status ?? 2) > 1 ? [`${line}: ${status} ${stderr}`] : [];
    });
    expect(wrong).toEqual([]);
    expect(JSON.parse(typed("ask /health/ready 2").stdout)).toMatchObject({ status: "ready" });
    expect(typed(`log 1h | grep '"pattern":"/angebot/:token"'`).stdout).toContain('"status":200');
    for (const metrics of read.filter((line) => line.startsWith("ask /metrics")))
      expect(typed(metrics).stdout, metrics).not.toBe("");
  });
});

test.each(Object.entries(ways))("%s: the commands reach what the examples call the portals", (way, block) => {
  const folder = temporaryFolder();
  for (const name of ["docker", "kubectl", "journalctl", "curl", "systemctl", "bash", "portal-run"]) {
    writeFileSync(join(folder, name), `#!/bin/sh\necho ${name} "$@"\n`);
    chmodSync(join(folder, name), 0o755);
  }
  mkdirSync(join(folder, "etc"));
  writeFileSync(join(folder, "etc/2.env"), "METRICS_PORT=9465\n");
  const script = `${block.replaceAll("/etc/portal", `${folder}/etc`)}\n`;
  const typed = (line: string) =>
    spawnSync("/bin/bash", ["--norc", "-c", script + line], {
      encoding: "utf8",
      env: { PATH: `${folder}:${process.env.PATH}` },
    }).stdout;
  expect(typed("portal-run audit hash 'a b'")).toMatch(/portal-run audit hash a b\n$/);
  expect(typed("log 2h")).toMatch(/--since -?2h\b/);
  expect(typed("log")).toMatch(/--since -?15m\b/);
  expect(typed("ask /health/ready 2")).toMatch(
    way === "systemd" ? /9465\/health\/ready/ : /probe\.sh \/health\/ready/,
  );
  expect(typed("restart 2")).toMatch(/restart|recreate/);
  expect(typed("portals")).toMatch(/^(systemctl|docker|kubectl)/);
  if (way === "compose")
    for (const [service] of (typed("log") + typed("ask / 2") + typed("restart 1")).matchAll(/portal-\d/g))
      expect(parseYaml(fileText("compose.yaml"))).toHaveProperty(["services", service]);
  if (way === "cluster") {
    expect(fileText("deploy/kubernetes/base/portal.yaml")).toMatch(
      /kind: Deployment\nmetadata:\n {2}name: portal\n/,
    );
    expect(fileText("deploy/kubernetes/base/portal.yaml")).toContain("labels: { app: portal }");
    expect(fileText("deploy/kubernetes/site/kustomization.yaml")).toContain("namespace: portal\n");
  }
});
