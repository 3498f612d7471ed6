import { randomUUID } from "node:crypto";
import { data } from "react-router";
import { loadAbilities } from "#app/backend/services.server.ts";
import { shortReference } from "#app/domain/short-reference.ts";
import { downtimeEnd, reportedEndOf, retryAfterSeconds } from "#app/errors/downtime.server.ts";
import type { StateError } from "#app/errors/errors.ts";
import { portalStates } from "#app/errors/other-states.ts";
import {
  type ErrorAction,
  errorActions,
  type Refresh,
  refreshAfter,
  type StateRow,
} from "#app/errors/state-row.ts";
import type { Namespace, Resources } from "#app/i18n/resources.ts";
import { journeyAt } from "#app/page-table.server.ts";
import { logger } from "#app/platform/log.server.ts";
import { journeyStates } from "#app/platform/metrics.server.ts";
import {
  brandContext,
  getT,
  getTexts,
  localeContext,
  patternContext,
  type RequestContext,
  responseHeadersContext,
  traceIdContext,
} from "#app/request/context.server.ts";
import { codeRow, helpRows, isHotlineClosed } from "#app/shell/help.server.ts";
import { linkTo } from "#app/shell/link-to.server.ts";
import { dialLink } from "#app/ui/dial-link.ts";
import type { StateAction, StatePage } from "./state-page.tsx";

/** The request in which an error occurred. */
export interface Place {
  context: RequestContext;
  url: URL;
}

/** Where an action leads, and its label if that is not the usual one. */
type Link = Pick<StateAction, "href" | "method" | "fields" | "fold" | "isClosed"> & { label?: string };

/** Groups of texts that have one entry per state. */
type StateSection =
  | "barrier.states"
  | "errors.offer"
  | "errors.idv"
  | "errors.portal"
  | "errors.waiting"
  | "errors.summaryWaiting"
  | "errors.orderOver"
  | "errors.resetWaiting"
  | "errors.declineWaiting"
  | "errors.emailWaiting"
  | "errors.esimWaiting"
  | "errors.portingWaiting"
  | "customer.states"
  | "customer.waiting"
  | "email.states"
  | "identity.waiting"
  | "identity.mailWaiting"
  | "termination.states"
  | "withdrawal.states";

type TextsOf<S extends StateSection> = S extends `${infer N extends Namespace}.${infer P}`
  ? P extends keyof Resources[N]
    ? Resources[N][P]
    : never
  : never;
/** The states with a headline and a text in the section: any other fails to compile. */
type StateIn<S extends StateSection, Texts = TextsOf<S>> = Texts extends unknown
  ? {
      [State in keyof Texts & string]: Texts[State] extends { headline: string; text: string }
        ? State
        : never;
    }[keyof Texts & string]
  : never;

export interface Options<S extends StateSection = StateSection> {
  section: S;
  page: StatePage["page"];
  row: StateRow;
  /** The key of a more fitting text, for states that have it. */
  variant?: string | undefined;
  values?: Record<string, string>;
  /** Links of actions that only this journey has; undefined if the action makes no sense here. */
  action?: (kind: ErrorAction) => Link | undefined;
  /** The link that is offered to be replaced: see `renewable`. */
  newLink?: string | undefined;
  /** The id of what customers sent, under which they can ask about it. */
  reference?: string;
  /** The number of an order that the provider has. */
  placedOrder?: string;
  /** The same while it is unknown whether it has. */
  orderNumber?: string;
  more?: Partial<StatePage>;
}

/** The page of a state as a response to throw, with the most fitting text and what the customer can do. */
export function errorResponse<S extends StateSection>(
  { context, url }: Place,
  error: StateError<StateIn<S>>,
  {
    section,
    page,
    row,
    variant,
    values,
    action,
    newLink,
    reference,
    placedOrder,
    orderNumber,
    more,
  }: Options<S>,
) {
  const traceId = context.get(traceIdContext);
  // The provider has not answered, or not readably: 502 is the status of a gateway.
  const status = row.status === 500 && error.isUnanswered ? 502 : row.status;
  if (error.unknownCode) logger.warn({ code: error.unknownCode, traceId }, `unknown code (${section})`);
  const now = new Date();
  const headers = context.get(responseHeadersContext);
  const retryAfter = retryAfterSeconds(error.retryAfter ?? row.retryAfter, error.downtime, now);
  const { refresh } = row;
  const waits = refresh && scheduleReload(headers, url, refresh);
  // A page that refreshes itself already names a time, which `Retry-After` could contradict.
  if (retryAfter !== undefined && !headers.has("Refresh")) headers.set("Retry-After", String(retryAfter));

  const t = getTexts(context, section, error.useCase);
  const labels = getT(context, "errors", "labels");
  const named = (number: "placedOrder" | "orderNumber" | "reference", value: string) =>
    codeRow(context, labels(number), value);
  const end = downtimeEnd(error.downtime, context.get(localeContext).locale, now);
  const text = () => {
    const own = [
      end && "textWithEnd",
      refresh && !waits && "textStopped",
      newLink && "textWithLink",
      variant,
    ];
    for (const name of own) {
      const worded =
        name && t(`${error.code}.${name}`, { ...values, downtimeEnd: end ?? "", defaultValue: "" });
      if (worded) return worded;
    }
    return t(`${error.code}.text`, values);
  };

  const brand = context.get(brandContext);
  const hotline = error.shopHotline ?? brand.hotline.number;
  const labelOf = getT(context, "errors", "actions");
  const linkOf = (kind: ErrorAction): Link | undefined => {
    switch (errorActions[kind]) {
      case "same":
        return action?.(kind) ?? { href: url.pathname, method: "get" };
      case "shops":
        return brand.links.shops ? { href: brand.links.shops, method: "get" } : undefined;
      case "offer-landing":
        return action?.(kind) ?? { href: linkTo(context, "offer-landing"), method: "get" };
      case "new-link":
        return newLink === undefined
          ? undefined
          : {
              href: linkTo(context, "new-link"),
              method: "post",
              fields: { link: newLink, submissionId: randomUUID() },
            };
      case "hotline":
        return { href: dialLink(hotline), method: "get", isClosed: isHotlineClosed(context, hotline) };
      default:
        return action?.(kind);
    }
  };
  const offered = row.actions.flatMap((kind): StateAction[] => {
    const link = linkOf(kind);
    return link ? [{ kind, label: labelOf(kind, { hotline }), ...link }] : [];
  });
  // Calling is the main button, or a row of the foot: good news is no reason to call, and a closed hotline no way on.
  const hasOtherWay = offered.some(({ kind }) => !["hotline", "shops"].includes(errorActions[kind]));
  const actions = offered.filter(
    ({ kind, isClosed }, index) =>
      kind !== "hotline" || (index === 0 && row.severity !== "success" && !(isClosed && hasOtherWay)),
  );
  const rows = helpRows(context, {
    hotline: error.shopHotline,
    hasCallButton: actions[0]?.kind === "hotline",
    // Below 400, nothing has failed.
    isNumbered: status >= 400,
    arbitration: row.arbitration,
  });
  // Where nothing has failed, nobody has to ask: the footer has the number.
  const isAsked = (status >= 400 && row.severity !== "success") || row.actions.includes("hotline");
  const { facts = [], ...others } = more ?? {};
  const shown: StatePage = {
    kind: "state-page",
    page,
    state: error.code,
    headline: t(`${error.code}.headline`),
    text: text(),
    downtime: end && reportedEndOf(error.downtime),
    severity: row.severity,
    icon: row.icon,
    dialog: row.actions.includes("dialogRetry"),
    actions,
    facts: [
      ...(placedOrder ? [named("placedOrder", placedOrder)] : []),
      ...(orderNumber ? [named("orderNumber", shortReference(orderNumber))] : []),
      ...(reference ? [named("reference", shortReference(reference))] : []),
      ...facts,
    ],
    help: {
      title: getT(context, "common", "unexpected")("help"),
      rows: isAsked ? rows : rows.filter(({ kind }) => kind !== "phone"),
    },
    waiting: waits ? { self: url.pathname, status, attempt: attemptOf(url), refresh } : undefined,
    ...others,
  };
  const journey = journeyAt(context.get(patternContext));
  if (journey) journeyStates?.inc({ journey, brand: brand.slug, state: shown.state });
  return data(shown, { status });
}

/** The customer's link, where the page of this state offers another one and the provider sends some. */
export async function renewable(
  context: RequestContext,
  row: StateRow,
  link: string,
): Promise<string | undefined> {
  if (!row.actions.includes("newLink")) return undefined;
  return (await loadAbilities(context)).newLink ? link : undefined;
}

type PortalState = keyof typeof portalStates;
type PortalOptions = Omit<Options<"errors.portal">, "section" | "row"> &
  Pick<StateError, "downtime"> &
  Partial<Pick<StateRow, "status" | "actions">>;

/** The page of what the portal itself cannot do at the moment, to be thrown. */
export function portalState(
  place: Place,
  code: PortalState,
  { status, actions, downtime, ...options }: PortalOptions,
) {
  const row = { ...portalStates[code], ...(status && { status }), ...(actions && { actions }) };
  return errorResponse(place, { code, downtime }, { section: "errors.portal", row, ...options });
}

const attemptParameter = "attempt";

/** Which automatic reload of a waiting page this is, from 0. */
export const attemptOf = (url: URL) =>
  Math.max(0, Math.trunc(Number(url.searchParams.get(attemptParameter))) || 0);

/**
 * Reloads the page after a growing pause, counting in its address.
 * @returns false once it has waited long enough
 */
export function scheduleReload(headers: Headers, url: URL, refresh: Refresh): boolean {
  const attempt = attemptOf(url);
  const seconds = refreshAfter(refresh, attempt);
  if (seconds === undefined) return false;
  const next = new URL(url);
  next.searchParams.set(attemptParameter, String(attempt + 1));
  headers.set("Refresh", `${seconds}; url=${next.pathname}${next.search}`);
  return true;
}
