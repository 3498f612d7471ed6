import { terminationLabel } from "#app/tracking/labels.ts";

/**
 * The choices on a termination's form as analytics reads them: none of them is anything that was typed.
 * @param onlyService what is terminated where the form leaves no choice
 */
export function choicesLabel(form: HTMLFormElement, onlyService?: string): string {
  const entered = new FormData(form);
  return terminationLabel({
    serviceType: String(entered.get("serviceType") ?? onlyService ?? ""),
    cancellationType: entered.get("cancellationType") === "special" ? "special" : "regular",
    selectTerminationDate: entered.get("selectTerminationDate") === "later" ? "later" : "now",
  });
}
