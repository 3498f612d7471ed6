import { expect, test, vi } from "vitest";

const ping = vi.fn(() => new Promise<void>(() => {}));
vi.mock("#app/session/open-store.server.ts", () => ({ sessionStore: () => ({ ping }) }));
vi.mock("#app/declarations/open-queue.server.ts", () => ({ declarationQueue: () => ({ ping }) }));
const { storeFindings } = await import("#app/operation/health.server.ts");

test("the stores are asked at the same time: a probe has no time to wait for one after the other", () => {
  void storeFindings();
  expect(ping).toHaveBeenCalledTimes(2);
});
