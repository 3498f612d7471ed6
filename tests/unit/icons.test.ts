import { existsSync, readFileSync } from "node:fs";
import { constants, inflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { iconRows } from "#app/brand/manifest.server.ts";
import { brands } from "../support/brands.ts";

test("the icons that browsers request without a link: their sizes", () => {
  const read = (name: string) => readFileSync(new URL(`../../public/${name}`, import.meta.url));
  expect(read("apple-touch-icon.png").readUInt32BE(16)).toBe(180);
  const favicon = read("favicon.ico");
  // One picture, and its offset.
  expect([favicon.readUInt16LE(4), favicon[6], favicon[7], favicon.readUInt32LE(18)]).toEqual([
    1, 32, 32, 22,
  ]);
  expect(favicon.readUInt32BE(22 + 16)).toBe(32);
});

test.each(brands)("the icons of $slug, if any: sizes, and a maskable one to its corners", ({ slug }) => {
  const place = (name: string) => new URL(`../../brands/${slug}/${name}`, import.meta.url);
  const read = (name: string) => readFileSync(place(name));
  for (const { name, size, purpose } of iconRows) {
    if (!existsSync(place(`${name}.png`))) continue;
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

test.each(brands)(
  "the icons in pages of $slug keep their dots, lines too short to be seen without ends",
  ({ slug }) => {
    const theme = readFileSync(new URL(`../../brands/${slug}/theme.css`, import.meta.url), "utf8");
    expect([...theme.matchAll(/--icon-ends: (\w+)/g)].map(([, ends]) => ends)).not.toContain("butt");
  },
);
