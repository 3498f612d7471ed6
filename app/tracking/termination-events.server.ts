import { z } from "zod";
import { type RequestContext, sessionContext } from "#app/middleware/request.server.ts";
import { defineScope } from "#app/session/scope.ts";
import { type DataLayerEvent, dataLayerEvent } from "./catalogue.ts";
import { type DeclaredTermination, terminationLabel } from "./labels.ts";
import { leaveEvent } from "./offer-events.server.ts";

const submittedScope = defineScope("submitted", z.literal(true));

/** Queues "submitted" for the confirmation, unless the same declaration was sent before. */
export async function leaveSubmitted(
  context: RequestContext,
  id: string,
  event: "terminationSubmitted" | "selfcareSubmitted",
  declared: DeclaredTermination,
): Promise<void> {
  if (!(await context.get(sessionContext).claim(submittedScope, id))) return;
  leaveEvent(context, id, dataLayerEvent(event, { label: terminationLabel(declared, "success") }));
}

/** Events of a form whose declaration was refused. */
export function submitFailed(
  event: "terminationSubmitFailed" | "selfcareSubmitFailed",
  declared: DeclaredTermination,
): DataLayerEvent[] {
  return [dataLayerEvent(event, { label: terminationLabel(declared, "failure") })];
}
