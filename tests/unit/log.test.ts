import { expect, onTestFinished, test, vi } from "vitest";

vi.mock(
  import("#app/platform/config.server.ts"),
  () => ({ config: () => ({ logLevel: "silent" }) }) as object,
);

test("an error is logged without its other fields", async () => {
  const { createLogger } = await import("#app/platform/log.server.ts");
  const lines: string[] = [];
  const logger = createLogger("info", { write: (line) => lines.push(line) });
  try {
    new URL("no address with a geheim-token");
  } catch (err) {
    logger.error({ err }, "failed");
  }
  logger.error({ err: { iban: "geheim" } }, "failed");
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain("ERR_INVALID_URL");
  expect(lines[0]).toContain("log.test.ts");
  expect(lines.join()).not.toContain("geheim");
});

test("an outage is a line with its stack at once, and then one a minute with how many failures it had", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const { createLogger } = await import("#app/platform/log.server.ts");
  const { outageLog } = await import("#app/platform/outage-log.server.ts");
  const lines: string[] = [];
  const failed = outageLog(createLogger("info", { write: (line) => lines.push(line) }), "The store failed.");
  const fail = () => failed(Object.assign(new Error("away"), { code: "ECONNREFUSED" }));
  for (let page = 0; page < 3; page++) fail();
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain("log.test.ts");
  vi.advanceTimersByTime(60_000);
  fail();
  expect(lines.map((line) => JSON.parse(line).failures)).toEqual([1, 3]);
});
