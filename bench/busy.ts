import { type BrowserContext, chromium, type Page } from "@playwright/test";
import { launchOptions, phoneUserAgent } from "../e2e/support/chromium.ts";
import { fill } from "../e2e/support/page.ts";
import { fresh } from "../tests/support/fresh.ts";
import { entered } from "../tests/support/offer.ts";
import { startPortal } from "../tests/support/portal.ts";

/**
 * How long a button pressed on a slow phone (CPU × 4) looks as if it had not been: from the click to the frame that shows
 * it busy, beside a bare page whose script does nothing but set the attribute. `npm run bench:busy -- 20`
 */
const rounds = Number(process.argv[2] ?? 10);
const slowdown = 4;
const bare = `<!DOCTYPE html><meta name="viewport" content="width=device-width"><main><form method="post"><button>Weiter</button></form></main>
<script>document.forms[0].onsubmit=e=>{e.preventDefault();e.submitter.ariaBusy="true"};performance.mark("hydrated")</script>`;

/** An offer whose first steps are done. */
async function openStep(page: Page, step: "meine-daten" | "zusammenfassung") {
  const { personalData, idData, directDebit } = entered;
  const base = `/angebot/${fresh("demo")}`;
  await page.request.get(base);
  if (step === "zusammenfassung")
    for (const [path, form] of Object.entries({
      "meine-daten": personalData,
      ausweisdaten: idData,
      zahlung: directDebit,
    }))
      await page.request.post(`${base}/${path}`, { form, maxRedirects: 0 });
  await page.goto(`${base}/${step}`);
}

/** Each opens its page, ready to be sent. */
const pages: Record<string, (page: Page) => Promise<void>> = {
  "bare page": async (page) => {
    await page.route("**/bare", (route) => route.fulfill({ contentType: "text/html", body: bare }));
    await page.goto("/bare");
  },
  termination: async (page) => {
    await page.goto("/kuendigung?brand=blau");
    await fill(page, { firstName: "Ada", lastName: "Muster", contractNumber: "V-1", email: "a@example.com" });
  },
  "personal data": async (page) => {
    await openStep(page, "meine-daten");
    await fill(page, entered.personalData);
  },
  summary: (page) => openStep(page, "zusammenfassung"),
};

type Seen = Record<"pressed" | "set" | "shown", number>;
declare global {
  interface Window {
    seen: Seen;
  }
}

async function press(context: BrowserContext, open: (page: Page) => Promise<void>) {
  const page = await context.newPage();
  await open(page);
  await page.waitForFunction(() => performance.getEntriesByName("hydrated").length > 0);
  // The answer never comes: what is measured is over before.
  await page.route("**", (route) => (route.request().method() === "POST" ? undefined : route.continue()));
  const button = page.locator('main form[method="post"] button').last();
  await button.scrollIntoViewIfNeeded();
  await page.evaluate(() => {
    const seen: Seen = { pressed: 0, set: 0, shown: 0 };
    window.seen = seen;
    new MutationObserver(() => {
      seen.set ||= performance.now();
    }).observe(document, { subtree: true, attributeFilter: ["aria-busy"] });
    // An event's duration is that until the frame after its handlers; under 16 ms there is no entry, and 16 count.
    addEventListener(
      "click",
      ({ timeStamp }) => {
        setTimeout(() => {
          if (!seen.shown)
            Object.assign(seen, { pressed: timeStamp, shown: Math.max(timeStamp + 16, seen.set) });
        }, 2000);
      },
      true,
    );
    new PerformanceObserver((list) => {
      for (const { name, startTime, duration } of list.getEntries())
        if (name === "click") Object.assign(seen, { pressed: startTime, shown: startTime + duration });
    }).observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
  });
  const devtools = await context.newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  await button.click();
  const seen = await page.waitForFunction(() => {
    const { seen } = window;
    return seen.set > 0 && seen.shown >= seen.set && seen;
  });
  const { pressed, set, shown } = (await seen.jsonValue()) as Seen;
  await page.close();
  return { set: set - pressed, shown: shown - pressed };
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const portal = await startPortal({ LOG_LEVEL: "error", RATE_LIMIT_PER_MINUTE: "1000000" });
const browser = await chromium.launch(launchOptions);
try {
  const context = await browser.newContext({
    baseURL: portal.origin,
    viewport: { width: 360, height: 740 },
    isMobile: true,
    hasTouch: true,
    locale: "de-DE",
    userAgent: phoneUserAgent,
  });
  const results = Object.entries(pages).map(([name, open]) => ({
    name,
    open,
    times: [] as { set: number; shown: number }[],
  }));
  // In turns: what else the machine does meets all pages alike. The first round warms up.
  for (let round = 0; round <= rounds; round++)
    for (const { open, times } of results) {
      const time = await press(context, open);
      if (round > 0) times.push(time);
    }
  const of = (times: { set: number; shown: number }[], name: "set" | "shown") =>
    median(times.map((time) => time[name]));
  const reference = of(results[0]?.times ?? [], "shown");
  console.table(
    Object.fromEntries(
      results.map(({ name, times }) => [
        name,
        {
          "set after ms": Math.round(of(times, "set")),
          "shown after ms": Math.round(of(times, "shown")),
          "to the bare page": (of(times, "shown") / reference).toFixed(1),
        },
      ]),
    ),
  );
} finally {
  await browser.close();
  await portal.stop();
}
