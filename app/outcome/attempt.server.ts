import { redirectDocument } from "react-router";
import { z } from "zod";
import type { Place } from "#app/error-pages/error-response.server.ts";
import type { CallResult } from "#app/errors/errors.ts";
import { formIsUnsentContext, type RequestContext, sessionContext } from "#app/request/context.server.ts";
import type { Scope } from "#app/session/scope.ts";
import { evidenceAfterAsking, evidenceOf, isConflict, isOpen } from "./evidence.ts";
import { isUnknownForLong, type UnknownEnd, waitingPage } from "./waiting-page.server.ts";

/** What the session keeps of a post whose outcome is unknown: sent again under the same submission id, it acts once. */
export const sentSchema = z.object({
  submissionId: z.string(),
  /** Milliseconds since the epoch. */
  startedAt: z.number(),
  /** How often it was sent, of a post with `keptFirst`. */
  tries: z.number().optional(),
});
export type Sent = z.infer<typeof sentSchema>;

type TokenPlace = Place & { token: string };

export type Failed<E> = Extract<CallResult<unknown, E>, { ok: false }>;

/**
 * A post with one effect: the call, how to ask what became of it, and where each end leads.
 * @typeParam D what the provider answers
 * @typeParam R what a failed post is answered with
 */
export interface ActingPost<P extends TokenPlace, S extends Sent, D, E, R>
  extends Pick<UnknownEnd, "section" | "page"> {
  /** Where the session keeps it by token while its outcome is unknown. */
  kept: Scope<S>;
  /** Its page, which finds out what became of it. */
  self: (place: P) => string;
  send: (place: P, sent: S) => Promise<CallResult<D, E>>;
  /**
   * Asks the provider what became of it, after a response that does not say: `undefined` if that cannot be known. "Did
   * not" counts only once the call has ended.
   */
  ask: (
    place: P,
    sent: S,
    failed: Failed<E> & { isRepeated: boolean },
  ) => Promise<{ did: D } | "didNot" | undefined>;
  /** Where to go instead of sending a post that no longer applies. */
  outdated?: (place: P, sent: S, status: 302 | 303) => Promise<Response | undefined>;
  done: (place: P, sent: S, data: D, status: 302 | 303) => Response | Promise<Response>;
  /** Its page (302) shows itself if this returns nothing. */
  failed: (place: P, sent: S, failed: Failed<E>, status: 302 | 303) => Promise<R>;
  /**
   * Kept before it is sent, because of what other pages offer meanwhile; and each attempt is counted, so that none of a
   * double press says that nothing was done while the other is still at it.
   */
  keptFirst?: true;
  /** What was typed is kept for a form that is posted while an earlier one waits. */
  keepsTyped?: true;
  /** After two minutes its page is shown again, because it also has other content that the customer needs. */
  givesUp?: true;
}

export const isUnknown = async (context: RequestContext, token: string, kept: Scope<Sent>) =>
  (await context.get(sessionContext).read(kept, token)) !== undefined;

/** A redirect to the page of another post of this kind whose outcome is not known yet. */
export async function toWaiting<P extends TokenPlace, S extends Sent, D, E, R>(
  post: ActingPost<P, S, D, E, R>,
  place: P,
  submissionId: string,
): Promise<Response | undefined> {
  const waiting = await place.context.get(sessionContext).read(post.kept, place.token);
  if (!waiting || waiting.submissionId === submissionId) return undefined;
  if (post.keepsTyped) place.context.set(formIsUnsentContext, true);
  return redirectDocument(post.self(place), 303);
}

/** Sends the post. If its outcome is unknown, redirects to its page; so does another post in the meantime. */
export async function postOnce<P extends TokenPlace, S extends Sent, D, E, R>(
  post: ActingPost<P, S, D, E, R>,
  place: P,
  posted: Omit<S, "startedAt">,
): Promise<Response | R> {
  const session = place.context.get(sessionContext);
  const elsewhere = await toWaiting(post, place, posted.submissionId);
  if (elsewhere) return elsewhere;
  const waiting = await session.read(post.kept, place.token);
  const first = post.kept.schema.parse({ ...posted, startedAt: waiting?.startedAt ?? Date.now() });
  const outdated = await post.outdated?.(place, first, 303);
  if (outdated) return outdated;
  const sent = post.keptFirst ? await counted(post, place, first) : first;
  const ended = await outcomeOf(post, place, sent, post.keptFirst ? isAgain(sent) : waiting !== undefined);
  const concluded = await conclude(post, place, sent, ended, 303);
  if (concluded) return concluded.answer;
  session.update(post.kept, place.token, (latest) =>
    latest?.submissionId === sent.submissionId ? latest : sent,
  );
  if (await session.flush()) return redirectDocument(post.self(place), 303);
  // No session keeps it. Only what was typed would be lost on a page that waits.
  if (!post.keepsTyped || ended.known === "did") throw pageOfWait(post, place, sent);
  session.remove(post.kept, place.token);
  return post.failed(place, sent, ended.failed, 303);
}

const isAgain = ({ tries = 1 }: Sent): boolean => tries > 1;

/** Keeps it as sent once more. */
async function counted<P extends TokenPlace, S extends Sent, D, E, R>(
  post: ActingPost<P, S, D, E, R>,
  { context, token }: P,
  sent: S,
): Promise<S> {
  const session = context.get(sessionContext);
  let tries = 1;
  session.update(post.kept, token, (latest) => {
    tries = latest?.submissionId === sent.submissionId ? (latest.tries ?? 1) + 1 : 1;
    return { ...sent, tries };
  });
  await session.flush();
  return { ...sent, tries };
}

/** It is no longer kept, unless another request has sent it once more meanwhile, or that cannot be known. */
async function isLastAttempt<P extends TokenPlace, S extends Sent, D, E, R>(
  { kept, keptFirst }: ActingPost<P, S, D, E, R>,
  { context, token }: P,
  { tries }: S,
): Promise<boolean> {
  const session = context.get(sessionContext);
  let isLast = true;
  session.update(kept, token, (latest) => {
    isLast = !keptFirst || latest === undefined || latest.tries === tries;
    return isLast ? undefined : latest;
  });
  return !keptFirst || ((await session.flush()) && isLast);
}

type Ended<D, E> = { known: "did"; data: D } | { known: "didNot" | "unknown"; failed: Failed<E> };

/** Sends it; the provider is asked where its answer leaves open whether the post acted. */
async function outcomeOf<P extends TokenPlace, S extends Sent, D, E, R>(
  post: ActingPost<P, S, D, E, R>,
  place: P,
  sent: S,
  isSentBefore: boolean,
): Promise<Ended<D, E>> {
  const failed = await post.send(place, sent);
  if (failed.ok) return { known: "did", data: failed.data };
  const isRepeated = isSentBefore || isConflict(failed.failure);
  const said = evidenceOf(failed, isRepeated);
  if (!isOpen(said)) return { known: "didNot", failed };
  const asked = await post.ask(place, sent, { ...failed, isRepeated: isSentBefore });
  if (typeof asked === "object") return { known: "did", data: asked.did };
  const known = evidenceAfterAsking(said, asked === "didNot" ? false : undefined);
  return { known: isOpen(known) ? "unknown" : "didNot", failed };
}

/** Where an attempt leads whose outcome is known; undefined if it is not. */
async function conclude<P extends TokenPlace, S extends Sent, D, E, R>(
  post: ActingPost<P, S, D, E, R>,
  place: P,
  sent: S,
  ended: Ended<D, E>,
  status: 302 | 303,
): Promise<{ answer: Response | R } | undefined> {
  if (ended.known === "did") {
    place.context.get(sessionContext).remove(post.kept, place.token);
    return { answer: await post.done(place, sent, ended.data, status) };
  }
  if (ended.known === "unknown" || !(await isLastAttempt(post, place, sent))) return undefined;
  // By now, the other half of a double press may have done it.
  const isDone = post.keptFirst && (await post.outdated?.(place, sent, status));
  return { answer: isDone || (await post.failed(place, sent, ended.failed, status)) };
}

/**
 * Run before its page is shown: finds out what became of a post whose outcome was unknown, by sending it again under
 * its submission id.
 * @returns whether the outcome is still unknown, for a post with `givesUp`
 * @throws a redirect to the result, the failure's response, or the waiting page
 */
export async function settlePost<P extends TokenPlace, S extends Sent, D, E, R>(
  post: ActingPost<P, S, D, E, R>,
  place: P,
): Promise<boolean> {
  const { context, token } = place;
  const session = context.get(sessionContext);
  const sent = await session.read(post.kept, token);
  if (!sent) return false;
  const outdated = await post.outdated?.(place, sent, 302);
  if (outdated) {
    session.remove(post.kept, token);
    throw outdated;
  }
  const again = post.keptFirst ? await counted(post, place, sent) : sent;
  const concluded = await conclude(post, place, again, await outcomeOf(post, place, again, true), 302);
  if (concluded?.answer) throw concluded.answer;
  if (concluded) return false;
  if (post.givesUp && isUnknownForLong(sent.startedAt)) return true;
  throw pageOfWait(post, place, sent);
}

const pageOfWait = <P extends TokenPlace, S extends Sent, D, E, R>(
  post: ActingPost<P, S, D, E, R>,
  place: P,
  { submissionId: reference, startedAt }: Sent,
) =>
  waitingPage(place, {
    section: post.section,
    page: post.page,
    reference,
    self: post.self(place),
    startedAt,
  });

/** Whether the call was answered. Until then it may still be at it, and what the provider says may not hold. */
export const isAnswered = ({ failure }: Failed<unknown>): boolean => failure?.kind === "answer";
