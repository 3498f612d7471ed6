import type { TerminationReceipt } from "#app/backend/contract/termination.ts";
import { brandContext, type RequestContext } from "#app/request/context.server.ts";
import { type DataLayerEvent, dataLayerEvent } from "./catalogue.ts";
import { type DeclaredTermination, terminationLabel } from "./labels.ts";

/** The "submitted" event, for the confirmation of a termination that was declared just now. */
export function submittedEvent(
  context: RequestContext,
  kind: "termination" | "selfcare",
  { serviceType, cancellationType, selectTerminationDate }: TerminationReceipt["declaration"],
): DataLayerEvent[] | undefined {
  if (!context.get(brandContext).tagManager) return undefined;
  const declared = {
    serviceType,
    cancellationType: cancellationType.toLowerCase(),
    selectTerminationDate,
  };
  const label = terminationLabel(declared, "success");
  return [dataLayerEvent(kind === "selfcare" ? "selfcareSubmitted" : "terminationSubmitted", { label })];
}

/** The event of a form whose declaration was not accepted. */
export function submitFailed(
  event: "terminationSubmitFailed" | "selfcareSubmitFailed",
  declared: DeclaredTermination,
): DataLayerEvent[] {
  return [dataLayerEvent(event, { label: terminationLabel(declared, "failure") })];
}
