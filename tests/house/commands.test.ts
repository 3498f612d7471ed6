import { existsSync, globSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fileText, root } from "../support/repository.ts";

/** A test that runs a command, by a string in it; a part of `npm test` that is it; or why nothing runs it. */
type RunBy = { test: string; calls: string } | { part: string } | { notRun: string };

const measurement = { notRun: "a measurement takes minutes on a machine that does nothing else" };
const changesSources = { notRun: "it writes into the sources" };
const audit = { test: "operation/audit.test.ts", calls: `runCommand("audit"` };
const backup = { test: "operation/backup.test.ts", calls: "server/commands/backup.ts" };
const declarations = { test: "operation/declarations.test.ts", calls: `runCommand("declarations"` };
const switches = { test: "operation/switches.test.ts", calls: `runCommand("switches"` };
const checkBrand = { test: "operation/check-brand.test.ts", calls: 'runCommand("check-brand"' };
const checkConfig = { test: "operation/check-config.test.ts", calls: "server/commands/check-config.ts" };
const checkLive = { test: "operation/check-live.test.ts", calls: "server/commands/check-live.ts" };
const outagePages = { test: "support/proxies.ts", calls: 'runCommand("outage-pages"' };
const person = { test: "operation/person.test.ts", calls: `runCommand("person"` };
const checkProvider = { test: "operation/check-provider.test.ts", calls: "tools/check-provider/main.ts" };
const mockProvider = { test: "support/mock-provider.ts", calls: "@stoplight/prism-cli" };
const start = { test: "house/npm-commands.test.ts", calls: 'command: "start"' };
const sandbox = { test: "house/npm-commands.test.ts", calls: 'started(["run", "sandbox"]' };
const preview = { test: "house/npm-commands.test.ts", calls: 'started(["run", "preview"]' };
const wholeSuite = { notRun: "it would run itself; CI runs it" };

const scripts: Record<string, RunBy> = {
  start,
  test: wholeSuite,
  dev: { test: "house/dev.test.ts", calls: '["run", "dev"]' },
  build: { part: "build" },
  serve: { test: "house/npm-commands.test.ts", calls: 'command: "run serve"' },
  preview,
  sandbox,
  declarations,
  person,
  backup,
  audit,
  "outage-pages": outagePages,
  switches,
  "check-brand": checkBrand,
  "check-config": checkConfig,
  "check-live": checkLive,
  release: { test: "house/release.test.ts", calls: "tools/release/main.ts" },
  "record-shapes": changesSources,
  "check-upgrade": { part: "deployment" },
  provenance: { test: "house/sbom.test.ts", calls: "tools/build/provenance.ts" },
  sbom: { test: "house/sbom.test.ts", calls: "npm run --silent sbom" },
  "keep-assets": { test: "unit/keep-assets.test.ts", calls: "tools/build/keep-assets.ts" },
  types: { part: "types" },
  lint: { part: "lint" },
  format: changesSources,
  attack: { test: "faults/attack.test.ts", calls: "tools/attack/attack.ts" },
  "bench:weight": measurement,
  "bench:server": measurement,
  "bench:fence": measurement,
  "bench:busy": measurement,
  "bench:capacity": measurement,
  "bench:door": measurement,
  "bench:sessions": measurement,
  "check:texts": { part: "unit" },
  "check-provider": checkProvider,
  "check:lighthouse": measurement,
  "check:html": { notRun: "it needs Java and takes minutes" },
  drill: { notRun: "it needs Prometheus and takes minutes" },
  journey: { test: "operation/journeys.test.ts", calls: "tools/journey/main.ts" },
  "pack-journeys": { test: "operation/journeys-package.test.ts", calls: "tools/journey/pack.ts" },
  "mock-provider": { part: "operation" },
  simulate: { test: "faults/simulate.test.ts", calls: "tools/simulate/main.ts" },
  chaos: { notRun: "it takes minutes; tests/unit/chaos.test.ts checks how it judges" },
  specification: { part: "specification" },
  mutants: { notRun: "it builds the portal anew for each of its errors, for hours" },
  soak: { notRun: "it takes three hours; tests/unit/soak.test.ts checks how it judges" },
  screenshots: {
    notRun: "somebody has to look at what it draws; e2e/gallery/gallery.spec.ts opens the same pages",
  },
  icons: changesSources,
};

const restore = { test: "support/postgres-server.ts", calls: "recovery.signal" };
const picture = { notRun: "it draws a picture again, with programs that nothing else needs" };
const artefact = { notRun: "it installs and builds a release anew, for minutes" };
const machine = {
  notRun: "it needs a machine of its own with systemd; tests/house/deploy.test.ts checks the unit",
};
const runbook = { test: "house/runbook.test.ts", calls: "each command of the runbook" };
const others = { notRun: "it asks a program of somebody else, beside the portals" };
const cluster = { notRun: "it needs a cluster" };
const container = { notRun: "it needs Docker; tests/deployment/image.test.ts builds the image by buildah" };

/** The commands in the documents' code blocks, by how they begin. */
const printed: Record<string, Record<string, RunBy>> = {
  "README.md": { "npm start": start, "npm test": wholeSuite },
  "docs/brands.md": {
    "npm run check-brand": checkBrand,
  },
  "docs/check-provider.md": {
    "npm run check-provider": checkProvider,
    "npm run sandbox": sandbox,
    "curl -s http://localhost:3001/openapi.json": sandbox,
    "npx prism mock": mockProvider,
  },
  "docs/deploy.md": {
    "(umask 077; { cat deploy/portal.env": container,
    "{ cat deploy/kubernetes/monitoring/rules-head.yaml": {
      test: "house/kubernetes.test.ts",
      calls: "rules-head.yaml",
    },
    "{ cat deploy/kubernetes/monitoring/dashboard-head.yaml": {
      test: "house/kubernetes.test.ts",
      calls: "dashboard-head.yaml",
    },
    "sed -i 's#https://git.example.net/portal#": { test: "house/runbook.test.ts", calls: "sed -i" },
    "npm run check-live -- --prometheus": checkLive,
    "install -D -m 644 deploy/grafana": machine,
    "systemctl restart grafana-server": machine,
    "kubectl apply --kustomize": cluster,
    "kubectl create namespace": cluster,
    "kubectl --namespace portal": cluster,
    "git clone --depth 1": artefact,
    "bash portal-2.0.0/tools/release/pack.sh": artefact,
    "useradd --system": machine,
    "install -d /srv/portal": machine,
    "tar --zstd -xf": machine,
    "ln -sfn /srv/portal": machine,
    "ln -s /srv/portal": machine,
    "(umask 077; { cat /srv/portal/current/deploy/portal.env": machine,
    "printf 'PORT=": machine,
    "install -m 644 /srv/portal": { test: "house/deploy.test.ts", calls: "onMachine(install)" },
    "echo SWITCHES_PATH=": { test: "house/deploy.test.ts", calls: "onMachine(setting)" },
    "cp /srv/portal/current/deploy/systemd": machine,
    "systemctl daemon-reload": machine,
    "createuser --pwprompt": machine,
    "systemctl start": machine,
    "install -d -o portal": { test: "house/deploy.test.ts", calls: "install -d -o portal" },
    "portal-run outage-pages": { test: "house/deploy.test.ts", calls: 'command("outage-pages"' },
    "cp /srv/portal/current/deploy/nginx.conf": machine,
    "nginx -t && systemctl reload": machine,
    "portal-run check-config": { test: "house/deploy.test.ts", calls: "server/operation/portal-run" },
    "(cd /srv/portal/current && node_modules/.bin/node tools/build/keep-assets.ts": machine,
    "bash /srv/portal/current/deploy/systemd/restart.sh": machine,
    '(umask 077; echo "SESSION_SECRET=': container,
    "docker compose": container,
    "npm run -s provenance": { test: "house/sbom.test.ts", calls: "tools/build/provenance.ts" },
    "docker build": container,
    "docker buildx imagetools": container,
    "docker run": container,
    "redis-cli ACL SETUSER": { test: "faults/redis-store.test.ts", calls: "redis-cli (ACL SETUSER" },
    pg_basebackup: { test: "support/postgres-server.ts", calls: "pg_basebackup" },
    "pg_ctl stop": restore,
    'mv "$PGDATA"': restore,
    "cat >> \"$PGDATA/postgresql.conf\" <<'END'": restore,
    'touch "$PGDATA/recovery.signal"': restore,
    'psql -Atc "SELECT': restore,
  },
  "docs/operations.md": {
    log: runbook,
    ask: runbook,
    portals: runbook,
    restart: runbook,
    "portal-run()": runbook,
    "portal-run backup": backup,
    "portal-run check-brand": checkBrand,
    "portal-run check-config": checkConfig,
    "portal-run declarations": declarations,
    "portal-run outage-pages": outagePages,
    "portal-run switches": switches,
    "portal-run person": person,
    "(umask 077; portal-run person": person,
    "npm run check-live": checkLive,
    "cp /etc/portal/switches.json": machine,
    "mv next.json": machine,
    "kubectl --namespace portal": cluster,
    "amtool silence add": others,
    "curl -s": others,
    "openssl s_client": others,
    "systemctl reload nginx": others,
    "redis-cli": others,
    pg_isready: others,
    "psql -c": others,
    "df -h": others,
    "du -h": others,
    "ss -lnt": others,
    pg_dump: { test: "support/postgres-server.ts", calls: 'run("pg_dump"' },
    pg_restore: { test: "support/postgres-server.ts", calls: 'run("pg_restore"' },
  },
  "sandbox/README.md": { "chromium --headless": picture, cwebp: picture, avifenc: picture },
};

/** The commands of a document's `sh` blocks: continued lines joined, here-documents and comments left out. */
const commandsOf = (document: string) =>
  [...fileText(document).matchAll(/^( *)```sh\n(.*?)^\1```/gms)].flatMap(([, indent = "", block = ""]) =>
    block
      .replaceAll(new RegExp(`^${indent}`, "gm"), "")
      .replaceAll(/\\\n\s*/g, "")
      .replaceAll(/^(.*<<'END')\n.*?^END\n/gms, "$1\n")
      .split("\n")
      .filter((line) => line.trim() !== ""),
  );

/** Runs from top to bottom in tests/house/form-posts.test.ts. */
const isRunAsAWhole = (document: string) => document === "docs/form-posts.md";
const documents = globSync(["*.md", "docs/**/*.md", "sandbox/*.md"], { cwd: root });

test("every npm script is run, or it is said why not", () => {
  const { scripts: declared } = JSON.parse(fileText("package.json")) as { scripts: object };
  expect(Object.keys(scripts).sort()).toEqual(Object.keys(declared).sort());
});

test("every command that a document prints is run, or it is said why not", () => {
  const unknown = documents
    .filter((document) => !isRunAsAWhole(document))
    .flatMap((document) =>
      commandsOf(document)
        .filter((line) => !Object.keys(printed[document] ?? {}).some((begin) => line.startsWith(begin)))
        .map((line) => `${document}: ${line}`),
    );
  expect(unknown).toEqual([]);
});

test("commands that are no longer printed are gone from the table", () => {
  const gone = Object.entries(printed).flatMap(([document, rows]) =>
    Object.keys(rows).filter((begin) => !commandsOf(document).some((line) => line.startsWith(begin))),
  );
  expect(gone).toEqual([]);
});

test("the tests named run what they are named for", () => {
  const all = [...Object.values(scripts), ...Object.values(printed).flatMap((rows) => Object.values(rows))];
  const parts = fileText("tools/run/test.mjs");
  const isWrong = (by: RunBy) => {
    if ("notRun" in by) return false;
    if ("part" in by) return !new RegExp(`^ {2}${by.part}: \\{`, "m").test(parts);
    const file = join("tests", by.test);
    return !existsSync(join(root, file)) || !fileText(file).includes(by.calls);
  };
  expect(all.filter(isWrong)).toEqual([]);
});
