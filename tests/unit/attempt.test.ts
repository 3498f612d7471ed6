import { RouterContextProvider } from "react-router";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import type { Place } from "#app/error-pages/error-response.server.ts";
import type { Failure } from "#app/errors/errors.ts";
import {
  type ActingPost,
  isDone,
  postOnce,
  type Sent,
  sentSchema,
  settlePost,
} from "#app/outcome/attempt.server.ts";
import { sessionContext } from "#app/request/context.server.ts";
import { createSealer } from "#app/session/encryption.server.ts";
import { defineScope } from "#app/session/scope.ts";
import { Session } from "#app/session/session.server.ts";
import { createSqliteStore, openSessionFile } from "#app/session/sqlite-store.server.ts";
import type { SessionStore } from "#app/session/store.ts";

const sealer = createSealer(["a secret that has more than 32 characters"]);
const keptScope = defineScope("attempts of this test", sentSchema);
const token = "t";
const press = { submissionId: "this press" };

let store: SessionStore;
let cookie: string | undefined;
/** The next request of the same browser. */
const newRequest = () => new Session({ cookie, store, sealer, idleSeconds: 600, lastingSeconds: 600 });
beforeEach(async () => {
  store = createSqliteStore(openSessionFile(":memory:"), () => 1_900_000_000);
  cookie = undefined;
  const first = newRequest();
  first.write(defineScope("anything", z.literal(true)), "", true);
  cookie = await first.commit();
});

type TokenPlace = Place & { token: string };
const placeOf = (session: Session): TokenPlace => {
  const context = new RouterContextProvider();
  context.set(sessionContext, session);
  return { context, url: new URL("https://portal.example/"), token };
};

type Ends = Awaited<ReturnType<TestedPost["send"]>>;
type TestedPost = ActingPost<TokenPlace, Sent, string, string, string>;
const failedBy = (failure: Failure): Ends => ({ ok: false, error: "failed", failure });
const silent = failedBy({ kind: "timeout" });
const refused = failedBy({ kind: "answer", status: 422, problem: { code: "BLOCKED" } });

const post = (changes: Partial<TestedPost>): TestedPost => ({
  kept: keptScope,
  section: "customer.waiting",
  page: "customer-data",
  self: () => "/its-page",
  send: async () => silent,
  ask: async () => undefined,
  askFirst: async () => undefined,
  done: () => new Response("done"),
  failed: async () => "failed",
  ...changes,
});
const keptBy = async () => (await newRequest().read(keptScope, token))?.submissionId;

test("a post of unknown end leads to its page, which finds it in the session", async () => {
  const answer = await postOnce(post({ keepsTyped: true }), placeOf(newRequest()), press);
  expect(answer).toMatchObject({ status: 303 });
  expect((answer as Response).headers.get("Location")).toBe("/its-page");
  expect(await keptBy()).toBe(press.submissionId);
});

test("where another post is kept meanwhile, its page says nothing of this one: what was typed is shown", async () => {
  const other = { submissionId: "another press", startedAt: 1 };
  async function send() {
    const another = newRequest();
    another.write(keptScope, token, other);
    await another.commit();
    return silent;
  }
  expect(await postOnce(post({ keepsTyped: true, send }), placeOf(newRequest()), press)).toBe("failed");
  expect(await keptBy()).toBe(other.submissionId);
});

test("where no session can keep it, what was typed is shown", async () => {
  const session = newRequest();
  async function send() {
    // As the client does when the provider acts.
    session.settle();
    store.write = () => Promise.reject(new Error("The disk is full."));
    return silent;
  }
  expect(await postOnce(post({ keepsTyped: true, send }), placeOf(session), press)).toBe("failed");
});

test("a press that is refused because the other half of it has acted is done", async () => {
  const acts = post({ storeBeforeSend: true, send: async () => ({ ok: true, data: "yes" }) });
  const late = post({
    storeBeforeSend: true,
    async send() {
      await otherTab(acts);
      return refused;
    },
    outdated: async (place, sent) => ((await isDone(place, sent)) ? new Response("done") : undefined),
  });
  const answer = await postOnce(late, placeOf(newRequest()), press);
  expect(await (answer as Response).text?.()).toBe("done");
});

test("a post that has acted, as its page finds out, is done, also for a browser that sends it again", async () => {
  const acts = post({ storeBeforeSend: true });
  await otherTab(acts);
  expect(await keptBy()).toBe(press.submissionId);
  const look = newRequest();
  const found = post({ storeBeforeSend: true, askFirst: async () => ({ did: "yes" }) });
  await expect(settlePost(found, placeOf(look))).rejects.toBeInstanceOf(Response);
  await look.commit();
  expect(await keptBy()).toBeUndefined();
  expect(await isDone(placeOf(newRequest()), { ...press, startedAt: 0 })).toBe(true);
});

test("a refusal ends nothing that a look at its page has sent once more meanwhile", async () => {
  const again = post({ storeBeforeSend: true, givesUp: true });
  const late = post({
    storeBeforeSend: true,
    async send() {
      const look = newRequest();
      look.update(keptScope, token, (sent) => sent && { ...sent, startedAt: 0 });
      expect(await settlePost(again, placeOf(look))).toBe(true);
      await look.commit();
      return refused;
    },
  });
  const answer = (await postOnce(late, placeOf(newRequest()), press)) as Response;
  expect(answer.headers?.get("Location")).toBe("/its-page");
  expect(await keptBy()).toBe(press.submissionId);
});

/** What is pressed in another tab while the other request is on its way. */
async function otherTab(acting: TestedPost, pressed = press): Promise<void> {
  const other = newRequest();
  await postOnce(acting, placeOf(other), pressed);
  await other.commit();
}

describe("a post that another tab has overtaken since its session was read", () => {
  const send = vi.fn<TestedPost["send"]>();
  const acts = post({
    storeBeforeSend: true,
    send,
    outdated: async (place, sent) => ((await isDone(place, sent)) ? new Response("done") : undefined),
  });
  beforeEach(() => void send.mockReset());

  /** A press whose request has read the session before the other tab acts. */
  async function pressAfter(overtakes: () => Promise<void>) {
    const late = newRequest();
    await late.read(keptScope, token);
    await overtakes();
    const answer = (await postOnce(acts, placeOf(late), press)) as Response;
    await late.commit();
    return answer;
  }

  test("is not sent where it is done by now", async () => {
    send.mockResolvedValue({ ok: true, data: "yes" });
    const answer = await pressAfter(() => otherTab(acts));
    expect(await answer.text()).toBe("done");
    expect(send).toHaveBeenCalledTimes(1);
    expect(await keptBy()).toBeUndefined();
  });

  test("is not sent beside one of unknown end, to whose page it leads", async () => {
    send.mockResolvedValue(silent);
    const answer = await pressAfter(() => otherTab(acts, { submissionId: "another press" }));
    expect(answer.headers.get("Location")).toBe("/its-page");
    expect(send).toHaveBeenCalledTimes(1);
    expect(await keptBy()).toBe("another press");
  });
});
