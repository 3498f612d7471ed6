import type { Page } from "@playwright/test";
import type { DataLayerEvent } from "#app/tracking/catalogue.ts";
import { expect, test } from "../support/test.ts";

let counter = 0;
/** A token of this scenario with a state of its own, to be found again in whatever is sent. */
export const fresh = (scenario: string) =>
  `${scenario}~track-${process.pid}-${test.info().workerIndex}-${counter++}`;

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
      (window as unknown as { recordEvents: (pushed: unknown[]) => void }).recordEvents(pushed);
      return push(...pushed);
    };
    Object.assign(window, { [layer]: queue });
  }, layer);
  return events;
}
export const ids = (events: DataLayerEvent[]) => events.map(({ event }) => event);

export async function fill(page: Page, fields: Record<string, string>) {
  for (const [name, value] of Object.entries(fields)) {
    const field = page.locator(`main [name="${name}"]`);
    const kind = await field.first().evaluate((one) => (one as HTMLInputElement).type);
    if (kind === "radio") await page.locator(`main [name="${name}"][value="${value}"]`).check();
    else if (kind === "checkbox") await field.check();
    else if (kind === "select-one") await field.selectOption(value);
    else await field.fill(value);
  }
}
export const main = (page: Page) => page.locator("main");
export const expectPage = (page: Page, name: string) => expect(main(page)).toHaveAttribute("data-page", name);
