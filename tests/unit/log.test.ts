import { expect, test, vi } from "vitest";

vi.mock("#app/config.server.ts", () => ({ config: () => ({ logLevel: "info" }) }));

test("an error is told without what it carries beside it", async () => {
  const { logger } = await import("#app/log.server.ts");
  const serialize = (logger as unknown as Record<symbol, { err: (error: unknown) => unknown }>)[
    (await import("pino")).symbols.serializersSym
  ]?.err;
  const error = await Promise.resolve()
    .then(() => new URL("no address with a geheim-token"))
    .catch((reason: unknown) => reason);
  const told = JSON.stringify(serialize?.(error));
  expect(told).toContain("ERR_INVALID_URL");
  expect(told).toContain("log.test.ts");
  expect(told).not.toContain("geheim");
  expect(JSON.stringify(serialize?.({ iban: "geheim" }))).not.toContain("geheim");
});
