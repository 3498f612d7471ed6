import { data, type MiddlewareFunction } from "react-router";
import { isKeyOf } from "#app/domain/keys-of.ts";
import { refusals } from "#app/errors/refusals.ts";
import { longestIn } from "#app/forms/schema.server.ts";
import { readFormWithFile, uploadContext } from "#app/forms/upload.server.ts";
import { forms } from "#app/forms.server.ts";
import { pageAt } from "#app/page-table.server.ts";
import { config } from "#app/platform/config.server.ts";
import { monotonicMs } from "#app/platform/monotonic.ts";
import {
  deadlineContext,
  getT,
  lookEndContext,
  patternContext,
  postedFormContext,
  type RequestContext,
  unreadableFormContext,
} from "#app/request/context.server.ts";
import { readForm } from "#app/request/read-form.server.ts";

const noForm = new FormData();
/** What keeps a body from arriving is no fault of the portal's; nobody sees the answer to a sender who has left. */
const statusOf: Record<string, number> = { TimeoutError: 408, AbortError: 400 };

/**
 * Reads the posted form once, before anything else needs to know what the request is about: a form names the brand that
 * its page showed. For a page that takes a file, only the fields before it are read; the file waits in `uploadContext`.
 */
export const form: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  context.set(postedFormContext, noForm);
  context.set(lookEndContext, request.signal);
  if (request.method === "POST") {
    try {
      const row = pageAt(context.get(patternContext));
      const definition = row && isKeyOf(forms, row.name) ? forms[row.name] : undefined;
      const limits = { declaration: row?.declaration, longest: definition && longestIn(definition.schema) };
      if (row?.upload) {
        const upload = await readFormWithFile(request, limits);
        context.set(uploadContext, upload);
        context.set(postedFormContext, upload.posted);
      } else context.set(postedFormContext, await readForm(request, limits));
    } catch (error) {
      const status = error instanceof Error ? statusOf[error.name] : undefined;
      const refusal = status ? data(null, { status }) : error;
      // The error page needs brand and language, which the next middleware sets.
      context.set(unreadableFormContext, { refusal });
    }
  }
  // The time for the response begins when the form has arrived, however slow the customer's connection is.
  context.set(deadlineContext, monotonicMs() + config().pageDeadlineMs);
  return next();
};

/** The last of the root's middleware: a form that could not be read gets a complete page. */
export const refuseUnreadableForm: MiddlewareFunction<Response> = ({ context }, next) => {
  const { refusal } = context.get(unreadableFormContext);
  if (refusal) throw inWords(context, refusal);
  return next();
};

/** A script shows the words at its form; the page without scripts has its own. */
function inWords(context: RequestContext, refusal: unknown) {
  if (refusal instanceof Error) return refusal;
  // eslint-disable-next-line house/no-cast -- what `readForm` throws is an error, or an answer of `data`
  const { init } = refusal as ReturnType<typeof data>;
  const status = init?.status ?? 400;
  const { text } = refusals[isKeyOf(refusals, status) ? status : 400];
  const t = getT(context, "common", "refused");
  return data({ title: t(`${text}Title`), detail: t(text) }, init ?? {});
}
