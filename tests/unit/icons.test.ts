import { readFileSync } from "node:fs";
import { inflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { icons } from "../../tools/draw-icons.ts";

/** The pixels: how well they are packed is the machine's business. */
function pixelsOf(file: Buffer): string {
  const start = file.indexOf("IDAT");
  return inflateSync(file.subarray(start + 4, start + 4 + file.readUInt32BE(start - 4))).toString("hex");
}

test.each(Object.entries(icons))("%s is what `npm run icons` draws", (name, drawn) => {
  const kept = readFileSync(new URL(`../../public/${name}`, import.meta.url));
  expect(pixelsOf(kept)).toBe(pixelsOf(drawn));
});
