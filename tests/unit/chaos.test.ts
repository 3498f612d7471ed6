import { describe, expect, test } from "vitest";
import {
  type Asked,
  type OrderWord,
  type ReceiptLook,
  wrongInDeclaration,
  wrongInOrder,
} from "../../tools/chaos/judge.ts";

const word = (said: OrderWord["said"], [before, after]: [number, number], pressed = false): OrderWord => ({
  ...{ said, pressed, before, after },
  page: said,
});
const press = word("nothing", [0, 0], true);
const ordered = word("ordered", [1, 1]);
const story = (words: OrderWord[], orders = 1, forgotten = false, asked: Asked[] = []) => ({
  ...{ name: "demo", words, orders, forgotten, asked },
});
const ask = (key: string, end: Asked["end"]): Asked => ({ key, end });

describe("the judge of an order", () => {
  test.each([
    ["told as it is", story([word("notOrdered", [0, 0]), press, ordered])],
    ["not ordered, and ordered by another press", story([press, word("notOrdered", [0, 0]), press, ordered])],
    [
      "refused, and ordered under another key",
      story([press, ordered], 1, false, [ask("a", "refused"), ask("b", "did")]),
    ],
    ["sent twice under one key", story([press, ordered], 1, false, [ask("a", "did"), ask("a", "did")])],
    ["under way when its session was lost", story([press, word("notOrdered", [0, 0]), ordered], 1, true)],
  ])("finds nothing: %s", (_, told) => expect(wrongInOrder(told)).toEqual([]));

  test.each([
    ["ordered twice", story([press, ordered], 2), "ordered 2 times"],
    [
      "told too early",
      story([word("ordered", [0, 0], true), ordered]),
      "told that it is ordered, and it was not",
    ],
    [
      "told as not ordered",
      story([press, word("notOrdered", [1, 1]), ordered]),
      "told that it is not ordered",
    ],
    [
      "ordered after that",
      story([press, word("notOrdered", [0, 0]), ordered]),
      "told that it is not ordered",
    ],
    [
      "told so at last, of a lost session",
      story([press, word("notOrdered", [1, 1])], 1, true),
      "told that it is not",
    ],
    [
      "asked for twice, where the provider has refused the second",
      story([press, ordered], 1, false, [ask("a", "did"), ask("b", "refused")]),
      "asked to order under another key, though a was not refused",
    ],
    ["told as over", story([press, word("over", [1, 1]), ordered]), "told that it is over"],
    ["never told", story([press]), "never told how it ended"],
  ])("finds: %s", (_, told, found) => expect(wrongInOrder(told).join()).toContain(found));
});

const look = (changes: Partial<ReceiptLook> = {}): ReceiptLook => ({
  ...{
    status: 200,
    page: "a receipt",
    receivedAt: "9:00:00",
    namesContract: true,
    saysPassedOn: true,
    after: 1,
  },
  ...changes,
});
const declared = (looks: ReceiptLook[], changes: { told?: boolean; arrived?: number } = {}) => ({
  ...{ name: "V-1", told: true, arrived: 1, looks },
  ...changes,
});
const waiting = look({ saysPassedOn: false, after: 0 });

describe("the judge of a declaration", () => {
  test("finds nothing in one that waits, is away for a moment and is passed on", () =>
    expect(wrongInDeclaration(declared([waiting, look({ status: 503 }), look()]))).toEqual([]));

  test.each([
    ["lost", declared([look()], { arrived: 0 }), "lost"],
    ["doubled", declared([look()], { arrived: 2 }), "declared 2 times"],
    ["never received", declared([], { told: false, arrived: 0 }), "never told"],
    ["not found", declared([look({ status: 404 }), look()]), "not open"],
    ["another content", declared([look({ namesContract: false }), look()]), "another content"],
    ["passed on too early", declared([look({ after: 0 }), look()]), "too early"],
    ["two times of receipt", declared([look({ receivedAt: "8:00:00" }), look()]), "several times"],
    ["never passed on", declared([look(), waiting]), "does not say that it was passed on"],
  ])("finds: %s", (_, told, found) => expect(wrongInDeclaration(told).join()).toContain(found));
});
