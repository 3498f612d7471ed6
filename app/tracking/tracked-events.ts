import type { DataLayerEvent } from "./catalogue.ts";

/** Events in loader data, action data or an error state's page. */
export function trackedEvents(data: unknown): DataLayerEvent[] | undefined {
  return (data as { tracking?: DataLayerEvent[] } | null | undefined)?.tracking;
}
