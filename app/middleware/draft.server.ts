import type { MiddlewareFunction } from "react-router";
import { dropDraft, keepDraft, mayKeepDrafts } from "#app/forms/draft.server.ts";
import { withoutPrefix } from "#app/i18n/locale.ts";
import { pageAt } from "#app/page-table.server.ts";
import { draftIsOutdatedContext, formIsUnsentContext, patternContext } from "#app/request/context.server.ts";

const statusesWithForm = [422, 409];

/**
 * Stores the customer's input for the form's page if the post could not be processed: it came without its session, or
 * something it needs was down. A form that is shown again at once (422, 409) has its input anyway; the input of a
 * processed post is dropped.
 */
export const draft: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
  const response = await next();
  if (context.get(draftIsOutdatedContext)) return response;
  if (request.method !== "POST" || !pageAt(context.get(patternContext))?.form) return response;
  const isRefused = response.status >= 400 && !statusesWithForm.includes(response.status);
  const page = withoutPrefix(url.pathname);
  if (!isRefused && !context.get(formIsUnsentContext)) dropDraft(context, page);
  // Anybody can make a post that is refused: visitors who have found nothing yet leave nothing behind.
  else if (await mayKeepDrafts(context)) keepDraft(context, page);
  return response;
};
