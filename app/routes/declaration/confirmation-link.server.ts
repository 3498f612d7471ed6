import { redirect } from "react-router";
import { type DeclarationKind, idOfReference, referenceOf } from "#app/declarations/reference.server.ts";
import type { UploadReason } from "#app/domain/proof-file.ts";
import { defaultLocale, languageParameter, withPrefix } from "#app/i18n/locale.ts";
import { readCookie, setCookie } from "#app/middleware/cookies.server.ts";
import { brandContext, localeContext, type RequestContext } from "#app/middleware/request.server.ts";
import { type PageName, pathTo } from "#app/pages.ts";

const kinds = {
  "termination-confirmation": "termination",
  "termination-receipt": "termination",
  "selfcare-confirmation": "selfcare",
  "selfcare-receipt": "selfcare",
  "withdrawal-confirmation": "withdrawal",
  "withdrawal-receipt": "withdrawal",
} as const satisfies Partial<Record<PageName, DeclarationKind>>;
type ReceiptPage = keyof typeof kinds;

/**
 * The address of a declaration's receipt, the same for any browser on any day: it carries brand and language, whatever
 * cookies say, and a signed reference instead of the id.
 */
export function receiptPath(
  context: RequestContext,
  page: ReceiptPage,
  id: string,
  notice: { upload?: UploadReason; first?: boolean } = {},
): string {
  const { slug } = context.get(brandContext);
  const { locale } = context.get(localeContext);
  const query = new URLSearchParams({ brand: slug, ref: referenceOf(kinds[page], slug, id) });
  if (locale === defaultLocale) query.set(languageParameter, locale);
  if (notice.upload) query.set("upload", notice.upload);
  if (notice.first) query.set("first", "1");
  return `${withPrefix(pathTo(page), locale)}?${query}`;
}

const cookieOf = (page: ReceiptPage) => `declared-${kinds[page]}`;
const rememberSeconds = 60 * 60;

/** To the receipt, after a declaration; this browser finds it again for an hour, without a session. */
export function redirectToReceipt(
  context: RequestContext,
  request: Request,
  page: ReceiptPage,
  id: string,
  notice: { upload?: UploadReason; first?: boolean } = {},
): Response {
  const response = redirect(receiptPath(context, page, id, notice), 303);
  const reference = referenceOf(kinds[page], context.get(brandContext).slug, id);
  setCookie(response, request, cookieOf(page), reference, { maxAge: rememberSeconds, httpOnly: true });
  return response;
}

/** The id of what was declared in this browser within the last hour, to this brand. */
export function lastDeclared(
  context: RequestContext,
  request: Request,
  page: ReceiptPage,
): string | undefined {
  const { slug } = context.get(brandContext);
  return idOfReference(kinds[page], slug, readCookie(request, cookieOf(page)) ?? "");
}

/** The id of the declaration whose receipt an address opens. */
export function idIn(context: RequestContext, page: ReceiptPage, url: URL): string | undefined {
  const { slug } = context.get(brandContext);
  return idOfReference(kinds[page], slug, url.searchParams.get("ref") ?? "");
}
