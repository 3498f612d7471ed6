import { data, redirect } from "react-router";
import { type BackendBrand, backendBrand } from "#app/backend/contract/common.ts";
import { declineEmail } from "#app/backend/email.server.ts";
import { brands } from "#app/brand/registry.server.ts";
import { retryLater } from "#app/errors/downtime.server.ts";
import { errorResponse, type Place } from "#app/errors/error-response.server.ts";
import type { ApiError, FormFieldError } from "#app/errors/errors.ts";
import { subscriptionStates } from "#app/errors/other-states.ts";
import { freshForm, submissionIdOf } from "#app/forms/form-data.server.ts";
import type { FormReply } from "#app/forms/form-state.ts";
import { brandContext, getT } from "#app/middleware/request.server.ts";
import { defaultSealer } from "#app/session/open-store.server.ts";

/** What is wrong with the link. Every such state is reported as NotFound. */
function linkProblem(place: Place, problem: keyof typeof subscriptionStates) {
  const row = subscriptionStates[problem];
  return errorResponse(
    place,
    { code: problem },
    { section: "email.states", page: "email-rejection", row, more: { state: "NotFound" } },
  );
}

export interface Subscription {
  token: string;
  /** The backend's name for the brand; it knows brands without a portal too. */
  brand: BackendBrand;
  /** Display name. */
  name: string;
}

/** @throws the page of a broken link */
export function subscriptionIn(place: Place): Subscription {
  const query = place.url.searchParams;
  const token = query.get("token")?.trim();
  if (!token) throw linkProblem(place, "incomplete");
  const own = place.context.get(brandContext);
  const named = query.get("brand")?.trim();
  if (!named) return { token, brand: own.backendEnum, name: own.name };
  const portal = brands().get(named.toLowerCase());
  if (portal) return { token, brand: portal.backendEnum, name: portal.name };
  const known = backendBrand.safeParse(named.toUpperCase());
  if (!known.success) throw linkProblem(place, "unknownBrand");
  const same = [...brands().values()].find(({ backendEnum }) => backendEnum === known.data);
  return { token, brand: known.data, name: same?.name ?? named };
}

/** RFC 8058, section 3.1: the whole of the body. */
export const isOneClick = (posted: FormData): boolean =>
  [...posted].length === 1 && posted.get("List-Unsubscribe") === "One-Click";

/**
 * Proof in the next page's address that this link was used to decline, and when. Sealed, so that no link can claim it;
 * not in the session, so that it works without cookies.
 */
const seal = () => defaultSealer()("proof of declined e-mails");
const scope = ({ token, brand }: Subscription) => `${brand} ${token}`;

const proofOf = (subscription: Subscription, at: Date): string =>
  Buffer.from(seal().seal(scope(subscription), at.toISOString())).toString("base64url");

/** When mails were declined; undefined without a proof for this very link. */
export function declinedAt(subscription: Subscription, proof: string | null): Date | undefined {
  const at = proof && seal().open(scope(subscription), Buffer.from(proof, "base64url"));
  return at ? new Date(at) : undefined;
}

/**
 * A post from the page redirects to its result. A mail provider's (RFC 8058) is answered without a redirect, with an
 * error status if it should retry.
 */
export async function decline(place: Place, posted: FormData) {
  const { context, url } = place;
  const subscription = subscriptionIn(place);
  const answer = await declineEmail(context, subscription.token, subscription.brand);
  if (!answer.ok) return notDeclined(place, posted, answer.error);
  if (isOneClick(posted)) return data({ declined: true as const });
  const done = new URL(url);
  done.searchParams.set("done", proofOf(subscription, new Date()));
  return redirect(done.pathname + done.search, 303);
}

/** Failures that a retry does not fix: the backend does not know the link or cannot read it. */
const aboutTheLink = new Set([400, 404, 410, 422]);

function notDeclined(place: Place, posted: FormData, error: ApiError | FormFieldError) {
  const status = "status" in error ? (error.status ?? 0) : 422;
  if (aboutTheLink.has(status)) throw linkProblem(place, "unknownToken");
  const t = getT(place.context, "email", "problem");
  const downtimeEnd = retryLater(place.context, error);
  const text = downtimeEnd ? t("failedWithEnd", { downtimeEnd }) : t("failed");
  const state = status === 503 ? "Downtime" : "TechnicalProblem";
  const problem = { headline: t("failedTitle"), text, state };
  const form = { ...freshForm(), submissionId: submissionIdOf(posted), problem };
  return data({ form } satisfies FormReply, { status: status === 503 ? 503 : 502 });
}
