import { type ApiResult, toApiResult } from "#app/errors/errors.ts";
import type { RequestContext } from "#app/request/context.server.ts";
import { cached, keyOf } from "./cached.server.ts";
import { send, sendFile } from "./client.server.ts";
import { type TerminationConfig, terminationCalls } from "./contract/termination.ts";

/** A termination through the public form, or through a link from the selfcare pages, which has calls of its own. */
export type TerminationKind = "termination" | "selfcare";

const configCalls = {
  termination: terminationCalls.terminationConfig,
  selfcare: terminationCalls.prefilledTerminationConfig,
};

const unknown = { ok: true, data: { serviceTypes: [] } } satisfies ApiResult<TerminationConfig>;
const cachedConfig = cached<ApiResult<TerminationConfig>>(unknown);

/**
 * What can be terminated, in the page's language; cached for ten minutes. If the call fails or takes more than a
 * quarter of the page's time, the list is empty: a termination must always be possible.
 */
export async function loadTerminationConfig(
  context: RequestContext,
  kind: TerminationKind = "termination",
): Promise<TerminationConfig> {
  const asked = await cachedConfig(keyOf(context, kind), () => toApiResult(send(context, configCalls[kind])));
  return asked.ok ? asked.data : unknown.data;
}

/**
 * Streams a proof to the provider, which stores the same content only once. The call is never repeated. Errors:
 * FormFieldError for a file that the provider does not accept.
 * @param id of the declaration that it belongs to
 */
export const uploadProof = (
  context: RequestContext,
  id: string,
  file: { name: string; type: string; content: AsyncIterable<Uint8Array> },
) => toApiResult(sendFile(context, terminationCalls.terminationUpload, { id }, file));

/**
 * Customer and contract behind the opaque data of a selfcare link. Errors: ApiError, `notFound` for a link that is
 * not valid (any more).
 */
export const prefillTermination = (context: RequestContext, data: string) =>
  toApiResult(send(context, terminationCalls.prefillTermination, { query: { data } }));
