import { z } from "zod";
import type { IsoDate } from "#app/domain/calendar.ts";
import { type RequestContext, sessionContext } from "#app/request/context.server.ts";
import { inTime } from "#app/session/in-time.server.ts";
import { defineScope } from "#app/session/scope.ts";

interface Withdrawn {
  receivedAt: string;
  reference?: string | undefined;
  parts?: string[] | undefined;
  returnedOn?: IsoDate | undefined;
  refundedOn?: IsoDate | undefined;
}

/** By an order's number, what was withdrawn from it in this session: begun while there is nothing yet. */
const withdrawnScope = defineScope(
  "withdrawn",
  z.array(z.object({ receivedAt: z.string(), reference: z.string(), parts: z.array(z.string()).optional() })),
);

/** The customer leaves the order's own page for the form: what is declared of it there, its page is to know. */
export function beginWithdrawal(context: RequestContext, orderId: string): void {
  context.get(sessionContext).update(withdrawnScope, orderId, (before = []) => before);
}

/** Keeps what was declared of an order whose page led here. */
export async function keepWithdrawal(
  context: RequestContext,
  orderId: string,
  { receivedAt, reference, parts }: { receivedAt: string; reference: string; parts: string | undefined },
): Promise<void> {
  const session = context.get(sessionContext);
  const begun = await inTime(session.read(withdrawnScope, orderId));
  if (!begun || begun.some((one) => one.reference === reference)) return;
  session.update(withdrawnScope, orderId, (before = []) => [
    ...before,
    { receivedAt, reference, parts: parts ? [parts] : undefined },
  ]);
}

/** What is withdrawn from an order: by its summary, and by what was declared in this session. */
export async function withdrawalsOf(
  context: RequestContext,
  { orderId, withdrawals }: { orderId: string; withdrawals: Withdrawn[] },
): Promise<Withdrawn[]> {
  const declared = (await context.get(sessionContext).read(withdrawnScope, orderId)) ?? [];
  const references = withdrawals.map(({ reference }) => reference);
  return [...withdrawals, ...declared.filter(({ reference }) => !references.includes(reference))];
}
