import type { MiddlewareFunction } from "react-router";
import { readForm } from "#app/forms/read-form.server.ts";
import { readFormWithFile } from "#app/forms/upload.server.ts";
import { config } from "#app/operation/config.server.ts";
import { pageAt } from "#app/page-table.server.ts";
import {
  deadlineContext,
  patternContext,
  postedFormContext,
  unreadableFormContext,
  uploadContext,
} from "./request.server.ts";

const noForm = new FormData();

/**
 * Reads the posted form once, before anything else needs to know what the request is about: a form names the brand that
 * its page showed. For a page that takes a file, only the fields before it are read; the file waits in `uploadContext`.
 */
export const form: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  context.set(postedFormContext, noForm);
  if (request.method === "POST") {
    try {
      const row = pageAt(context.get(patternContext));
      if (row?.upload) {
        const upload = await readFormWithFile(request);
        context.set(uploadContext, upload);
        context.set(postedFormContext, upload.posted);
      } else context.set(postedFormContext, await readForm(request, row?.declaration));
    } catch (refusal) {
      // The error page needs brand and language, which the next middleware sets.
      context.set(unreadableFormContext, { refusal });
    }
  }
  // The time for the response begins when the form has arrived, however slow the customer's connection is.
  context.set(deadlineContext, Date.now() + config().pageDeadlineMs);
  return next();
};

/** The last of the root's middleware: a form that could not be read gets a complete page. */
export const refuseUnreadableForm: MiddlewareFunction<Response> = ({ context }, next) => {
  const { refusal } = context.get(unreadableFormContext);
  if (refusal) throw refusal;
  return next();
};
