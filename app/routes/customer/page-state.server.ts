import { createContext } from "react-router";
import type { ShownSuggestions } from "#app/forms/address-check.server.ts";
import { type RequestContext, sessionContext } from "#app/middleware/request.server.ts";
import type { Part } from "./change.server.ts";

/** What was changed, and when the provider received it. */
export interface Receipt {
  reference: string;
  /** ISO 8601 */
  receivedAt: string;
  changed: { part: Part; value: string }[];
}

/** What a session remembers of a customer's page: suggestions that it showed, and its latest receipts. */
interface PageState {
  addressCheck?: ShownSuggestions;
  receipts: { submissionId: string; receipt: Receipt }[];
}

const scope = (id: string) => `customer:${id}`;
const receiptsKept = 3;

export async function pageStateOf(context: RequestContext, id: string): Promise<PageState> {
  return (await context.get(sessionContext).get<PageState>(scope(id))) ?? { receipts: [] };
}

export function keepSuggestions(
  context: RequestContext,
  id: string,
  state: PageState,
  shown: ShownSuggestions,
) {
  context.get(sessionContext).set<PageState>(scope(id), { ...state, addressCheck: shown });
}

/** A second post with the same submission id gets the same answer, so its receipt replaces the first. */
export function keepReceipt(
  context: RequestContext,
  id: string,
  state: PageState,
  submissionId: string,
  receipt: Receipt,
): void {
  const others = state.receipts.filter((kept) => kept.submissionId !== submissionId);
  const receipts = [...others, { submissionId, receipt }].slice(-receiptsKept);
  context.get(sessionContext).set<PageState>(scope(id), { ...state, receipts });
}

/** Set by an action whose form has to be shown again: then the loader does without what it cannot load. */
export const formIsKeptContext = createContext(false);
