import { execFileSync, execSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");

test("the bill of materials names production packages only", () => {
  const bill = JSON.parse(
    execSync("npm run --silent sbom", { cwd: root, encoding: "utf8", maxBuffer: 2 ** 26 }),
  );
  expect(bill).toMatchObject({ bomFormat: "CycloneDX", specVersion: expect.stringMatching(/^1\.\d$/) });
  const named = new Set(bill.components.map(({ name }: { name: string }) => name));
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  expect(Object.keys(dependencies).filter((name) => !named.has(name))).toEqual([]);
  // A development package, but also a dependency of linkedom.
  const needed = ["htmlparser2"];
  expect([...Object.keys(devDependencies), "hono"].filter((name) => named.has(name))).toEqual(needed);
  for (const { name, version, purl, licenses } of bill.components)
    expect([licenses?.length, name, version, purl]).toEqual([
      1,
      name,
      expect.stringMatching(/^\d/),
      expect.stringMatching(/^pkg:npm\//),
    ]);
});

test("the bill of materials takes no arguments", () => {
  const asked = () =>
    execSync("npm run --silent sbom -- --all", { cwd: root, encoding: "utf8", stdio: "pipe" });
  expect(asked).toThrow("npm run -s sbom");
});

test("an image's provenance names its commit, its packages and its base", () => {
  const image = "a".repeat(64);
  const base = `node:24-slim@sha256:${"b".repeat(64)}`;
  const run = (...args: string[]) =>
    execFileSync(process.execPath, ["tools/build/provenance.ts", ...args], {
      cwd: root,
      encoding: "utf8",
      stdio: "pipe",
    });
  const statement = JSON.parse(run("--digest", `sha256:${image}`, "--base", base));
  expect(statement).toMatchObject({
    _type: "https://in-toto.io/Statement/v1",
    subject: [{ digest: { sha256: image } }],
    predicateType: "https://slsa.dev/provenance/v1",
  });
  expect(
    statement.predicate.buildDefinition.resolvedDependencies.map(({ digest }: { digest: object }) => digest),
  ).toEqual([
    { gitCommit: expect.stringMatching(/^[0-9a-f]{40}$/) },
    { sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    { sha256: "b".repeat(64) },
  ]);
  expect(() => run("--digest", "latest", "--base", base)).toThrow("npm run -s provenance");
});
