import { expect, test, vi } from "vitest";

vi.mock("#app/platform/config.server.ts", () => ({ config: () => ({ logLevel: "silent" }) }));

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
