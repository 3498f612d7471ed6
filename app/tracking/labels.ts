export interface DeclaredTermination {
  /** What is terminated, by its name in the configuration; missing if there was no choice. */
  serviceType?: string | undefined;
  cancellationType: string;
  selectTerminationDate: "now" | "later";
}

/** Termination in the format for analytics (specification §9): `success - mobile - regular - now`. */
export function terminationLabel(
  { serviceType, cancellationType, selectTerminationDate }: DeclaredTermination,
  result?: "success" | "failure",
): string {
  return [result, serviceType, cancellationType, selectTerminationDate].filter(Boolean).join(" - ");
}

/** The choices on a termination's form, without any typed input; `onlyService` if there is no choice. */
export function choicesLabel(form: HTMLFormElement, onlyService?: string): string {
  const entered = new FormData(form);
  return terminationLabel({
    serviceType: String(entered.get("serviceType") ?? onlyService ?? ""),
    cancellationType: entered.get("cancellationType") === "special" ? "special" : "regular",
    selectTerminationDate: entered.get("selectTerminationDate") === "later" ? "later" : "now",
  });
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
