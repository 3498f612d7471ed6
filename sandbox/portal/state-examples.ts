import {
  type IdvOutcome,
  idvOutcomeNames,
  idvOutcomePages,
  idvOutcomes,
} from "../../app/errors/idv-outcomes.ts";
import { type OfferState, offerStateNames, offerStates } from "../../app/errors/offer-states.ts";
import type { Example } from "./example.ts";
import { orderUpTo } from "./order-examples.ts";

/** States that no code of the offer calls leads to. */
const offerWays: Partial<Record<OfferState, Pick<Example, "path" | "before" | "post">>> = {
  Unauthorized: { path: "/angebot/http-401~{customer}" },
  Forbidden: { path: "/angebot/http-403~{customer}" },
  NotFound: { path: "/angebot/unknown" },
  Unexpected: { path: "/angebot/garbage~{customer}" },
  DocumentsNotLoaded: {
    path: "/angebot/documents-fail~{customer}/zusammenfassung",
    before: orderUpTo("summary", "documents-fail~{customer}"),
  },
  OfferSummaryNotLoaded: { path: "/angebot/hangup~{customer}/danke" },
  OfferResetFailed: { path: "/angebot/reset-fail~{customer}/fehler", post: { paymentAction: "clearError" } },
};

/** Of an order that nobody can read, and of an answer that nobody can. */
const offerStatuses: Partial<Record<OfferState, number>> = { OfferAbandonedPayment: 202, Unexpected: 502 };

function offerExample(state: OfferState): Example {
  const { code, status, redirect } = offerStates[state];
  const token = `state-${code}~{customer}`;
  // A state that a page of the journey can fix is only shown on the error page.
  const way = offerWays[state] ?? { path: redirect ? `/angebot/${token}/fehler` : `/angebot/${token}` };
  return {
    name: `Offer: ${state}`,
    page: "offer-error",
    state,
    status: offerStatuses[state] ?? status,
    ...way,
  };
}

function idvExample(outcome: IdvOutcome): Example {
  const { code, status, page } = idvOutcomes[outcome];
  const token = code ? `state-${code}` : { NotFound: "unknown", Unexpected: "garbage" }[outcome as string];
  const { segment } = idvOutcomePages[page];
  const path = `/idv/${token}~{customer}${segment ? `/${segment}` : ""}`;
  const isUnreadable = outcome === "Unexpected";
  return {
    name: `Identity: ${outcome}`,
    page: `idv-${page}`,
    state: outcome,
    status: isUnreadable ? 502 : status,
    path,
  };
}

/** One example per row of the tables of states. */
export const offerStateExamples = offerStateNames.map(offerExample);
export const idvOutcomeExamples = idvOutcomeNames.map(idvExample);
