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
  answer: Answer;
}

/** Keeps the literal types of one call's schemas. */
export function call<
  Query extends z.ZodType | undefined = undefined,
  Body extends z.ZodType | undefined = undefined,
  Answer extends z.ZodType | "pdf" | "nothing" = "nothing",
>(row: Call<Query, Body, Answer>): Call<Query, Body, Answer> {
  return row;
}
