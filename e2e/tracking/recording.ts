import type { Page } from "@playwright/test";
import type { DataLayerEvent } from "#app/tracking/catalogue.ts";

/** What leads to events, and the events as a whole, in their order. */
export interface Flow {
  name: string;
  does: (page: Page) => Promise<unknown>;
  tells: DataLayerEvent[];
}

export const common = { application: "permissions", customerLoginStatus: "no" } as const;

/** Every push to the layer, over all documents of the page, in their order. */
export async function record(page: Page, layer = "o2DataLayer"): Promise<DataLayerEvent[]> {
  const events: DataLayerEvent[] = [];
  await page.exposeBinding("recordEvents", (_, pushed: DataLayerEvent[]) => events.push(...pushed));
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
