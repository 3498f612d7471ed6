import { z } from "zod";
import { type RequestContext, sessionContext } from "#app/middleware/request.server.ts";
import { defineScope } from "#app/session/scope.ts";
import { type DataLayerEvent, dataLayerEvent } from "./catalogue.ts";
import { type DeclaredTermination, terminationLabel } from "./labels.ts";
import { leaveEvent } from "./offer-events.server.ts";

const submittedScope = defineScope("submitted", z.literal(true));

/** Leaves "submitted" for the confirmation of this termination; the same declaration sent again leaves nothing. */
export async function leaveSubmitted(
  context: RequestContext,
  id: string,
  event: "terminationSubmitted" | "selfcareSubmitted",
  declared: DeclaredTermination,
): Promise<void> {
  if (!(await context.get(sessionContext).claim(submittedScope, id))) return;
  leaveEvent(context, id, dataLayerEvent(event, { label: terminationLabel(declared, "success") }));
}

/** What a form whose declaration was not taken tells. */
export function submitFailed(
  event: "terminationSubmitFailed" | "selfcareSubmitFailed",
  declared: DeclaredTermination,
): DataLayerEvent[] {
  return [dataLayerEvent(event, { label: terminationLabel(declared, "failure") })];
}
