import type { IdvMethod } from "#app/backend/contract/identity.ts";
import { type IdvResult, listMethods } from "#app/backend/identity.server.ts";
import { idvErrorIn } from "#app/errors/errors.ts";
import { isOpenIdentification } from "#app/operation/switches.server.ts";
import { brandContext, type RequestContext } from "#app/request/context.server.ts";

/** The provider's methods without those that an operator has closed; `IdvNoMethodsAvailable` if all are. */
export async function openIdvMethods(
  context: RequestContext,
  token: string,
): Promise<IdvResult<IdvMethod[]>> {
  const listed = await listMethods(context, token);
  if (!listed.ok || listed.data.length === 0) return listed;
  const { slug } = context.get(brandContext);
  const open = listed.data.filter((method) => isOpenIdentification(slug, method));
  return open.length > 0
    ? { ok: true, data: open }
    : { ok: false, error: idvErrorIn("IdvNoMethodsAvailable") };
}
