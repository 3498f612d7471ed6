import { useEffect } from "react";
import { useActionData } from "react-router";
import type { DataLayerEvent } from "./catalogue.ts";
import { trackedEvents } from "./tracked-events.ts";

const seenLayers = new WeakSet<DataLayerEvent[]>();
/** The document itself pushes the events of its page; React only adds those of later responses. */
let isInDocument = true;

/** Looked up every time, because giving or withdrawing consent replaces the layer. */
export function push(layer: string, events: DataLayerEvent[]): void {
  // eslint-disable-next-line house/no-cast -- the layer has the name that its brand gives it
  const page = window as unknown as Record<string, DataLayerEvent[] | undefined>;
  const queue = page[layer] ?? [];
  page[layer] = queue;
  queue.push(...events);
}

/**
 * Pushes the events of a response that is shown in place, once.
 * @param layer name of the brand's data layer, if it has one
 * @param ofState events of an error state
 */
export function usePageEvents(layer: string | undefined, ofState: DataLayerEvent[] | undefined): void {
  const ofAnswer = trackedEvents(useActionData());
  useEffect(() => {
    for (const events of [ofAnswer, ofState]) {
      if (layer && events && !isInDocument && !seenLayers.has(events)) push(layer, events);
      if (events) seenLayers.add(events);
    }
    isInDocument = false;
  }, [layer, ofAnswer, ofState]);
}
