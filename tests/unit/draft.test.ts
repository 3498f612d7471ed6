import { expect, test, vi } from "vitest";
import { keepDraft, takeDraft } from "#app/routes/shell/draft.server.ts";
import { createSealer } from "#app/session/encryption.server.ts";
import { openSession } from "#app/session/session.server.ts";
import { createSqliteStore } from "#app/session/sqlite-store.server.ts";

vi.mock("#app/log.server.ts", () => ({ logger: {} }));

const store = createSqliteStore(":memory:");
const sealer = createSealer(["a secret of more than 32 characters"]);
const open = (cookie?: string) => openSession({ cookie, secure: false, store, sealer, idleSeconds: 60 });

test("a draft is its page's, once, and a session keeps one at a time", async () => {
  const posted = new FormData();
  posted.set("firstName", "Erika");
  const first = open();
  keepDraft(first, "/kuendigung", posted);
  keepDraft(first, "/widerruf", posted);
  const id = (await first.commit()).cookie?.match(/sid=([\w-]+)/)?.[1];
  const next = open(id);
  expect(await takeDraft(next, "/kuendigung")).toBeUndefined();
  expect(await takeDraft(next, "/widerruf")).toEqual({ firstName: "Erika" });
  expect(await takeDraft(next, "/widerruf")).toBeUndefined();
});
