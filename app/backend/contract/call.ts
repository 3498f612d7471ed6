import type { z } from "zod";
import type { Problem } from "#app/errors/problem.ts";

interface Payload<
  Query extends z.ZodType | undefined,
  Body extends z.ZodType | undefined,
  Answer extends z.ZodType | "pdf" | "nothing",
> {
  query?: Query;
  body?: Body;
  /** `multipart` bodies are streamed and have no schema beyond the field name `file`. */
  multipart?: boolean;
  /**
   * What a 2xx response must hold to be a success: this body, a PDF, or `nothing` in particular. Of a call that acts, any
   * 2xx without a reason is one (`isActing`), and this is what else it may say: nothing in it is essential.
   */
  answer: Answer;
  /** It is about somebody: an empty answer (204, `{}`, all of it null) says nothing of them, as one that cannot be read. */
  isNeverEmpty?: true;
  /** What it says with a 2xx where it refuses in words of its own. */
  refusal?: z.ZodType<Problem>;
  /**
   * Sending it twice acts once, even if the provider ignores the `Idempotency-Key`: its id identifies it, or a
   * repetition changes nothing. Only such a POST is retried automatically after a broken connection.
   */
  repeatable?: true;
  /** Its `{id}` is no customer's link: it opens nothing, so that any login of the session goes along. */
  withoutLink?: true;
  /** It changes nothing, although it is a POST. */
  readOnly?: true;
  /**
   * Specification §7 does not name this call, so a provider may never have it. What the portal does where it answers 404,
   * 405 or 501 for ever, for those who decide whether to build it.
   */
  addition?: string | undefined;
  /**
   * What the provider owes the customer for a call that acts, and the portal cannot see: which mail, with which links, by
   * when, on which ground. `check-provider` prints it, for a person to confirm.
   */
  duty?: string;
}

/**
 * A call of the provider's API as data: the client sends by it, and the sandbox generates its OpenAPI document from it.
 */
export interface Call<
  Query extends z.ZodType | undefined = z.ZodType | undefined,
  Body extends z.ZodType | undefined = z.ZodType | undefined,
  Answer extends z.ZodType | "pdf" | "nothing" = z.ZodType | "pdf" | "nothing",
> extends Payload<Query, Body, Answer> {
  method: "GET" | "POST" | "PATCH";
  path: string;
  summary: string;
}

/** Whether it has an effect, so that it is sent once: any 2xx that is no page and brings no reason says that it is done. */
export const isActing = ({ method, readOnly }: Call): boolean => method !== "GET" && !readOnly;

/**
 * A row of the contract.
 * @param address method and path with `{name}` placeholders, as specification §7 writes it
 */
export function call<
  Query extends z.ZodType | undefined = undefined,
  Body extends z.ZodType | undefined = undefined,
  Answer extends z.ZodType | "pdf" | "nothing" = "nothing",
  Method extends Call["method"] = Call["method"],
>(
  address: `${Method} /api/${string}`,
  summary: string,
  payload: Payload<Query, Body, Answer>,
): Call<Query, Body, Answer> & { method: Method } {
  // eslint-disable-next-line house/no-cast -- the type of the address has both
  const [method, path] = address.split(" ") as [Method, string];
  return { method, path, summary, ...payload };
}

/**
 * The calls of a declaration. The portal makes its `{id}` from the post, which makes the call idempotent.
 * @param received what it may say at once
 * @param stored its receipt when it is asked for it
 * @param duty what the provider owes the customer for the declaration
 * @param additions those that specification §7 does not name, with what the portal does without them
 */
export function declarationCalls<
  Body extends z.ZodType,
  Received extends z.ZodType,
  Stored extends z.ZodType,
>(
  name: string,
  what: string,
  body: Body,
  { received, stored }: { received: Received; stored: Stored },
  duty: string,
  additions: { declare?: string; load: string; download?: string },
) {
  const path = `/api/{brand}/${name}` as const;
  return {
    declare: call(`POST ${path}/{id}`, `The customer's ${what}; the same id again answers the same receipt`, {
      body,
      answer: received,
      repeatable: true,
      withoutLink: true,
      addition: additions.declare,
      duty,
    }),
    load: call(`GET ${path}/{id}`, `The receipt of a ${what}`, {
      answer: stored,
      withoutLink: true,
      addition: additions.load,
    }),
    download: call(`GET ${path}/download/{id}`, "The receipt as a document", {
      answer: "pdf",
      withoutLink: true,
      addition: additions.download,
    }),
  };
}
