import type { BackendBrand } from "#app/brand/backend-brand.ts";
import { type ApiResult, type Failure, type Result, toApiResult } from "#app/errors/errors.ts";
import type { RequestContext } from "#app/request/context.server.ts";
import { send } from "./client.server.ts";
import { serviceCalls } from "./contract/services.ts";
import {
  openCalls,
  type PrefilledTermination,
  prefilledCalls,
  type Termination,
  type TerminationReceipt,
} from "./contract/termination.ts";
import { type Withdrawal, type WithdrawalReceipt, withdrawalCalls } from "./contract/withdrawal.ts";

/** Request body and receipt of each kind of declaration. An objection has no receipt at the provider. */
export interface Wire {
  termination: { body: Termination; receipt: TerminationReceipt };
  selfcare: { body: PrefilledTermination; receipt: TerminationReceipt };
  withdrawal: { body: Withdrawal; receipt: WithdrawalReceipt };
  objection: { body: { token: string; brand: BackendBrand }; receipt: undefined };
}
export type DeclarationKind = keyof Wire;
/** Kinds whose receipt the provider stores. */
export type ReceiptKind = Exclude<DeclarationKind, "objection">;

const callsOf = { termination: openCalls, selfcare: prefilledCalls, withdrawal: withdrawalCalls } as const;

/**
 * Forwards a declaration to the provider. Its id is the idempotency key: however often it is forwarded, it acts once.
 * @param share fraction of the page's remaining time that the call may take
 * @returns the provider's receipt (undefined for an objection), or the failure
 */
export async function declare<K extends DeclarationKind>(
  context: RequestContext,
  kind: K,
  id: string,
  body: Wire[K]["body"],
  share = 1,
): Promise<Result<Wire[K]["receipt"]>> {
  const once = { idempotencyKey: id, share };
  const call = callsOf[kind as ReceiptKind]?.declare as typeof openCalls.declare;
  const sent =
    kind === "objection"
      ? send(context, serviceCalls.declineEmail, { ...once, query: body as Wire["objection"]["body"] })
      : send(context, call, { ...once, params: { id }, body: body as Termination });
  return sent as Promise<Result<Wire[K]["receipt"]>>;
}

/** Whether specification §7 does not name the call for this kind, so that a provider may never have it. */
export const isAddition = (kind: DeclarationKind): boolean =>
  kind !== "objection" && callsOf[kind].declare.addition !== undefined;

/** The provider's reasons for a refusal. */
export type Refusal = NonNullable<Failure["problem"]>;

/**
 * The provider's receipt. Errors: ApiError, `notFound` if it has none with this id.
 * @param share fraction of the page's remaining time that the call may take
 */
export async function loadReceipt<K extends ReceiptKind>(
  context: RequestContext,
  kind: K,
  id: string,
  share = 1,
): Promise<ApiResult<Wire[K]["receipt"]>> {
  const call = callsOf[kind].load as typeof openCalls.load;
  return (await toApiResult(send(context, call, { params: { id }, share }))) as ApiResult<Wire[K]["receipt"]>;
}

/** The provider's own receipt document as a PDF stream. Errors: ApiError, `notFound` if it has none with this id. */
export const downloadReceipt = (context: RequestContext, kind: ReceiptKind, id: string) =>
  toApiResult(send(context, callsOf[kind].download, { params: { id } }));
