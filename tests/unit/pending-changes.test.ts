import { expect, test } from "vitest";
import { PendingChanges } from "#app/session/pending-changes.ts";

type Text = string | undefined;
/** A session's values in the store, which other requests may change. */
const storeOf = (values: Record<string, Text>) => ({
  values,
  read: (name: string) => values[name],
});
const append = (more: string) => (text: Text) => `${text ?? ""}${more}`;

test("changes are applied once each, in their order, to what is stored", () => {
  const { read } = storeOf({ cart: "a" });
  const changes = new PendingChanges();
  const current = () => changes.current("cart", () => read("cart"));
  expect(changes.isEmpty).toBe(true);
  expect(current()).toEqual({ stored: "a", text: "a", applied: 0 });
  changes.add("cart", false, append("b"));
  changes.add("cart", false, append("c"));
  expect(current()).toEqual({ stored: "a", text: "abc", applied: 2 });
  expect(current().text, "read again").toBe("abc");
  changes.add("cart", false, () => undefined);
  changes.add("cart", false, append("d"));
  expect(current().text).toBe("d");
  expect(changes.isEmpty).toBe(false);
});

test("what is read is a copy", () => {
  const changes = new PendingChanges();
  changes.add("cart", false, append("b"));
  const first = changes.current("cart", () => "a");
  changes.add("cart", false, append("c"));
  changes.current("cart", () => "a");
  expect(first).toEqual({ stored: "a", text: "ab", applied: 1 });
});

test("one essential change makes all of them essential, as long as it waits", () => {
  const changes = new PendingChanges();
  changes.add("notice", false, append("x"));
  expect(changes.isEssential).toBe(false);
  changes.add("cart", true, append("y"));
  expect(changes.isEssential).toBe(true);
  changes.written(changes.all(() => undefined));
  expect([changes.isEssential, changes.isEmpty]).toEqual([false, true]);
});

test("after a write only what came meanwhile remains, on top of what was written", () => {
  const { read } = storeOf({ cart: "a", notice: "n" });
  const changes = new PendingChanges();
  changes.add("cart", false, append("b"));
  changes.add("notice", false, () => undefined);
  const all = changes.all(read);
  expect([...all]).toEqual([
    ["cart", { stored: "a", text: "ab", applied: 1 }],
    ["notice", { stored: "n", text: undefined, applied: 1 }],
  ]);
  changes.add("cart", false, append("c"));
  changes.written(all);
  expect(changes.isEmpty).toBe(false);
  // Nobody reads the store again for it.
  expect([...changes.all(() => expect.fail("read again"))]).toEqual([
    ["cart", { stored: "ab", text: "abc", applied: 1 }],
  ]);
  expect(changes.current("notice", () => expect.fail("read again")).text).toBeUndefined();
});

test("where another request was faster, all changes are made again to what it has written", () => {
  const { read, values } = storeOf({ cart: "a" });
  const changes = new PendingChanges();
  changes.add("cart", false, append("b"));
  expect(changes.all(read).get("cart")?.text).toBe("ab");
  values.cart = "z";
  changes.restart();
  expect(changes.all(read).get("cart")).toEqual({ stored: "z", text: "zb", applied: 1 });
});
