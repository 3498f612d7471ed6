import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { resolveConfig } from "vite";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const sources = globSync(["{app,server,sandbox,tools}/**/*.{ts,tsx,js,mjs}", "*.config.ts"], {
  cwd: root,
  exclude: ["**/node_modules/**"],
});

/** What React, React Router and zlib keep to themselves, and so may change with any patch. */
const privateNames = [
  /\bUNSAFE_\w+/,
  /__reactRouter\w*/,
  /__react(?:Fiber|Props|Container|Events|Handles|Marker)\b/,
  /__(?:SECRET|CLIENT|SERVER)_INTERNALS\w*/,
  /\b_(?:reactInternals|reactRootContainer|debugOwner|debugInfo|debugStack)\b/,
  /\bstreamController\b/,
  /\bturbo-stream\b|TurboStream\b/,
  /\bdataset\.discover\b|"discover" in\b/,
  /\breact(?:-dom)?(?:-client|-server[\w.]*)?\.(?:production|development)\b/,
  /\bZ_(?:SYNC|PARTIAL|FULL|NO)_FLUSH\b/,
];

test("nothing uses what a dependency does not document", () => {
  const uses = (file: string) => {
    const text = readFileSync(join(root, file), "utf8");
    return privateNames.flatMap((name) => name.exec(text)?.[0] ?? []);
  };
  expect(sources.length).toBeGreaterThan(300);
  const found = sources.map((file) => [file, uses(file)] as const);
  expect(Object.fromEntries(found.filter(([, names]) => names.length > 0))).toEqual({});
});

const ownFiles = /\/app\/(?:domain|routes|shell|ui)\//;

test("a build changes no code of a dependency", async () => {
  const { plugins, environments } = await resolveConfig({ root }, "build", "production");
  const frameworks = /^(?:vite|builtin|native):|^react-router\b|^(?:alias|prerender)$/;
  expect(plugins.map(({ name }) => name).filter((name) => !frameworks.test(name))).toEqual([]);
  for (const { build } of Object.values(environments)) {
    expect(build.rolldownOptions.plugins).toBeUndefined();
    const { treeshake } = build.rolldownOptions;
    const rules = Object.entries(typeof treeshake === "object" ? treeshake : { treeshake });
    // Our own files have no effects when they are imported; what dependencies say of theirs stands.
    for (const [name, rule] of rules)
      if (rule !== undefined)
        expect([name, rule]).toEqual(["moduleSideEffects", [{ test: ownFiles, sideEffects: false }]]);
  }
  const { scripts, overrides } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  expect(Object.keys(scripts)).not.toContain("postinstall");
  expect(JSON.stringify({ scripts, overrides })).not.toMatch(/patch-package|patches\//);
});
