import { data, redirectDocument } from "react-router";
import { specifiedBrand } from "#app/brand/backend-brand.ts";
import { brandNamed } from "#app/brand/registry.server.ts";
import { findDeclaration, loginOf, receiveDeclaration } from "#app/declarations/declaration.server.ts";
import { formatDateTime } from "#app/domain/calendar.ts";
import { linkParameter } from "#app/domain/copied-link.ts";
import { errorResponse, type Place } from "#app/error-pages/error-response.server.ts";
import { retryLater } from "#app/errors/downtime.server.ts";
import type { ApiError, FormFieldError } from "#app/errors/errors.ts";
import { subscriptionStates } from "#app/errors/other-states.ts";
import type { FormDefinition } from "#app/forms/define-form.server.ts";
import { freshForm, postedIdOf, withoutFields } from "#app/forms/form-data.server.ts";
import type { FormReply } from "#app/forms/form-state.ts";
import { defaultLocale, languageParameter } from "#app/i18n/locale.ts";
import { brandContext, getT, localeContext, type RequestContext } from "#app/request/context.server.ts";
import { isOneClick } from "#app/request/one-click.ts";
import { openParam, sealParam } from "#app/session/sealed-param.server.ts";
import { helpValues } from "#app/shell/help.server.ts";
import { linkTo } from "#app/shell/link-to.server.ts";
import { declarer } from "../declaration/confirmation-link.server.ts";

/** To be thrown: what is wrong with the link. Every such state is reported as NotFound. */
export function linkProblem(place: Place, problem: keyof typeof subscriptionStates) {
  const row = subscriptionStates[problem];
  return errorResponse(
    place,
    { code: problem },
    { section: "email.states", page: "email-rejection", row, more: { state: "NotFound" } },
  );
}

export interface Subscription {
  token: string;
  /** The backend's name for the brand, which includes brands without a portal. */
  brand: string;
  name: string;
}

/** @throws the page of a broken link */
export function subscriptionIn(place: Place): Subscription {
  const token = linkParameter(place.url, "token");
  if (!token) throw linkProblem(place, "incomplete");
  const own = place.context.get(brandContext);
  const named = linkParameter(place.url, "brand");
  if (!named) return { token, brand: own.backendEnum, name: own.name };
  const portal = brandNamed(named);
  if (portal) return { token, brand: portal.backendEnum, name: portal.name };
  const known = specifiedBrand.safeParse(named.toUpperCase());
  if (!known.success) throw linkProblem(place, "unknownBrand");
  return { token, brand: known.data, name: named };
}

/** A button; a mail provider's post (RFC 8058) has a field of its own. */
export const objectionForm: FormDefinition = { ...withoutFields, hidden: ["List-Unsubscribe"] };

/** The purpose of a sealed parameter in the next page's address: this link was used to decline. It works without cookies. */
const declinedPurpose = ({ token, brand }: Subscription) => `declined e-mails ${brand} ${token}`;

/** The receipt as a file. */
export const receiptFormats = ["pdf", "text"] as const;

/** The receipt's addresses, for a page whose own address has the parameter. */
export function receiptFiles(context: RequestContext, url: URL): { href: string; label: string }[] {
  const t = getT(context, "termination", "progress");
  return receiptFormats.map((format) => ({
    href: linkTo(context, "objection-receipt", { format }) + url.search,
    label: t(format),
  }));
}

/** When the objection was received and how far it has got; undefined without a parameter sealed for this very link. */
export async function declinedAt(context: RequestContext, subscription: Subscription, sealed: string | null) {
  const proven = openParam(declinedPurpose(subscription), sealed);
  if (!proven) return undefined;
  const { id, at } = JSON.parse(proven) as { id: string; at: string };
  const { kept } = await findDeclaration("objection", declarer(context).brand, id);
  const { locale } = context.get(localeContext);
  const shownAt = formatDateTime(new Date(at), locale);
  const t = getT(context, "email", "done");
  const progress = getT(context, "termination", "progress");
  const notes = {
    waiting: [t("waits")],
    byHand: [progress("byHandText", { at: shownAt })],
    forwarded: [],
    refused: [],
  };
  return { at, shownAt, id, notes: kept ? notes[kept.state] : [], kept };
}

export type Declined = NonNullable<Awaited<ReturnType<typeof declinedAt>>>;

/**
 * Declines. A page's post is redirected to the page that confirms it; a mail provider's (RFC 8058) gets its response
 * at once, without a redirect, and with an error status if it should retry. The objection is received whatever the
 * provider does; only a link that the provider does not know declines nothing.
 */
export async function decline(place: Place, posted: FormData) {
  const { context, url } = place;
  const subscription = subscriptionIn(place);
  const { token, brand } = subscription;
  const submissionId = postedIdOf(posted);
  const content = { token, brand };
  const result = await receiveDeclaration({
    ...{ kind: "objection", submissionId, content, body: () => content },
    ...declarer(context),
    login: loginOf(context),
  });
  const isRefused = result.ok ? result.kept.state === "refused" : result.isRefused;
  if (isRefused) throw linkProblem(place, "unknownToken");
  if (!result.ok) return rejectionFailed(place, submissionId, result.error);
  const { declaration } = result.kept;
  if (isOneClick(posted)) return data({ declined: true as const });
  const done = new URL(url);
  const { language } = declarer(context);
  if (language === defaultLocale) done.searchParams.set(languageParameter, language);
  const facts = JSON.stringify({ id: declaration.id, at: declaration.receivedAt });
  done.searchParams.set("done", sealParam(declinedPurpose(subscription), facts));
  return redirectDocument(done.pathname + done.search, 303);
}

/** The form again where nobody could receive the objection. */
function rejectionFailed(place: Place, submissionId: string, error: ApiError | FormFieldError) {
  const t = getT(place.context, "email", "problem");
  const downtimeEnd = retryLater(place.context, error);
  const text = downtimeEnd ? t("failedWithEnd", { downtimeEnd }) : t("failed");
  const isDowntime = error.kind === "downtime";
  const state = isDowntime ? "Downtime" : "TechnicalProblem";
  const help = t("help", helpValues(place.context));
  const problem = { headline: t("failedTitle"), text: `${text} ${help}`, state };
  const form = { ...freshForm(), submissionId, problem };
  return data({ form } satisfies FormReply, { status: 503 });
}
