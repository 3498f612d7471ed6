import { type ApiResult, type Result, toApiResult } from "#app/errors/errors.ts";
import type { RequestContext } from "#app/request/context.server.ts";
import { send } from "./client.server.ts";
import { type BarrierReport, barrierCalls } from "./contract/barrier.ts";
import type { Call } from "./contract/call.ts";
import { type Revocation, type RevocationByName, serviceCalls } from "./contract/services.ts";
import {
  openCalls,
  type PrefilledTermination,
  prefilledCalls,
  type Termination,
  type TerminationReceipt,
  type TerminationReceived,
} from "./contract/termination.ts";
import {
  type Withdrawal,
  type WithdrawalReceipt,
  type WithdrawalReceived,
  withdrawalCalls,
} from "./contract/withdrawal.ts";

/** Request body, what is answered at once, and the stored receipt of each kind of declaration, where the provider has one. */
export interface Wire {
  termination: { body: Termination; received: TerminationReceived; receipt: TerminationReceipt };
  selfcare: { body: PrefilledTermination; received: TerminationReceived; receipt: TerminationReceipt };
  withdrawal: { body: Withdrawal; received: WithdrawalReceived; receipt: WithdrawalReceipt };
  objection: { body: { token: string; brand: string }; received: undefined; receipt: undefined };
  revocation: { body: Revocation & { token: string }; received: undefined; receipt: undefined };
  revocationByName: { body: RevocationByName; received: undefined; receipt: undefined };
  barrier: { body: BarrierReport; received: undefined; receipt: undefined };
}
export type DeclarationKind = keyof Wire;
/** Kinds that are declared by the link of a mail; the provider stores no receipt of theirs. */
export type LinkKind = "objection" | "revocation";
/** Kinds whose receipt the provider stores. */
export type ReceiptKind = keyof typeof callsOf;

const callsOf = { termination: openCalls, selfcare: prefilledCalls, withdrawal: withdrawalCalls } as const;
/** Of the kinds whose receipt only the portal has. */
const onlyCallOf = {
  objection: serviceCalls.declineEmail,
  revocation: serviceCalls.revokeConsents,
  revocationByName: serviceCalls.revokeConsentsByName,
  barrier: barrierCalls.reportBarrier,
} as const;

/** Whether the provider can be asked for the receipt of this kind. */
export const hasReceipt = <K extends string>(kind: K): kind is K & ReceiptKind =>
  Object.hasOwn(callsOf, kind);

interface Once {
  params: { id: string };
  idempotencyKey: string;
  share: number;
}
const declareBy: {
  [K in DeclarationKind]: (
    context: RequestContext,
    once: Once,
    body: Wire[K]["body"],
  ) => Promise<Result<Wire[K]["received"]>>;
} = {
  termination: (context, once, body) => send(context, openCalls.declare, { ...once, body }),
  selfcare: (context, once, body) => send(context, prefilledCalls.declare, { ...once, body }),
  withdrawal: (context, once, body) => send(context, withdrawalCalls.declare, { ...once, body }),
  objection: (context, { params: _, ...once }, query) =>
    send(context, onlyCallOf.objection, { ...once, query }),
  revocation: (context, { params: _, ...once }, { token, ...body }) =>
    send(context, onlyCallOf.revocation, { ...once, params: { id: token }, body }),
  revocationByName: (context, { params: _, ...once }, body) =>
    send(context, onlyCallOf.revocationByName, { ...once, body }),
  barrier: (context, { params: _, ...once }, body) => send(context, onlyCallOf.barrier, { ...once, body }),
};

/**
 * Forwards a declaration to the provider. Its id is the idempotency key: however often it is forwarded, it acts once.
 * @param share fraction of the page's remaining time that the call may take
 * @returns the provider's receipt (undefined where it stores none), or the failure
 */
export const declare = <K extends DeclarationKind>(
  context: RequestContext,
  kind: K,
  id: string,
  body: Wire[K]["body"],
  share = 1,
): Promise<Result<Wire[K]["received"]>> =>
  declareBy[kind](context, { params: { id }, idempotencyKey: id, share }, body);

/** Whether specification §7 does not name the call for this kind, so that a provider may never have it. */
export function isAddition(kind: DeclarationKind): boolean {
  const { addition }: Call = hasReceipt(kind) ? callsOf[kind].declare : onlyCallOf[kind];
  return addition !== undefined;
}

const loadBy: {
  [K in ReceiptKind]: (
    context: RequestContext,
    input: Omit<Once, "idempotencyKey">,
  ) => Promise<Result<Wire[K]["receipt"]>>;
} = {
  termination: (context, input) => send(context, openCalls.load, input),
  selfcare: (context, input) => send(context, prefilledCalls.load, input),
  withdrawal: (context, input) => send(context, withdrawalCalls.load, input),
};

/**
 * The provider's receipt. Errors: ApiError, `notFound` if it has none with this id.
 * @param share fraction of the page's remaining time that the call may take
 */
export const loadReceipt = <K extends ReceiptKind>(
  context: RequestContext,
  kind: K,
  id: string,
  share = 1,
): Promise<ApiResult<Wire[K]["receipt"]>> => toApiResult(loadBy[kind](context, { params: { id }, share }));

/** The provider's own receipt document as a PDF stream. Errors: ApiError, `notFound` if it has none with this id. */
export const downloadReceipt = (context: RequestContext, kind: ReceiptKind, id: string) =>
  toApiResult(send(context, callsOf[kind].download, { params: { id } }));
