import { type ApiResult, apiErrorOf, type Failure, type Result, toApiResult } from "#app/errors/errors.ts";
import type { RequestContext } from "#app/middleware/request.server.ts";
import { send } from "./client.server.ts";
import type { BackendBrand } from "./contract/common.ts";
import { serviceCalls } from "./contract/services.ts";
import {
  openCalls,
  type PrefilledTermination,
  prefilledCalls,
  type Termination,
  type TerminationReceipt,
} from "./contract/termination.ts";
import { type Withdrawal, type WithdrawalReceipt, withdrawalCalls } from "./contract/withdrawal.ts";

/** What goes to the provider and what comes back, by kind of declaration. An objection has no receipt there. */
export interface Wire {
  termination: { body: Termination; receipt: TerminationReceipt };
  selfcare: { body: PrefilledTermination; receipt: TerminationReceipt };
  withdrawal: { body: Withdrawal; receipt: WithdrawalReceipt };
  objection: { body: { token: string; brand: BackendBrand }; receipt: undefined };
}
export type DeclarationKind = keyof Wire;
/** Kinds of which the provider keeps a receipt. */
export type ReceiptKind = Exclude<DeclarationKind, "objection">;

const callsOf = { termination: openCalls, selfcare: prefilledCalls, withdrawal: withdrawalCalls } as const;

/** Passes a declaration on; its id is the idempotency key: however often it is passed on, it acts once. */
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

/** What a provider says where it refuses. */
export type Refusal = NonNullable<Failure["problem"]>;

const refusals = new Set([400, 404, 409, 410, 422]);
/** Whether a provider refuses with this status for good: the same call once more would fare no better. */
export const isFinalRefusal = (status = 0): boolean => refusals.has(status);

/** With these an objection stands already, or its token was used up: nobody is told that their link is unknown. */
const objectionStands = new Set([409, 410]);

/**
 * What a failed attempt means for the declaration: the provider has it already, refuses it for good, or has to be
 * asked again, which includes every answer that nobody can read.
 */
export function stateAfter(
  kind: DeclarationKind,
  { status = 0, problem }: Failure,
): "forwarded" | "refused" | "waiting" {
  const error = apiErrorOf(status, problem);
  if (error.kind === "takenBefore") return "forwarded";
  // Whatever status comes with its code.
  if (error.kind === "downtime") return "waiting";
  if (kind === "objection" && objectionStands.has(status)) return "forwarded";
  return isFinalRefusal(status) ? "refused" : "waiting";
}

/** The provider's receipt. ApiError `notFound`: it has none with this id. */
export async function loadReceipt<K extends ReceiptKind>(
  context: RequestContext,
  kind: K,
  id: string,
  share = 1,
): Promise<ApiResult<Wire[K]["receipt"]>> {
  const call = callsOf[kind].load as typeof openCalls.load;
  return (await toApiResult(send(context, call, { params: { id }, share }))) as ApiResult<Wire[K]["receipt"]>;
}

/** The provider's own document as a PDF stream. */
export const downloadReceipt = (context: RequestContext, kind: ReceiptKind, id: string) =>
  toApiResult(send(context, callsOf[kind].download, { params: { id } }));
