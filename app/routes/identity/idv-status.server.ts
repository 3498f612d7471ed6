import { redirectDocument } from "react-router";
import { z } from "zod";
import type { Idv } from "#app/backend/contract/identity.ts";
import { type IdvResult, loadIdv } from "#app/backend/identity.server.ts";
import { loadSummary } from "#app/backend/offers.server.ts";
import { withdrawalsOf } from "#app/declarations/withdrawn-order.server.ts";
import { paymentStateOf } from "#app/domain/payment-states.ts";
import { errorResponse, type Place, renewable } from "#app/error-pages/error-response.server.ts";
import { idvOutcomeEvent } from "#app/error-pages/tracking.server.ts";
import { FormFieldError, type IdvError, idvErrorIn } from "#app/errors/errors.ts";
import { type IdvOutcome, idvOutcomeNames, idvOutcomes } from "#app/errors/idv-outcomes.ts";
import { offerStateOfCode } from "#app/errors/offer-states.ts";
import { withoutPrefix } from "#app/i18n/locale.ts";
import { readAgainWhile } from "#app/outcome/lagging-read.server.ts";
import { nextOnStatePage } from "#app/outcome/next-steps.server.ts";
import { isUnknownForLong } from "#app/outcome/waiting-page.server.ts";
import { type PageName, pages } from "#app/pages.ts";
import {
  addServerParts,
  brandContext,
  getT,
  type RequestContext,
  sessionContext,
} from "#app/request/context.server.ts";
import { orderOfIdentity } from "#app/session/order-of-identity.server.ts";
import { defineScope } from "#app/session/scope.ts";
import { linkTo } from "#app/shell/link-to.server.ts";
import {
  attemptsIn,
  type IdvStatus,
  idvStatusOf,
  isBeforeChoice,
  type OpenPage,
  type OutcomePage,
  pageOfOutcome,
} from "./idv-status.ts";

export interface IdvPlace extends Place {
  token: string;
}

type IdvPageName = Exclude<OutcomePage, "idv-error">;

/** The address of a page under the current language prefix. */
export function idvPath({ context, token }: IdvPlace, page: IdvPageName): string {
  return linkTo(context, page, { token });
}

/** The first page's address for another device: with the brand, as that device has no cookie yet. */
export function idvAddress(place: IdvPlace): string {
  const address = new URL(idvPath(place, "idv-selection"), place.url);
  address.searchParams.set("brand", place.context.get(brandContext).slug);
  return address.href;
}

/** After a post (303), or because the status belongs to another page (302). */
export const toPage = (place: IdvPlace, page: IdvPageName, status: 302 | 303) =>
  redirectDocument(idvPath(place, page), status);

const tailOf = (path: string) => path.split("/").slice(3).join("/");
const isAt = (url: URL, page: PageName) => tailOf(withoutPrefix(url.pathname)) === tailOf(pages[page].path);

/** No page has such fields, so a field error is unexpected. */
const asIdvError = (error: IdvError | FormFieldError) =>
  error instanceof FormFieldError ? idvErrorIn("Unexpected", undefined, { cause: error }) : error;

/** The outcome's page under the current address, to throw. */
export async function outcomePage(place: IdvPlace, error: IdvError | FormFieldError) {
  const idvError = asIdvError(error);
  const row = idvOutcomes[idvError.code];
  const token = await place.context.get(sessionContext).read(orderOfIdentity, place.token);
  const order = token && row.severity === "success" ? await nextOfOrder(place.context, token) : undefined;
  return errorResponse(place, idvError, {
    section: "errors.idv",
    page: pageOfOutcome(idvError.code),
    row,
    newLink: await renewable(place.context, row, idvPath(place, "idv-selection")),
    variant: order ? "textNext" : token && "textOrdered",
    values: order && { order: order.id },
    action: (kind) => {
      if (kind === "checkLink")
        return { href: `${linkTo(place.context, "home")}#link-identity`, method: "get" };
      if (kind !== "showOrder" || !token) return undefined;
      return { href: linkTo(place.context, "confirmation", { token }), method: "get" };
    },
    more: {
      next: token ? order?.next : nextByLink(place.context, idvError.code),
      tracking: [idvOutcomeEvent(idvError.code)],
    },
  });
}

/** The same where the session knows no order: only the link to the offer leads to it. */
function nextByLink(context: RequestContext, code: IdvOutcome) {
  if (code !== "IdvSuccess" && code !== "IdvCompleted" && code !== "OfferConsumed") return undefined;
  const t = getT(context, "errors", "idvNext");
  const step = code === "OfferConsumed" ? "taken" : "order";
  return {
    title: t("title"),
    steps: [
      { label: t(`done.${code}`), detail: undefined, done: true },
      {
        label: t(step),
        detail: t(`${step}Text`),
        link: { href: linkTo(context, "offer-landing"), label: t("enterLink") },
        done: false,
        current: true,
      },
    ],
  };
}

/** What it adds to a result may not hold its page up. */
const shareOfPage = 0.25;

/** How it goes on with an order whose customer has proved who they are; undefined if nobody says. */
async function nextOfOrder(context: RequestContext, token: string) {
  const loaded = await loadSummary(context, token, shareOfPage);
  if (!loaded.ok) return undefined;
  const summary = loaded.data;
  const { paid, code } = summary;
  const method = summary.payment?.method;
  const offerState = offerStateOfCode(code);
  const payment = paymentStateOf({ paid, method, hasPaymentPage: false, providersState: offerState });
  const withdrawals = await withdrawalsOf(context, summary);
  const next = nextOnStatePage(context, { ...summary, withdrawals, payment, method, identity: "done" });
  return { id: summary.orderId, next };
}

/** The session's latest choice, by verification. */
export const choiceScope = defineScope(
  "idv",
  z.object({
    method: z.string(),
    submissionId: z.string(),
    /** The provider's page, the coupon, or the page of what is in progress. */
    target: z.string(),
    /** When it was chosen, in milliseconds since the epoch, if the provider's status is to show how it goes on. */
    expectedSince: z.number().optional(),
    /** Of a choice that goes on at the provider's page: `attemptsIn` the status before it. */
    before: z.string().optional(),
  }),
  { endNotice: () => ({ kind: "identity" }) },
);

/** What the provider said of a choice: its status may not show it yet. */
const saidScope = defineScope("idv said", z.object({ outcome: z.enum(idvOutcomeNames), at: z.number() }));

/**
 * The verification's status. What this session did lately stays known while the provider's reads lag behind: a choice that
 * they do not show yet is in progress, or goes on at the provider's page.
 */
export async function fetchIdvStatus({ context, token }: IdvPlace): Promise<IdvStatus> {
  const session = context.get(sessionContext);
  const [choice, savedOutcome] = await Promise.all([
    session.read(choiceScope, token),
    session.read(saidScope, token),
  ]);
  const since = choice?.expectedSince;
  const isExpected = since !== undefined && !isUnknownForLong(since);
  const isBehind = (loaded: IdvResult<Idv>) =>
    isExpected &&
    loaded.ok &&
    isBeforeChoice(loaded.data, choice?.method) &&
    (choice?.before === undefined || choice.before === attemptsIn(loaded.data));
  const read = () => loadIdv(context, token);
  // Where it goes on is known without the status.
  const loaded = choice?.before === undefined ? await readAgainWhile(context, read, isBehind) : await read();
  const status = statusOfLoaded(loaded);
  if (!("idv" in status)) return status;
  if (savedOutcome && !isUnknownForLong(savedOutcome.at))
    return idvStatusOf(idvErrorIn(savedOutcome.outcome));
  if (!choice || !isBehind(loaded)) return status;
  if (choice.before === undefined) return { page: "idv-pending", idv: status.idv };
  const chosen = { state: "methodChosen", methodId: choice.method, continueUrl: choice.target } as const;
  return { page: "idv-selection", idv: { ...status.idv, ...chosen } };
}

export function statusOfLoaded(loaded: IdvResult<Idv>): IdvStatus {
  return idvStatusOf(loaded.ok ? loaded.data : asIdvError(loaded.error));
}

/**
 * @returns the verification if the requested page matches the status; the page is worded for its use case
 * @throws a redirect to the matching page, or the outcome's page if that was requested or has no path
 */
export async function requireStatus(
  place: IdvPlace,
  current: IdvStatus,
  asked?: OpenPage,
  status: 302 | 303 = 302,
): Promise<Idv> {
  if ("idv" in current) {
    if (current.page !== asked) throw toPage(place, current.page, status);
    addServerParts(place.context, { useCase: current.idv.offerUseCase });
    return current.idv;
  }
  const { page, error } = current;
  if (page === "idv-error" || isAt(place.url, page)) throw await outcomePage(place, error);
  throw toPage(place, page, status);
}

/**
 * An outcome from another call, on its own page. A look is sent there only if the status agrees by now.
 */
export async function outcomeAnswer(
  place: IdvPlace,
  error: IdvError | FormFieldError,
  status: 302 | 303,
): Promise<unknown> {
  const { code } = asIdvError(error);
  const page = pageOfOutcome(code);
  if (page === "idv-error") return outcomePage(place, error);
  const { context, token } = place;
  // A redirect of a look would loop in a browser that keeps no session.
  if (status === 303) {
    context.get(sessionContext).write(saidScope, token, { outcome: code, at: Date.now() });
    return toPage(place, page, status);
  }
  const current = await fetchIdvStatus(place);
  return current.page === page ? toPage(place, page, status) : outcomePage(place, error);
}
