import { expect, test } from "vitest";
import { journeys, movedFrom, pageAt, pageTable } from "#app/page-table.server.ts";

test("every page with somebody's token or number in its path is one whose look-ups are counted", () => {
  const uncounted = Object.entries(pageTable).filter(([, { path, lookup }]) => path.includes(":") && !lookup);
  // Its folder and file are the brand's, for everybody.
  expect(uncounted.map(([name]) => name)).toEqual(["brand-asset"]);
});

test("every folder of pages is a journey, but for home and what is around all pages", () => {
  const folders = new Set(Object.values(pageTable).map(({ file }) => file.split("/")[0]));
  expect([...folders].sort()).toEqual([...journeys, "home", "shell"].sort());
});

test("every journey begins on one of its pages, and nothing else begins a journey", () => {
  const begun = new Set(
    Object.values(pageTable).flatMap(({ file, start }) => (start ? file.split("/")[0] : [])),
  );
  expect([...begun].sort()).toEqual([...journeys].sort());
});

test("an earlier address leads on to where its page is now", () => {
  const { confirmation } = pageTable;
  const moved = {
    ...confirmation,
    path: "/angebot/:token/bestaetigung",
    earlier: [confirmation.path],
  } as const;
  expect(movedFrom("/angebot/demo~1/danke", [moved])).toBe("/angebot/demo~1/bestaetigung");
  expect(movedFrom("/angebot//danke", [moved])).toBeUndefined();
  expect(movedFrom("/angebot/demo~1/bestaetigung", [moved])).toBeUndefined();
  for (const { earlier = [] } of Object.values(pageTable))
    for (const path of earlier) expect(pageAt(path)).toBeUndefined();
});
