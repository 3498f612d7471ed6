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
