import type { RouterContextProvider } from "react-router";
import { type ApiResult, orApiError } from "./api-result.server.ts";
import { send } from "./client.server.ts";
import { entryCalls } from "./contract/entry.ts";

/** The token of the offer behind a Novum id. */
export async function offerOfNovum(
  context: Readonly<RouterContextProvider>,
  id: string,
): Promise<ApiResult<string>> {
  const entry = orApiError(await send(context, entryCalls.novumEntry, { query: { id } }));
  return entry.ok ? { ok: true, data: entry.data.offerToken } : entry;
}
