import { randomBytes } from "node:crypto";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { z } from "zod";
import type { RequestContext } from "#app/request/context.server.ts";
import { setCookie } from "#app/request/cookies.server.ts";
import { visitorContext } from "#app/request/visitor.server.ts";
import { sealerOfLinks } from "#app/session/open-store.server.ts";

/** What a browser that has no session typed, and what its next page says about it. */
const carried = z.object({
  /** The German path of the form's page. */
  page: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  notice: z.string().optional(),
  until: z.number(),
});
type Carried = z.infer<typeof carried>;

export const carriedParameter = "entwurf";
/** Holds nothing but a random key. */
export const carriedCookie = "entwurf";
const lifeSeconds = 600;
/** Of an address: the portal takes 4096 characters, and the language switcher's has this one within it, encoded. */
const longest = 3500;
/** What deflates well is still as large again when it is put into a session. */
export const maxDraftBytes = 16 * 1024;

const keyOf = (context: RequestContext) =>
  context.get(visitorContext).cookie(carriedCookie, (value) => /^[\w-]{22}$/.test(value));
const seal = () => sealerOfLinks()("carried draft");

/** What no seal holds: numbers of accounts and documents, what a tick agrees to or asks for, and ids of posts. */
const neverCarried =
  /^(?:iban|documentNumber|sepaMandate|noExpiry|payoutRequested|numberPorting|contractParts|consents\..*|submissionId|edition)$/;

/**
 * Nothing is stored for somebody who has found nothing: what was typed travels in the address of the next page, sealed for
 * this browser by a cookie that holds nothing else, for ten minutes. What is too long stays behind.
 */
export function carryDraft(
  { context, request }: { context: RequestContext; request: Request },
  response: Response,
  draft: Pick<Carried, "page" | "values" | "notice">,
): Response {
  const key = keyOf(context) ?? randomBytes(16).toString("base64url");
  const to = new URL(response.headers.get("Location") ?? "", "http://localhost");
  const carriable = Object.entries(draft.values).filter(([name]) => !neverCarried.test(name));
  const isCarried = [Object.fromEntries(carriable), {}].some((values) => {
    const text = JSON.stringify({ ...draft, values, until: Date.now() + lifeSeconds * 1000 });
    if (Buffer.byteLength(text) > maxDraftBytes) return false;
    const packed = deflateRawSync(text).toString("base64");
    to.searchParams.set(carriedParameter, Buffer.from(seal().seal(key, packed)).toString("base64url"));
    return to.pathname.length + to.search.length <= longest;
  });
  if (!isCarried) return response;
  response.headers.set("Location", to.pathname + to.search);
  setCookie(response, request, carriedCookie, key, { maxAge: lifeSeconds });
  return response;
}

/** What the address of this page carries, if it is this browser's. */
export function carriedDraft(context: RequestContext, url: URL): Carried | undefined {
  const sealed = url.searchParams.get(carriedParameter);
  const key = sealed ? keyOf(context) : undefined;
  if (!sealed || !key) return undefined;
  const packed = seal().open(key, Buffer.from(sealed, "base64url"));
  if (packed === undefined) return undefined;
  const text = inflateRawSync(Buffer.from(packed, "base64"), { maxOutputLength: maxDraftBytes }).toString();
  const { data } = carried.safeParse(JSON.parse(text));
  return data && data.until > Date.now() ? data : undefined;
}
