import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

interface Package {
  version?: string;
  integrity?: string;
  resolved?: string;
  link?: boolean;
}
const { packages } = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../package-lock.json"), "utf8"),
) as { packages: Record<string, Package> };
const installed = Object.entries(packages).filter(
  ([path, { link }]) => path.includes("node_modules/") && !link,
);

test("npm ci can verify every package, wherever it comes from", () => {
  expect(installed.length).toBeGreaterThan(500);
  const unverified = installed.filter(([, { integrity }]) => !integrity?.startsWith("sha512-"));
  expect(unverified.map(([path]) => path)).toEqual([]);
  expect(installed.filter(([, { resolved }]) => resolved).map(([path]) => path)).toEqual([]);
});

test("Node itself is a package of the lock file, which no script installs", () => {
  const versions = ["x64", "arm64"].map((arch) => packages[`node_modules/node-linux-${arch}`]?.version);
  expect(versions).toEqual([expect.stringMatching(/^24\./), versions[0]]);
  expect(readFileSync(join(import.meta.dirname, "../../.npmrc"), "utf8")).toMatch(/^ignore-scripts=true$/m);
});
