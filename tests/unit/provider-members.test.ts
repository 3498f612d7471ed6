import { expect, test } from "vitest";
import { z } from "zod";
import { saidMembers, unreadMembers } from "../../tools/check-provider/members.ts";

const price = z.object({ amount: z.number(), note: z.string().optional() });
const card = z.object({ kind: z.literal("card"), scheme: z.string().optional() });
const debit = z.object({ kind: z.literal("debit"), iban: z.string().optional() });
const answer = z.object({
  id: z.string(),
  holder: z.object({ name: z.string().optional(), born: z.string().optional() }).optional(),
  items: z.array(z.object({ price, tags: z.array(z.string()).default([]) })).default([]),
  pay: z.union([card, debit]).optional(),
  texts: z.record(z.string(), z.object({ long: z.string().optional() })).optional(),
});

test.each<[string, z.ZodType, unknown, string[]]>([
  ["nothing at all", answer, {}, ["says nothing", "says nothing of id, holder, items, pay, texts"]],
  [
    "what is below what is said",
    answer,
    { id: "1", holder: { name: "A" }, items: [{ price: { amount: 1 } }], texts: { de: { long: "x" } } },
    ["says id, holder, items, texts", "says nothing of holder.born, items[].price.note, items[].tags, pay"],
  ],
  [
    "of a list, what any of its items has",
    answer,
    { items: [{ price: { amount: 1 } }, { price: { amount: 2, note: "n" }, tags: ["t"] }] },
    ["says items", "says nothing of id, holder, pay, texts"],
  ],
  [
    "of two shapes, the one that fits",
    answer,
    { id: "1", pay: { kind: "debit" } },
    ["says id, pay", "says nothing of holder, items, pay.iban, texts"],
  ],
  ["of a list as the answer", z.array(price), [{ amount: 1 }], ["says amount", "says nothing of note"]],
  ["an answer without members", z.array(z.string()), ["a"], []],
])("check-provider says %s", (_, schema, json, said) => {
  expect(saidMembers(schema, json)).toEqual(said);
});

test("what the portal does not read is named at every level, once, and without a value", () => {
  const json = {
    adress: "x",
    items: [{ price: { amount: 1, vat: 19 } }, { price: { amount: 1, vat: 7 } }],
    pay: { kind: "card", cvc: 1 },
  };
  expect(unreadMembers(answer, json)).toEqual(["adress", "items[].price.vat", "pay.cvc"]);
});
