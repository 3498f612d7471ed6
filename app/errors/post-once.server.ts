import { redirectDocument } from "react-router";
import { z } from "zod";
import { submissionIdOf } from "#app/forms/form-data.server.ts";
import { postedFormContext, type RequestContext, sessionContext } from "#app/middleware/request.server.ts";
import { defineScope } from "#app/session/scope.ts";
import type { Place } from "./error-response.server.ts";
import type { CallResult, FormFieldError } from "./errors.ts";
import { isUnknownForLong, type UnknownEnd, waitingPage } from "./waiting.server.ts";

const sentSchema = z.object({
  submissionId: z.string(),
  /** What the form says beside its id. */
  fields: z.record(z.string(), z.string()),
  /** Milliseconds since the epoch. */
  startedAt: z.number(),
});
export type Sent = z.infer<typeof sentSchema>;

/** The posts whose end is unknown, by name and token: sent again under the same submission id, each acts once. */
const sentScope = defineScope("sent", sentSchema);

type TokenPlace = Place & { token: string };

/** A post with one effect, whose answer says only that it is done. */
export interface ActingPost<P extends TokenPlace, E> extends Pick<UnknownEnd, "section" | "page"> {
  /** Its name in the session. */
  name: string;
  /** Its page, which asks what became of it. */
  self: (place: P) => string;
  send: (place: P, sent: Sent) => Promise<CallResult<unknown, E>>;
  /** Asks the provider whether it is done, after an answer that did not say; undefined where nobody can tell. */
  isDone?: (place: P, sent: Sent) => Promise<boolean | undefined>;
  /** Where to go instead of sending what no longer applies. */
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

/** Sends it. A post whose end is unknown leads to its page, as does another one in the meantime. */
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
 * Where the answer does not say, the provider is asked. While an earlier attempt may still be under way, only a refusal
 * says that nothing was done.
 */
async function outcomeOf<P extends TokenPlace, E>(
  post: ActingPost<P, E>,
  place: P,
  sent: Sent,
  ended: CallResult<unknown, E>,
  isRepeated: boolean,
): Promise<"done" | "failed" | "unknown"> {
  if (ended.ok) return "done";
  if (ended.end === "answered" || (ended.end === "notSent" && !isRepeated)) return "failed";
  const isDone = ended.end === "vague" ? await post.isDone?.(place, sent) : undefined;
  if (isDone) return "done";
  return isDone === false && !isRepeated ? "failed" : "unknown";
}

/**
 * Before its page is shown: what became of a post whose end was unknown, sent again under its submission id.
 * @returns whether it is still unknown, of one that gives up
 * @throws where it leads, what failed, or the waiting page
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
