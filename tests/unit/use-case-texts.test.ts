import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { offerUseCases, type UseCaseRow, useCases } from "#app/domain/use-cases.ts";
import { flatten } from "#app/i18n/translation.ts";
import deUseCases from "#locales/de/use-cases.json";

const page = readFileSync("docs/use-cases.md", "utf8");
const rowsIn = (heading: string) =>
  (page.split(`## ${heading}\n`)[1]?.split("\n## ")[0] ?? "")
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .map((line) => line.replace(/ +\|/g, " |"));

test("the list for testers has every use case with its wordings, in the order in which they are looked up", () => {
  const expected = offerUseCases.map((useCase) => {
    const { wordings = [] }: UseCaseRow = useCases[useCase];
    const own = Object.hasOwn(deUseCases, useCase) ? [useCase] : [];
    return `| \`demo-${useCase}\` | ${[...own, ...wordings].join(", ") || "–"} |`;
  });
  expect(rowsIn("Wordings of a use case")).toEqual(expected);
});

test("the list for testers has every text that a wording replaces", () => {
  const expected = Object.entries(deUseCases).flatMap(([wording, { offer }]) =>
    Object.entries(flatten(offer)).map(([key, text]) => `| \`${wording}\` | \`${key}\` | ${text} |`),
  );
  expect(rowsIn("Texts of a wording")).toEqual(expected);
});
