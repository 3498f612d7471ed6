import { expect, test, vi } from "vitest";
import type { DeclarationQueue } from "#app/declarations/queue.ts";

vi.stubEnv("SANDBOX", "embedded");
vi.stubEnv("LOG_LEVEL", "silent");
// No secret is generated and stored.
vi.stubEnv("SESSION_SECRET", "x".repeat(32));
const { forwardDue } = await import("#app/declarations/declaration.server.ts");

test("a stopping portal starts no further declaration", async () => {
  let leased = 0;
  const entry = { lane: "", receivedAt: 0, state: "waiting", attempts: 0, sealed: "" } as const;
  const endless: Partial<DeclarationQueue> = {
    lease: async () => ({ ...entry, id: `${leased++}` }),
    settle: async () => true,
  };
  await forwardDue(endless as DeclarationQueue, () => leased < 3);
  expect(leased).toBe(3);
});
