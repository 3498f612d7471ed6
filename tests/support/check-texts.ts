import { globSync, readdirSync, readFileSync } from "node:fs";
import { join, matchesGlob } from "node:path";
import { findKeys, runLinter } from "i18next-cli";
import { languageCodes } from "#app/domain/languages.ts";
import { type UseCaseRow, useCases } from "#app/domain/use-cases.ts";
import { type Bundle, flatten, type TextTree } from "#app/i18n/translation.ts";
import i18nextConfig from "../../i18next.config.ts";
import { languageProblems } from "./language-conventions.ts";

/** The source of all keys; the others translate it. */
const sourceLanguage = "de";
const useCaseFile = "use-cases";

/** Texts of a language by file, `offer` → `payment.title` → text. */
export type Catalogue = Map<string, Map<string, Bundle>>;
export interface BrandTexts {
  slug: string;
  availableLanguages: string[];
  address?: string;
  texts: Record<string, Record<string, TextTree>>;
}

/** `payment_one` → `payment`; undefined for a key that is no plural form. */
const pluralBase = (key: string) => /^(.+)_(?:zero|one|two|few|many|other)$/.exec(key)?.[1];

/** What is between double braces, format included, each once, in order of the alphabet. */
export function placeholders(text: string): string[] {
  return [...new Set([...text.matchAll(/\{\{\s*([^{}]+?)\s*\}\}/g)].map(([, name = ""]) => name))].sort();
}

/** Typographic mistakes in a text. */
export function styleProblems(text: string): string[] {
  const rules: [boolean, string][] = [
    [text.trim() === "", "is empty"],
    [text !== text.trim() && text.trim() !== "", "begins or ends with a blank"],
    [/ {2}|\n/.test(text), "has two blanks or a line break in a row"],
    [/["']/.test(text), "has straight quotes: use „…“, “…” or ’"],
    [text.includes("..."), "has three dots: use …"],
    [/[\p{L}\d)] [,.;:!?](?:\s|$)/u.test(text), "has a blank before a punctuation mark"],
    [/\{(?!\{)[^{}]*\}(?!\})|\{\{[^}]*$/.test(text), "has a broken placeholder"],
  ];
  return rules.filter(([wrong]) => wrong).map(([, message]) => message);
}

/** What is wrong with one text on its own; a label that the product decisions specify is as it is. */
function textProblems(language: string, key: string, text: string): string[] {
  return [
    ...styleProblems(text),
    ...(key === "rejection.submit" ? [] : languageProblems(language, text, key)),
  ];
}

const without = (some: string[], others: string[]) => some.filter((one) => !others.includes(one));

/** The German text that a translation or override replaces. */
function originalOf(german: Bundle | undefined, key: string): string | undefined {
  const base = pluralBase(key);
  return german?.[key] ?? (base === undefined ? undefined : german?.[`${base}_other`]);
}

function comparePlaceholders(at: string, key: string, text: string, original: string | undefined): string[] {
  if (original === undefined) return [];
  const wanted = placeholders(original);
  const given = placeholders(text);
  // The singular may leave its number out: "one month".
  const optional = pluralBase(key) === undefined ? [] : ["count, number"];
  const off = without([...without(wanted, given), ...without(given, wanted)], optional);
  return off.length === 0 ? [] : [`${at}: ${key} differs from German in {{${off.join("}}, {{")}}}`];
}

/** What German has and the language lacks. */
function findUntranslated(catalogue: Catalogue, language: string): string[] {
  const files = catalogue.get(language);
  return [...(catalogue.get(sourceLanguage) ?? [])].flatMap(([name, source]) => {
    const at = `locales/${language}/${name}.json`;
    const bundle = files?.get(name);
    if (!bundle) return [`${at} is missing`];
    return without(Object.keys(source), Object.keys(bundle)).map((key) => `${at}: ${key} is missing`);
  });
}

/**
 * Differences in keys and placeholders between German and the other languages, and typographic mistakes.
 * @param spoken the languages that have to be complete
 */
export function checkLanguages(catalogue: Catalogue, spoken: Iterable<string> = catalogue.keys()): string[] {
  const found = [...spoken].flatMap((language) => findUntranslated(catalogue, language));
  const german = catalogue.get(sourceLanguage) ?? new Map<string, Bundle>();
  for (const [language, files] of catalogue) {
    for (const [name, bundle] of files) {
      const source = german.get(name);
      const at = `locales/${language}/${name}.json`;
      if (!source) {
        found.push(`locales/${sourceLanguage}/${name}.json is missing`);
        continue;
      }
      const wanted = Object.keys(source);
      const given = Object.keys(bundle);
      found.push(...without(given, wanted).map((key) => `${at}: ${key} has no German source`));
      for (const [key, text] of Object.entries(bundle)) {
        found.push(...textProblems(language, key, text).map((problem) => `${at}: ${key} ${problem}`));
        found.push(...comparePlaceholders(at, key, text, originalOf(source, key)));
      }
    }
  }
  return found;
}

const shared = Object.values<UseCaseRow>(useCases).flatMap(({ wordings }) => wordings ?? []);
const useCaseNames = new Set<string>([...Object.keys(useCases), ...shared]);

/** An override needs an original, may omit its placeholders, but may not add any. */
function checkOverride(
  at: string,
  language: string,
  key: string,
  text: string,
  german: Bundle | undefined,
): string[] {
  const original = originalOf(german, key);
  if (original === undefined) return [`${at}: ${key} overrides nothing`];
  const added = without(placeholders(text), placeholders(original));
  return [...textProblems(language, key, text), ...added.map((name) => `has an unknown {{${name}}}`)].map(
    (problem) => `${at}: ${key} ${problem}`,
  );
}

export function checkOverrides(catalogue: Catalogue, brands: BrandTexts[]): string[] {
  const found: string[] = [];
  const german = catalogue.get(sourceLanguage) ?? new Map<string, Bundle>();
  for (const [language, files] of catalogue)
    for (const [path, text] of Object.entries(files.get(useCaseFile) ?? {})) {
      const [useCase = "", file = "", ...key] = path.split(".");
      const at = `locales/${language}/${useCaseFile}.json`;
      if (!useCaseNames.has(useCase)) found.push(`${at}: "${useCase}" is no use case`);
      else found.push(...checkOverride(`${at}, ${useCase}`, language, key.join("."), text, german.get(file)));
    }
  for (const { slug, availableLanguages, address, texts } of brands)
    for (const [language, files] of Object.entries(texts)) {
      const at = `brands/${slug}/texts.json, ${language}`;
      if (!availableLanguages.includes(language)) found.push(`${at}: the brand does not speak this language`);
      for (const [name, tree] of Object.entries(files)) {
        const [file = "", useCase] = name.split("@");
        if (useCase !== undefined && !useCaseNames.has(useCase))
          found.push(`${at}: "${useCase}" is no use case`);
        for (const [key, text] of Object.entries(flatten(tree)))
          found.push(
            ...checkOverride(`${at}, ${name}`, language, key, text, german.get(file)).filter(
              (problem) => address !== "du" || !problem.endsWith("does not say Sie"),
            ),
          );
      }
    }
  return found;
}

/** `branchTitle` is asked for as `${kind}Title`. */
const stem = (part: string) => part.replace(/(?:Title|Lead|Text|Hint)$/, "");

/** Plural forms that a call with `count` needs. Other missing keys do not compile. */
export function findMissingPlurals(german: Map<string, Bundle>, found: Set<string>): string[] {
  const isKnown = ([namespace = "", path = ""]: string[]) => german.get(namespace)?.[path] !== undefined;
  const missing = [...found].filter((key) => pluralBase(key) !== undefined && !isKnown(key.split(":")));
  return missing.map((key) => `${key} is missing`);
}

/** Keys without a call that i18next-cli can follow and, if addressed by data, without their words in the sources. */
export function findUnused(german: Map<string, Bundle>, found: Set<string>, sources: string): string[] {
  const usedWords = new Set(sources.match(/[\p{L}\d_-]+/gu));
  const byData = i18nextConfig.extract.preservePatterns ?? [];
  const isByData = (key: string) => byData.some((pattern) => matchesGlob(key, pattern));
  return [...german]
    .filter(([namespace]) => namespace !== useCaseFile)
    .flatMap(([namespace, texts]) => Object.keys(texts).map((key) => `${namespace}:${key}`))
    .filter((key) => !found.has(key))
    .filter((key) => {
      const base = pluralBase(key) ?? key;
      return (
        !isByData(base) ||
        !base.split(/[:.]/).every((part) => usedWords.has(part) || usedWords.has(stem(part)))
      );
    })
    .map((key) => `${key} is unused`);
}

const shownKeys = 3;

/** Keys that a file lacks as one line where they are many: an empty file lacks them all. */
function missingKeysTogether(problems: string[]): string[] {
  const keys = problems.flatMap((problem) => /^(\S+) is missing$/.exec(problem)?.[1] ?? []);
  if (keys.length <= shownKeys) return problems;
  return [
    `${keys.length} are missing: ${keys.slice(0, shownKeys).join(", ")}, …`,
    ...problems.filter((problem) => !/^\S+ is missing$/.test(problem)),
  ];
}

/** One line for each problem, below the file that it is in. */
export function listByFile(problems: string[]): string {
  const byFile = Map.groupBy(problems, (problem) => /^[^:,\s]+/.exec(problem)?.[0] ?? "");
  return [...byFile]
    .map(([file, ofFile]) => {
      const lines = ofFile.map((problem) => problem.slice(file.length).replace(/^[:,]? */, ""));
      return [`${file} (${ofFile.length})`, ...missingKeysTogether(lines)].join("\n  ");
    })
    .join("\n");
}

function readCatalogue(root: string): Catalogue {
  const catalogue: Catalogue = new Map();
  for (const language of readdirSync(join(root, "locales"))) {
    const files = new Map<string, Bundle>();
    for (const name of readdirSync(join(root, "locales", language))) {
      const path = join(root, "locales", language, name);
      files.set(name.replace(/\.json$/, ""), flatten(JSON.parse(readFileSync(path, "utf8")) as TextTree));
    }
    catalogue.set(language, files);
  }
  return catalogue;
}

function readBrandTexts(root: string): BrandTexts[] {
  const json = (slug: string, file: string) =>
    JSON.parse(readFileSync(join(root, "brands", slug, file), "utf8"));
  return readdirSync(join(root, "brands")).map((slug) => ({
    slug,
    availableLanguages: json(slug, "brand.json").availableLanguages,
    address: json(slug, "brand.json").address,
    texts: json(slug, "texts.json"),
  }));
}

/** All problems of the texts in `root`, one line each, and what languages lack that no brand speaks yet. */
export async function checkTexts(root: string): Promise<{ problems: string[]; untranslated: string[] }> {
  const catalogue = readCatalogue(root);
  const brands = readBrandTexts(root);
  const spoken = new Set(brands.flatMap(({ availableLanguages }) => availableLanguages));
  const unspoken = without(
    languageCodes.filter((code) => code !== sourceLanguage),
    [...spoken],
  );
  const german = catalogue.get(sourceLanguage) ?? new Map<string, Bundle>();
  const { allKeys } = await findKeys(i18nextConfig);
  const found = new Set([...allKeys.values()].map(({ ns, key }) => `${ns}:${key}`));
  const sources = globSync("{app,sandbox,server}/**/*.{ts,tsx}", {
    cwd: root,
    exclude: ["**/node_modules/**"],
  });
  const { files } = await runLinter(i18nextConfig);
  const problems = [
    ...checkLanguages(catalogue, spoken),
    ...checkOverrides(catalogue, brands),
    ...findMissingPlurals(german, found),
    ...findUnused(german, found, sources.map((path) => readFileSync(join(root, path), "utf8")).join("\n")),
    ...Object.entries(files).flatMap(([file, issues]) =>
      issues.map(({ line, text }) => `${file}:${line} ${text}`),
    ),
  ];
  return { problems, untranslated: unspoken.flatMap((language) => findUntranslated(catalogue, language)) };
}
