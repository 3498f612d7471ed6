import { beforeEach, expect, test, vi } from "vitest";
import type { DeclarationKind } from "#app/backend/declarations.server.ts";
import type { Entry } from "#app/declarations/queue.ts";
import type { Declaration } from "#app/declarations/stored-declaration.server.ts";
import { createSealer } from "#app/session/encryption.server.ts";
import { allOf } from "../support/all-of.ts";

vi.stubEnv("SESSION_STORE", "sqlite::memory:");
vi.stubEnv("METRICS_PORT", "9464");
const written = vi.hoisted(() => ({ info: vi.fn(), error: vi.fn() }));
vi.mock(
  import("#app/platform/log.server.ts"),
  () =>
    ({
      logger: { ...written, child: () => written },
      createLogger: () => written,
    }) as object,
);
const { finish, inFull, list, resend, resendAll } = await import("#app/declarations/operator.server.ts");
const person = await import("#app/declarations/person.server.ts");
const { declarationQueue } = await import("#app/declarations/open-queue.server.ts");
const { seal, unseal } = await import("#app/declarations/stored-declaration.server.ts");
const { auditOperator, referenceHashes } = await import("#app/outcome/audit.server.ts");
const { journeyOutcomes } = await import("#app/platform/metrics.server.ts");

const queue = declarationQueue();
const idOf = (digit: number) => `${digit}f0c2f1e-0000-8000-8000-000000000000`;
const [waiting, refused, byHand, forwarded, unreadable] = [1, 2, 3, 4, 5].map(idOf) as [
  ...[string, string, string, string, string],
];
const receivedAt = "2026-11-27T10:00:00.000Z";
const declarationOf = (id: string, email: string, kind: DeclarationKind = "termination") =>
  ({ id, kind, brand: "o2", language: "de", traceId: "t", receivedAt, body: { email } }) as Declaration;

async function keep(declaration: Declaration, state: Entry["state"], sealed = seal(declaration)) {
  const { id } = declaration;
  await queue.add({ id, lane: id, sealed }, { token: id, forMs: 60_000 });
  const pause = { state: "waiting", pauseMs: 60_000 } as const;
  const end = { sealed, keepMs: 60_000 };
  await queue.settle(
    id,
    id,
    state === "waiting" ? pause : state === "byHand" ? { state } : { state, ...end },
  );
}
const ada = "ada@example.com";
beforeEach(async () => {
  written.info.mockClear();
  for await (const { id, state } of queue.entries()) await queue.removeIf(id, state);
  await keep(declarationOf(waiting, "berta@example.com"), "waiting");
  await keep(declarationOf(refused, ada), "refused");
  await keep(declarationOf(byHand, "berta@example.com", "withdrawal"), "byHand");
  await keep(declarationOf(forwarded, ada), "forwarded");
  const foreign = createSealer(["another secret of more than 32 characters"])("declarations");
  const lost = Buffer.from(foreign.seal(unreadable, "{}")).toString("base64");
  await keep(declarationOf(unreadable, ada), "waiting", lost);
});
const stateOf = async (id: string) => (await queue.find(id))?.state;

test("an operator sees what is not done, without a word of its content", async () => {
  const later = expect.any(Date);
  const received = new Date(receivedAt);
  const ofO2 = { brand: "o2", receivedAt: received, attempts: 1, order: undefined };
  const none = { nextTry: undefined, deleted: undefined };
  expect(await allOf(list())).toEqual([
    { ...ofO2, ...none, id: waiting, kind: "termination", state: "waiting", nextTry: later },
    { ...ofO2, ...none, id: refused, kind: "termination", state: "refused", deleted: later },
    { ...ofO2, ...none, id: byHand, kind: "withdrawal", state: "byHand" },
    {
      ...ofO2,
      ...none,
      id: unreadable,
      kind: "(secret missing)",
      brand: "",
      state: "waiting",
      receivedAt: later,
      nextTry: later,
    },
  ]);
  const minute = (await allOf(list()))[0]?.nextTry;
  expect(Math.abs(Number(minute) - Date.now() - 60_000)).toBeLessThan(30_000);
});

const dueNow = async () => {
  const all = await allOf(list());
  return all.filter(({ nextTry }) => nextTry && Number(nextTry) <= Date.now() + 1000).map(({ id }) => id);
};

test.each<[state: "waiting" | "refused", since: Date | undefined, again: string[]]>([
  ["waiting", undefined, [waiting, unreadable]],
  ["refused", undefined, [refused]],
  ["refused", new Date("2999-01-01"), []],
])("of all that are %s, those received since %s are sent again: %j", async (state, since, again) => {
  const counts = await allOf(resendAll(state, since));
  expect(counts.at(-1) ?? 0).toBe(again.length);
  expect(await dueNow()).toEqual(again);
});

test.each([
  [byHand, [byHand]],
  [forwarded, []],
])("one by its id is sent again unless the provider has it: %s", async (id, again) => {
  expect([await resend(id), await dueNow()]).toEqual([again.length > 0, again]);
});

test.each([
  [waiting, false],
  [forwarded, false],
  ["unknown", false],
  [byHand, true],
])("%s counts as passed on by staff, and is said to be in the trail: %s", async (id, isDone) => {
  const before = await stateOf(id);
  expect(await finish(id)).toBe(isDone);
  expect(await stateOf(id)).toBe(isDone ? "forwarded" : before);
  const entry = await queue.find(id);
  const answered = entry && unseal(entry).answered;
  expect(answered).toEqual(isDone ? { at: expect.any(String), isByHand: true } : undefined);
  const trail = { audit: "withdrawal", outcome: "done", brand: "o2", traceId: "t" };
  const references = [referenceHashes(id)[0], expect.any(String)];
  expect(written.info.mock.calls).toEqual(isDone ? [[{ ...trail, references }, "audit"]] : []);
});

test("what staff has passed on is counted with its journey", async () => {
  const count = async () =>
    (await journeyOutcomes?.get())?.values.find(
      ({ labels }) => labels.journey === "withdrawal" && labels.brand === "o2" && labels.outcome === "done",
    )?.value ?? 0;
  const before = await count();
  await finish(byHand);
  expect(await count()).toBe(before + 1);
});

test("one is shown in full, and what nobody has is not", async () => {
  expect(await inFull(refused)).toMatchObject({ id: refused, state: "refused", body: { email: ada } });
  expect(await inFull("unknown")).toBeUndefined();
});

test("all of one person is found, with what cannot be searched, and erased as it was found", async () => {
  const soon = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
  const { declarations, unreadable: lost } = await person.find([ada]);
  expect(declarations).toEqual([
    { id: refused, state: "refused", keptUntil: soon, declaration: declarationOf(refused, ada) },
    { id: forwarded, state: "forwarded", keptUntil: soon, declaration: declarationOf(forwarded, ada) },
  ]);
  expect(Math.abs(Date.parse(declarations[0]?.keptUntil ?? "") - Date.now() - 60_000)).toBeLessThan(30_000);
  expect(lost).toEqual([unreadable]);
  // By its number, which stands on its receipt, also without its content.
  const byNumber = await person.find([unreadable]);
  expect(byNumber.declarations).toEqual([
    { id: unreadable, state: "waiting", keptUntil: undefined, declaration: undefined },
  ]);
  await resend(refused);
  const erased = await Promise.all(declarations.map(person.erase));
  expect([erased, await stateOf(refused), await stateOf(forwarded)]).toEqual([
    ...[[false, true], "waiting", undefined],
  ]);
});

test("an operator's act stands in the trail, with hashes of what it was about", () => {
  const act = { audit: "person-erase", by: "T-1", count: 1, undelivered: 0, unreadable: 0 } as const;
  auditOperator(act, [refused]);
  const references = [referenceHashes(refused.toUpperCase().replaceAll("-", " "))[0]];
  expect(written.info.mock.calls).toEqual([[{ ...act, references }, "audit"]]);
});
