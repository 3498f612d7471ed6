import { redirectDocument } from "react-router";
import { carriedParameter } from "#app/forms/carried-draft.server.ts";
import { carryPosted, keepDraft, mayKeepDrafts } from "#app/forms/draft.server.ts";
import { isLocale, languageParameter, localeCookie, withoutPrefix, withPrefix } from "#app/i18n/locale.ts";
import { pageAt } from "#app/page-table.server.ts";
import { brandContext, postedFormContext } from "#app/request/context.server.ts";
import { setCookie } from "#app/request/cookies.server.ts";
import { parameterOf } from "#app/request/parameters.server.ts";
import type { Route } from "./+types/language";

/** Switches the language; keeps page and query, and the input if the page's form was posted too. */
export async function action({ request, context, url }: Route.ActionArgs) {
  const posted = context.get(postedFormContext);
  const wanted = posted.get("locale");
  const { availableLanguages } = context.get(brandContext);
  const locale = isLocale(wanted) && availableLanguages.includes(wanted) ? wanted : undefined;
  const returnTo = parameterOf<"language">(url, "returnTo");
  const target = ownPath(returnTo ?? posted.get("returnTo"), url);
  const response = redirectDocument(withPrefix(target.page, locale) + target.search, 303);
  if (returnTo !== null && pageAt(target.page)?.form) {
    if (await mayKeepDrafts(context)) keepDraft(context, target.page);
    else carryPosted({ context, request }, response, target.page);
  }
  if (locale) setCookie(response, request, localeCookie.name, locale, { maxAge: localeCookie.maxAge });
  return response;
}

export function loader() {
  return redirectDocument("/");
}

export { default } from "#app/shell/no-page.ts";

/** The German path to return to, only within this portal. */
function ownPath(value: FormDataEntryValue | null, url: URL): { page: string; search: string } {
  if (typeof value !== "string" || !value.startsWith("/") || !URL.canParse(value, url.origin))
    return { page: "/", search: "" };
  const target = new URL(value, url.origin);
  if (target.origin !== url.origin) return { page: "/", search: "" };
  // The choice overrides a language in the query.
  target.searchParams.delete(languageParameter);
  target.searchParams.delete(carriedParameter);
  return { page: withoutPrefix(target.pathname), search: target.search };
}
