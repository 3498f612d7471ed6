import { data } from "react-router";
import { consentChannels, type GivenConsent } from "#app/backend/contract/services.ts";
import { loadGivenConsents } from "#app/backend/services.server.ts";
import { forDeclaration, loginOf } from "#app/declarations/calling-context.server.ts";
import { receiveDeclaration } from "#app/declarations/declaration.server.ts";
import { berlinDate, formatDate } from "#app/domain/calendar.ts";
import { type Place, renewable } from "#app/error-pages/error-response.server.ts";
import { subscriptionStates } from "#app/errors/other-states.ts";
import { firstForm } from "#app/forms/draft.server.ts";
import { fieldErrors } from "#app/forms/field-errors.server.ts";
import { freshForm, postedIdOf, valuesOf } from "#app/forms/form-data.server.ts";
import type { FormState } from "#app/forms/form-state.ts";
import {
  brandContext,
  getT,
  localeContext,
  postedFormContext,
  type RequestContext,
} from "#app/request/context.server.ts";
import { parameterOfLink } from "#app/request/parameters.server.ts";
import { linkOfMail, linkTo } from "#app/shell/link-to.server.ts";
import { originForMails } from "#app/shell/origin-for-mails.server.ts";
import { declarer } from "../declaration/confirmation-link.server.ts";
import {
  type ByLink,
  linkProblem,
  notReceivedByLink,
  type PageOf,
  refusedByLink,
  refusedSince,
  sealedReceipt,
  toReceipt,
} from "./by-link.server.ts";
import { chosenIn, consentsForm } from "./consents.form.server.ts";

const kind = "revocation";

/** @throws the page of a broken link */
export function tokenIn(place: Place): string {
  const token = parameterOfLink<PageOf<typeof kind>>(place.url, "token");
  if (!token) throw linkProblem(place, kind, "incomplete");
  return token;
}

const byToken = (context: RequestContext, token: string): ByLink => ({
  kind,
  purpose: `consents ${declarer(context).brand} ${token}`,
});

/** What was taken back, by the names that the customer read; empty for all. */
interface Revoked {
  names: string[];
}

/** The receipt that the address opens. */
export function revocationReceipt(place: Place, token: string) {
  const { context } = place;
  const { name: brand } = context.get(brandContext);
  const t = getT(context, "email", "revoked");
  return sealedReceipt<Revoked>(place, byToken(context, token), ({ names }) => ({
    brand,
    ...(names.length > 0
      ? {
          title: t(names.length === 1 ? "titleOne" : "titleChosen"),
          declaration: t("declaration", { brand, names: names.join("; ") }),
          button: t("button"),
        }
      : { title: t("title"), declaration: t("declarationAll", { brand }), button: t("buttonAll") }),
    text: [t("text"), t("before")],
    waits: t("waits"),
  }));
}

/** A consent as the page shows it. */
export interface ShownConsent {
  id: string;
  name: string;
  given: boolean;
  since: string | undefined;
}

interface Shown {
  list: ShownConsent[];
  /** Why nothing is said of what was given: the provider cannot say so now, or never. */
  unknown?: "now" | "ever";
}

/**
 * The consents with their present state; where the provider cannot say, the channels that a consent may be for.
 * @throws the page of a link that the provider does not know, or that has expired
 */
export async function shownConsents(place: Place, token: string): Promise<Shown> {
  const { context } = place;
  const t = getT(context, "offer", "personalData");
  const loaded = await loadGivenConsents(forDeclaration(context), token);
  if (loaded.ok && loaded.data.consents) {
    const { locale } = context.get(localeContext);
    const nameOf = ({ id, name, channel }: GivenConsent) =>
      name ?? (channel && channel !== "unknown" ? t(`consentChannels.${channel}`) : id);
    const list = loaded.data.consents.map((consent) => ({
      id: consent.id,
      name: nameOf(consent),
      given: consent.given,
      since: consent.since && formatDate(berlinDate(new Date(consent.since)), locale),
    }));
    return { list };
  }
  const { error, failure } = loaded.ok ? {} : loaded;
  const isMissing = failure?.isMissingCall === true;
  if (!isMissing && error?.kind === "notFound") throw linkProblem(place, kind, "unknownToken");
  if (error?.kind === "gone") {
    const link = linkOfMail(context, "revocation", token);
    const newLink = await renewable(context, subscriptionStates.LinkExpired, link);
    throw linkProblem(place, kind, "LinkExpired", newLink);
  }
  const list = consentChannels.map((id) => ({
    id,
    name: t(`consentChannels.${id}`),
    given: true,
    since: undefined,
  }));
  return { list, unknown: isMissing ? "ever" : "now" };
}

/** The form, which says why the provider has refused what its address confirms. */
export async function revocationForm(place: Place, token: string): Promise<FormState> {
  const { context, url } = place;
  const form = await firstForm(context, url, consentsForm, undefined);
  return { ...form, problem: await refusedSince(place, byToken(context, token)) };
}

/** Room in an address: what is shown of a name. */
const shownLetters = 60;

/**
 * The names of these consents as the page shows them: a receipt repeats no other words. Undefined if one of them is not in the
 * list, which may be that of the channels.
 */
async function namesOf(place: Place, token: string, ids: string[]): Promise<string[] | undefined> {
  const { list } = await shownConsents(place, token);
  const names = list.filter(({ id }) => ids.includes(id)).map(({ name }) => name.slice(0, shownLetters));
  return names.length === ids.length ? names : undefined;
}

/** Takes back what is chosen, or all of it. It is received whatever the provider does, unless it refuses it in its words. */
export async function revoke(place: Place) {
  const { context } = place;
  const token = tokenIn(place);
  const posted = context.get(postedFormContext);
  const all = posted.has("all");
  const consents = all ? [] : chosenIn(posted);
  const submissionId = postedIdOf(posted);
  const form = { ...freshForm(consentsForm), submissionId, values: valuesOf(posted) };
  const names = all ? [] : await namesOf(place, token, consents);
  if (!all && (consents.length === 0 || !names)) {
    const errors = { consents: fieldErrors(context)("consents.none") };
    return data({ form: { ...form, errors } }, { status: 422 });
  }
  const origin = declarer(context);
  const page = new URL(linkTo(context, "revocation"), originForMails(place.url));
  page.search = String(new URLSearchParams({ token, brand: origin.brand }));
  const result = await receiveDeclaration({
    kind,
    submissionId,
    content: { token, all, consents },
    body: () => ({ token, all, consents, language: origin.language, url: page.href }),
    ...origin,
    login: loginOf(context),
  });
  const isRefused = result.ok ? result.stored.state === "refused" : result.isRefused;
  if (isRefused) return refusedByLink(place, kind, form, result);
  const t = getT(context, "email", "consents");
  if (!result.ok) return notReceivedByLink(context, form, result.error, t(all ? "all" : "submit"));
  const shown: Revoked = { names: names ?? [] };
  return toReceipt(place, byToken(context, token), result.stored.declaration, shown);
}
