import { trackingDescription } from "#app/domain/error-actions.ts";
import type { IdvOutcome } from "#app/domain/idv-outcomes.ts";
import { type DataLayerEvent, dataLayerEvent, type TrackingEvent } from "./catalogue.ts";

export interface DeclaredTermination {
  /** What is terminated, as the configuration names it; missing where there was no choice. */
  serviceType?: string | undefined;
  cancellationType: string;
  selectTerminationDate: "now" | "later";
}

/** Termination as analytics reads it (specification §9): `success - mobile - regular - now`. */
export function terminationLabel(
  { serviceType, cancellationType, selectTerminationDate }: DeclaredTermination,
  result?: "success" | "failure",
): string {
  return [result, serviceType, cancellationType, selectTerminationDate].filter(Boolean).join(" - ");
}

/** Label of the discount modal: the brand's own hotline, never a customer's number. */
export const hotlineLabel = (number: string) => `hotline ${number}`;

/** Labels of identity verification (specification §8): in German in every language. */
export const idvLabels = {
  completed: "Identitätsprüfung abgeschlossen",
  failed: "Identitätsprüfung fehlgeschlagen",
  cancelled: "Die Bestellung wurde storniert",
  pending: "Identitätsprüfung in Bearbeitung",
} as const;

const completed = { id: "idvSuccess", label: "completed" } as const;
const failed = { id: "idvError", label: "failed" } as const;

/** The event of an outcome of identity verification. */
export const idvOutcomeEvents = {
  IdvCompleted: completed,
  IdvNoMethodsAvailable: failed,
  IdvSuccess: completed,
  NoMoreIdvPossible: failed,
  NotFound: failed,
  OfferCancelled: { id: "idvCancelled", label: "cancelled" },
  OfferConsumed: completed,
  OfferExpired: failed,
  ReservationCallHotline: failed,
  TechnicalProblem: failed,
  Downtime: failed,
  Unexpected: failed,
} as const satisfies Record<IdvOutcome, { id: TrackingEvent; label: keyof typeof idvLabels }>;

/** What the page of an outcome tells the data layer. */
export function idvOutcomeEvent(outcome: IdvOutcome): DataLayerEvent {
  const { id, label } = idvOutcomeEvents[outcome];
  const description = trackingDescription("page", outcome);
  return dataLayerEvent(id, { idvLabel: idvLabels[label], description });
}
