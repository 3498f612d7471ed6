import { createContext } from "react-router";
import { z } from "zod";
import { customerChangeReceipt } from "#app/backend/contract/customer.ts";
import { shownSuggestions } from "#app/forms/address-check.server.ts";
import { type RequestContext, sessionContext } from "#app/middleware/request.server.ts";
import { defineScope } from "#app/session/scope.ts";
import { parts } from "./change.server.ts";

/** What was changed, and when the provider received it. */
const receipt = customerChangeReceipt.extend({
  changed: z.array(z.object({ part: z.enum(parts), value: z.string() })),
});
export type Receipt = z.infer<typeof receipt>;

/** Suggestions that a customer's page showed, by its id. */
export const suggestionsScope = defineScope("customer address", shownSuggestions);
/** The latest receipts of a customer's page, by its id. */
export const receiptsScope = defineScope(
  "customer",
  z.array(z.object({ submissionId: z.string(), receipt })),
);
const receiptsKept = 3;

/** A second post with the same submission id gets the same answer, so its receipt replaces the first. */
export function keepReceipt(
  context: RequestContext,
  id: string,
  submissionId: string,
  receipt: Receipt,
): void {
  context.get(sessionContext).update(receiptsScope, id, (receipts = []) => {
    const others = receipts.filter((kept) => kept.submissionId !== submissionId);
    return [...others, { submissionId, receipt }].slice(-receiptsKept);
  });
}

/** Set by an action whose form has to be shown again: then the loader does without what it cannot load. */
export const formIsKeptContext = createContext(false);
