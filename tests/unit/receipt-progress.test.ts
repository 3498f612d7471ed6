import { expect, test } from "vitest";
import type { Problem } from "#app/errors/problem.ts";
import { progressOf, progressSteps, storedFacts } from "#app/routes/declaration/receipt.server.ts";
import { browserForTest } from "../support/request.ts";

const receivedAt = "2026-11-27T10:00:00.000Z";
const soon = "2026-11-27T10:00:59.999Z";
const late = "2026-11-27T10:01:00.000Z";
const { context } = await browserForTest("/kuendigung/bestaetigung")();
const declared = { kind: "termination", id: "3f0c2f1e-0000-8000-8000-000000000000", receivedAt } as const;
const refused = (...errors: NonNullable<Problem["errors"]>) => ({ at: late, refused: { errors } });
type State = Parameters<typeof progressOf>[1];

// What a receipt says, and which of its steps are done and which files there are.
const own = ["pdf", "text"];
test.each<
  [
    given: string,
    state: Partial<State>,
    kind: string | undefined,
    words: RegExp[],
    passed: string | RegExp,
    files: string[],
  ]
>([
  ["waits", { state: "waiting" }, "info", [/noch nicht bestätigt/], "Folgt noch", own],
  [
    "waits for a call that few have",
    { state: "waiting", kind: "withdrawal" },
    "info",
    [/sobald es geht/],
    "Folgt noch",
    own,
  ],
  ["is left to staff", { state: "byHand" }, "info", [/Mitarbeiter geben sie weiter/], "Folgt noch", own],
  [
    "is refused",
    { state: "refused", answered: refused() },
    "warning",
    [/nicht angenommen/],
    /rufen Sie uns/,
    own,
  ],
  [
    "is refused for fields, one without a word",
    {
      state: "refused",
      answered: refused(
        { field: "contractNumber", message: "Unbekannt." },
        {},
        { code: "x" },
        { message: "Nein." },
      ),
    },
    "warning",
    [/nicht angenommen/, /^Unbekannt\.$/, /^Nein\.$/],
    /rufen Sie uns/,
    own,
  ],
  [
    "was taken at once",
    { state: "forwarded", answered: { at: soon } },
    undefined,
    [],
    "",
    [...own, "anbieter"],
  ],
  [
    "was taken later",
    { state: "forwarded", answered: { at: late } },
    "success",
    [],
    /^27\.11\.2026, 11:01:00/,
    [...own, "anbieter"],
  ],
  [
    "was passed on by staff",
    { state: "forwarded", answered: { at: late, isByHand: true } },
    "success",
    [],
    /^27\.11\.2026/,
    own,
  ],
  ["is known to the provider alone", { state: "forwarded" }, undefined, [], "", [...own, "anbieter"]],
])("a declaration that %s", async (_, given, kind, words, passed, files) => {
  const known = { ...declared, ...given } as Parameters<typeof storedFacts>[1];
  const progress = progressOf(context, known);
  expect(progress?.kind).toBe(kind);
  expect(progress?.texts ?? []).toEqual(words.map((word) => expect.stringMatching(word)));
  const told = storedFacts(context, known);
  expect(told.progress).toEqual(progress);
  // Passed on at once, steps would repeat when it was received.
  const steps = [
    { label: "Eingegangen", detail: expect.stringMatching(/^27\.11\.2026, 11:00:00/), done: true },
    { label: "Weitergegeben", detail: expect.stringMatching(passed), done: known.state === "forwarded" },
  ];
  expect(told.steps).toEqual(passed ? steps : []);
  expect(
    told.files.map(({ href }) => new URL(href, "http://o2.localhost").pathname.split("/").at(-1)),
  ).toEqual(files);
});

test.each([
  ["2000-01-01", "01.01.2000", true],
  ["2999-12-31", "31.12.2999", false],
] as const)("a contract that ends on %s has a step and a calendar file", (end, detail, done) => {
  const state = { ...declared, state: "waiting", end } as const;
  expect(progressSteps(context, state).at(-1)).toEqual({ label: "Vertragsende", detail, done });
  expect(storedFacts(context, state).files.at(-1)).toMatchObject({
    href: expect.stringContaining("kalender"),
  });
});
