import { RouterContextProvider } from "react-router";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
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
import { formIsUnsentContext, getIfSet, sessionContext } from "#app/request/context.server.ts";
import { defineScope } from "#app/session/scope.ts";
import { sessionsForTest } from "../support/session.ts";

const token = "token";
const scope = defineScope("kept posts", sentSchema);
/** What two requests write at once is read again before it is written. */
const left = defineScope("left", z.number());
const press = { submissionId: "this press" };

let open: ReturnType<typeof sessionsForTest>;
let isFull: boolean;
let cookie: string | undefined;
/** The next request of the same browser. */
const newRequest = () => open(cookie);
beforeEach(async () => {
  isFull = false;
  open = sessionsForTest((call) => isFull && call === "write");
  const first = open();
  first.write(left, token, 0);
  cookie = await first.commit();
});

type Session = ReturnType<typeof newRequest>;
type TokenPlace = Place & { token: string };
const placeOf = (session: Session): TokenPlace => {
  const context = new RouterContextProvider();
  context.set(sessionContext, session);
  return { context, url: new URL("https://portal.example/"), token };
};

type Post = ActingPost<TokenPlace, Sent, string, string, string>;
type Ends = Awaited<ReturnType<Post["send"]>>;
const failedBy = (failure: Failure): Ends => ({ ok: false, error: "failed", failure });
const done: Ends = { ok: true, data: "yes" };
const silent = failedBy({ kind: "timeout" });
const broken = failedBy({ kind: "answer", status: 502 });
const refused = failedBy({ kind: "answer", status: 422, problem: { code: "BLOCKED" } });
const notSent = failedBy({
  kind: "unreachable",
  cause: Object.assign(new Error(), { code: "ECONNREFUSED" }),
});

const post = (changes: Partial<Post>): Post => ({
  scope,
  section: "customer.waiting",
  call: "changeCustomerDetails",
  self: () => "/its-page",
  send: async () => silent,
  ask: async () => undefined,
  askFirst: async () => undefined,
  done: () => new Response("done"),
  failed: async (_, __, { failure }) => ["failed", failure?.status].filter(Boolean).join(" "),
  gaveUp: undefined,
  ...changes,
});
const keptBy = async () => (await newRequest().read(scope, token))?.submissionId;
/** Where an answer leads, or what it says. */
const said = (answer: Response | string) =>
  typeof answer === "string" ? answer : (answer.headers.get("Location") ?? answer.text());
const isDoneNow: Post["outdated"] = async (place, sent) =>
  (await isDone(place, sent)) ? new Response("done") : undefined;

/** A request of one tab, whose call ends when its test says so. */
function tab(changes: Partial<Post> = {}, session = newRequest()) {
  const call = Promise.withResolvers<Ends>();
  const begun = Promise.withResolvers<void>();
  const own = post({
    keepsTyped: true,
    send() {
      if (!own.storeBeforeSend) session.update(left, token, (before = 0) => before + 1);
      begun.resolve();
      return call.promise;
    },
    ...changes,
  });
  return {
    begun: begun.promise,
    end: call.resolve,
    async send(submissionId = press.submissionId) {
      const answer = await postOnce(own, placeOf(session), { submissionId });
      await session.commit();
      return said(answer);
    },
    async settle() {
      const isGivenUp = await settlePost(own, placeOf(session));
      await session.commit();
      return isGivenUp;
    },
  };
}
/** What is pressed in another tab while the other request is on its way. */
const inAnotherTab = (acting: Post, submissionId?: string) => tab(acting).send(submissionId);

test("a post of unknown end leads to its page, which finds it in the session", async () => {
  const answer = await postOnce(post({ keepsTyped: true }), placeOf(newRequest()), press);
  expect(answer).toMatchObject({ status: 303 });
  expect(said(answer)).toBe("/its-page");
  expect(await keptBy()).toBe(press.submissionId);
});

test("where another post is kept meanwhile, its page says nothing of this one: what was typed is shown", async () => {
  const other = { submissionId: "another press", startedAt: 1, is: "sent", tries: 1 } as const;
  async function send() {
    const another = newRequest();
    another.write(scope, token, other);
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
    isFull = true;
    return silent;
  }
  expect(await postOnce(post({ keepsTyped: true, send }), placeOf(session), press)).toBe("failed");
  isFull = false;
  await session.commit();
  expect(await keptBy()).toBeUndefined();
});

test.each([undefined, true as const])(
  "beside one that waits, another is led to its page (%s)",
  async (keepsTyped) => {
    await inAnotherTab(post({}));
    const place = placeOf(newRequest());
    const send = vi.fn<Post["send"]>();
    const own = post({ send, ...(keepsTyped && { keepsTyped }) });
    const answer = await postOnce(own, place, { submissionId: "another press" });
    expect([answer, said(answer)]).toMatchObject([{ status: 303 }, "/its-page"]);
    expect(getIfSet(place.context, formIsUnsentContext)).toBe(keepsTyped === true);
    expect(send).not.toHaveBeenCalled();
  },
);

test("a post that no longer applies is not sent", async () => {
  const send = vi.fn<Post["send"]>();
  const outdated = vi.fn<NonNullable<Post["outdated"]>>(async () => new Response("outdated"));
  const answer = await postOnce(post({ send, outdated }), placeOf(newRequest()), press);
  expect([await said(answer), outdated.mock.calls[0]?.[2]]).toEqual(["outdated", 303]);
  expect(send).not.toHaveBeenCalled();
});

test("the last five posts that were done are known, of those that are stored first", async () => {
  await inAnotherTab(post({ send: async () => done }), "of another kind");
  const acts = post({ storeBeforeSend: true, send: async () => done });
  const ids = ["1", "2", "3", "4", "5", "6"];
  for (const id of ids) await inAnotherTab(acts, id);
  const place = placeOf(newRequest());
  const areDone = ["of another kind", ...ids].map((submissionId) => isDone(place, { submissionId }));
  expect(await Promise.all(areDone)).toEqual([false, false, true, true, true, true, true]);
});

test.each([undefined, true as const])(
  "a second press knows when the first one was sent (%s)",
  async (storeBeforeSend) => {
    vi.useFakeTimers({ toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    const send = vi.fn<Post["send"]>(async () => silent);
    const own = post({ send, ...(storeBeforeSend && { storeBeforeSend }) });
    const startedAt = Date.now();
    await inAnotherTab(own);
    vi.setSystemTime(startedAt + 60_000);
    await inAnotherTab(own);
    expect(send.mock.calls.map(([, sent]) => sent)).toEqual(
      [1, 2].map((tries) => ({ ...press, startedAt, is: "sent", tries })),
    );
  },
);

test.each([
  ["beside the other half of a double press", press.submissionId, "unclear"],
  ["alone", undefined, "didNot"],
])("a refusal proves, %s, what it proves of %s: %s", async (_, other, proved) => {
  const ask = vi.fn<Post["ask"]>(async () => undefined);
  const late = newRequest();
  await late.read(scope, token);
  if (other) await inAnotherTab(post({ storeBeforeSend: true }), other);
  const own = post({ storeBeforeSend: true, send: async () => refused, ask });
  await postOnce(own, placeOf(late), press);
  expect(ask.mock.calls.map(([, , { isRepeated }]) => isRepeated)).toEqual(
    proved === "unclear" ? [true] : [],
  );
});

test("a press that is refused because the other half of it has acted is done", async () => {
  const acts = post({ storeBeforeSend: true, send: async () => done });
  async function send() {
    await inAnotherTab(acts);
    return refused;
  }
  const late = post({ storeBeforeSend: true, send, outdated: isDoneNow });
  expect(await said(await postOnce(late, placeOf(newRequest()), press))).toBe("done");
});

test("a post that has acted, as its page finds out, is done, also for a browser that sends it again", async () => {
  await inAnotherTab(post({ storeBeforeSend: true }));
  expect(await keptBy()).toBe(press.submissionId);
  const look = newRequest();
  const found = post({ storeBeforeSend: true, askFirst: async () => ({ did: "yes" }) });
  await expect(settlePost(found, placeOf(look))).rejects.toBeInstanceOf(Response);
  await look.commit();
  expect(await keptBy()).toBeUndefined();
  expect(await isDone(placeOf(newRequest()), press)).toBe(true);
});

test("a refusal ends nothing that another press has sent once more meanwhile", async () => {
  async function send() {
    await inAnotherTab(post({ storeBeforeSend: true }));
    return refused;
  }
  const late = post({ storeBeforeSend: true, send });
  expect(await said(await postOnce(late, placeOf(newRequest()), press))).toBe("/its-page");
  expect(await keptBy()).toBe(press.submissionId);
});

describe("a post that another tab has overtaken since its session was read", () => {
  const send = vi.fn<Post["send"]>();
  const acts = post({ storeBeforeSend: true, send, outdated: isDoneNow });
  beforeEach(() => void send.mockReset());

  /** A press whose request has read the session before the other tab acts. */
  async function pressAfter(submissionId?: string) {
    const late = newRequest();
    await late.read(scope, token);
    await inAnotherTab(acts, submissionId);
    return tab(acts, late).send();
  }

  test.each<[what: string, end: Ends, other: string | undefined, leads: string, kept: string | undefined]>([
    ["where it is done by now", done, undefined, "done", undefined],
    [
      "beside one of unknown end, to whose page it leads",
      silent,
      "another press",
      "/its-page",
      "another press",
    ],
  ])("is not sent %s", async (_, end, other, leads, keptThen) => {
    send.mockResolvedValue(end);
    expect(await pressAfter(other)).toBe(leads);
    expect(send).toHaveBeenCalledTimes(1);
    expect(await keptBy()).toBe(keptThen);
  });
});

test.each([
  ["done", done, "done"],
  ["refused", refused, "failed 422"],
  ["as unknown as the other", broken, "failed 502"],
])("a post that is %s leaves one of another tab that waits", async (_, result, told) => {
  const one = tab();
  const two = tab();
  const ended = [one.send("one"), two.send("two")];
  await Promise.all([one.begun, two.begun]);
  two.end(broken);
  expect(await ended[1]).toBe("/its-page");
  one.end(result);
  expect(await ended[0]).toBe(told);
  expect(await keptBy()).toBe("two");
});

test("the half of a double press that was not sent is told what the other half has done meanwhile", async () => {
  const read = Promise.withResolvers<void>();
  const halves = Promise.withResolvers<unknown>();
  const storeBeforeSend = true as const;
  const late = tab({
    storeBeforeSend,
    async outdated(...of) {
      read.resolve();
      await halves.promise;
      return isDoneNow(...of);
    },
  });
  const ended = late.send();
  await read.promise;
  const early = tab({ storeBeforeSend });
  early.end(done);
  halves.resolve(await early.send());
  late.end(notSent);
  expect(await ended).toBe("done");
});

test("a press that begins a session does not say that nothing was done: another may have begun one too", async () => {
  const begins = tab({ storeBeforeSend: true }, open());
  begins.end(notSent);
  expect(await begins.send()).toBe("/its-page");
});

test.each([
  ["begins a session, and is refused in words", () => open(), refused, "failed 422"],
  ["begins none, and finds no connection", () => newRequest(), notSent, "failed"],
])("a press that %s is said to have done nothing", async (_, begin, end, told) => {
  const begins = tab({ storeBeforeSend: true }, begin());
  begins.end(end);
  expect(await begins.send()).toBe(told);
});

describe("a post of which nobody says what became of it", () => {
  const send = vi.fn<Post["send"]>();
  beforeEach(() => void send.mockReset());
  async function look(own: Post): Promise<unknown> {
    const request = newRequest();
    const end = await settlePost(own, placeOf(request)).catch((waits) => waits);
    await request.commit();
    return end;
  }

  test.each([undefined, true as const])(
    "is sent three times, however often its page is looked at",
    async (storeBeforeSend) => {
      send.mockResolvedValue(silent);
      const own = post({ send, ...(storeBeforeSend && { storeBeforeSend }) });
      await inAnotherTab(own);
      for (let looks = 0; looks < 6; looks++) await look(own);
      expect(send).toHaveBeenCalledTimes(3);
      expect(await keptBy()).toBe(press.submissionId);
    },
  );

  test("stays so where it is refused once it is sent again: that says nothing of the first attempt", async () => {
    await inAnotherTab(post({}));
    await look(post({ send: async () => refused }));
    expect(await keptBy()).toBe(press.submissionId);
  });

  test("is not sent by a look where it was only stored, as by a write that arrives late", async () => {
    const request = newRequest();
    request.write(scope, token, { ...press, startedAt: Date.now(), is: "stored", tries: 1 });
    await request.commit();
    await look(post({ send, storeBeforeSend: true }));
    expect(send).not.toHaveBeenCalled();
    send.mockResolvedValue(done);
    expect(
      await said(await postOnce(post({ send, storeBeforeSend: true }), placeOf(newRequest()), press)),
    ).toBe("done");
  });

  test("ends after two minutes with the last page of its kind, unsent and kept no longer", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    send.mockResolvedValue(silent);
    const own = post({ send, gaveUp: async () => new Response("its form") });
    await inAnotherTab(own);
    vi.setSystemTime(Date.now() + 3 * 60_000);
    expect(await ((await look(own)) as Response).text()).toBe("its form");
    await inAnotherTab(post({ send: async () => silent }), "of no other page");
    vi.setSystemTime(Date.now() + 3 * 60_000);
    expect(await look(post({ send }))).toBe(true);
    expect([send.mock.calls.length, await keptBy()]).toEqual([1, undefined]);
  });
});
