import { expect, onTestFinished, test, vi } from "vitest";
import type { DeclarationQueue } from "#app/declarations/queue.ts";
import type { Declaration } from "#app/declarations/stored-declaration.server.ts";

vi.stubEnv("METRICS_PORT", "9464");
const store = vi.hoisted(() => ({ sealed: "", add: vi.fn() }));
vi.mock(
  import("#app/declarations/open-queue.server.ts"),
  () =>
    ({
      declarationQueue: () => ({
        add: store.add,
        find: async (id: string) => ({ id, sealed: store.sealed }),
        async replace(_: string, sealed: string, by: string) {
          const isSame = store.sealed === sealed;
          if (isSame) store.sealed = by;
          return isSame;
        },
      }),
    }) as object,
);
const provider = vi.hoisted(() => ({ forwardOnce: vi.fn() }));
vi.mock(import("#app/outcome/declared.server.ts"), () => provider);
const { findDeclaration, forwardDue, keepProof, receiveDeclaration } = await import(
  "#app/declarations/declaration.server.ts"
);
const { seal, unseal } = await import("#app/declarations/stored-declaration.server.ts");
const { unreadableDeclarations } = await import("#app/platform/metrics.server.ts");
const { defaultSealer } = await import("#app/session/open-store.server.ts");

const entry = { lane: "", receivedAt: 0, state: "waiting", attempts: 0, sealed: "" } as const;

test("what cannot be passed on is skipped and counted, and everything else goes on", async () => {
  const sealed = (id: string, content: unknown) =>
    Buffer.from(defaultSealer()("declarations").seal(id, JSON.stringify(content))).toString("base64");
  const broken = [
    {
      id: "no secret fits",
      sealed: Buffer.from("something else, and long enough to be sealed").toString("base64"),
    },
    { id: "empty", sealed: "" },
    { id: "of no declaration", sealed: sealed("of no declaration", null) },
    { id: "brand gone", sealed: sealed("brand gone", { kind: "termination", brand: "gone", body: {} }) },
  ];
  const left = [...broken];
  const settled: unknown[] = [];
  const queue: Partial<DeclarationQueue> = {
    async lease() {
      const next = left.shift();
      return next && { ...entry, ...next };
    },
    async settle(id, _, settlement) {
      settled.push([id, settlement]);
      return true;
    },
  };
  await forwardDue(queue as DeclarationQueue, () => true);
  expect(settled).toEqual(broken.map(({ id }) => [id, { state: "waiting", pauseMs: 60_000 }]));
  expect((await unreadableDeclarations?.get())?.values).toMatchObject([{ value: broken.length }]);
});

test("a stopping portal starts no further declaration", async () => {
  let leased = 0;
  const endless: Partial<DeclarationQueue> = {
    lease: async () => ({ ...entry, id: `${leased++}` }),
    settle: async () => true,
  };
  await forwardDue(endless as DeclarationQueue, () => leased < 3);
  expect(leased).toBe(3);
});

test("what a slow store hands over late is left to whoever has it by now", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const settled: string[] = [];
  const slow: Partial<DeclarationQueue> = {
    async lease({ forMs }) {
      vi.advanceTimersByTime(forMs);
      return { ...entry, id: "late" };
    },
    settle: async (id) => settled.push(id) > 0,
  };
  await forwardDue(slow as DeclarationQueue, () => settled.length === 0);
  expect(settled).toEqual([]);
});

test("a proof is kept although another one is pressed for again and again", async () => {
  store.sealed = seal({ id: "declared" } as Declaration);
  const proof = (size: number) => ({ name: "nachweis.pdf", size, receivedAt: "2026-11-27T15:00:00Z" });
  const presses = [40, 40, 40, 40, 40, 40, 40, 50];
  await Promise.all(presses.map((size) => keepProof("declared", proof(size))));
  const { proofs = [] } = unseal({ ...entry, id: "declared", sealed: store.sealed });
  expect(proofs.map(({ size }) => size)).toEqual([40, 50]);
});

test.each([
  [8, "waiting"],
  [9, "byHand"],
])("after %i answers by which nothing can be declared, one more leaves it: %s", async (unheard, state) => {
  const declaration = { id: "declared", kind: "termination", brand: "o2", language: "de", unheard, body: {} };
  const left = [{ ...entry, id: "declared", sealed: seal(declaration as never) }];
  const settled: unknown[] = [];
  const queue: Partial<DeclarationQueue> = {
    lease: async () => left.shift(),
    settle: async (_, __, settlement) => settled.push(settlement) > 0,
  };
  provider.forwardOnce.mockResolvedValue({
    state: "waiting",
    isIdle: true,
    isUnsent: false,
    needsStaff: true,
  });
  await forwardDue(queue as DeclarationQueue, () => true);
  expect(settled).toMatchObject([{ state }]);
});

const termination = {
  kind: "termination",
  brand: "o2",
  language: "de",
  traceId: "",
  facts: {},
  submissionId: "form",
  content: {},
  body: () => ({}) as never,
} as const;

test.each([
  ["neither id nor stamp, within the hour", { isRecent: true }, {}, 1],
  ["neither id nor stamp, a day later", { isRecent: false }, {}, 2],
  ["the id of a form, a day later", { isRecent: false }, { submissionId: "form" }, 1],
  ["the stamp of a page, a day later", { isRecent: false }, { stamp: "page" }, 1],
])("the same content again with %s", async (_, known, ids, stored) => {
  const sealed = seal({ id: "first", kind: "termination", brand: "o2" } as Declaration);
  store.add
    .mockReset()
    .mockResolvedValue({ end: "known", entry: { ...entry, id: "first", sealed }, ...known });
  const received = await receiveDeclaration({ ...termination, submissionId: "", ...ids });
  expect(received).toMatchObject({ ok: true, isNew: false });
  expect(store.add).toHaveBeenCalledTimes(stored);
});

const waits = { state: "waiting", isIdle: true, isUnsent: false, needsStaff: false, error: {} };

test.each([
  ["its first attempt", 1, undefined, false, 1],
  ["another one, as the first may have acted", 2, undefined, true, undefined],
  ["another one, after one that did nothing", 2, 1, false, 2],
  ["a third one, of which the second may have acted", 3, 1, true, 1],
])("what is passed on is sent as %s", async (_, attempts, idleAttempts, isRepeated, idleAfter) => {
  const known = { id: "declared", kind: "termination", brand: "o2", language: "de", body: {}, idleAttempts };
  const left = [{ ...entry, id: "declared", attempts, sealed: seal(known as never) }];
  const kept: unknown[] = [];
  provider.forwardOnce.mockReset().mockResolvedValue(waits);
  const queue: Partial<DeclarationQueue> = {
    lease: async () => left.shift(),
    async settle(id, _, settlement) {
      const { sealed } = settlement as { sealed: string };
      return kept.push(unseal({ ...entry, id, sealed }).idleAttempts) > 0;
    },
  };
  await forwardDue(queue as DeclarationQueue, () => true);
  expect(provider.forwardOnce.mock.calls).toMatchObject([[{}, {}, isRepeated]]);
  expect(kept).toEqual([idleAfter]);
});

test.each([
  ["in time", 1],
  ["so late that another portal may have it", 0],
])("a declaration that its store has taken %s is sent at once so often: %i", async (_, times) => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  provider.forwardOnce.mockReset().mockResolvedValue({ state: "forwarded" });
  store.add.mockReset().mockImplementation(async (__, { forMs }) => {
    vi.advanceTimersByTime(times > 0 ? 0 : forMs);
    return { end: "stored", leased: true };
  });
  expect(await receiveDeclaration(termination)).toMatchObject({ ok: true, isNew: true });
  expect(provider.forwardOnce).toHaveBeenCalledTimes(times);
});

test.each([
  ["notStored", { isIdle: true }, false],
  ["unknown", { isIdle: true }, true],
  ["notStored", { isIdle: false }, true],
  ["notStored", { isIdle: false, isUnsent: true }, false],
])("while the store is away (%s), what ends as %j may arrive: %s", async (end, ends, mayArrive) => {
  store.add.mockReset().mockResolvedValue({ end, error: new Error("away") });
  provider.forwardOnce.mockReset().mockResolvedValue({ ...waits, ...ends });
  expect(await receiveDeclaration(termination)).toMatchObject({ ok: false, mayArrive });
  // Another portal may have sent it; of what a link declares, nobody can be asked.
  await receiveDeclaration({ ...termination, kind: "objection" });
  expect(provider.forwardOnce.mock.calls).toMatchObject([
    [{}, {}, true],
    [{}, {}, false],
  ]);
});

test.each([
  ["termination", "o2", true],
  ["termination", "blau", false],
  ["withdrawal", "o2", false],
] as const)("a termination at o2 is found as a %s at %s: %s", async (kind, brand, isFound) => {
  store.sealed = seal({ id: "declared", kind: "termination", brand: "o2" } as Declaration);
  expect((await findDeclaration(kind, brand, "declared")).stored !== undefined).toBe(isFound);
});
