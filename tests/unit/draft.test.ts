import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { z } from "zod";
import { defineForm } from "#app/forms/define-form.server.ts";
import { firstForm, keepDraft } from "#app/forms/draft.server.ts";
import { postedFormContext, sessionContext } from "#app/request/context.server.ts";
import { sessionsForTest } from "../support/session.ts";

const form = defineForm({
  schema: z.object({ city: z.string() }),
  texts: ["common.address"],
  initial: (city: string) => ({ city }),
  providerNames: { city: null },
  sensitive: [],
});

test("a draft belongs to its page in every language, is used once, and lacks the switcher's fields", async () => {
  const open = sessionsForTest();
  const posted = new FormData();
  posted.set("firstName", "Erika");
  posted.set("locale", "tr");
  const requestOf = (id?: string) => {
    const context = new RouterContextProvider();
    const session = open(id);
    context.set(sessionContext, session);
    context.set(postedFormContext, posted);
    return { context, session };
  };
  const first = requestOf();
  keepDraft(first.context, "/kuendigung");
  keepDraft(first.context, "/widerruf");
  const { context } = requestOf(await first.session.commit());
  const at = async (path: string) =>
    (await firstForm(context, new URL(path, "http://localhost"), form, "Köln")).values;
  expect(await at("/angebot/demo/meine-daten")).toEqual({ city: "Köln" });
  expect(await at("/en/widerruf")).toEqual({ firstName: "Erika" });
  expect(await at("/widerruf")).toEqual({ city: "Köln" });
  expect(await at("/kuendigung")).toEqual({ firstName: "Erika" });
});
