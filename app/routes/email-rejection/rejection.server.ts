import { data } from "react-router";
import { specifiedBrand } from "#app/brand/backend-brand.ts";
import { brandNamed } from "#app/brand/registry.server.ts";
import { loginOf } from "#app/declarations/calling-context.server.ts";
import { receiveDeclaration } from "#app/declarations/declaration.server.ts";
import type { Place } from "#app/error-pages/error-response.server.ts";
import type { FormDefinition } from "#app/forms/define-form.server.ts";
import { freshForm, postedIdOf, withoutFields } from "#app/forms/form-data.server.ts";
import { brandContext, getT } from "#app/request/context.server.ts";
import { isOneClick } from "#app/request/one-click.ts";
import { parameterOfLink } from "#app/request/parameters.server.ts";
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

const kind = "objection";

export interface Subscription {
  token: string;
  /** The backend's name for the brand, which includes brands without a portal. */
  brand: string;
  name: string;
}

/** @throws the page of a broken link */
export function subscriptionIn(place: Place): Subscription {
  const token = parameterOfLink<PageOf<typeof kind>>(place.url, "token");
  if (!token) throw linkProblem(place, kind, "incomplete");
  const own = place.context.get(brandContext);
  const named = parameterOfLink<PageOf<typeof kind>>(place.url, "brand");
  if (!named) return { token, brand: own.backendEnum, name: own.name };
  const portal = brandNamed(named);
  if (portal) return { token, brand: portal.backendEnum, name: portal.name };
  const brandName = specifiedBrand.safeParse(named.toUpperCase());
  if (!brandName.success) throw linkProblem(place, kind, "unknownBrand");
  return { token, brand: brandName.data, name: named };
}

/** A button; a mail provider's post (RFC 8058) has a field of its own. */
export const objectionForm: FormDefinition = { ...withoutFields, hidden: ["List-Unsubscribe"] };

const byMail = ({ token, brand }: Subscription): ByLink => ({
  kind,
  purpose: `declined e-mails ${brand} ${token}`,
});

/** The receipt that the address opens. */
export function objectionReceipt(place: Place, subscription: Subscription) {
  const t = getT(place.context, "email", "done");
  const { name: brand } = subscription;
  return sealedReceipt(place, byMail(subscription), () => ({
    brand,
    title: t("title"),
    text: [t("text", { brand }), t("still")],
    waits: t("waits"),
    declaration: t("declaration", { brand }),
    button: t("button"),
  }));
}

/** The form, which says why the provider has refused what its address confirms. */
export const rejectionForm = async (place: Place, subscription: Subscription) => ({
  ...freshForm(),
  problem: await refusedSince(place, byMail(subscription)),
});

/**
 * Declines. A page's post is redirected to the page that confirms it; a mail provider's (RFC 8058) gets its response
 * at once, without a redirect, and with an error status if it should retry. The objection is received whatever the
 * provider does; only what the provider refuses in its words declines nothing.
 */
export async function decline(place: Place, posted: FormData) {
  const { context } = place;
  const subscription = subscriptionIn(place);
  const { token, brand } = subscription;
  const submissionId = postedIdOf(posted);
  const content = { token, brand };
  const result = await receiveDeclaration({
    kind,
    submissionId,
    content,
    body: () => content,
    ...declarer(context),
    login: loginOf(context),
  });
  const isRefused = result.ok ? result.stored.state === "refused" : result.isRefused;
  const form = { ...freshForm(), submissionId };
  if (isRefused) return refusedByLink(place, kind, form, result);
  const button = getT(context, "email", "rejection")("submit");
  if (!result.ok) return notReceivedByLink(context, form, result.error, button);
  if (isOneClick(posted)) return data({ declined: true as const });
  return toReceipt(place, byMail(subscription), result.stored.declaration);
}
