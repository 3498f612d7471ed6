import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { flatten, type TextTree } from "#app/i18n/translation.ts";
import { isProse, readability } from "../support/readability.ts";

// Run this file alone, and it prints the index of each text. 12 is what a newspaper for everybody has.
const hardest = 12;

const german = readdirSync("locales/de").flatMap((file) =>
  Object.entries(flatten(JSON.parse(readFileSync(`locales/de/${file}`, "utf8")) as TextTree)).map(
    ([key, text]) => ({ key: `${file.replace(".json", "")}:${key}`, text }),
  ),
);
const prose = german
  .filter(({ text }) => isProse(text))
  .map((one) => ({ ...one, index: Number(readability(one.text).toFixed(1)) }));

test.each(prose)("$key: $index", ({ index }) => expect(index).toBeLessThanOrEqual(hardest));

test("the formula tells an easy text from a difficult one", () => {
  expect(readability("Der Hund ist alt. Er hat kein Haus.")).toBeLessThan(1);
  expect(
    readability(
      "Voraussetzungen rechtsgeschäftlicher Vertragsbeendigungen ergeben sich aus Geschäftsbedingungen.",
    ),
  ).toBeGreaterThan(20);
});
