import { type EventDetails, eventById } from "#app/tracking/catalogue.ts";
import { push } from "#app/tracking/page-events.ts";
import { useShell } from "./use-shell.ts";

/** Pushes interactions such as opening a dialog or calling the hotline. */
export function useTracking(): (id: string, details?: EventDetails) => void {
  const layer = useShell().dataLayer;
  return (id, details) => {
    const event = eventById(id, details);
    if (layer && event) push(layer, [event]);
  };
}
