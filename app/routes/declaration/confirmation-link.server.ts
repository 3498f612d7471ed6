import { redirectDocument } from "react-router";
import { hasReceipt, type ReceiptKind } from "#app/backend/declarations.server.ts";
import { idOfReference, referenceOf } from "#app/declarations/reference.server.ts";
import { followingField, type UploadReason } from "#app/domain/proof-file.ts";
import { defaultLocale, languageParameter, withPrefix } from "#app/i18n/locale.ts";
import { pageAt } from "#app/page-table.server.ts";
import { pathTo } from "#app/pages.ts";
import { logger } from "#app/platform/log.server.ts";
import { securityLog } from "#app/platform/security-log.server.ts";
import {
  brandContext,
  localeContext,
  patternContext,
  type RequestContext,
  traceIdContext,
} from "#app/request/context.server.ts";
import { endCookie, setCookie } from "#app/request/cookies.server.ts";
import { parameterOfLink } from "#app/request/parameters.server.ts";
import { visitorContext } from "#app/request/visitor.server.ts";
import { originForMails } from "#app/shell/origin-for-mails.server.ts";

export const confirmedKinds = ["termination", "selfcare", "withdrawal", "barrier"] as const satisfies (
  | ReceiptKind
  | "barrier"
)[];
/** Kinds with a page that a signed link opens. */
export type ConfirmedKind = (typeof confirmedKinds)[number];
/** Pages and files that the link to a receipt opens. */
export type ReceiptPage = `${ConfirmedKind}-confirmation` | `${ReceiptKind}-receipt`;

/** The kind of receipt that a confirmation page or receipt file shows: the first word of its name. */
export function kindOf(context: RequestContext): ReceiptKind {
  const [word = ""] = pageAt(context.get(patternContext))?.name.split("-") ?? [];
  if (!hasReceipt(word)) throw new Error("This page is about no receipt.");
  return word;
}

/** Why a proof did not arrive. If that is unknown: its size in bytes. */
export type LostUpload = { reason: UploadReason; bytes?: number };

/** Query parameters that add a notice to a confirmation. */
type Notice = Partial<LostUpload> & {
  /** By what this browser keeps the proof that its receipt sends. */
  follows?: string | undefined;
};

/** Brand, language and trace id of a declaration. */
export const declarer = (context: RequestContext) => ({
  brand: context.get(brandContext).slug,
  language: context.get(localeContext).locale,
  traceId: context.get(traceIdContext),
});

/** The address opens in any browser on any day: it has brand, language, and a signed reference instead of the id. */
function addressOf(context: RequestContext, kind: ConfirmedKind, path: string, id: string) {
  const { brand, language } = declarer(context);
  const query = new URLSearchParams({ brand, ref: referenceOf(kind, brand, id) });
  if (language === defaultLocale) query.set(languageParameter, language);
  return { path: withPrefix(path, language), query };
}

export function receiptPath(
  context: RequestContext,
  kind: ConfirmedKind,
  id: string,
  { reason, bytes, follows }: Notice = {},
): string {
  const { path, query } = addressOf(context, kind, pathTo(`${kind}-confirmation`), id);
  if (reason) query.set("upload", reason);
  if (bytes) query.set("bytes", String(bytes));
  if (follows) query.set(followingField, follows);
  return `${path}?${query}`;
}

/**
 * The receipt as a file: the portal's as PDF or text, the provider's document, or the contract's end for a calendar.
 */
export type ReceiptFormat = "pdf" | "text" | "anbieter" | "kalender";
export function receiptFilePath(
  context: RequestContext,
  kind: ReceiptKind,
  id: string,
  format: ReceiptFormat,
): string {
  const { path, query } = addressOf(context, kind, pathTo(`${kind}-receipt`, { format }), id);
  return `${path}?${query}`;
}

/** The address of a confirmation, for the provider's mail. */
export const receiptUrl = (context: RequestContext, url: URL, kind: ConfirmedKind, id: string): string =>
  new URL(receiptPath(context, kind, id), originForMails(url)).href;

/** The addresses of a receipt, for the provider's mail: the confirmation, and the portal's own PDF to attach. */
export const receiptUrls = (context: RequestContext, url: URL, kind: ReceiptKind, id: string) => ({
  receiptUrl: receiptUrl(context, url, kind, id),
  receiptPdfUrl: new URL(receiptFilePath(context, kind, id, "pdf"), originForMails(url)).href,
});

const rememberSeconds = 60 * 60;
const lastCookie = (kind: ConfirmedKind) => `declared-${kind}`;
/** Marks a declaration as made just now, until its confirmation is shown: for the data layer, and for reads that lag behind. */
const submittedCookie = "submitted";

/** Redirects to the receipt after a declaration; this browser finds it again for an hour, without a session. */
export function redirectToReceipt(
  context: RequestContext,
  request: Request,
  kind: ConfirmedKind,
  id: string,
  { submitted, ...notice }: Notice & { submitted?: boolean } = {},
): Response {
  const response = redirectDocument(receiptPath(context, kind, id, notice), 303);
  const reference = referenceOf(kind, declarer(context).brand, id);
  setCookie(response, request, lastCookie(kind), reference, { maxAge: rememberSeconds });
  if (submitted) setCookie(response, request, submittedCookie, id, { maxAge: 60 });
  return response;
}

/** The cookies by which this browser finds its declarations. */
export const receiptCookies = [...confirmedKinds.map(lastCookie), submittedCookie];

/** The id of what was declared in this browser within the last hour, to this brand. */
export function lastDeclared(context: RequestContext, kind: ConfirmedKind) {
  const idOf = (reference: string) => idOfReference(kind, declarer(context).brand, reference);
  return idOf(
    context.get(visitorContext).cookie(lastCookie(kind), (value) => idOf(value) !== undefined) ?? "",
  );
}

/** The receipt of what was declared in this browser within the last hour, for the form's page. */
export function lastReceipt(context: RequestContext, kind: ConfirmedKind) {
  const id = lastDeclared(context, kind);
  return id && receiptPath(context, kind, id);
}

/** Whether this browser declared it within the last minute, and has not seen its confirmation yet. */
export const isJustSubmitted = (context: RequestContext, id: string): boolean =>
  context.get(visitorContext).cookie(submittedCookie, (value) => value === id) === id;

/** If this declaration was made just now: the header that removes the cookie for that. */
export function justSubmitted(context: RequestContext, request: Request, id: string) {
  if (!isJustSubmitted(context, id)) return undefined;
  const answer = new Response();
  endCookie(answer, request, submittedCookie);
  return answer.headers;
}

const refusedSignature = securityLog(
  logger,
  "signature",
  "Links to receipts are refused: their signature is wrong",
);

/** The id of the declaration whose receipt an address opens. */
export function idIn(context: RequestContext, kind: ConfirmedKind, url: URL): string | undefined {
  const { brand, traceId } = declarer(context);
  const reference = parameterOfLink<ReceiptPage>(url, "ref");
  const id = reference ? idOfReference(kind, brand, reference) : undefined;
  if (reference && !id) refusedSignature({ kind, brand, traceId });
  return id;
}
