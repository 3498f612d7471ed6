import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

const simulate = (...options: string[]) =>
  spawnSync(process.execPath, ["tools/simulate/main.ts", ...options], { encoding: "utf8" });

test("no schedule of presses, crashes and lost answers ends in something untrue", () => {
  const { stdout, stderr, status } = simulate("--seeds", "500");
  expect({ findings: stdout.match(/^seed .*/gm), stderr, status }).toEqual({
    findings: null,
    stderr: "",
    status: 0,
  });
});

test("a seed is the same schedule each time", () => {
  const traceOf = () => simulate("--seed", "46").stdout.replace(/ in [\d.]+ s,/, "");
  const trace = traceOf();
  expect(trace).toContain("all is well again");
  expect(traceOf()).toBe(trace);
});
