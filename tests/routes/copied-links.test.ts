import { expect, test } from "vitest";
import { portalForTests } from "../support/portal-for-tests.ts";

const portal = await portalForTests();

test.each([
  ["/k%C3%BCndigung", "/kuendigung"],
  ["/K%C3%BCndigung?brand=aldi", "/kuendigung?brand=aldi"],
  ["/kuendigung.", "/kuendigung"],
  ["/kuendigung)", "/kuendigung"],
  ["/kuendigung%20", "/kuendigung"],
  ["/kuendigung%E2%80%8B", "/kuendigung"],
  ["/widerruf/", "/widerruf"],
  ["/en//kuendigung?brand=ortel", "/en/kuendigung?brand=ortel"],
  ["/angebot%2fdemo", "/angebot/demo"],
  ["/angebot/demo%C2%AD).", "/angebot/demo"],
])("%s leads to %s", async (copied, page) => {
  const answer = await portal.browser().get(copied);
  expect([answer.status, answer.location]).toEqual([302, page]);
});

test.each(["/nichts.", "/%E2%80%8B/elsewhere.example", "/gek%C3%BCndigt"])("%s is no page", async (path) =>
  expect((await portal.browser().get(path)).status).toBe(404),
);

test("a link copied out of a mail's HTML has its brand and its token", async () => {
  const answer = await portal.browser().get("/email-ablehnung?token=demo&amp;brand=aldi.");
  expect([answer.status, answer.name, answer.brand]).toEqual([200, "email-rejection", "aldi"]);
});
