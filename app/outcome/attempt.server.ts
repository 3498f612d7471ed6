import { redirectDocument } from "react-router";
import { z } from "zod";
import type { Place } from "#app/error-pages/error-response.server.ts";
import type { CallResult, FormFieldError } from "#app/errors/errors.ts";
import { submissionIdOf } from "#app/forms/form-data.server.ts";
import { postedFormContext, type RequestContext, sessionContext } from "#app/request/context.server.ts";
import { defineScope } from "#app/session/scope.ts";
import { evidenceAfterAsking, evidenceOf, isOpen } from "./evidence.ts";
import { isUnknownForLong, type UnknownEnd, waitingPage } from "./waiting-page.server.ts";

const sentSchema = z.object({
  submissionId: z.string(),
  /** The form's fields besides its id. */
  fields: z.record(z.string(), z.string()),
  /** Milliseconds since the epoch. */
  startedAt: z.number(),
});
export type Sent = z.infer<typeof sentSchema>;

/** The posts whose outcome is unknown, by name and token: sent again under the same submission id, each acts once. */
const sentScope = defineScope("sent", sentSchema);

type TokenPlace = Place & { token: string };

/** A post with one effect, whose response only confirms that it is done. */
export interface ActingPost<P extends TokenPlace, E> extends Pick<UnknownEnd, "section" | "page"> {
  /** Its name in the session. */
  name: string;
  /** Its page, which finds out what became of it. */
  self: (place: P) => string;
  send: (place: P, sent: Sent) => Promise<CallResult<unknown, E>>;
  /** Queries the provider whether it is done, after a response that did not say; undefined if that cannot be known. */
  isDone?: (place: P, sent: Sent) => Promise<boolean | undefined>;
  /** Where to go instead of sending a post that no longer applies. */
  outdated?: (place: P, sent: Sent, status: 302 | 303) => Promise<Response | undefined>;
  done: (place: P, sent: Sent, status: 302 | 303) => Response | Promise<Response>;
  /** The response to throw. */
  failed: (place: P, sent: Sent, error: E | FormFieldError, status: 302 | 303) => unknown;
  /** After two minutes its page is shown again, because it also has other content that the customer needs. */
  givesUp?: true;
}

const keyOf = ({ name }: { name: string }, token: string) => `${name} ${token}`;

export const isUnknown = async (context: RequestContext, token: string, post: { name: string }) =>
  (await context.get(sessionContext).read(sentScope, keyOf(post, token))) !== undefined;

/** Sends the post. If its outcome is unknown, redirects to its page; so does another post in the meantime. */
export async function postOnce<P extends TokenPlace, E>(
  post: ActingPost<P, E>,
  place: P,
  fields: Sent["fields"] = {},
): Promise<Response> {
  const { context, token } = place;
  const [session, key] = [context.get(sessionContext), keyOf(post, token)];
  const submissionId = submissionIdOf(context.get(postedFormContext));
  const waiting = await session.read(sentScope, key);
  if (waiting && waiting.submissionId !== submissionId) return redirectDocument(post.self(place), 303);
  const sent = waiting ?? { submissionId, fields, startedAt: Date.now() };
  const elsewhere = await post.outdated?.(place, sent, 303);
  if (elsewhere) return elsewhere;
  const ended = await post.send(place, sent);
  const outcome = await outcomeOf(post, place, sent, ended, waiting !== undefined);
  if (outcome === "unknown") {
    session.write(sentScope, key, sent);
    if (await session.flush()) return redirectDocument(post.self(place), 303);
  }
  session.remove(sentScope, key);
  if (ended.ok || outcome === "done") return post.done(place, sent, 303);
  throw await post.failed(place, sent, ended.error, 303);
}

/**
 * The provider is asked where its answer leaves open whether the post acted. Without an answer it may still be at it, and
 * what it says now may not hold: the post waits.
 */
async function outcomeOf<P extends TokenPlace, E>(
  post: ActingPost<P, E>,
  place: P,
  sent: Sent,
  ended: CallResult<unknown, E>,
  isRepeated: boolean,
): Promise<"done" | "failed" | "unknown"> {
  const said = evidenceOf(ended, isRepeated);
  const asks = isOpen(said) && !ended.ok && ended.failure?.kind === "answer";
  const known = asks ? evidenceAfterAsking(said, await post.isDone?.(place, sent)) : said;
  return known === "did" ? "done" : known === "didNot" ? "failed" : "unknown";
}

/**
 * Run before its page is shown: finds out what became of a post whose outcome was unknown, by sending it again under
 * its submission id.
 * @returns whether the outcome is still unknown, for a post with `givesUp`
 * @throws a redirect to the result, the failure's response, or the waiting page
 */
export async function settlePost<P extends TokenPlace, E>(
  post: ActingPost<P, E>,
  place: P,
): Promise<boolean> {
  const { context, token } = place;
  const [session, key] = [context.get(sessionContext), keyOf(post, token)];
  const sent = await session.read(sentScope, key);
  if (!sent) return false;
  const elsewhere = await post.outdated?.(place, sent, 302);
  const ended = elsewhere ? undefined : await post.send(place, sent);
  const outcome = ended && (await outcomeOf(post, place, sent, ended, true));
  if (outcome === "unknown") {
    const { submissionId: reference, startedAt } = sent;
    if (post.givesUp && isUnknownForLong(startedAt)) return true;
    const { section, page } = post;
    throw waitingPage(place, { section, page, reference, self: post.self(place), startedAt });
  }
  session.remove(sentScope, key);
  if (ended?.ok === false && outcome === "failed") throw await post.failed(place, sent, ended.error, 302);
  throw elsewhere ?? (await post.done(place, sent, 302));
}
