import { useEffect } from "react";
import { useActionData, useLocation, useMatches } from "react-router";
import type { DataLayerEvent } from "./catalogue.ts";
import { trackedEvents } from "./tracked-events.ts";

const pushed = new WeakSet<DataLayerEvent[]>();
/** The page whose events were pushed last; undefined until hydration. */
let last: { path: string; ids: string } | undefined;

/** Looked up every time, because giving or withdrawing consent replaces the layer. */
export function push(layer: string, events: DataLayerEvent[]): void {
  const page = window as unknown as Record<string, DataLayerEvent[] | undefined>;
  const queue = page[layer] ?? [];
  page[layer] = queue;
  queue.push(...events);
}

/**
 * Pushes a page's events once after a client-side navigation: neither those already in the document nor, after a
 * revalidation, the same again.
 * @param layer name of the brand's data layer, if it has one
 * @param ofState events of an error state
 */
export function usePageEvents(layer: string | undefined, ofState: DataLayerEvent[] | undefined): void {
  const { pathname } = useLocation();
  const ofPage = trackedEvents(useMatches().at(-1)?.loaderData);
  const ofAnswer = trackedEvents(useActionData());
  useEffect(() => {
    const page = { path: pathname, ids: (ofPage ?? []).map(({ event }) => event).join() };
    const isNewPage = last !== undefined && (last.path !== page.path || last.ids !== page.ids);
    const others = last && [ofAnswer, ofState];
    for (const events of [isNewPage ? ofPage : undefined, ...(others ?? [])])
      if (layer && events && !pushed.has(events)) push(layer, events);
    for (const events of [ofPage, ofAnswer, ofState]) if (events) pushed.add(events);
    last = page;
  }, [layer, pathname, ofPage, ofAnswer, ofState]);
}
