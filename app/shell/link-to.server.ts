import { withPrefix } from "#app/i18n/locale.ts";
import { type PageName, type PageParams, pathTo } from "#app/pages.ts";
import { localeContext, type RequestContext } from "#app/request/context.server.ts";

/** The address of a page under the request's language prefix. */
export function linkTo<P extends PageName>(
  context: RequestContext,
  page: P,
  ...params: PageParams<P>
): string {
  return withPrefix(pathTo(page, ...params), context.get(localeContext).prefix);
}

/** The address of a page to which mails lead with their token in its query. */
export const linkOfMail = (
  context: RequestContext,
  page: "revocation" | "email-rejection",
  token: string,
): string => `${linkTo(context, page)}?${new URLSearchParams({ token })}`;
