import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { faceCss, mostFaceBytes } from "#app/brand/face.server.ts";
import { brandFolder, facesOf } from "../../tools/build/faces.ts";
import { brands } from "../support/brands.ts";

test.each(brands)(
  "the face of $slug has the letters of today's texts, a licence, and few bytes",
  async ({ slug, languages }) => {
    const made = await facesOf(slug);
    const kept = readdirSync(brandFolder(slug)).filter((name) => name.startsWith("face"));
    expect(kept.sort(), "npm run faces").toEqual([...made.keys()].sort());
    expect(made.has("face-turkish.woff2")).toBe(languages.includes("tr"));
    const fonts = kept.filter((name) => name.endsWith(".woff2"));
    for (const name of fonts)
      expect(
        readFileSync(join(brandFolder(slug), name)).equals(made.get(name) ?? Buffer.of()),
        "npm run faces",
      ).toBe(true);
    const bytes = fonts.reduce((sum, name) => sum + (made.get(name)?.length ?? 0), 0);
    expect(bytes).toBeLessThanOrEqual(mostFaceBytes);
    expect(made.get("face-license.txt")?.toString()).toContain("SIL OPEN FONT LICENSE");
  },
);

test("a face is optional, so that nothing moves; a brand without one has no rule", () => {
  const css = faceCss({ "face.woff2": "/brands/x/face.1.woff2" });
  expect(css).toContain("src:url(/brands/x/face.1.woff2)");
  expect(css?.match(/font-display:optional/g)).toHaveLength(1);
  expect(faceCss({})).toBeUndefined();
});
