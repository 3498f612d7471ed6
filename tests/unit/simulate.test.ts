import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { mendings } from "../../tools/simulate/mendings.ts";

const simulate = (...options: string[]) =>
  spawnSync(process.execPath, ["tools/simulate/main.ts", ...options], { encoding: "utf8" });
const findingsIn = (stdout: string) => stdout.match(/^seed .*/gm);

test("no schedule of presses, crashes and lost answers ends in something untrue", () => {
  const { stdout, stderr, status } = simulate("--seeds", "500");
  expect({ findings: findingsIn(stdout), stderr, status }).toEqual({ findings: null, stderr: "", status: 0 });
  // A minute of CPU on a quiet machine.
}, 1_800_000);

test.each([
  ["an order of unknown end is sent again by a portal whose clock is hours behind", 45],
  ["a reset that was done is not told as failed", 18],
  ["a choice that was made is not told as refused", 210],
  ["a change that was saved is not told as refused", 301],
  ["an order is not told as that of somebody else", 2],
  ["nothing is to be paid while its reset may be done", 509],
])("%s", (_, seed) => {
  const { stdout, stderr } = simulate("--journeys", "--seed", String(seed));
  expect({ findings: findingsIn(stdout), stderr }).toEqual({ findings: null, stderr: "" });
});

test.each(Object.entries(mendings))("it is found that %s", (without, { foundBy }) => {
  const { stdout, stderr } = simulate("--without", without, "--seed", String(foundBy));
  expect({ stderr, findings: findingsIn(stdout) }).toEqual({ stderr: "", findings: expect.anything() });
});

test("a seed is the same schedule each time", () => {
  const traceOf = () => simulate("--seed", "46").stdout.replace(/ in [\d.]+ s,/, "");
  const trace = traceOf();
  expect(trace).toContain("all is well again");
  expect(traceOf()).toBe(trace);
});
