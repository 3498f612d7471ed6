import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import subsetFont from "subset-font";
import { faceFiles } from "../../app/brand/face.server.ts";
import { brandSchema } from "../../app/brand/schema.ts";

const root = join(import.meta.dirname, "../..");
export const brandFolder = (brand: string) => join(root, "brands", brand);

/** Every letter in the texts of these languages, and what keyboards have. */
function lettersOf(languages: readonly string[]): string {
  const keyboard = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join("");
  const texts = languages.flatMap((language) => {
    const folder = join(root, "locales", language);
    const written = readdirSync(folder).map((file) => readFileSync(join(folder, file), "utf8"));
    return written.flatMap((text) => [text, text.toLocaleUpperCase(language)]);
  });
  return [...new Set(keyboard + texts.join(""))].sort().join("");
}

/** A brand's face by the names of its files, taken out of the font that its brand.json names; with its licence. */
export async function facesOf(brand: string): Promise<Map<string, Buffer>> {
  const { face, availableLanguages } = brandSchema.parse(
    JSON.parse(readFileSync(join(brandFolder(brand), "brand.json"), "utf8")),
  );
  const files = new Map<string, Buffer>();
  if (!face) return files;
  const font = join(root, "node_modules/@fontsource", face.font);
  const letters = [...lettersOf(availableLanguages)];
  for (const { name, subset, has } of faceFiles) {
    const wanted = letters.filter(has).join("");
    if (wanted === "") continue;
    const whole = readFileSync(join(font, "files", `${face.font}-${subset}-${face.weight}-normal.woff2`));
    const options = { targetFormat: "woff2", noHinting: true, keepFeatures: ["kern"] } as const;
    files.set(name, await subsetFont(whole, wanted, options));
  }
  return files.set("face-license.txt", readFileSync(join(font, "LICENSE")));
}
