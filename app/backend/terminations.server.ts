import { type UploadReason, uploadReasons } from "#app/domain/proof-file.ts";
import { type ApiResult, orApiError } from "#app/errors/errors.ts";
import type { RequestContext } from "#app/middleware/request.server.ts";
import { cached, keyOf } from "./cached.server.ts";
import { send, sendFile } from "./client.server.ts";
import { type TerminationConfig, terminationCalls } from "./contract/termination.ts";

/** A termination by the public form, or by a link from the selfcare pages, which has calls of its own. */
export type TerminationKind = "termination" | "selfcare";

const configCalls = {
  termination: terminationCalls.terminationConfig,
  selfcare: terminationCalls.prefilledTerminationConfig,
};

const unknown = { ok: true, data: { serviceTypes: [] } } satisfies ApiResult<TerminationConfig>;
const keepConfig = cached<ApiResult<TerminationConfig>>(unknown);

/**
 * What can be terminated, in the page's language. Kept for ten minutes. Without an answer, or without one in a quarter
 * of the page's time, the form does without it: a termination must always be possible.
 */
export async function terminationConfig(
  context: RequestContext,
  kind: TerminationKind = "termination",
): Promise<TerminationConfig> {
  const asked = await keepConfig(keyOf(context, kind), () => orApiError(send(context, configCalls[kind])));
  return asked.ok ? asked.data : unknown.data;
}

/** Streams a proof to the provider. The same content twice is kept once there. `reason`: why it was not taken. */
export async function uploadProof(
  context: RequestContext,
  id: string,
  file: { name: string; type: string; content: AsyncIterable<Uint8Array> },
): Promise<{ ok: true } | { ok: false; reason: UploadReason }> {
  const result = await orApiError(sendFile(context, terminationCalls.terminationUpload, { id }, file));
  if (result.ok) return { ok: true };
  const code = result.error.kind === "fields" ? result.error.errors[0]?.code?.toLowerCase() : undefined;
  return { ok: false, reason: uploadReasons.find((reason) => reason.toLowerCase() === code) ?? "failed" };
}

/** Customer and contract behind the opaque data of a selfcare link. ApiError `notFound`: it is not valid any more. */
export const prefillTermination = (context: RequestContext, data: string) =>
  orApiError(send(context, terminationCalls.prefillTermination, { query: { data } }));
