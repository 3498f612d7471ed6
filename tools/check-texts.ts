import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { type UseCaseRow, useCases } from "#app/domain/use-cases.ts";
import { type Bundle, flatten, type TextTree } from "#app/i18n/translation.ts";
import { type Usage, usagesIn } from "./text-usage.ts";

/** The source of all keys; the others translate it. */
const sourceLanguage = "de";
const useCaseFile = "use-cases";

/** Texts of a language by file, `offer` → `payment.title` → text. */
export type Catalogue = Map<string, Map<string, Bundle>>;
export interface BrandTexts {
  slug: string;
  availableLanguages: string[];
  texts: Record<string, Record<string, TextTree>>;
}

/** `payment_one` → `payment`; undefined for a key that is no plural form. */
const pluralBase = (key: string) => /^(.+)_(?:zero|one|two|few|many|other)$/.exec(key)?.[1];

/** Names in double braces, each once, in order of the alphabet. */
export function placeholders(text: string): string[] {
  return [...new Set([...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name = ""]) => name))].sort();
}

/** What is wrong with the writing of a text; nothing when all is well. */
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

/** Keys that German has and the other lacks, or the other way round; plural forms as the language needs them. */
function compareKeys(file: string, language: string, german: Bundle, other: Bundle): string[] {
  const found: string[] = [];
  const categories = (of: string) => new Intl.PluralRules(of).resolvedOptions().pluralCategories;
  const expected = new Set<string>();
  for (const key of Object.keys(german)) {
    const base = pluralBase(key);
    if (base === undefined) expected.add(key);
    else for (const form of categories(language)) expected.add(`${base}_${form}`);
  }
  const at = `locales/${language}/${file}.json`;
  for (const key of expected) if (!(key in other)) found.push(`${at}: ${key} is missing`);
  for (const key of Object.keys(other))
    if (!expected.has(key)) found.push(`${at}: ${key} has no German source`);
  return found;
}

/** The German text that a translation or an override stands for. */
function originalOf(german: Bundle | undefined, key: string): string | undefined {
  const base = pluralBase(key);
  return german?.[key] ?? (base === undefined ? undefined : german?.[`${base}_other`]);
}

function comparePlaceholders(at: string, key: string, text: string, original: string | undefined): string[] {
  if (original === undefined) return [];
  // The singular may leave its number out: "one month".
  const optional = pluralBase(key) === undefined ? [] : ["count"];
  const wanted = placeholders(original);
  const given = placeholders(text);
  const off = [
    ...wanted.filter((name) => !given.includes(name) && !optional.includes(name)),
    ...given.filter((name) => !wanted.includes(name) && !optional.includes(name)),
  ];
  return off.length === 0 ? [] : [`${at}: ${key} differs from German in {{${off.join("}}, {{")}}}`];
}

/** Missing, superfluous and inconsistent keys between German and each other language, and how texts are written. */
export function checkLanguages(catalogue: Catalogue): string[] {
  const found: string[] = [];
  const german = catalogue.get(sourceLanguage) ?? new Map<string, Bundle>();
  for (const [language, files] of catalogue) {
    for (const name of new Set([...german.keys(), ...files.keys()])) {
      const source = german.get(name);
      const bundle = files.get(name);
      const at = `locales/${language}/${name}.json`;
      if (!source || !bundle) {
        found.push(`locales/${source ? language : sourceLanguage}/${name}.json is missing`);
        continue;
      }
      found.push(...compareKeys(name, language, source, bundle));
      for (const [key, text] of Object.entries(bundle)) {
        found.push(...styleProblems(text).map((problem) => `${at}: ${key} ${problem}`));
        found.push(...comparePlaceholders(at, key, text, originalOf(source, key)));
      }
    }
  }
  return found;
}

const families = Object.values<UseCaseRow>(useCases).flatMap(({ family }) => family ?? []);
const useCaseNames = new Set<string>([...Object.keys(useCases), ...families]);

/** An override needs a text to override, may leave its placeholders out, and may not invent new ones. */
function checkOverride(at: string, key: string, text: string, german: Bundle | undefined): string[] {
  const original = originalOf(german, key);
  if (original === undefined) return [`${at}: ${key} overrides nothing`];
  const known = placeholders(original);
  return [
    ...styleProblems(text).map((problem) => `${at}: ${key} ${problem}`),
    ...placeholders(text)
      .filter((name) => !known.includes(name))
      .map((name) => `${at}: ${key} has an unknown {{${name}}}`),
  ];
}

/** Overrides per use case and per brand refer to texts that exist. */
export function checkOverrides(catalogue: Catalogue, brands: BrandTexts[]): string[] {
  const found: string[] = [];
  const german = catalogue.get(sourceLanguage) ?? new Map<string, Bundle>();
  for (const [language, files] of catalogue)
    for (const [path, text] of Object.entries(files.get(useCaseFile) ?? {})) {
      const [useCase = "", file = "", ...key] = path.split(".");
      const at = `locales/${language}/${useCaseFile}.json`;
      if (!useCaseNames.has(useCase)) found.push(`${at}: "${useCase}" is no use case`);
      else found.push(...checkOverride(`${at}, ${useCase}`, key.join("."), text, german.get(file)));
    }
  for (const { slug, availableLanguages, texts } of brands)
    for (const [language, files] of Object.entries(texts)) {
      const at = `brands/${slug}/texts.json, ${language}`;
      if (!availableLanguages.includes(language)) found.push(`${at}: the brand does not speak this language`);
      for (const [name, tree] of Object.entries(files)) {
        const [file = "", useCase] = name.split("@");
        if (useCase !== undefined && !useCaseNames.has(useCase))
          found.push(`${at}: "${useCase}" is no use case`);
        for (const [key, text] of Object.entries(flatten(tree)))
          found.push(...checkOverride(`${at}, ${name}`, key, text, german.get(file)));
      }
    }
  return found;
}

/** Keys and sections that the code asks for and nobody wrote. */
export function findMissing(german: Map<string, Bundle>, usages: Usage[]): string[] {
  const sections = allSections(german);
  return usages.flatMap(({ file, line, section, keys }) => {
    const texts = sections.get(section);
    const at = `${file}:${line}`;
    if (!texts) return [`${at} asks for the section ${section}, which does not exist`];
    const known = baseKeys(texts);
    return keys
      .filter((key) => !known.some((one) => matches(key, one)))
      .map((key) => `${at} asks for ${key} of ${section}, which does not exist`);
  });
}

/** Texts that nobody asks for. */
export function findUnused(
  german: Map<string, Bundle>,
  usages: Usage[],
  sources: Iterable<string>,
): string[] {
  const words = new Set([...sources].flatMap((source) => source.match(/[\p{L}\d_-]+/gu) ?? []));
  return [...allSections(german)].flatMap(([section, texts]) => {
    const asked = usages.filter((usage) => usage.section === section);
    const open = asked.some((usage) => usage.open);
    const isUsed = (key: string) =>
      asked.some(({ keys }) => keys.some((one) => matches(one, key))) ||
      // A key that is put together elsewhere: all of its names have to stand in the code.
      (open && key.split(".").every((part) => words.has(part)));
    return baseKeys(texts)
      .filter((key) => !isUsed(key))
      .map((key) => `${section}.${key} is unused`);
  });
}

const matches = (wanted: string | RegExp, key: string) =>
  typeof wanted === "string" ? wanted === key : wanted.test(key);

/** Keys as the code asks for them: plural forms by their base. */
const baseKeys = (texts: Bundle) => [...new Set(Object.keys(texts).map((key) => pluralBase(key) ?? key))];

function allSections(german: Map<string, Bundle>): Map<string, Bundle> {
  const files = [...german].filter(([file]) => file !== useCaseFile);
  return new Map(files.flatMap(([file, bundle]) => [...sectionsOf(file, bundle)]));
}

function sectionsOf(file: string, bundle: Bundle): Map<string, Bundle> {
  const sections = new Map<string, Bundle>();
  for (const [path, text] of Object.entries(bundle)) {
    const [group = "", ...key] = path.split(".");
    const section = sections.get(`${file}.${group}`) ?? {};
    section[key.join(".")] = text;
    sections.set(`${file}.${group}`, section);
  }
  return sections;
}

export async function readCatalogue(root: string): Promise<Catalogue> {
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

export function readBrandTexts(root: string): BrandTexts[] {
  const json = (slug: string, file: string) =>
    JSON.parse(readFileSync(join(root, "brands", slug, file), "utf8"));
  return readdirSync(join(root, "brands")).map((slug) => ({
    slug,
    availableLanguages: json(slug, "brand.json").availableLanguages,
    texts: json(slug, "texts.json"),
  }));
}

/** The application's source by path. */
export function readSources(root: string): Map<string, string> {
  const files = readdirSync(join(root, "app"), { recursive: true, withFileTypes: true });
  return new Map(
    files
      .filter(({ name }) => /\.tsx?$/.test(name))
      .map(({ parentPath, name }) => {
        const path = join(parentPath, name);
        return [relative(root, path), readFileSync(path, "utf8")];
      }),
  );
}

/** What is wrong with the texts of this repository, and which of them nobody uses; a readable line each. */
export async function checkTexts(root: string): Promise<{ wrong: string[]; unused: string[] }> {
  const catalogue = await readCatalogue(root);
  const german = catalogue.get(sourceLanguage) ?? new Map<string, Bundle>();
  const sources = readSources(root);
  const usages = [...sources].flatMap(([file, source]) => usagesIn(file, source));
  return {
    wrong: [
      ...checkLanguages(catalogue),
      ...checkOverrides(catalogue, readBrandTexts(root)),
      ...findMissing(german, usages),
    ],
    unused: findUnused(german, usages, sources.values()),
  };
}

if (import.meta.main) {
  const { wrong, unused } = await checkTexts(join(import.meta.dirname, ".."));
  for (const line of [...wrong, ...unused]) console.log(line);
  const count = wrong.length + unused.length;
  console.log(count === 0 ? "All texts are in order." : `${count} to mend.`);
  process.exitCode = count === 0 ? 0 : 1;
}
