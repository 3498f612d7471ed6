import { redirect } from "react-router";
import { readForm } from "#app/forms/form-data.server.ts";
import { isLocale, localeCookie, withoutPrefix, withPrefix } from "#app/i18n/locale.ts";
import { setCookie } from "#app/middleware/cookies.server.ts";
import { brandContext, sessionContext } from "#app/middleware/request.server.ts";
import type { Route } from "./+types/language";
import { keepDraft } from "./draft.server.ts";

/** Switches the language: remembers it, keeps page and query, and what was typed where the page's form came along. */
export async function action({ request, context, url }: Route.ActionArgs) {
  const posted = await readForm(request);
  const wanted = posted.get("locale");
  const { availableLanguages } = context.get(brandContext);
  const locale = isLocale(wanted) && availableLanguages.includes(wanted) ? wanted : undefined;
  const target = ownPath(url.searchParams.get("returnTo") ?? posted.get("returnTo"), url);
  const page = withoutPrefix(target.pathname);
  if (url.searchParams.has("returnTo")) keepDraft(context.get(sessionContext), page, posted);
  const response = redirect(withPrefix(page, locale) + target.search, 303);
  if (locale) setCookie(response, request, localeCookie.name, locale, { maxAge: localeCookie.maxAge });
  return response;
}

/** There is nothing to see here. */
export function loader() {
  return redirect("/");
}

/** A path of this portal and of no other site. */
function ownPath(value: FormDataEntryValue | null, url: URL): URL {
  const target =
    typeof value === "string" && value.startsWith("/") ? new URL(value, url.origin) : new URL("/", url);
  return target.origin === url.origin ? target : new URL("/", url);
}
