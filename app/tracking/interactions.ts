import { useShell } from "#app/routes/shell/shell-context.tsx";
import { type EventDetails, eventById } from "./catalogue.ts";
import { push } from "./page-events.ts";

/** Tells the data layer what the customer does on a page: opens a dialog, calls the hotline. */
export function useTracking(): (id: string, details?: EventDetails) => void {
  const layer = useShell().dataLayer;
  return (id, details) => {
    const event = eventById(id, details);
    if (layer && event) push(layer, [event]);
  };
}
