import { createContext } from "react-router";
import { z } from "zod";
import { customerChange, customerChangeReceipt } from "#app/backend/contract/customer.ts";
import { shownSuggestions } from "#app/forms/address-check.server.ts";
import { noticeOfSent, sentSchema } from "#app/outcome/attempt.server.ts";
import { pathTo } from "#app/pages.ts";
import { type RequestContext, sessionContext } from "#app/request/context.server.ts";
import { parameterOf } from "#app/request/parameters.server.ts";
import { visitorContext } from "#app/request/visitor.server.ts";
import { defineFlash, defineScope } from "#app/session/scope.ts";
import { openParam, sealParam } from "#app/session/sealed-param.server.ts";
import { parts } from "./customer-parts.ts";

/** What was changed, and when it was received; without a reference if the provider's response was lost. */
const receipt = customerChangeReceipt.required({ receivedAt: true }).extend({
  changed: z.array(z.object({ part: z.enum(parts), value: z.string() })),
});
export type Receipt = z.infer<typeof receipt>;

/** Suggestions that a customer's page showed, by its id. */
export const suggestionsScope = defineScope("customer address", shownSuggestions, {
  endNotice: () => ({ kind: "form" }),
});
/** The latest receipts of a customer's page, by its id. */
const receiptsScope = defineScope("customer", z.array(z.object({ submissionId: z.string(), receipt })), {
  endNotice: () => ({ kind: "customer" }),
});
const receiptsKept = 3;

/** The change of a customer's page whose outcome is unknown: what was sent, and the customer's input. */
const values = z.record(z.string(), z.union([z.string(), z.array(z.string())]));
const pending = sentSchema.extend({ body: customerChange, values });
export type Pending = z.infer<typeof pending>;
export const pendingScope = defineScope("customer pending", pending, {
  endNotice: noticeOfSent({ kind: "customer" }, (id) => pathTo("customer-data", { id })),
});

/**
 * The form of a change that the provider has not saved, by its page's id: the customer's input, and what is wrong. Shown until
 * it is saved, or the customer gives it up: a look uses nothing up.
 */
export const unsavedScope = defineFlash(
  "customer refused",
  z.object({
    submissionId: z.string().optional(),
    values,
    errors: z.record(z.string(), z.object({ code: z.string(), message: z.string() })),
    problem: z.object({ headline: z.string(), text: z.string() }).optional(),
    change: customerChange.omit({ version: true }).optional(),
  }),
  () => ({ kind: "form" }),
);

const receiptPurpose = (id: string, submissionId: string) => `customer ${id} ${submissionId}`;

/**
 * @returns the query that shows it; if no session can store it, with a sealed parameter that names the parts changed,
 * without their values
 */
export async function keepReceipt(
  context: RequestContext,
  id: string,
  submissionId: string,
  receipt: Receipt,
): Promise<URLSearchParams> {
  const session = context.get(sessionContext);
  session.update(receiptsScope, id, (receipts = []) => {
    const others = receipts.filter((receipt) => receipt.submissionId !== submissionId);
    return [...others, { submissionId, receipt }].slice(-receiptsKept);
  });
  const query = new URLSearchParams({ receipt: submissionId });
  if (!context.get(visitorContext).refusesCookies && (await session.flush())) return query;
  const changed = receipt.changed.map(({ part }) => ({ part, value: "✓" }));
  query.set("proof", sealParam(receiptPurpose(id, submissionId), JSON.stringify({ ...receipt, changed })));
  return query;
}

export async function receiptOf(context: RequestContext, id: string, url: URL) {
  const submissionId = parameterOf<"customer-data">(url, "receipt");
  if (!submissionId) return undefined;
  const opened = openParam(receiptPurpose(id, submissionId), parameterOf<"customer-data">(url, "proof"));
  if (opened) return receipt.parse(JSON.parse(opened));
  return storedReceipt(context, id, submissionId);
}

export async function storedReceipt(context: RequestContext, id: string, submissionId: string) {
  const receipts = await context.get(sessionContext).read(receiptsScope, id);
  return receipts?.find((saved) => saved.submissionId === submissionId)?.receipt;
}

/** Set by an action that shows its form again, so that the loader tolerates a failed call. */
export const redisplaysFormContext = createContext(false);
