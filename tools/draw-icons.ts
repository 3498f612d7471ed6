import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { crc32, deflateSync } from "node:zlib";
import { iconRows } from "../app/brand/manifest.server.ts";

// `npm run icons`: those that browsers request without a link, signal bars in neutral colours, and the brands'.
const background = [36, 64, 92];
const bars = [
  { left: 0.24, top: 0.58 },
  { left: 0.43, top: 0.42 },
  { left: 0.62, top: 0.26 },
];
const bar = { width: 0.14, bottom: 0.76 };
const samples = 4;

function isBar(x: number, y: number): boolean {
  return bars.some(({ left, top }) => x >= left && x < left + bar.width && y >= top && y < bar.bottom);
}

/** Red, green and blue of one pixel: the mean of its samples. */
function pixel(column: number, row: number, size: number): number[] {
  let white = 0;
  for (let at = 0; at < samples ** 2; at++) {
    const x = (column + ((at % samples) + 0.5) / samples) / size;
    const y = (row + (Math.floor(at / samples) + 0.5) / samples) / size;
    if (isBar(x, y)) white += 1 / samples ** 2;
  }
  return background.map((shade) => Math.round(shade + (255 - shade) * white));
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length);
  frame.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)]);
}

function png(size: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size);
  header.writeUInt32BE(size, 4);
  header.set([8, 2], 8);
  const rows = Array.from({ length: size }, (_, row) => [
    0,
    ...Array.from({ length: size }, (_, column) => pixel(column, row, size)).flat(),
  ]);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const data = deflateSync(Buffer.from(rows.flat()), { level: 9 });
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", data),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** An icon file with one picture, which may be a PNG. */
function ico(size: number): Buffer {
  const picture = png(size);
  const header = Buffer.alloc(22);
  header.set([0, 0, 1, 0, 1, 0, size, size, 0, 0, 1, 0, 24, 0]);
  header.writeUInt32LE(picture.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, picture]);
}

/** The files of `public/` by name. */
export const icons = { "favicon.ico": ico(32), "apple-touch-icon.png": png(180) };

/** Paints a brand's favicon as its manifest wants it; a maskable one fills its square and keeps clear of the edge. */
async function drawBrandIcons() {
  const { chromium } = await import("@playwright/test");
  const { launchOptions } = await import("../e2e/support/chromium.ts");
  const browser = await chromium.launch(launchOptions);
  const page = await browser.newPage();
  const folder = join(import.meta.dirname, "../brands");
  for (const brand of readdirSync(folder)) {
    const svg = readFileSync(join(folder, brand, "favicon.svg"), "utf8");
    const background = /<rect[^>]* fill="(#\w+)"/.exec(svg)?.[1] ?? "#fff";
    for (const { name, size, purpose } of iconRows) {
      const [fill, share] = purpose === "maskable" ? [background, 0.8] : ["none", 1];
      await page.setViewportSize({ width: size, height: size });
      await page.setContent(
        `<style>body{margin:0;display:grid;place-items:center;height:100vh;background:${fill}}svg{width:${100 * share}%}</style>${svg}`,
      );
      await page.screenshot({ path: join(folder, brand, `${name}.png`), omitBackground: fill === "none" });
    }
  }
  await browser.close();
}

if (import.meta.main) {
  for (const [name, picture] of Object.entries(icons))
    writeFileSync(join(import.meta.dirname, "../public", name), picture);
  await drawBrandIcons();
}
