import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";

const ping = vi.fn(() => new Promise<void>(() => {}));
vi.mock(import("#app/session/open-store.server.ts"), () => ({ sessionStore: () => ({ ping }) }) as object);
vi.mock(
  import("#app/declarations/open-queue.server.ts"),
  () => ({ declarationQueue: () => ({ ping }) }) as object,
);
const { answerFinding, storeFindings } = await import("#app/operation/health.server.ts");

test("the stores are asked at the same time: a probe has no time to wait for one after the other", () => {
  void storeFindings();
  expect(ping).toHaveBeenCalledTimes(2);
});

test("a dependency is not away because this process stood still", async () => {
  const server = createServer((_request, response) => void response.end()).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const found = answerFinding(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  await nextTurn();
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3000);
  expect(await found).toBeUndefined();
});
