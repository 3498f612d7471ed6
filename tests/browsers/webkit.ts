import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, globSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { Builder, By, Capabilities, Key } from "selenium-webdriver";
import { freePort } from "../support/free-port.ts";
import { type Engine, placeOf, type Visitor } from "./visitor.ts";

const [binary] = globSync("/usr/{lib,libexec}/{,*/}webkit2gtk-4*/MiniBrowser");
const driverProgram = "/usr/bin/WebKitWebDriver";
const screenProgram = "/usr/bin/Xvfb";

/** WebKit as GTK has it, by WebDriver. It needs a screen, which Xvfb plays. */
export const webkit: Engine = {
  name: "WebKit",
  missing:
    [driverProgram, screenProgram].every(existsSync) && binary
      ? undefined
      : "webkit2gtk-driver or xvfb is not installed",
  async launch(origin, { scripts }) {
    const children: ChildProcess[] = [];
    const killWithUs = () => {
      for (const child of children) child.kill("SIGKILL");
    };
    process.once("exit", killWithUs);
    const screen = spawn(
      screenProgram,
      ["-displayfd", "1", "-screen", "0", "800x900x24", "-nolisten", "tcp"],
      { stdio: ["ignore", "pipe", "ignore"] },
    );
    children.push(screen);
    const [number] = await once(screen.stdout, "data");
    const port = await freePort();
    const env = { ...process.env, DISPLAY: `:${String(number).trim()}` };
    children.push(spawn(driverProgram, [`--port=${port}`], { env, stdio: "ignore" }));
    const server = `http://127.0.0.1:${port}`;
    while (!(await fetch(`${server}/status`).catch(() => undefined))) await wait(50);

    const args = ["--automation", ...(scripts ? [] : ["--enable-javascript-markup=false"])];
    const browser = await new Builder()
      .usingServer(server)
      .withCapabilities(
        new Capabilities({ browserName: "MiniBrowser", "webkitgtk:browserOptions": { binary, args } }),
      )
      .build();
    const run: Visitor["run"] = (fn, ...given) =>
      browser.executeScript(`return (${fn})(...arguments)`, ...given);
    return {
      run,
      goto: (path) => browser.get(new URL(path, origin).href),
      reload: () => browser.navigate().refresh(),
      back: () => browser.navigate().back(),
      async press(selector, times = 1) {
        await placeOf({ run }, selector);
        const element = await browser.findElement(By.css(selector));
        // Before it has drawn the page, it loses what is pressed: in the first test, its window may not be there yet.
        await browser.executeAsyncScript(
          `const [element, drawn] = arguments;
          requestAnimationFrame(() => requestAnimationFrame(drawn));`,
          element,
        );
        const actions = browser.actions().move({ origin: element });
        for (let at = 0; at < times; at++) actions.press().release();
        await actions.perform();
      },
      enter: async (selector) => browser.findElement(By.css(selector)).sendKeys(Key.ENTER),
      attach: async (selector, file) => browser.findElement(By.css(selector)).sendKeys(file),
      // Its driver does not tell.
      errors: () => [],
      forget: () => browser.manage().deleteAllCookies(),
      async close() {
        await browser.quit().catch(() => undefined);
        for (const child of children.reverse()) {
          const gone = once(child, "exit");
          if (child.kill()) await gone;
        }
        process.off("exit", killWithUs);
      },
    };
  },
};
