import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseYaml } from "@redocly/openapi-core";
import { expect, test } from "vitest";
import { z } from "zod";
import { readConfig } from "#app/platform/config.server.ts";
import { fileText, root } from "../support/repository.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

// The examples for a cluster; those without one: deploy.test.ts.
const folder = temporaryFolder();
const run = (command: string, ...args: string[]) => spawnSync(command, args, { encoding: "utf8" });

interface Manifest extends Record<string, unknown> {
  apiVersion: string;
  kind: string;
}
const manifestsOf = (file: string) =>
  fileText(file)
    .split(/^---$/m)
    .map((text) => parseYaml(text) as Manifest);
const manifests = manifestsOf("deploy/kubernetes/base/portal.yaml");
const network = manifestsOf("deploy/kubernetes/base/network.yaml");
const rule =
  fileText("deploy/kubernetes/monitoring/rules-head.yaml") +
  fileText("deploy/alerts.yaml").replaceAll(/^/gm, "  ");
const dashboard =
  fileText("deploy/kubernetes/monitoring/dashboard-head.yaml") +
  fileText("deploy/grafana/dashboard.json").replaceAll(/^/gm, "    ");
const monitoring = [
  ...manifestsOf("deploy/kubernetes/monitoring/operator.yaml"),
  parseYaml(dashboard) as Manifest,
  parseYaml(rule) as Manifest,
];

const isGateway = ({ apiVersion }: Manifest) => apiVersion.startsWith("gateway.");
const metadata = z.strictObject({ name: z.string(), namespace: z.string().optional() });
const names = z.array(z.string()).min(1);
const ref = { name: z.literal("portal") };
/** What of the Gateway API's standard channel the examples use, without unknown keys. */
const gatewayKinds = z.discriminatedUnion("kind", [
  z.strictObject({
    apiVersion: z.literal("gateway.networking.k8s.io/v1"),
    kind: z.literal("Gateway"),
    metadata,
    spec: z.strictObject({
      gatewayClassName: z.string(),
      listeners: z.array(
        z.strictObject({
          name: z.string(),
          port: z.int(),
          protocol: z.enum(["HTTP", "HTTPS"]),
          tls: z
            .strictObject({
              mode: z.literal("Terminate"),
              certificateRefs: z.array(z.strictObject({ name: z.string() })),
            })
            .optional(),
        }),
      ),
    }),
  }),
  z.strictObject({
    apiVersion: z.literal("gateway.networking.k8s.io/v1"),
    kind: z.literal("HTTPRoute"),
    metadata,
    spec: z.strictObject({
      parentRefs: z.array(z.strictObject({ ...ref, sectionName: z.enum(["http", "https"]) })),
      hostnames: names,
      rules: z.array(
        z.strictObject({
          filters: z.array(
            z.discriminatedUnion("type", [
              z.strictObject({
                type: z.literal("RequestHeaderModifier"),
                requestHeaderModifier: z.strictObject({ remove: names }),
              }),
              z.strictObject({
                type: z.literal("RequestRedirect"),
                requestRedirect: z.strictObject({ scheme: z.literal("https"), statusCode: z.literal(301) }),
              }),
            ]),
          ),
          timeouts: z.strictObject({ request: z.string() }).optional(),
          retry: z.strictObject({ attempts: z.int(), backoff: z.string() }).optional(),
          backendRefs: z.array(z.strictObject({ ...ref, port: z.literal(80) })).optional(),
        }),
      ),
    }),
  }),
]);

/** What the compiler says against these objects, and what is wrong about those that it has no types of. */
function typesRefuse(objects: Manifest[]) {
  for (const one of objects.filter(isGateway)) gatewayKinds.parse(one);
  const lines = objects
    .filter((one) => !isGateway(one))
    .map((manifest) => {
      const { apiVersion, kind } = manifest;
      const group = apiVersion.includes("/") ? apiVersion.replace(".k8s.io", "") : `core/${apiVersion}`;
      const type = apiVersion.startsWith("monitoring.")
        ? `import("@kubernetes-models/prometheus-operator/${apiVersion}/${kind}").I${kind}`
        : `import("kubernetes-types/${group}").${kind}`;
      return `${JSON.stringify(manifest)} satisfies ${type},`;
    });
  writeFileSync(join(folder, "manifests.ts"), `export default [\n${lines.join("\n")}\n];`);
  const packages = ["kubernetes-types/*", "@kubernetes-models/*"];
  const paths = Object.fromEntries(packages.map((name) => [name, [join(root, "node_modules", name)]]));
  const compilerOptions = { strict: true, noEmit: true, skipLibCheck: true, types: [], paths };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["manifests.ts"] }));
  return run(join(root, "node_modules/.bin/tsc"), "--project", folder).stdout;
}

test("the Kubernetes examples match the Kubernetes types, without unknown keys", () => {
  const service = { apiVersion: "v1", kind: "Service", spec: { port: 80 } };
  const spec = { selector: {}, endpoints: [] };
  const monitor = { apiVersion: "monitoring.coreos.com/v1", kind: "PodMonitor", spec };
  const problems = typesRefuse([...manifests, ...network, ...monitoring, service, monitor]);
  expect(problems.match(/'"\w+"' does not exist|error TS/g)).toEqual([
    ...["error TS", "'\"port\"' does not exist", "error TS", "'\"endpoints\"' does not exist"],
  ]);
});

test("the portal in a cluster has all parts, probes existing paths, and sets valid settings", () => {
  const of = (kind: string) => manifests.find((manifest) => manifest.kind === kind);
  expect(manifests.map(({ kind }) => kind).join(" ")).toBe(
    "ConfigMap ConfigMap Deployment Service PodDisruptionBudget HorizontalPodAutoscaler",
  );
  const data = of("ConfigMap")?.data as Record<string, string>;
  const settings = readConfig({
    ...data,
    SESSION_SECRET: "x".repeat(32),
    SESSION_STORE: "redis://redis:6379",
    DECLARATION_STORE_PASSWORD: "a password",
  });
  const container = {
    livenessProbe: { httpGet: { path: "/health/live" } },
    readinessProbe: { httpGet: { path: "/health/ready" } },
    securityContext: { readOnlyRootFilesystem: true, allowPrivilegeEscalation: false },
    ports: [{ containerPort: settings.port }, { containerPort: settings.metricsPort }],
  };
  const securityContext = { runAsNonRoot: true };
  const spec = { securityContext, enableServiceLinks: false, containers: [container] };
  expect(of("Deployment")).toMatchObject({ spec: { template: { spec } } });
  const cores = [JSON.stringify(of("Deployment")), JSON.stringify(of("HorizontalPodAutoscaler"))].join();
  const [, requested] = /"requests":\{"cpu":"(\d+)m"/.exec(cores) ?? [];
  const [, utilization] = /"averageUtilization":(\d+)/.exec(cores) ?? [];
  expect((Number(requested) * Number(utilization)) / 100, "half a core is planned for").toBe(500);
  const grace = JSON.stringify(of("Deployment")).match(/"terminationGracePeriodSeconds":(\d+)/)?.[1];
  expect(Number(grace) * 1000, "longer than stopping takes").toBeGreaterThan(
    settings.shutdownDelayMs + 20_000,
  );
});

/** A kustomization's own files, and those of what it is made of. */
const filesOf = (at: string): string[] =>
  (parseYaml(fileText(`${at}/kustomization.yaml`)) as { resources: string[] }).resources.flatMap((name) =>
    name.endsWith(".yaml") ? [join(at, name)] : filesOf(join(at, name)),
  );

test("kustomizations have existing files, which lead to the portals", () => {
  const parts = filesOf("deploy/kubernetes/site").flatMap(manifestsOf);
  const of = (kind: string) => JSON.stringify(parts.find((part) => part.kind === kind));
  const routes = parts.flatMap((part) => (part.kind === "HTTPRoute" ? [gatewayKinds.parse(part)] : []));
  expect(routes).toHaveLength(2);
  for (const { spec } of routes) {
    const hosts = "hostnames" in spec ? spec.hostnames : [];
    expect(of("ConfigMap")).toContain(`"ALLOWED_HOSTS":"${hosts.join(" ")}"`);
  }
  expect(of("Service")).toContain('"ports":[{"name":"http","port":80,');
  for (const [kind, labels] of [
    ["NetworkPolicy", "podSelector"],
    ["PodMonitor", "selector"],
    ["Deployment", "selector"],
  ] as const)
    expect(of(kind), kind).toContain(`"${labels}":{"matchLabels":{"app":"portal"}}`);
  const ports = [...(of("NetworkPolicy") + of("PodMonitor")).matchAll(/"port":"(\w+)"/g)];
  for (const [, port] of ports) expect(of("Deployment")).toContain(`{"name":"${port}","containerPort":`);
  expect(ports).toHaveLength(3);
});

const kustomize = (at: string) => run("kubectl", "kustomize", join(root, "deploy/kubernetes", at));
// Debian's own kubectl has a kustomize that knows none of this.
const hasKustomize = kustomize("base").status === 0;
test.runIf(hasKustomize)("kustomize makes a site of them, with its own names and image", () => {
  const { status, stderr, stdout } = kustomize("site");
  expect([status, stderr]).toEqual([0, ""]);
  const parts = stdout.split(/^---$/m).map((text) => parseYaml(text) as Manifest);
  const of = (kind: string) => JSON.stringify(parts.find((part) => part.kind === kind));
  const names = ["o2.example.net", "blau.example.net", "ayyildiz.example.net"];
  expect(of("ConfigMap")).toContain(`"ALLOWED_HOSTS":"${names.join(" ")}"`);
  const routes = parts.filter(({ kind }) => kind === "HTTPRoute");
  expect(routes).toHaveLength(2);
  for (const route of routes) expect(route).toMatchObject({ spec: { hostnames: names } });
  expect(of("Deployment")).toMatch(/"image":"registry\.example\.net\/brands\/portal:\d+\.\d+\.\d+"/);
  expect(of("HorizontalPodAutoscaler")).toContain('"minReplicas":3');
  expect(of("Alertmanager")).toContain('"configSecret":"portal-alertmanager"');
  expect(parts).toHaveLength(filesOf("deploy/kubernetes/site").flatMap(manifestsOf).length);
  expect(typesRefuse(parts)).toBe("");
});

test("the alerts, indented below the head of a PrometheusRule, are its rules", () => {
  expect(parseYaml(rule)).toMatchObject({
    kind: "PrometheusRule",
    spec: parseYaml(fileText("deploy/alerts.yaml")),
  });
});
