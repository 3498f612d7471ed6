import { config } from "#app/config.server.ts";
import { type UploadReason, uploadReasons } from "#app/domain/proof-file.ts";
import { brandContext, localeContext, type RequestContext } from "#app/middleware/request.server.ts";
import { type ApiResult, orApiError } from "./api-result.server.ts";
import { cached } from "./cached.server.ts";
import { send, sendFile } from "./client.server.ts";
import type { DataSource } from "./contract/common.ts";
import {
  type TerminationConfig,
  type TerminationPrefill,
  type TerminationReceipt,
  terminationCalls,
} from "./contract/termination.ts";
import { declarationOf, type EnteredTermination, holderOf } from "./termination-request.server.ts";

/** A termination by the public form, or by a link from the selfcare pages, which has calls of its own. */
export type TerminationKind = "open" | "prefilled";

const callsOf = {
  open: {
    config: terminationCalls.terminationConfig,
    load: terminationCalls.loadTermination,
    download: terminationCalls.terminationDownload,
  },
  prefilled: {
    config: terminationCalls.prefilledTerminationConfig,
    load: terminationCalls.loadPrefilledTermination,
    download: terminationCalls.prefilledTerminationDownload,
  },
} satisfies Record<TerminationKind, object>;

const unknown = { ok: true, data: { serviceTypes: [] } } satisfies ApiResult<TerminationConfig>;
const keepConfig = cached<ApiResult<TerminationConfig>>({
  maxAgeMs: 10 * 60 * 1000,
  waitMs: () => config().pageDeadlineMs / 4,
  late: unknown,
});

/**
 * What can be terminated, in the page's language. Kept for ten minutes. Without an answer, or without one in a quarter
 * of the page's time, the form does without it: a termination must always be possible.
 */
export async function terminationConfig(
  context: RequestContext,
  kind: TerminationKind = "open",
): Promise<TerminationConfig> {
  const brand = context.get(brandContext).backendEnum;
  const key = `${kind} ${brand} ${context.get(localeContext).locale}`;
  const asked = await keepConfig(key, async () => orApiError(await send(context, callsOf[kind].config)));
  return asked.ok ? asked.data : unknown.data;
}

/**
 * Declares a termination.
 * @param id made with the form: the same one again answers the receipt of the first time
 * Errors: an errors list as FormFieldError; ApiError `takenBefore` for an id with another content.
 */
export async function terminate(
  context: RequestContext,
  id: string,
  entered: EnteredTermination,
  { ibanSource, proofAnnounced }: { ibanSource: DataSource; proofAnnounced: boolean },
): Promise<ApiResult<TerminationReceipt>> {
  const { locale: language } = context.get(localeContext);
  const body = { ...declarationOf(entered, ibanSource), ...holderOf(entered), proofAnnounced, language };
  return orApiError(
    await send(context, terminationCalls.terminate, { params: { id }, body, idempotencyKey: id }),
  );
}

/** As `terminate`, for the contract behind the opaque data of a selfcare link. */
export async function terminatePrefilled(
  context: RequestContext,
  id: string,
  entered: EnteredTermination,
  { ibanSource, data }: { ibanSource: DataSource; data: string },
): Promise<ApiResult<TerminationReceipt>> {
  const { locale: language } = context.get(localeContext);
  const body = { ...declarationOf(entered, ibanSource), data, language };
  return orApiError(
    await send(context, terminationCalls.terminatePrefilled, { params: { id }, body, idempotencyKey: id }),
  );
}

/** The receipt of a termination. ApiError `notFound`: there is none with this id. */
export async function loadTermination(
  context: RequestContext,
  kind: TerminationKind,
  id: string,
): Promise<ApiResult<TerminationReceipt>> {
  return orApiError(await send(context, callsOf[kind].load, { params: { id } }));
}

/** The receipt as a PDF stream. */
export async function downloadTermination(
  context: RequestContext,
  kind: TerminationKind,
  id: string,
): Promise<ApiResult<ReadableStream<Uint8Array>>> {
  return orApiError(await send(context, callsOf[kind].download, { params: { id } }));
}

/** Streams a proof to the provider. The same content twice is kept once there. `reason`: why it was not taken. */
export async function uploadProof(
  context: RequestContext,
  id: string,
  file: { name: string; type: string; content: AsyncIterable<Uint8Array> },
): Promise<{ ok: true } | { ok: false; reason: UploadReason }> {
  const result = orApiError(await sendFile(context, terminationCalls.terminationUpload, { id }, file));
  if (result.ok) return { ok: true };
  const code = result.error.kind === "fields" ? result.error.errors[0]?.code?.toLowerCase() : undefined;
  return { ok: false, reason: uploadReasons.find((reason) => reason.toLowerCase() === code) ?? "failed" };
}

/** Customer and contract behind the opaque data of a selfcare link. ApiError `notFound`: it is not valid any more. */
export async function prefillTermination(
  context: RequestContext,
  data: string,
): Promise<ApiResult<TerminationPrefill>> {
  return orApiError(await send(context, terminationCalls.prefillTermination, { query: { data } }));
}
