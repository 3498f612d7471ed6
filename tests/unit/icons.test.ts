import { readFileSync } from "node:fs";
import { constants, inflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { iconRows } from "#app/brand/manifest.server.ts";
import { icons } from "../../tools/draw-icons.ts";
import { brands } from "../support/brands.ts";

/** The pixels: how well they are packed is the machine's business. */
function pixelsOf(file: Buffer): string {
  const start = file.indexOf("IDAT");
  return inflateSync(file.subarray(start + 4, start + 4 + file.readUInt32BE(start - 4))).toString("hex");
}

test.each(Object.entries(icons))("%s is what `npm run icons` draws", (name, drawn) => {
  const kept = readFileSync(new URL(`../../public/${name}`, import.meta.url));
  expect(pixelsOf(kept)).toBe(pixelsOf(drawn));
});

test.each(brands)("the icons of $slug: sizes, and a maskable one to its corners", ({ slug }) => {
  const read = (name: string) => readFileSync(new URL(`../../brands/${slug}/${name}`, import.meta.url));
  for (const { name, size, purpose } of iconRows) {
    const png = read(`${name}.png`);
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([size, size]);
    if (purpose !== "maskable") continue;
    const start = png.indexOf("IDAT") + 4;
    const part = png.subarray(start, start + png.readUInt32BE(start - 8));
    const pixels = inflateSync(part, { finishFlush: constants.Z_SYNC_FLUSH });
    const corner = `#${pixels.subarray(1, 4).toString("hex")}`;
    expect(read("favicon.svg").toString()).toContain(`fill="${corner}"`);
  }
});
