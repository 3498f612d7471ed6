import { describe, expect, test } from "vitest";
import {
  type DeclarationStory,
  type Deed,
  type OrderStory,
  type OrderWord,
  type Post,
  type ReceiptLook,
  saidBy,
  sendsByPress,
  wrongInAct,
  wrongInDeclaration,
  wrongInOrder,
} from "../../tools/chaos/judge.ts";

const word = (said: OrderWord["said"], [before, after]: [number, number], pressed = false): OrderWord => ({
  said,
  pressed,
  before,
  after,
  page: said,
  isEnded: false,
  isByWrongClock: false,
});
const press = word("nothing", [0, 0], true);
const ordered = word("ordered", [1, 1]);
const story = (words: OrderWord[], orders = 1, forgotten = false, deeds: Deed[] = []): OrderStory => ({
  name: "demo",
  words,
  orders,
  forgotten,
  deeds,
  isShared: false,
});
const pressing: Deed = { is: "press", act: "acceptOffer", by: "one" };
const again: Deed = { is: "again", act: "acceptOffer", by: "one" };
const ask = (key: string, end: Post["end"], losses = 0): Deed => ({
  is: "post",
  act: "acceptOffer",
  by: "one",
  key,
  end,
  losses,
});
const sent = [pressing, ask("a", "nothing"), ask("a", "nothing"), ask("a", "did")];
const byWrongClock: OrderWord = { ...word("notOrdered", [0, 0]), isByWrongClock: true };
const ended = (said: OrderWord["said"]): OrderWord => ({ ...word(said, [1, 1]), isEnded: true });

describe("the judge of an order", () => {
  test.each([
    ["told as it is", story([word("notOrdered", [0, 0]), press, ordered])],
    ["not ordered, and ordered by another press", story([press, word("notOrdered", [0, 0]), press, ordered])],
    ["shown the button too early, by a clock that is behind", story([press, byWrongClock, ordered])],
    [
      "refused, and ordered under another key",
      story([press, ordered], 1, false, [pressing, ask("a", "refused"), pressing, ask("b", "did")]),
    ],
    [
      "sent twice under one key",
      story([press, ordered], 1, false, [pressing, ask("a", "did"), ask("a", "did")]),
    ],
    ["sent as often as its row allows", story([press, ordered], 1, false, sent)],
    [
      "pressed again, as nothing had answered",
      story([press, ordered], 1, false, [...sent, again, ...sent.slice(1)]),
    ],
    [
      "not ordered here, and then by somebody else",
      { ...story([press, word("notOrdered", [0, 0]), ordered]), isShared: true },
    ],
    ["over, as the provider has ended it", story([press, ordered, ended("ordered"), ended("over")])],
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
      "shown the button at last, by a clock that was behind",
      story([press, { ...byWrongClock, before: 1, after: 1 }]),
      "told that it is not ordered",
    ],
    [
      "asked for twice, where the provider has refused the second",
      story([press, ordered], 1, false, [pressing, ask("a", "did"), ask("b", "refused")]),
      "asked to order under another key, though a was not refused",
    ],
    [
      "sent too often for one press",
      story([press, ordered], 1, false, [...sent, ask("a", "did")]),
      "acceptOffer was sent 4 times for one press, and may be 3 times",
    ],
    ["sent without a press", story([press, ordered], 1, false, sent.slice(3)), "may be 0 times"],
    [
      "not ordered at last, of an offer that is shared",
      { ...story([press, word("notOrdered", [1, 1])]), isShared: true },
      "told that it is not ordered",
    ],
    [
      "still told, though it is over",
      story([press, ordered, ended("ordered")]),
      "never told that it is over",
    ],
    [
      "asked for under another key before the session was lost",
      story([press, ordered], 1, true, [pressing, ask("a", "nothing"), ask("b", "did"), ask("b", "did", 1)]),
      "asked to order under another key",
    ],
    ["told as over", story([press, word("over", [1, 1]), ordered]), "told that it is over"],
    ["never told", story([press]), "never told how it ended"],
  ])("finds: %s", (_, told, found) => expect(wrongInOrder(told).join()).toContain(found));
});

const look = (changes: Partial<ReceiptLook> = {}): ReceiptLook => ({
  status: 200,
  page: "a receipt",
  receivedAt: "9:00:00",
  namesContract: true,
  saysPassedOn: true,
  after: 1,
  ...changes,
});
const declared = (looks: ReceiptLook[], changes: Partial<DeclarationStory> = {}): DeclarationStory => ({
  name: "V-1",
  told: true,
  arrived: 1,
  looks,
  deeds: [],
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

describe("the judge of another act", () => {
  const done = { name: "demo", told: true, did: 1, page: "200 customer-data", deeds: sent };

  test("finds nothing in one that is done", () => expect(wrongInAct(done)).toEqual([]));

  test.each([
    ["told too early", { ...done, did: 0 }, "told that it is done, and it was not"],
    ["never told", { ...done, told: false }, "never told how it ended"],
    ["sent too often", { ...done, deeds: [...sent, ask("a", "did")] }, "sent 4 times for one press"],
  ])("finds: %s", (_, told, found) => expect(wrongInAct(told).join()).toContain(found));
});

test("what is sent counts for the press before it", () =>
  expect(sendsByPress([...sent, pressing, ask("b", "did")])).toEqual([
    { act: "acceptOffer", sent: 3, allowed: 3 },
    { act: "acceptOffer", sent: 1, allowed: 3 },
  ]));

test.each([
  ["ordered", { status: 200, name: "confirmation", text: "Vielen Dank" }],
  [
    "ordered",
    {
      status: 502,
      name: "offer-error",
      state: "OfferSummaryNotLoaded",
      text: "Ihre Bestellung ist bei uns.",
    },
  ],
  ["ordered", { status: 409, name: "offer-error", state: "OfferAbandonedPayment", text: "" }],
  ["over", { status: 410, name: "offer-error", state: "OfferCancelled", text: "" }],
  [
    "nothing",
    { status: 502, name: "offer-error", state: "OfferSummaryNotLoaded", text: "Wir können nicht nachsehen." },
  ],
  ["nothing", { status: 202, name: "offer-error", state: "Waiting", text: "" }],
  [
    "notOrdered",
    { status: 503, name: "offer-error", state: "SessionsAway", text: "Es wurde nichts abgeschickt." },
  ],
  ["notOrdered", { status: 503, name: "offer-error", state: "Downtime", text: "" }],
  ["notOrdered", { status: 200, name: "summary", text: "" }],
] as const)("%s is said by %o", (said, page) => expect(saidBy(page, true)).toBe(said));

test("a closed provider says nothing to a look", () =>
  expect(saidBy({ status: 503, name: "offer-error", state: "Downtime", text: "" }, false)).toBe("nothing"));
