import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test, vi } from "vitest";
import { processSettings } from "../support/portal.ts";

/** Half a minute of CPU: many times as long on a busy machine. */
vi.setConfig({ testTimeout: 1_200_000 });

/** Beside other tests. */
const run = promisify(execFile);
const simulate = (...options: string[]) =>
  run(process.execPath, ["tools/simulate/main.ts", ...options], {
    env: processSettings,
    maxBuffer: 2 ** 26,
  }).catch((ended: { stdout: string; stderr: string }) => ended);
const findingsIn = (stdout: string) => stdout.match(/^seed .*/gm);

test("no schedule of presses, crashes and lost answers ends in something untrue", async () => {
  // Beside each that has failed once.
  const { stdout, stderr } = await simulate("--seeds", "6");
  expect({ findings: findingsIn(stdout), stderr }).toEqual({ findings: null, stderr: "" });
  expect(stdout).toMatch(/^\d{3} schedules .* 0 with findings$/m);
});

test("a seed is the same schedule each time, whatever ran before", async () => {
  const { stdout } = await simulate(...["46", "7", "46"].flatMap((seed) => ["--seed", seed]));
  // Ids that are made at random decide nothing.
  const text = stdout
    .replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, "id")
    .replace(/^\d+ schedules .*/m, "");
  const [, first = "", between, again] = text.split(/^trace of seed \d+:$/m).map((trace) => trace.trim());
  expect(first).toContain("all is well again");
  expect(between).not.toBe(first);
  expect(again).toBe(first);
});
