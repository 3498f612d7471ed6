import type { DataLayerEvent } from "./catalogue.ts";

/** The events that loader data, an action's answer or the page of a state tells. */
export function trackedEvents(data: unknown): DataLayerEvent[] | undefined {
  return (data as { tracking?: DataLayerEvent[] } | null | undefined)?.tracking;
}
