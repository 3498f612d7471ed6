import { type RequestContext, sessionContext } from "#app/middleware/request.server.ts";
import { type DataLayerEvent, dataLayerEvent } from "./catalogue.ts";
import { type DeclaredTermination, terminationLabel } from "./labels.ts";
import { leaveEvent } from "./offer-events.server.ts";

/** Leaves "submitted" for the confirmation of this termination; the same declaration sent again leaves nothing. */
export async function leaveSubmitted(
  context: RequestContext,
  id: string,
  event: "terminationSubmitted" | "selfcareSubmitted",
  declared: DeclaredTermination,
): Promise<void> {
  if (!(await context.get(sessionContext).claim(`submitted:${id}`))) return;
  await leaveEvent(context, id, dataLayerEvent(event, { label: terminationLabel(declared, "success") }));
}

/** What a form whose declaration was not taken tells. */
export function submitFailed(
  event: "terminationSubmitFailed" | "selfcareSubmitFailed",
  declared: DeclaredTermination,
): DataLayerEvent[] {
  return [dataLayerEvent(event, { label: terminationLabel(declared, "failure") })];
}
