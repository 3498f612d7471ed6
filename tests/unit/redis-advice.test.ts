import { expect, test, vi } from "vitest";

let info = "";
const redis = { send: async () => info };
vi.mock(
  import("#app/session/open-store.server.ts"),
  async (original) =>
    ({
      ...(await original()),
      openStorage: () => ({ kind: "redis", redis }),
    }) as object as object,
);
vi.mock(
  import("#app/operation/health.server.ts"),
  () =>
    ({
      storeFindings: async () => ({}),
      dependencyFindings: async () => ({}),
    }) as object,
);
const settings = vi.hoisted(() => ({ store: "" }));
vi.mock(import("#app/platform/config.server.ts"), async (original) => {
  const actual = await original<typeof import("#app/platform/config.server.ts")>();
  return {
    ...actual,
    config: () => ({ ...actual.config(), session: { ...actual.config().session, ...settings } }),
  };
});
const { onStores } = await import("#app/operation/check-config.server.ts");

const well =
  "redis_version:7.2.4\r\nmaxmemory_policy:noeviction\r\naof_enabled:1\r\naof_last_write_status:ok\r\n";
async function adviceFor(store: string, said = well) {
  settings.store = store;
  info = said;
  return (await onStores()).map(({ level, message }) => `${level} ${message.split(/[:(]/)[0]}`.trim());
}

test.each([
  ["rediss://cache.example.net", []],
  ["redis://cache.example.net", ["warning has no TLS"]],
  ["redis://10.0.0.7,cache.example.net", ["warning has no TLS"]],
  // A container's or service's own name, and a private network.
  ["redis://redis:6379", []],
  ["redis://10.0.0.7", []],
])("%s", async (store, advice) => expect(await adviceFor(store)).toEqual(advice));

test("an old Redis, one that forgets, and one that does not say", async () => {
  const old = well
    .replace("7.2.4", "6.0.16")
    .replace("noeviction", "allkeys-lru")
    .replace("aof_enabled:1", "aof_enabled:0");
  expect(await adviceFor("redis://redis", old)).toEqual([
    "error is Redis 6.0.16",
    "error evicts what is still needed when it is full",
    "warning does not keep its data on disk",
  ]);
  const failing = well.replace("status:ok", "status:err");
  expect(await adviceFor("redis://redis", failing)).toEqual(["error could not write its data to disk"]);
  expect(await adviceFor("redis://redis", "")).toEqual(["warning does not say how it is set up"]);
});
