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
 * Reads the posted form once, before anything else asks what the request is about: a form names the brand that its page
 * showed. Of a page that takes a file only the fields in front of it are read; the file waits in `uploadContext`.
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
  // However slow the customer's connection is, the time for the answer begins when the form is here.
  context.set(deadlineContext, Date.now() + config().pageDeadlineMs);
  return next();
};

/** The last of the root's middleware: a form that could not be read gets a page with everything around it. */
export const refuseUnreadableForm: MiddlewareFunction<Response> = ({ context }, next) => {
  const { refusal } = context.get(unreadableFormContext);
  if (refusal) throw refusal;
  return next();
};
