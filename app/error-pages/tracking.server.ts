import { type IdvOutcome, idvOutcomes } from "#app/errors/idv-outcomes.ts";
import { type DataLayerEvent, dataLayerEvent, type TrackingEvent } from "#app/tracking/catalogue.ts";
import { idvLabels } from "#app/tracking/labels.ts";
import { offerEvent } from "#app/tracking/offer-events.server.ts";

/** By what the customer was doing, whatever state it ended in (specification §8); a detail is appended. */
const failures = {
  cart: { event: "offerLoadError", description: "Loading cart failed" },
  documents: { event: "documentsLoadError", description: "Loading documents failed" },
  order: { event: "offerSubmitFailed", description: "Place order failed" },
  page: { event: "offerErrorPage", description: "Error page" },
} as const satisfies Record<string, { event: TrackingEvent; description: string }>;
export type FailureTracking = keyof typeof failures;

/** The tracking description with its detail: `Place order failed: PaymentFailed`. */
function trackingDescription(failure: FailureTracking, detail: string): string {
  return `${failures[failure].description}: ${detail}`;
}

/** What went wrong with an offer (specification §8). @param detail the state's name */
export function failureEvent(failure: FailureTracking, detail: string, useCase?: string): DataLayerEvent {
  const description = trackingDescription(failure, detail);
  return offerEvent(failures[failure].event, useCase, { description });
}

const idvEvents = { completed: "idvSuccess", failed: "idvError", cancelled: "idvCancelled" } as const;

export function idvOutcomeEvent(outcome: IdvOutcome): DataLayerEvent {
  const { tracking } = idvOutcomes[outcome];
  const description = trackingDescription("page", outcome);
  return dataLayerEvent(idvEvents[tracking], { idvLabel: idvLabels[tracking], description });
}
