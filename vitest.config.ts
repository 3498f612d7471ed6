import { defineConfig } from "vitest/config";

const portalTests = { testTimeout: 20_000, hookTimeout: 60_000 };

export default defineConfig({
  test: {
    environment: "node",
    // Two cores are what a build machine has.
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: { name: "unit", include: ["tests/unit/**/*.test.{ts,tsx}"], testTimeout: 15_000 },
      },
      {
        extends: true,
        test: { name: "routes", include: ["tests/routes/**/*.test.{ts,tsx}"], ...portalTests },
      },
      {
        extends: true,
        test: { name: "catalogue", include: ["tests/catalogue/**/*.test.{ts,tsx}"], ...portalTests },
      },
    ],
  },
});
