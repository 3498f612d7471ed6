import { isRecord } from "#app/domain/is-record.ts";
import type { DataLayerEvent } from "./catalogue.ts";

/** Events in loader data, action data or an error state's page. */
export function trackedEvents(data: unknown): DataLayerEvent[] | undefined {
  return isRecord(data) && Array.isArray(data.tracking) ? data.tracking : undefined;
}
