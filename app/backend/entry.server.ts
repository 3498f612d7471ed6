import type { RequestContext } from "#app/middleware/request.server.ts";
import { type ApiResult, orApiError } from "./api-result.server.ts";
import { send } from "./client.server.ts";
import { entryCalls } from "./contract/entry.ts";

/** The token of the offer behind a Novum id. */
export async function offerOfNovum(context: RequestContext, id: string): Promise<ApiResult<string>> {
  const entry = orApiError(await send(context, entryCalls.novumEntry, { query: { id } }));
  return entry.ok ? { ok: true, data: entry.data.offerToken } : entry;
}
