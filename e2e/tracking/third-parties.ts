import type { BrowserContext, Page, Request } from "@playwright/test";

/** What a page sends to others than the portal: a request as a whole, its headers with it. */
interface Sent {
  /** Last part of the path: which of the stand-ins it is, or `collect`, to which they report. */
  to: string;
  /** Name of the reported event. */
  event: string | undefined;
  all: string;
}

const isOutside = (request: Request) => new URL(request.url()).hostname === "127.0.0.1";

/** Every request of the page that leaves the portal, as it grows. Wait for `settled` before the last look. */
export function listen(from: Page | BrowserContext) {
  const sent: Sent[] = [];
  const reading: Promise<void>[] = [];
  const read = async (request: Request) => {
    const url = new URL(request.url());
    const event = url.searchParams.get("event");
    const one: Sent = {
      to: url.pathname.split("/").at(-1) ?? "",
      event: event ? JSON.parse(event).event : undefined,
      all: `${url.href.replaceAll("+", " ")}\n${request.postData()}`,
    };
    sent.push(one);
    // A page that is left takes the headers of its last requests with it.
    const headers = await request.allHeaders().catch(() => request.headers());
    one.all += `\n${JSON.stringify(headers)}`;
  };
  (from as Page).on("request", (request) => isOutside(request) && reading.push(read(request)));
  return {
    sent,
    asked: () => sent.map(({ to }) => to),
    reported: () => sent.flatMap(({ event }) => event ?? []),
    settled: () => Promise.all(reading),
  };
}

/** Resolves when the page has asked for all that it loads by itself once it is painted. */
export async function askedForAll(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
  await page.evaluate(
    () =>
      new Promise((done) =>
        requestAnimationFrame(() => setTimeout(() => requestIdleCallback(done, { timeout: 1000 }))),
      ),
  );
}

/** Resolves when the consent tool knows the customer's answer, and has started what that allows. */
export async function consentToolRuns(page: Page): Promise<void> {
  await page.waitForFunction(() => "UC_UI" in window);
  await askedForAll(page);
}
