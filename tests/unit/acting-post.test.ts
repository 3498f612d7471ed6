import { RouterContextProvider } from "react-router";
import { expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import type { CallResult } from "#app/errors/errors.ts";
import {
  type ActingPost,
  isDone,
  postOnce,
  type Sent,
  sentSchema,
  settlePost,
} from "#app/outcome/attempt.server.ts";
import { sessionContext } from "#app/request/context.server.ts";
import { defineScope } from "#app/session/scope.ts";
import { sessionsForTest } from "../support/session.ts";

const open = sessionsForTest();
const token = "token";
const kept = defineScope("kept posts", sentSchema);
/** What two requests write at once is read again before it is written. */
const left = defineScope("left", z.number());
type Result = CallResult<string, Error>;
interface Place {
  context: RouterContextProvider;
  url: URL;
  token: string;
}
type Post = ActingPost<Place, Sent, string, Error, Response>;

const done: Result = { ok: true, data: "done" };
const failedWith = (failure: NonNullable<Extract<Result, { ok: false }>["failure"]>): Result => ({
  ok: false,
  error: new Error(),
  failure,
});
const refused = failedWith({ kind: "answer", status: 422, problem: { code: "NOT_THIS" } });
const unknown = failedWith({ kind: "answer", status: 502 });
const notSent = failedWith({
  kind: "unreachable",
  cause: Object.assign(new Error(), { code: "ECONNREFUSED" }),
});

async function newSession() {
  const session = open();
  session.write(left, token, 0);
  return session.commit();
}

/** A request of one tab, whose call ends when its test says so. */
function request(cookie: string | undefined, changes: Partial<Post> = {}) {
  const call = Promise.withResolvers<Result>();
  const begun = Promise.withResolvers<void>();
  const context = new RouterContextProvider();
  const session = open(cookie);
  context.set(sessionContext, session);
  const place = { context, token, url: new URL("http://portal.example") };
  const post: Post = {
    kept,
    section: "customer.waiting",
    page: "customer-data",
    self: () => "/waits",
    send() {
      if (!post.storeBeforeSend) session.update(left, token, (before = 0) => before + 1);
      begun.resolve();
      return call.promise;
    },
    ask: async () => undefined,
    askFirst: async () => undefined,
    done: () => new Response("done"),
    failed: async (_, __, { failure }) => new Response(`failed ${failure?.status}`),
    keepsTyped: true,
    ...changes,
  };
  const send = async (submissionId: string) => {
    const response = await postOnce(post, place, { submissionId });
    await session.commit();
    return response.headers.get("Location") ?? response.text();
  };
  const settle = async () => {
    const gaveUp = await settlePost(post, place);
    await session.commit();
    return gaveUp;
  };
  return { send, settle, begun: begun.promise, end: call.resolve };
}

test.each([
  ["done", done, "done"],
  ["refused", refused, "failed 422"],
  ["as unknown as the other", unknown, "failed 502"],
])("a post that is %s leaves one of another tab that waits", async (_, result, told) => {
  const cookie = await newSession();
  const [one, two] = [request(cookie), request(cookie)];
  const ended = [one.send("one"), two.send("two")];
  await Promise.all([one.begun, two.begun]);
  two.end(unknown);
  expect(await ended[1]).toBe("/waits");
  one.end(result);
  expect(await ended[0]).toBe(told);
  expect((await open(cookie).read(kept, token))?.submissionId).toBe("two");
});

test("the half of a double press that was not sent is told what the other half has done meanwhile", async () => {
  const cookie = await newSession();
  const [read, halves] = [Promise.withResolvers<void>(), Promise.withResolvers<unknown>()];
  const storeBeforeSend = true as const;
  const late = request(cookie, {
    storeBeforeSend,
    async outdated(place, sent) {
      read.resolve();
      await halves.promise;
      return (await isDone(place, sent)) ? new Response("done") : undefined;
    },
  });
  const ended = late.send("one");
  await read.promise;
  const early = request(cookie, { storeBeforeSend });
  early.end(done);
  halves.resolve(await early.send("one"));
  late.end(notSent);
  expect(await ended).toBe("done");
});

test("a press that begins a session does not say that nothing was done: another may have begun one too", async () => {
  const press = request(undefined, { storeBeforeSend: true });
  press.end(notSent);
  expect(await press.send("one")).toBe("/waits");
});

test("what one portal has given up does not wait by the clock of another", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const cookie = await newSession();
  const settle = () => {
    const look = request(cookie, { givesUp: true });
    look.end(unknown);
    return look.settle();
  };
  const sent = request(cookie, { givesUp: true });
  sent.end(unknown);
  expect(await sent.send("one")).toBe("/waits");
  const startedAt = Date.now();
  vi.setSystemTime(startedAt + 60 * 60_000);
  expect(await settle()).toBe(true);
  vi.setSystemTime(startedAt);
  expect(await settle()).toBe(true);
});
