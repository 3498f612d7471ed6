import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { iconRows } from "../../app/brand/manifest.server.ts";
import { launchOptions } from "../../e2e/support/chromium.ts";
import { calledWith } from "../usage.ts";

calledWith("npm run icons    draws the icons that browsers request without a link, and the brands'", {});

const signalBars = `<svg viewBox="0 0 100 100" fill="#fff"><path d="M24 58h14v18H24zM43 42h14v34H43zM62 26h14v50H62z"/></svg>`;
const signalBackground = "#24405c";

const browser = await chromium.launch(launchOptions);
const page = await browser.newPage();

/** @param share of the square that the picture fills, on this background */
async function draw(svg: string, size: number, share = 1, background = "none"): Promise<Buffer> {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(
    `<style>body{margin:0;display:grid;place-items:center;height:100vh;background:${background}}svg{width:${100 * share}%}</style>${svg}`,
  );
  return page.screenshot({ omitBackground: background === "none" });
}

/** An icon file with one picture, which may be a PNG. */
function ico(picture: Buffer, size: number): Buffer {
  const header = Buffer.alloc(22);
  header.set([0, 0, 1, 0, 1, 0, size, size, 0, 0, 1, 0, 24, 0]);
  header.writeUInt32LE(picture.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, picture]);
}

const folder = (name: string) => join(import.meta.dirname, "../..", name);
const signal = (size: number) => draw(signalBars, size, 1, signalBackground);
writeFileSync(join(folder("public"), "favicon.ico"), ico(await signal(32), 32));
writeFileSync(join(folder("public"), "apple-touch-icon.png"), await signal(180));

for (const brand of readdirSync(folder("brands"))) {
  const own = join(folder("brands"), brand);
  const svg = readFileSync(join(own, "favicon.svg"), "utf8");
  const background = /<rect[^>]* fill="(#\w+)"/.exec(svg)?.[1] ?? "#fff";
  for (const { name, size, purpose } of iconRows) {
    // A maskable icon fills its square, with the picture clear of the edge.
    const picture = purpose === "maskable" ? draw(svg, size, 0.8, background) : draw(svg, size);
    writeFileSync(join(own, `${name}.png`), await picture);
  }
}
await browser.close();
