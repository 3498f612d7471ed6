import { createHash } from "node:crypto";
import type { RequestContext } from "#app/middleware/request.server.ts";
import { type ApiResult, orApiError } from "./api-result.server.ts";
import { send } from "./client.server.ts";
import type { BackendBrand } from "./contract/common.ts";
import { emailCalls } from "./contract/email.ts";

/**
 * No more advertising mails to the address that the token stands for. Declining is the same however often it is done,
 * so the token itself serves as the idempotency key and a broken connection is tried once more.
 */
export async function declineEmail(
  context: RequestContext,
  token: string,
  brand: BackendBrand,
): Promise<ApiResult<undefined>> {
  const idempotencyKey = `decline-${createHash("sha256").update(`${brand} ${token}`).digest("base64url")}`;
  return orApiError(
    await send(context, emailCalls.declineEmail, { query: { token, brand }, idempotencyKey }),
  );
}
