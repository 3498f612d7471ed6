import { data } from "react-router";
import { config } from "#app/platform/config.server.ts";

/** Limits far above the number and length of names in any form here: the time to read a form grows with both. */
const mostFields = 200;
const longestName = 100;
/** Names with a special meaning for conform, or for JavaScript itself. */
const reserved = /(?:^|[.[])__/;

/**
 * Makes a check that is called with the name of each field of one form, and throws a 400 response once the form
 * cannot be one of ours. A declaration is never refused for that: its check returns whether to keep the field.
 */
export function fieldNameCheck(declaration = false): (name: string) => boolean {
  let count = 0;
  return (name) => {
    count += 1;
    const isPossible = name.length <= longestName && !reserved.test(name);
    if (!declaration && (count > mostFields || !isPossible)) throw data(null, { status: 400 });
    return isPossible;
  };
}

const usualType = "application/x-www-form-urlencoded";
const formTypes = /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i;

/**
 * The posted form, up to the body limit; of a declaration, as much as can be read.
 * @throws a 400, 413 or 415 response, which has a page
 */
export async function readForm(request: Request, declaration?: boolean): Promise<FormData> {
  const type = request.headers.get("Content-Type") ?? "";
  if (type !== "" && !formTypes.test(type)) throw data(null, { status: 415 });
  const limit = config().bodyLimitBytes;
  if (Number(request.headers.get("Content-Length")) > limit) throw data(null, { status: 413 });
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > limit) throw data(null, { status: 413 });
    chunks.push(chunk);
  }
  // A bare post without a body has no type: it is an empty form.
  if (size === 0 && type === "") return new FormData();
  if (type === "") throw data(null, { status: 415 });
  const posted = await fieldsOf(Buffer.concat(chunks), type);
  const isKept = fieldNameCheck(declaration);
  const kept = new FormData();
  for (const [name, value] of posted) if (isKept(name)) kept.append(name, value);
  return kept;
}

/** Parses the usual type without fetch's parser, which takes ten times as long for the same. */
async function fieldsOf(body: Buffer<ArrayBuffer>, type: string): Promise<FormData> {
  if (type !== usualType)
    return new Response(body, { headers: { "Content-Type": type } }).formData().catch(() => {
      throw data(null, { status: 400 });
    });
  const posted = new FormData();
  for (const [name, value] of new URLSearchParams(body.toString())) posted.append(name, value);
  return posted;
}
