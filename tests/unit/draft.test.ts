import { expect, test, vi } from "vitest";
import { keepDraft, takeDraft } from "#app/routes/shell/draft.server.ts";
import { sessionsForTest } from "../support/session.ts";

vi.mock("#app/log.server.ts", () => ({ logger: {} }));

test("a draft is its page's, once", async () => {
  const open = sessionsForTest();
  const posted = new FormData();
  posted.set("firstName", "Erika");
  const first = open();
  keepDraft(first, "/kuendigung", posted);
  keepDraft(first, "/widerruf", posted);
  const next = open(await first.commit());
  expect(await takeDraft(next, "/meine-daten")).toBeUndefined();
  expect(await takeDraft(next, "/widerruf")).toEqual({ firstName: "Erika" });
  expect(await takeDraft(next, "/widerruf")).toBeUndefined();
});
