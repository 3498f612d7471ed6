import { existsSync } from "node:fs";
import puppeteer, { type BrowserContext, type Page } from "puppeteer-core";
import { type Engine, placeOf, stepLimitMs, type Visitor } from "./visitor.ts";

const executablePath = ["/usr/bin/firefox-esr", "/usr/bin/firefox"].find(existsSync);

/**
 * What Firefox says of a fetch's answer, and of a font, whose page is left before its end is read, as a redirect is followed
 * or a page is loaded anew. Nothing is lost; to wait for that end would cost every customer a tenth of a second per form.
 */
const leftEarly = /Error in input stream|downloadable font: .* status=2152398850/;

/** Playwright's Firefox is one of its own; Puppeteer drives the one that customers have. */
export const firefox: Engine = {
  name: "Firefox",
  missing: executablePath ? undefined : "firefox-esr is not installed",
  async launch(origin, { scripts }) {
    const browser = await puppeteer.launch({
      browser: "firefox",
      executablePath: executablePath ?? "",
      // What a test evaluates runs all the same.
      extraPrefsFirefox: { "javascript.enabled": scripts },
      defaultViewport: { width: 360, height: 740 },
      protocolTimeout: stepLimitMs,
    });
    let context: BrowserContext | undefined;
    let page: Page;
    let errors: string[] = [];
    async function forget() {
      await context?.close();
      context = await browser.createBrowserContext();
      page = await context.newPage();
      // Of this page: what the last one says as it is closed comes late.
      const said: string[] = [];
      errors = said;
      page.on("console", (message) => message.type() === "error" && said.push(message.text()));
      page.on("pageerror", (error) => leftEarly.test(String(error)) || said.push(String(error)));
    }
    await forget();
    const run: Visitor["run"] = async (fn, ...given) => (await page.evaluate(fn as never, ...given)) as never;
    return {
      forget,
      run,
      goto: (path) => page.goto(new URL(path, origin).href),
      reload: () => page.reload(),
      back: () => page.evaluate(() => history.back()),
      async press(selector, times = 1) {
        const { x, y } = await placeOf({ run }, selector);
        await page.mouse.click(x, y, { count: times });
      },
      async enter(selector) {
        await page.focus(selector);
        await page.keyboard.press("Enter");
      },
      async attach(selector, file) {
        const input = await page.$(selector);
        await (input as Awaited<ReturnType<typeof page.$<"input">>>)?.uploadFile(file);
      },
      errors: () => errors,
      close: () => browser.close(),
    };
  },
};
