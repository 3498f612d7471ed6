import { data, redirectDocument } from "react-router";
import type { ReceiptKind } from "#app/backend/declarations.server.ts";
import type { Received } from "#app/declarations/declaration.server.ts";
import type { UploadReason } from "#app/domain/proof-file.ts";
import { errorResponse, type Place } from "#app/error-pages/error-response.server.ts";
import type { StateAction } from "#app/error-pages/state-page.tsx";
import { formStateOf, retryLater } from "#app/errors/downtime.server.ts";
import { ApiError, type ApiResult, FormFieldError } from "#app/errors/errors.ts";
import { declarationStates } from "#app/errors/other-states.ts";
import { type FormDefinition, fieldAt } from "#app/forms/define-form.server.ts";
import { refusalsBy } from "#app/forms/field-errors.server.ts";
import type { FormState } from "#app/forms/form-state.ts";
import type { Translate } from "#app/i18n/resources.ts";
import { readAgainWhile } from "#app/outcome/lagging-read.server.ts";
import type { PageName } from "#app/pages.ts";
import { brandContext, getT, getTexts, type RequestContext } from "#app/request/context.server.ts";
import { parameterOf } from "#app/request/parameters.server.ts";
import { failedForm, relayLink } from "#app/shell/help.server.ts";
import { linkTo } from "#app/shell/link-to.server.ts";
import type { DataLayerEvent } from "#app/tracking/catalogue.ts";
import {
  type ConfirmedKind,
  idIn,
  isJustSubmitted,
  lastDeclared,
  type ReceiptPage,
  receiptPath,
} from "./confirmation-link.server.ts";
import { receiptKinds } from "./receipt-kinds.ts";

interface DeclarationPlace extends Place {
  kind: ConfirmedKind;
  /** The page shown; by default its confirmation. */
  page?: PageName;
}

type Way = Pick<StateAction, "kind" | "href"> & { label?: string };

/** The page of a state of these journeys, to be thrown: what to do first, then whom to call. */
export function statePage(
  { context, url, kind, page = `${kind}-confirmation` }: DeclarationPlace,
  code: keyof typeof declarationStates,
  action: Way | [Way, Way],
  error?: ApiError,
) {
  const ways = [action].flat();
  const shared = kind === "withdrawal" && code === "NotFound" ? "withdrawal.states" : "termination.states";
  return errorResponse(
    { context, url },
    {
      code,
      downtime: error?.downtime,
      shopHotline: error?.shopHotline,
      isUnanswered: error?.isUnanswered,
    },
    {
      section: kind === "barrier" ? "barrier.states" : shared,
      page,
      row: { ...declarationStates[code], actions: [...ways.map(({ kind }) => kind), "hotline"] },
      action: (kind) => {
        const way = ways.find((way) => way.kind === kind);
        return way && { ...way, method: "get" };
      },
    },
  );
}

/** The address as it was asked for. */
const retryOf = ({ url }: DeclarationPlace) => ({ kind: "retry", href: url.pathname + url.search }) as const;

/**
 * To be thrown: for what does not exist, a 404 with a link to the form; everything else can be tried again.
 * @param form another form to declare with, if this page leads to one
 */
export function loadProblem(place: DeclarationPlace, error: ApiError | FormFieldError, form?: "termination") {
  const { context, kind } = place;
  if (error.kind === "notFound") return noReceipt(place);
  const retry = retryOf(place);
  const label = declarationTexts(context, kind)("toForm");
  const toForm = form && { kind: "checkLink" as const, href: linkTo(context, form), label };
  return statePage(
    place,
    formStateOf(error),
    toForm ? [retry, toForm] : retry,
    error.kind === "fields" ? undefined : error,
  );
}

/** A receipt as its journey shows it, or why the provider has none, and whether the portal's own store is away. */
export type LoadedReceipt<T> =
  | { ok: true; data: T }
  | { ok: false; isAway: boolean; error: ApiError | FormFieldError };

/** A provider's receipt that does not say when it was received is none, once the portal has no time of its own. */
export const withoutTime = (isAway: boolean): Extract<LoadedReceipt<never>, { ok: false }> => ({
  ok: false,
  isAway,
  error: new ApiError("notFound", { status: 404 }),
});

/** Such a call is not there, or knows nothing of it: asking again will not help. */
const isNeverAnswered = (error: ApiError | FormFieldError): boolean =>
  error.kind !== "fields" && [404, 405, 410, 501].includes(error.status ?? 0);

/** It knows nothing of what this browser has only just declared: its reads may lag behind. */
const mayLag = (context: RequestContext, id: string, error: ApiError | FormFieldError): boolean =>
  error.kind === "notFound" && error.status === 404 && isJustSubmitted(context, id);

/** The provider's receipt of a declaration that the portal's own store does not have. */
export const askForReceipt = <T>(context: RequestContext, id: string, ask: () => Promise<ApiResult<T>>) =>
  readAgainWhile(context, ask, (asked) => !asked.ok && mayLag(context, id, asked.error));

/**
 * To be thrown for a link that the portal has signed: it did receive this declaration, wherever that is by now. While the
 * store is away, or the provider's reads may lag behind, the receipt is still to come; afterwards only the provider has it,
 * and may have no call to ask for it.
 */
export function receiptProblem(
  place: DeclarationPlace,
  { isAway, error }: Extract<LoadedReceipt<unknown>, { ok: false }>,
) {
  const { context, kind, url } = place;
  const mayCome = isAway || mayLag(context, idIn(context, kind, url) ?? "", error);
  return statePage(place, !mayCome && isNeverAnswered(error) ? "ReceivedBefore" : "Received", retryOf(place));
}

/** The same for the provider's own document. */
export function documentProblem(place: DeclarationPlace, error: ApiError | FormFieldError) {
  return isNeverAnswered(error)
    ? statePage(place, "ReceivedBefore", retryOf(place))
    : loadProblem(place, error);
}

/** There is no such receipt: a 404 with a link to the form. */
export function noReceipt(place: DeclarationPlace) {
  const { context, kind } = place;
  const { journey } = receiptKinds[kind];
  const label = declarationTexts(context, kind)("toForm");
  return statePage(place, "NotFound", { kind: "checkLink", href: linkTo(context, journey), label });
}

/**
 * The id in the address.
 * @throws without a reference, a redirect to the last receipt or the form; for an unknown reference, its page
 */
export function requiredId(place: DeclarationPlace, upload?: UploadReason): string {
  const { context, url, kind } = place;
  if (parameterOf<ReceiptPage>(url, "ref") === null) {
    const last = lastDeclared(context, kind);
    throw redirectDocument(
      last ? receiptPath(context, kind, last, { reason: upload }) : linkTo(context, receiptKinds[kind].form),
    );
  }
  const id = idIn(context, kind, url);
  if (!id) throw noReceipt(place);
  return id;
}

const declarationTexts = (context: RequestContext, kind: ConfirmedKind) =>
  // eslint-disable-next-line house/no-cast -- all of these journeys have the same errors
  getT(context, receiptKinds[kind].journey, "errors") as Translate<"termination", "errors">;

/** What a form says, above what was typed, whose declaration nobody could receive. */
export function unreceived(
  context: RequestContext,
  kind: ConfirmedKind,
  error: Extract<Received, { ok: false }>["error"],
  mayArrive = false,
) {
  const t = declarationTexts(context, kind);
  const downtimeEnd = retryLater(context, error);
  const text = mayArrive
    ? t("formTextUnknown")
    : downtimeEnd
      ? t("formTextWithEnd", { downtimeEnd })
      : t("formText");
  return failedForm(context, t("formHeadline"), text, formStateOf(error));
}

/**
 * The form again because nobody could receive the declaration: with messages beside the fields that the provider
 * refused (422), or else as a 503 with the other ways to declare in time. Its id or stamp stays the same, so sending
 * it again declares once. Whether it was received is only denied if that is known.
 */
export function notReceived(
  context: RequestContext,
  kind: ReceiptKind,
  form: FormState,
  { error, mayArrive }: Extract<Received, { ok: false }>,
  definition: FormDefinition,
  written: Record<string, string | undefined>,
  more: { tracking?: DataLayerEvent[] } = {},
) {
  if (error instanceof FormFieldError) {
    const errors = refusalsBy(context, error.errors, (path) => fieldAt(definition, path));
    if (Object.keys(errors).length > 0)
      // What the form says already: that a file has to be chosen again.
      return data(
        { form: { ...form, errors: { ...errors, ...form.errors } }, otherWays: undefined, ...more },
        { status: 422 },
      );
  }
  const problem = unreceived(context, kind, error, mayArrive);
  return data(
    { form: { ...form, problem }, otherWays: otherWays(context, kind, written), ...more },
    { status: 503 },
  );
}

/** Other ways to declare in time, with the text of the declaration to copy, print or mail. */
function otherWays(context: RequestContext, kind: ReceiptKind, written: Record<string, string | undefined>) {
  const { contact, hotline, name } = context.get(brandContext);
  const label = getTexts(context, `${receiptKinds[kind].journey}.form`);
  const t = declarationTexts(context, kind);
  // In the reply itself, as the page's own texts are those of its form.
  const w = getT(context, "receipt", "otherWays");
  const subject = t("letterSubject");
  const rows = Object.entries(written).flatMap(([field, value]) =>
    value === undefined ? [] : `${label(field)}: ${value}`,
  );
  const letter = [name, ...contact.address, "", subject, "", t("letter"), "", ...rows].join("\n");
  const body = letter.replaceAll("\n", "\r\n");
  const query = `subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
  return {
    email: contact.email,
    mailto: `mailto:${contact.email}?${query}`,
    address: [name, ...contact.address].join(", "),
    hotline,
    relay: relayLink(context),
    letter,
    words: {
      title: w("title"),
      lead: w("lead"),
      email: w("email"),
      post: w("post"),
      phone: w("phone"),
      relay: getT(context, "common", "help")("callRelayed"),
      mail: w("mail"),
      letter: w("letter"),
    },
  };
}
export type OtherWays = ReturnType<typeof otherWays>;
