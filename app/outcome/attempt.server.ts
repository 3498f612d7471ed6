import { redirectDocument } from "react-router";
import { z } from "zod";
import type { ActingCall } from "#app/backend/contract/calls.ts";
import { shortReference } from "#app/domain/short-reference.ts";
import type { Place } from "#app/error-pages/error-response.server.ts";
import type { CallResult } from "#app/errors/errors.ts";
import {
  formIsUnsentContext,
  getT,
  getTexts,
  type RequestContext,
  sessionContext,
} from "#app/request/context.server.ts";
import { defineScope, type EndNotice, type Scope } from "#app/session/scope.ts";
import type { HelpRow } from "#app/shell/help-row.ts";
import { acts, mostSends } from "./acts.ts";
import { type Asked, callHasEnded, endOf, evidenceOf, type Failed, isConflict } from "./evidence.ts";
import { isUnknownForLong, stepsOfWait, type UnknownEnd, waitingPage } from "./waiting-page.server.ts";

/** What the session keeps of a post whose outcome is unknown: sent again under the same submission id, it acts once. */
export const sentSchema = z.object({
  submissionId: z.string(),
  /** Milliseconds since the epoch. */
  startedAt: z.number(),
  /** What is only stored, as by a write that arrives late, a press sends, and no look. */
  is: z.enum(["stored", "sent"]),
  /** How often it was to be sent. */
  tries: z.number(),
});
export type Sent = z.infer<typeof sentSchema>;

/**
 * What the end of a session says of a sent act whose outcome is unknown: the page that finds out, and the number that it names.
 * @param pathOf the page's German path, by the key in its scope
 */
export const noticeOfSent =
  (act: Pick<EndNotice, "kind" | "act">, pathOf: (key: string) => string) =>
  ({ submissionId }: Sent, key: string): EndNotice => ({
    ...act,
    underWayAt: pathOf(key),
    reference: shortReference(submissionId),
  });

/** A press, of which nothing is known yet. */
export type Posted<S extends Sent> = Omit<S, Exclude<keyof Sent, "submissionId">>;

type TokenPlace = Place & { token: string };

/** The submission ids of what was done lately: a repetition would be answered by it. */
const doneScope = defineScope("done posts", z.array(z.string()));
const maxDone = 5;
export const isDone = async (
  { context, token }: TokenPlace,
  { submissionId }: Pick<Sent, "submissionId">,
): Promise<boolean> =>
  (await context.get(sessionContext).read(doneScope, token))?.includes(submissionId) === true;

/** What is kept once a post has ended: one of another press stays until its own end. */
const withoutPost =
  ({ submissionId }: Sent) =>
  <S extends Sent>(latest: S | undefined): S | undefined =>
    latest?.submissionId === submissionId ? undefined : latest;

/** It is done, and waits no longer. */
function keepDone(
  { scope, storeBeforeSend }: { scope: Scope<Sent>; storeBeforeSend?: true },
  { context, token }: TokenPlace,
  sent: Sent,
): void {
  const session = context.get(sessionContext);
  session.update(scope, token, withoutPost(sent));
  if (storeBeforeSend)
    session.update(doneScope, token, (ids = []) => [...ids, sent.submissionId].slice(-maxDone));
}

interface Waiting<P, S extends Sent> {
  /** The texts of its page while it waits. An order's page has steps of its own. */
  section: Exclude<UnknownEnd["section"], "errors.waiting" | "errors.summaryWaiting">;
  /** Its row in the table of acts: its page, and how often it is sent. */
  call: ActingCall;
  /** The page of a post, which finds out what became of it. */
  self: (place: P) => string;
  /** What its page says, while it waits, of what was sent. */
  facts?: (place: P, sent: S) => Promise<HelpRow[]>;
}

/**
 * A post with one effect: the call, how to ask what became of it, and where each end leads.
 * @typeParam D what the provider answers
 * @typeParam R what a failed post is answered with
 */
export interface ActingPost<P extends TokenPlace, S extends Sent, D, E, R> extends Waiting<P, S> {
  /** Where the session keeps it by token while its outcome is unknown. */
  scope: Scope<S>;
  send: (place: P, sent: S) => Promise<CallResult<D, E>>;
  /**
   * Asks the provider what became of it, after a response that does not say: `undefined` if that cannot be known. "Did
   * not" counts only once the call has ended.
   */
  ask: (place: P, sent: S, failed: Failed<E> & { isRepeated: boolean }) => Promise<Asked<D>>;
  /** Asks the same before it is sent again. "Did not" counts for nothing, as a read may lag behind; `waits`: it must not be sent now. */
  askFirst: (place: P, sent: S) => Promise<Asked<D> | "waits">;
  /** Where to go instead of sending a post that no longer applies, or that is done: a repetition may fare worse. */
  outdated?: (place: P, sent: S, status: 302 | 303) => Promise<Response | undefined>;
  done: (place: P, sent: S, data: D, status: 302 | 303) => Response | Promise<Response>;
  /** Its page (302) shows itself if this returns nothing. */
  failed: (place: P, sent: S, failed: Failed<E>, status: 302 | 303) => Promise<R>;
  /**
   * Kept before it is sent, because of what other pages offer meanwhile; and each attempt is counted, so that none of a
   * double press says that nothing was done while the other is still at it.
   */
  storeBeforeSend?: true;
  /** What was typed is kept for a form that is posted while an earlier one waits. */
  keepsTyped?: true;
  /**
   * Where nobody could say for two minutes what became of it: what its page, with its form again, begins with. Undefined: it
   * shows itself as ever.
   */
  gaveUp: ((place: P, sent: S) => Promise<Response | undefined>) | undefined;
}

export const isUnknown = async (context: RequestContext, token: string, scope: Scope<Sent>) =>
  (await context.get(sessionContext).read(scope, token)) !== undefined;

/** A redirect to the page of another post of this kind whose outcome is not known yet. */
export async function toWaiting<P extends TokenPlace, S extends Sent, D, E, R>(
  post: ActingPost<P, S, D, E, R>,
  place: P,
  submissionId: string,
): Promise<Response | undefined> {
  const waiting = await place.context.get(sessionContext).read(post.scope, place.token);
  if (!waiting || waiting.submissionId === submissionId) return undefined;
  if (post.keepsTyped) place.context.set(formIsUnsentContext, true);
  return redirectDocument(post.self(place), 303);
}

/** Sends the post. If its outcome is unknown, redirects to its page; so does another post in the meantime. */
export async function postOnce<P extends TokenPlace, S extends Sent, D, E, R>(
  post: ActingPost<P, S, D, E, R>,
  place: P,
  posted: Posted<S>,
): Promise<Response | R> {
  const session = place.context.get(sessionContext);
  const elsewhere = await toWaiting(post, place, posted.submissionId);
  if (elsewhere) return elsewhere;
  const waiting = await session.read(post.scope, place.token);
  const startedAt = waiting?.startedAt ?? Date.now();
  const first = post.scope.schema.parse({ ...posted, startedAt, is: "stored", tries: triesAfter(waiting) });
  const outdated = await post.outdated?.(place, first, 303);
  if (outdated) return outdated;
  const tried = await attempt(post, place, first, 303);
  if ("answer" in tried) return tried.answer;
  const { sent, failed } = tried;
  let isKept = true;
  session.update(post.scope, place.token, (latest) => {
    isKept = latest === undefined || latest.submissionId === sent.submissionId;
    return latest ?? sent;
  });
  if ((await session.flush()) && isKept) return redirectDocument(post.self(place), 303);
  // No session keeps it, or it keeps another one. Only what was typed would be lost on a page that waits.
  if (!post.keepsTyped) throw await pageOfWait(post, place, sent);
  if (isKept) session.remove(post.scope, place.token);
  return post.failed(place, sent, failed, 303);
}

type Counted = Pick<Sent, "tries">;
/** How often a post has been sent once it is sent again, by what is kept of it. */
export const triesAfter = (earlier: Counted | undefined): number => (earlier ? earlier.tries + 1 : 1);

/** Whether an attempt that has failed ends its post: only if neither that nor another one was sent since. */
export const endsPost = (sent: Counted, latest: Counted | undefined, isSame: boolean): boolean =>
  latest === undefined || (isSame && latest.tries <= sent.tries);

/**
 * Sends it. Where its answer leaves open whether it acted, the provider is asked.
 * @returns where it leads, or how it failed while its outcome is not known
 */
async function attempt<P extends TokenPlace, S extends Sent, D, E, R>(
  post: ActingPost<P, S, D, E, R>,
  place: P,
  first: S,
  status: 302 | 303,
): Promise<{ sent: S; answer: Response | R } | { sent: S; failed: Failed<E> }> {
  const { scope, storeBeforeSend } = post;
  const { context, token } = place;
  const session = context.get(sessionContext);
  const isSame = (latest: S | undefined) => latest?.submissionId === first.submissionId;
  const dropped = withoutPost(first);
  let sent = first;
  // The other half of a double press may begin a session of its own, which this one knows nothing of.
  const isNew = storeBeforeSend && (await session.isNew());
  if (storeBeforeSend) {
    session.update(scope, token, (latest) => {
      if (latest && !isSame(latest)) return latest;
      // What was known before the first attempt.
      sent = latest ? { ...latest, tries: triesAfter(latest) } : first;
      return sent;
    });
    await session.flush();
    // Since this request has read first, another one may have sent a post of its own, or have done this one.
    session.reread();
    const elsewhere =
      (await toWaiting(post, place, sent.submissionId)) ?? (await post.outdated?.(place, sent, status));
    if (elsewhere) {
      session.update(scope, token, dropped);
      return { sent, answer: elsewhere };
    }
    session.update(scope, token, (latest) => (latest && isSame(latest) ? { ...latest, is: "sent" } : latest));
  }
  sent = { ...sent, is: "sent" };
  const isRepeated = sent.tries > 1;
  const result = await post.send(place, sent);
  const maySpeakOfAnother = !result.ok && (isConflict(result.failure) || (isNew && !isAnswered(result)));
  const evidence = evidenceOf(result, isRepeated || maySpeakOfAnother);
  const ended = await endOf(result, evidence, (failed) => post.ask(place, sent, { ...failed, isRepeated }));
  if (ended.end === "did") {
    keepDone(post, place, sent);
    return { sent, answer: await post.done(place, sent, ended.data, status) };
  }
  const { end, failed } = ended;
  if (end === "unknown") return { sent, failed };
  let isLast = true;
  session.update(scope, token, (latest) => {
    isLast = endsPost(sent, latest, isSame(latest));
    return isLast ? dropped(latest) : latest;
  });
  // Another request may have sent it once more meanwhile, or that cannot be known.
  if (storeBeforeSend && !((await session.flush()) && isLast)) return { sent, failed };
  // By now, the other half of a double press may have done it, and have kept nothing but that.
  const outdated = await post.outdated?.(place, sent, status);
  return { sent, answer: outdated || (await post.failed(place, sent, failed, status)) };
}

/**
 * Run before its page is shown: finds out what became of a post whose outcome was unknown, by sending it again under
 * its submission id. What was never sent, a look does not send.
 * @returns whether nobody could say for two minutes what became of it
 * @throws a redirect to the result, the failure's response, or the waiting page
 */
export async function settlePost<P extends TokenPlace, S extends Sent, D, E, R>(
  post: ActingPost<P, S, D, E, R>,
  place: P,
): Promise<boolean> {
  const { context, token } = place;
  const session = context.get(sessionContext);
  const sent = await session.read(post.scope, token);
  if (!sent) return false;
  const outdated = await post.outdated?.(place, sent, 302);
  if (outdated) {
    session.remove(post.scope, token);
    throw outdated;
  }
  const asked = await post.askFirst(place, sent);
  if (typeof asked === "object") {
    keepDone(post, place, sent);
    throw await post.done(place, sent, asked.did, 302);
  }
  if (isUnknownForLong(sent.startedAt)) return givenUp(post, place, sent);
  if (asked === "waits" || sent.is === "stored" || sent.tries >= mostSends(post.call))
    throw await pageOfWait(post, place, sent);
  const tried = await attempt(post, place, { ...sent, tries: triesAfter(sent) }, 302);
  if ("answer" in tried) {
    if (tried.answer) throw tried.answer;
    return false;
  }
  session.update(post.scope, token, (latest) =>
    latest?.submissionId === sent.submissionId ? { ...latest, tries: tried.sent.tries } : latest,
  );
  throw await pageOfWait(post, place, sent);
}

/** Its end after two minutes: its page, which says that nobody knows. A press sends it again, under the same submission id. */
async function givenUp<P extends TokenPlace, S extends Sent, D, E, R>(
  post: ActingPost<P, S, D, E, R>,
  place: P,
  sent: S,
): Promise<boolean> {
  place.context.get(sessionContext).update(post.scope, place.token, withoutPost(sent));
  const last = await post.gaveUp?.(place, sent);
  if (last) throw last;
  return true;
}

async function pageOfWait<P extends TokenPlace, S extends Sent>(
  { section, call, self, facts }: Waiting<P, S>,
  place: P,
  sent: S,
) {
  const { submissionId: reference, startedAt } = sent;
  const page = acts[call].last;
  const t = getTexts(place.context, section);
  const labels = getT(place.context, "errors", "labels");
  return waitingPage(place, {
    section,
    page,
    reference,
    steps: stepsOfWait(t("Waiting.sent"), labels("confirmation"), t("Waiting.then"), t("Waiting.thenText")),
    facts: await facts?.(place, sent),
    self: self(place),
    startedAt,
  });
}

/** Whether the call has ended. Until then it may still be at it, and what the provider says may not hold. */
export const isAnswered = ({ failure }: Failed<unknown>): boolean => callHasEnded(failure);
