import type { Page } from "@playwright/test";
import type { DataLayerEvent } from "#app/tracking/catalogue.ts";

/** A journey, and all events that it pushes, in order. */
export interface Flow {
  name: string;
  run: (page: Page) => Promise<unknown>;
  expected: DataLayerEvent[];
}

/** A page that pushes one event as it is opened. */
export interface Visit {
  path: () => string;
  expected: DataLayerEvent;
}

export const common = { application: "permissions", customerLoginStatus: "no" } as const;

/**
 * Every push to the layer, across all documents of the page, in order.
 * @param counts whether those of a document at this path do
 */
export async function record(
  page: Page,
  layer = "o2DataLayer",
  counts: (pathname: string) => boolean = () => true,
): Promise<DataLayerEvent[]> {
  const events: DataLayerEvent[] = [];
  await page.exposeBinding("recordEvents", ({ frame }, pushed: DataLayerEvent[]) => {
    if (counts(new URL(frame.url()).pathname)) events.push(...pushed);
  });
  await page.addInitScript((layer) => {
    const queue: unknown[] = [];
    const push = queue.push.bind(queue);
    queue.push = (...pushed) => {
      (window as typeof window & { recordEvents: (pushed: unknown[]) => void }).recordEvents(pushed);
      return push(...pushed);
    };
    Object.assign(window, { [layer]: queue });
  }, layer);
  return events;
}
export const ids = (events: DataLayerEvent[]) => events.map(({ event }) => event);
