import { expect, test } from "vitest";
import { complaints, flood } from "../../tools/drill/flood.ts";

test("the day on which everybody terminates, in small: nothing is lost, and everybody is answered", async () => {
  const report = await flood({ forwarded: 5000, declarations: 300 }, () => {});
  expect(complaints(report)).toEqual([]);
  expect(report.mostWaiting).toBeGreaterThan(100);
});
