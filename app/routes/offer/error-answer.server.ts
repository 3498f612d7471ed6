import { data, type RouterContextProvider, redirect } from "react-router";
import { downtimeEnd, retryAfterSeconds } from "#app/domain/downtime.ts";
import { type ErrorAction, errorActions } from "#app/domain/error-actions.ts";
import { FormFieldError, type OfferError } from "#app/domain/errors.ts";
import { offerErrorIn, offerStateRow, refreshAfter } from "#app/domain/offer-states.ts";
import { withPrefix } from "#app/i18n/locale.ts";
import { logger } from "#app/log.server.ts";
import {
  brandContext,
  localeContext,
  responseHeadersContext,
  serverTexts,
  traceIdContext,
} from "#app/middleware/request.server.ts";
import { pathTo } from "../pages.ts";
import type { StateAction, StatePage } from "../shell/state-page.ts";
import { productNames } from "./product-names.ts";
import { keepVisit, leaveNotice, reopened, visitOf } from "./visit.server.ts";

/** Where an error arose. */
export interface Place {
  context: Readonly<RouterContextProvider>;
  token: string;
  url: URL;
  /** It arose while something was posted. */
  posted?: boolean;
}

/**
 * The answer for an error object of an offer call: a redirect to the step that mends it, or the page of its state
 * with status, Retry-After and Refresh. To be thrown from a loader or an action.
 */
export async function offerErrorAnswer(place: Place, error: OfferError | FormFieldError): Promise<unknown> {
  const known = error instanceof FormFieldError ? offerErrorIn("Unexpected", undefined, error) : error;
  const { context, token, url } = place;
  const row = offerStateRow(known.code);
  const traceId = context.get(traceIdContext);
  const { locale, prefix } = context.get(localeContext);
  if (known.unknownCode) logger.warn({ code: known.unknownCode, traceId }, "unknown code of an offer call");
  const visit = await visitOf(context, token);
  // With a cart the step that mends it is one redirect away. Without one the page says so: its start loads the offer.
  if (row.redirect && visit) {
    keepVisit(context, token, reopened(visit, row.redirect));
    leaveNotice(context, token, "stepMissing");
    return redirect(withPrefix(pathTo(row.redirect, { token }), prefix), place.posted ? 303 : 302);
  }

  const now = new Date();
  const headers = context.get(responseHeadersContext);
  const retryAfter = row.status === 503 ? retryAfterSeconds(row, known.downtime, now) : undefined;
  if (retryAfter !== undefined) headers.set("Retry-After", String(retryAfter));
  const { refresh } = row;
  const waits = refresh && refreshItself(headers, url, (attempt) => refreshAfter(refresh, attempt));

  const t = serverTexts(context, "errors.offer", known.useCase);
  const labels = serverTexts(context, "errors.labels");
  const end = downtimeEnd(known.downtime, locale, now);
  const ordered = visit?.ordered !== undefined;
  /** The text that fits best of those that the state has. */
  const text = () => {
    const variants = [end && "textWithEnd", refresh && !waits && "textStopped", ordered && "textWithOrder"];
    for (const variant of variants) {
      const key = `${known.code}.${variant}`;
      const worded = t(key as "Downtime.textWithEnd", { downtimeEnd: end ?? "" });
      if (variant && worded !== key) return worded;
    }
    return t(`${known.code}.text`);
  };

  const hotline = known.shopHotline ?? context.get(brandContext).hotline.number;
  const page: StatePage = {
    kind: "state-page",
    page: "offer-error",
    state: known.code,
    headline: t(`${known.code}.headline`),
    text: text(),
    severity: row.severity,
    icon: row.icon,
    dialog: row.actions.includes("dialogRetry"),
    actions: row.actions.flatMap((kind) => stateAction(kind, place, { hotline, ordered })),
    meta: [
      { label: labels("hotline"), value: hotline },
      { label: labels("traceId"), value: traceId },
    ],
    ordered:
      ordered && visit && known.code === "OfferConsumed"
        ? { title: labels("orderedProducts"), products: productNames(visit.offer.offers) }
        : undefined,
  };
  return data(page, { status: row.status });
}

const attemptParameter = "attempt";

/**
 * A page that waits loads itself again after a growing pause; the address counts the attempts.
 * @returns false once it has waited long enough
 */
export function refreshItself(
  headers: Headers,
  url: URL,
  pause: (attempt: number) => number | undefined,
): boolean {
  const attempt = Math.max(0, Number(url.searchParams.get(attemptParameter)) || 0);
  const seconds = pause(attempt);
  if (seconds === undefined) return false;
  const next = new URL(url);
  next.searchParams.set(attemptParameter, String(attempt + 1));
  headers.set("Refresh", `${seconds}; url=${next.pathname}${next.search}`);
  return true;
}

/** One action of a state as link or form; nothing where it makes no sense here. */
function stateAction(
  kind: ErrorAction,
  place: Place,
  facts: { hotline: string; ordered: boolean },
): StateAction[] {
  const { context, token, url } = place;
  const { prefix } = context.get(localeContext);
  const t = serverTexts(context, "errors.actions");
  const brand = context.get(brandContext);
  const action = errorActions[kind];
  const label = t(kind, { hotline: facts.hotline });
  const link = (href: string): StateAction[] => [{ kind, label, href, method: "get" }];
  const own = (path: string) => withPrefix(path, prefix);
  if (action.does === "reset")
    return [
      { kind, label, href: own(pathTo("offer-error", { token })), method: "post", fields: { to: action.to } },
    ];
  switch (action.to) {
    case "same":
      return link(url.pathname);
    case "shops":
      return brand.links.shops ? link(brand.links.shops) : [];
    case "login":
      return link(own(pathTo("offer-login", { token })));
    case "landing":
      return link(own(pathTo("offer-landing")));
    case "confirmation":
      return facts.ordered ? link(own(pathTo("confirmation", { token }))) : [];
    case "personal-data":
    case "id-data":
      return link(own(pathTo(action.to, { token })));
    default:
      return link(`tel:${facts.hotline.replace(/[^\d+]/g, "")}`);
  }
}
