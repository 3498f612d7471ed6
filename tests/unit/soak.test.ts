import { describe, expect, test } from "vitest";
import { levelOf } from "../../tools/soak/level.ts";

const parts = (rss: (at: number) => number) =>
  Array.from({ length: 24 }, (_, at) => ({ minute: at + 1, requests: at, rss: rss(at), heap: 60 }));

describe("a soak's memory", () => {
  test("that rises and stays is level from where it stays", () => {
    const { end, from } = levelOf(
      parts((at) => 150 + Math.min(at, 10) * 5 + (at % 2)),
      "rss",
    );
    expect(end).toBeCloseTo(200.5, 0);
    expect(from).toBe(9);
  });

  test.each([
    ["in a straight line", (at: number) => 150 + at * 2],
    ["ever faster", (at: number) => 150 + at ** 2 / 4],
  ])("that grows %s is not level", (_, rss) => {
    expect(levelOf(parts(rss), "rss").from).toBeUndefined();
  });

  test("that falls is level", () => {
    expect(
      levelOf(
        parts((at) => 200 - at),
        "rss",
      ).from,
    ).toBeDefined();
  });
});
