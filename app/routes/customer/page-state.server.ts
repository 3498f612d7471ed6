import { createContext } from "react-router";
import { z } from "zod";
import { customerChangeReceipt } from "#app/backend/contract/customer.ts";
import { shownSuggestions } from "#app/forms/address-check.server.ts";
import { type RequestContext, sessionContext } from "#app/middleware/request.server.ts";
import { proofOf, provenBy } from "#app/session/proof.server.ts";
import { defineScope } from "#app/session/scope.ts";
import { parts } from "./customer-parts.ts";

/** What was changed, and when the provider received it. */
const receipt = customerChangeReceipt.extend({
  changed: z.array(z.object({ part: z.enum(parts), value: z.string() })),
});
export type Receipt = z.infer<typeof receipt>;

/** Suggestions that a customer's page showed, by its id. */
export const suggestionsScope = defineScope("customer address", shownSuggestions);
/** The latest receipts of a customer's page, by its id. */
const receiptsScope = defineScope("customer", z.array(z.object({ submissionId: z.string(), receipt })));
const receiptsKept = 3;

const matter = (id: string, submissionId: string) => `customer ${id} ${submissionId}`;

/** @returns the query that shows it; where the session can't keep it, a proof of what was changed, not to what */
export async function keepReceipt(
  context: RequestContext,
  id: string,
  submissionId: string,
  receipt: Receipt,
): Promise<URLSearchParams> {
  const session = context.get(sessionContext);
  session.update(receiptsScope, id, (receipts = []) => {
    const others = receipts.filter((kept) => kept.submissionId !== submissionId);
    return [...others, { submissionId, receipt }].slice(-receiptsKept);
  });
  const query = new URLSearchParams({ receipt: submissionId });
  if (await session.flush()) return query;
  const changed = receipt.changed.map(({ part }) => ({ part, value: "✓" }));
  query.set("proof", proofOf(matter(id, submissionId), JSON.stringify({ ...receipt, changed })));
  return query;
}

export async function receiptAt(
  context: RequestContext,
  id: string,
  query: URLSearchParams,
): Promise<Receipt | undefined> {
  const submissionId = query.get("receipt");
  if (!submissionId) return undefined;
  const proven = provenBy(matter(id, submissionId), query.get("proof"));
  if (proven) return receipt.parse(JSON.parse(proven));
  const receipts = await context.get(sessionContext).read(receiptsScope, id);
  return receipts?.find((kept) => kept.submissionId === submissionId)?.receipt;
}

/** Set by an action that shows its form again, so that the loader tolerates a failed call. */
export const redisplaysFormContext = createContext(false);
