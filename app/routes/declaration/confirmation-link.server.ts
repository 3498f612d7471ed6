import { redirect } from "react-router";
import type { DeclarationKind } from "#app/backend/declarations.server.ts";
import { idOfReference, referenceOf } from "#app/declarations/reference.server.ts";
import type { UploadReason } from "#app/domain/proof-file.ts";
import { defaultLocale, languageParameter, withPrefix } from "#app/i18n/locale.ts";
import { readCookie, setCookie } from "#app/middleware/cookies.server.ts";
import {
  brandContext,
  localeContext,
  type RequestContext,
  traceIdContext,
} from "#app/middleware/request.server.ts";
import { type PageName, pathTo } from "#app/pages.ts";

/** Pages that show a receipt, and the files that hold one. */
const kinds = {
  "termination-confirmation": "termination",
  "termination-receipt": "termination",
  "selfcare-confirmation": "selfcare",
  "selfcare-receipt": "selfcare",
  "withdrawal-confirmation": "withdrawal",
  "withdrawal-receipt": "withdrawal",
} as const satisfies Partial<Record<PageName, DeclarationKind>>;
export type ConfirmationPage = Extract<keyof typeof kinds, `${string}-confirmation`>;

/** What else a confirmation has to say, by its address. */
interface Notice {
  upload?: UploadReason | undefined;
  /** Another declaration under this id was received before, and counts. */
  first?: boolean;
}

/** Who declares what to whom, as far as it is no content. */
export const declarer = (context: RequestContext) => ({
  brand: context.get(brandContext).slug,
  language: context.get(localeContext).locale,
  traceId: context.get(traceIdContext),
});

/**
 * The address of a declaration's receipt, the same for any browser on any day: it carries brand and language, whatever
 * cookies say, and a signed reference instead of the id.
 */
function addressOf(context: RequestContext, page: keyof typeof kinds, path: string, id: string) {
  const { brand, language } = declarer(context);
  const query = new URLSearchParams({ brand, ref: referenceOf(kinds[page], brand, id) });
  if (language === defaultLocale) query.set(languageParameter, language);
  return { path: withPrefix(path, language), query };
}

export function receiptPath(
  context: RequestContext,
  page: ConfirmationPage,
  id: string,
  { upload, first }: Notice = {},
): string {
  const { path, query } = addressOf(context, page, pathTo(page), id);
  if (upload) query.set("upload", upload);
  if (first) query.set("first", "1");
  return `${path}?${query}`;
}

/** The receipt as a file: the portal's as PDF or text, or the provider's document. */
export type ReceiptFormat = "pdf" | "text" | "anbieter";
export function receiptFilePath(
  context: RequestContext,
  confirmation: ConfirmationPage,
  id: string,
  format: ReceiptFormat,
): string {
  const page = `${kinds[confirmation]}-receipt` as const;
  const { path, query } = addressOf(context, page, pathTo(page, { format }), id);
  return `${path}?${query}`;
}

export const receiptUrl = (context: RequestContext, url: URL, page: ConfirmationPage, id: string): string =>
  new URL(receiptPath(context, page, id), url.origin).href;

const rememberSeconds = 60 * 60;
const lastCookie = (page: ConfirmationPage) => `declared-${kinds[page]}`;
/** Tells the confirmation that its declaration was made just now: once, for the data layer. */
const submittedCookie = "submitted";

/** To the receipt, after a declaration; this browser finds it again for an hour, without a session. */
export function redirectToReceipt(
  context: RequestContext,
  request: Request,
  page: ConfirmationPage,
  id: string,
  { submitted, ...notice }: Notice & { submitted?: boolean } = {},
): Response {
  const response = redirect(receiptPath(context, page, id, notice), 303);
  const reference = referenceOf(kinds[page], declarer(context).brand, id);
  const options = { maxAge: rememberSeconds, httpOnly: true };
  setCookie(response, request, lastCookie(page), reference, options);
  if (submitted) setCookie(response, request, submittedCookie, id, { maxAge: 60, httpOnly: true });
  return response;
}

/** The id of what was declared in this browser within the last hour, to this brand. */
export const lastDeclared = (context: RequestContext, request: Request, page: ConfirmationPage) =>
  idOfReference(kinds[page], declarer(context).brand, readCookie(request, lastCookie(page)) ?? "");

/** The address of what was declared in this browser within the last hour, for the form's page. */
export function lastReceipt(context: RequestContext, request: Request, page: ConfirmationPage) {
  const id = lastDeclared(context, request, page);
  return id && receiptPath(context, page, id);
}

/** Whether this declaration was made just now, and the header that makes this the only time that it is said. */
export function justSubmitted(request: Request, id: string): HeadersInit | undefined {
  if (readCookie(request, submittedCookie) !== id) return undefined;
  const answer = new Response();
  setCookie(answer, request, submittedCookie, "", { maxAge: 0, httpOnly: true });
  return answer.headers;
}

/** The id of the declaration whose receipt an address opens. */
export const idIn = (context: RequestContext, page: ConfirmationPage, url: URL): string | undefined =>
  idOfReference(kinds[page], declarer(context).brand, url.searchParams.get("ref") ?? "");
