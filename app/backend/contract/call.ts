import type { z } from "zod";

/** A call of the provider's API as data: the client sends by it, the sandbox's OpenAPI document is made from it. */
export interface Call<
  Query extends z.ZodType | undefined = z.ZodType | undefined,
  Body extends z.ZodType | undefined = z.ZodType | undefined,
  Answer extends z.ZodType | "pdf" | "nothing" = z.ZodType | "pdf" | "nothing",
> {
  method: "GET" | "POST" | "PATCH";
  /** Path with `{name}` placeholders, as specification §7 writes it. */
  path: string;
  summary: string;
  query?: Query;
  body?: Body;
  /** `multipart` bodies are streamed and have no schema beyond the field name `file`. */
  multipart?: boolean;
  /** What a success answers: 200 with this body or a PDF, 204 for `nothing`. Anything else is no success. */
  answer: Answer;
  /**
   * Sent twice it acts once even where the provider ignores the `Idempotency-Key`: by its id, or because the second
   * time changes nothing. Only such a POST is sent again, unasked, after a broken connection.
   */
  repeatable?: true;
  /** It only asks: nothing is done by it, although it is a POST. */
  asks?: true;
}

/** Keeps the literal types of one call's schemas. */
export function call<
  Query extends z.ZodType | undefined = undefined,
  Body extends z.ZodType | undefined = undefined,
  Answer extends z.ZodType | "pdf" | "nothing" = "nothing",
>(row: Call<Query, Body, Answer>): Call<Query, Body, Answer> {
  return row;
}

/** The calls of a declaration. Its `{id}` is made by the portal with the form, and makes the call idempotent. */
export function declarationCalls<Body extends z.ZodType, Receipt extends z.ZodType>(
  name: string,
  what: string,
  body: Body,
  answer: Receipt,
) {
  const path = `/api/{brand}/${name}`;
  return {
    declare: call({
      method: "POST",
      path: `${path}/{id}`,
      summary: `The customer's ${what}; the same id again answers the same receipt`,
      body,
      answer,
      repeatable: true,
    }),
    load: call({ method: "GET", path: `${path}/{id}`, summary: `The receipt of a ${what}`, answer }),
    download: call({
      method: "GET",
      path: `${path}/download/{id}`,
      summary: "The receipt as a document",
      answer: "pdf",
    }),
  };
}
