import { data } from "react-router";
import { cutTo } from "#app/domain/user-input.ts";
import { config } from "#app/platform/config.server.ts";

/** Limits far above the number and length of names in any form here: the time to read a form grows with both. */
const maxFields = 200;
const maxDeclarationFields = 1000;
/** How often a form may repeat a field. */
export const maxRepeats = 10;
const longestName = 100;
/** For a field without a maximum of its own. */
const usualLongest = 1000;
/** Names with a special meaning for conform, or for JavaScript itself. */
const reserved = /(?:^|[.[])__/;

/** What the form of a page may be. */
export interface FormLimits {
  /** Never refused: what is beyond the limits is left out. */
  declaration?: boolean | undefined;
  /** The maximum of each field that has one, in characters. */
  longest?: ReadonlyMap<string, number> | undefined;
}

/**
 * As many characters of a field are read: blanks, hyphens and accents of their own do not count for its maximum. Beyond
 * that, one character is left, by which the field is too long for its rule.
 */
export const readable = (longest = usualLongest) => 4 * longest;

/**
 * A form that is filled field by field, before anything else looks at them.
 * @throws a 400 response once it cannot be one of ours
 */
export function formWithin({ declaration = false, longest }: FormLimits = {}) {
  const posted = new FormData();
  const repeats = new Map<string, number>();
  let count = 0;
  const append = (name: string, value: FormDataEntryValue) => {
    count += 1;
    const isPossible = name.length <= longestName && !reserved.test(name);
    if (!declaration && (count > maxFields || !isPossible)) throw data(null, { status: 400 });
    if (!isPossible || count > maxDeclarationFields) return;
    const repeated = (repeats.get(name) ?? 0) + 1;
    repeats.set(name, repeated);
    if (repeated > maxRepeats) return;
    posted.append(name, typeof value === "string" ? cutTo(value, readable(longest?.get(name)) + 1) : value);
  };
  return { posted, append };
}

const usualType = "application/x-www-form-urlencoded";
const formTypes = /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i;

/**
 * The posted form, up to the body limit; of a declaration, as much as can be read.
 * @throws a 400, 413 or 415 response, which has a page
 */
export async function readForm(request: Request, limits?: FormLimits): Promise<FormData> {
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
  return parseFormBody(Buffer.concat(chunks), type, limits);
}

/**
 * The fields of a body that has arrived.
 * @throws a 400 response for what is no form, or cannot be one of ours
 */
export async function parseFormBody(
  body: Buffer<ArrayBuffer>,
  type: string,
  limits?: FormLimits,
): Promise<FormData> {
  const { posted, append } = formWithin(limits);
  for (const [name, value] of await fieldsOf(body, type)) append(name, value);
  return posted;
}

/** Parses the usual type without fetch's parser, which takes ten times as long for the same. */
async function fieldsOf(body: Buffer<ArrayBuffer>, type: string): Promise<FormData | URLSearchParams> {
  if (type !== usualType)
    return new Response(body, { headers: { "Content-Type": type } }).formData().catch(() => {
      throw data(null, { status: 400 });
    });
  return new URLSearchParams(body.toString());
}
