import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  type BrandTexts,
  type Catalogue,
  checkLanguages,
  checkOverrides,
  checkTexts,
  findMissingPlurals,
  findUnused,
  listByFile,
  placeholders,
  styleProblems,
} from "../support/check-texts.ts";
import { languageProblems } from "../support/language-conventions.ts";

const catalogueOf = (files: Record<string, Record<string, Record<string, string>>>): Catalogue =>
  new Map(Object.entries(files).map(([language, texts]) => [language, new Map(Object.entries(texts))]));

test("the texts of all languages that a brand speaks are complete, consistent, cleanly written and all used", async () => {
  const { problems, untranslated } = await checkTexts(".");
  if (untranslated.length > 0) console.info(`German stands in for:\n${listByFile(untranslated)}`);
  // Printed as it is: a comparison with nothing would print each line twice.
  if (problems.length > 0) throw new Error(`The texts have problems:\n${listByFile(problems)}`);
});

test("problems are listed by file", () => {
  const problems = [
    "locales/tr/offer.json: steps.title is missing",
    "brands/blau/texts.json, de, home: start.title overrides nothing",
    "locales/tr/offer.json: steps.lead is empty",
    "locales/pl/offer.json is missing",
  ];
  expect(listByFile(problems)).toBe(
    [
      "locales/tr/offer.json (2)",
      "  steps.title is missing",
      "  steps.lead is empty",
      "brands/blau/texts.json (1)",
      "  de, home: start.title overrides nothing",
      "locales/pl/offer.json (1)",
      "  is missing",
    ].join("\n"),
  );
});

test("an empty file is two lines of the list: how many texts it lacks, and the first three", () => {
  const keys = ["steps.title", "steps.lead", "steps.done", "steps.next", "words.term"];
  const lacking = (file: string, count: number) => [
    ...keys.slice(0, count).map((key) => `locales/pl/${file}.json: ${key} is missing`),
    `locales/pl/${file}.json: words.esim is empty`,
  ];
  expect(listByFile([...lacking("offer", 5), ...lacking("home", 3)])).toBe(
    [
      "locales/pl/offer.json (6)",
      "  5 are missing: steps.title, steps.lead, steps.done, …",
      "  words.esim is empty",
      "locales/pl/home.json (4)",
      "  steps.title is missing",
      "  steps.lead is missing",
      "  steps.done is missing",
      "  words.esim is empty",
    ].join("\n"),
  );
});

/** The texts of what each folder of routes shows; all may read those that are shared. */
const ownTexts: Record<string, string[]> = {
  barrier: ["barrier"],
  customer: ["customer"],
  "email-rejection": ["email", "offer"],
  home: ["accessibility", "home"],
  identity: ["identity"],
  offer: ["email", "offer"],
  termination: ["termination"],
  withdrawal: ["withdrawal"],
};
const sharedTexts = ["common", "errors", "receipt", "validation"];

test("a page reads no texts of another journey's page", () => {
  const read = globSync("app/routes/**/*.{ts,tsx}").flatMap((file) => {
    const folder = file.split("/")[2] ?? "";
    const namespaces = readFileSync(file, "utf8").matchAll(/\b(?:getT|useT)\((?:\w+, )?"(\w+)"/g);
    return [...namespaces].map(([, namespace = ""]) => ({ file, folder, namespace }));
  });
  expect(read.length).toBeGreaterThan(150);
  const foreign = read.filter(
    ({ folder, namespace }) => ![...sharedTexts, ...(ownTexts[folder] ?? [])].includes(namespace),
  );
  expect(foreign.map(({ file, namespace }) => `${file} reads ${namespace}`)).toEqual([]);
});

const greeting = { "a.b": "Hallo {{name}}" };
const counted = "{{count, number}}";
const months = { m_one: "{{count}} Monat", m_other: "{{count}} Monate" };
test.each<[string, Record<string, string>, Record<string, string>, string[]]>([
  ["the same keys and placeholders", { "a.b": "Hello {{name}}" }, greeting, []],
  ["a missing key", {}, greeting, ["a.b is missing"]],
  ["a key without a source", { "a.b": "{{name}}", "a.c": "x" }, greeting, ["a.c has no German source"]],
  ["another placeholder", { "a.b": "{{nam}}" }, greeting, ["a.b differs from German in {{name}}, {{nam}}"]],
  ["a plural form that the language needs", { m_other: "{{count}} months" }, months, ["m_one is missing"]],
  [
    "a number in another form",
    ...([{ "a.b": "{{n}} kg" }, { "a.b": "{{n, number}} kg" }] as const),
    [expect.stringContaining("differs from German")],
  ],
  [
    "a singular without its number",
    { m_one: "one", m_other: counted },
    { m_one: counted, m_other: counted },
    [],
  ],
])("in another language, %s: %j beside %j", (_, english, german, problems) => {
  const found = checkLanguages(catalogueOf({ de: { common: german }, en: { common: english } }));
  const inFile = (problem: string) =>
    typeof problem === "string" ? `locales/en/common.json: ${problem}` : problem;
  expect(found).toEqual(problems.map(inFile));
});
test("a file that a language lacks is named", () =>
  expect(checkLanguages(catalogueOf({ de: { common: {}, offer: {} }, en: { common: {} } }))).toEqual([
    "locales/en/offer.json is missing",
  ]));

test.each([
  ["", "is empty"],
  [" x", "begins or ends with a blank"],
  ["a  b", "has two blanks or a line break in a row"],
  ['so "sagt" er', "has straight quotes: use „…“, “…” or ’"],
  ["don't", "has straight quotes: use „…“, “…” or ’"],
  ["Bitte warten...", "has three dots: use …"],
  ["Bitte warten .", "has a blank before a punctuation mark"],
  ["Hallo {name}", "has a broken placeholder"],
])("the writing of %j", (text, problem) => expect(styleProblems(text)).toEqual([problem]));

test.each(["Sie sagen „ja“ – oder nicht.", "{{count}} Monate …", "3 1/2", "„Prof. Dr.“", "(freiwillig)"])(
  "nothing is wrong with %j",
  (text) => expect(styleProblems(text)).toEqual([]),
);

test.each([
  ["de", "Er sagt “ja”", "has no German quotes: use „…“"],
  ["de", "Er sagt “ja“", "has no German quotes: use „…“"],
  ["de", "Bitte warten…", "has no blank before …"],
  ["de", "{{percent, number}} %", "has no unbroken blank before %"],
  ["de", "z. B. hier", "has an abbreviation: write it out"],
  ["de", "Prüf deine Angaben", "does not say Sie"],
  ["de", "Drücken Sie noch einmal", "does not say klicken"],
  ["de", "Ihre Email", "does not say E-Mail"],
  ["de", "{{mbits, number}}\u00a0MBit/s", "does not say Mbit"],
  ["de", "Ihre Identität müssen Sie nachweisen", "does not say Identität bestätigen"],
  ["de", "Ihre E-Mail-Adresse ist zu lang", "lets E-Mail break: use U+2011"],
  ["de", "Ihre E\u2011Mail-Adresse ist zu lang", "lets E-Mail-Adresse break: use U+2011"],
  ["de", "Noch {{count, number}} Versuche", "lets a number and its unit break: use U+00A0"],
  ["de", "Die Norm EN 301 549", "lets a number break: use U+00A0"],
  ["de", "Höchstens 10 MB", "lets a number and its unit break: use U+00A0"],
  ["de", "Das steht in § 51 TKG", "lets a section and its number break: use U+00A0"],
  ["en", "He says „yes”", "has no English quotes: use “…”"],
  ["en", "Please wait …", "has a blank before …"],
  ["en", "{{percent, number}} %", "has a blank before %"],
  ["en", "See section 51 TKG", "lets a section and its number break: use U+00A0"],
  ["en", "Your email", "does not say e-mail"],
  ["en", "Click the button", "does not say press"],
  ["en", "Your customer data", "does not say customer details, supporting document, confirm"],
  ["en", "The order was cancelled", "is not American English"],
  ["en", "We authorise it", "is not American English"],
  ["en", "Since 28 June 2025", "has a date that is not American"],
  ["tr", "„Evet” dedi", "has no Turkish quotes: use “…”"],
  ["tr", "Bekleyin …", "has a blank before …"],
  ["tr", "{{percent, number}}%", "has its % after the number"],
  ["tr", "TKG md. 51", "lets a section and its number break: use U+00A0"],
  ["tr", "Email adresi", "does not say e-posta"],
  ["tr", "KDV dahil", "lacks a circumflex: dâhil, hâlâ, hâlde"],
  ["tr", "Bu senin", "does not say siz"],
  ["de", "Terms of use: bitte lesen", "has English words"],
  ["tr", "“Gönder” düğmesine yeniden tıklayın", "does not say basın"],
  ["tr", "{{email}} mi demek istediniz?", "has a suffix whose vowel the value decides"],
  ["tr", "{{brand}}’a yazın", "has a suffix whose vowel the value decides"],
])("%s conventions: %j", (language, text, problem) =>
  expect(languageProblems(language, text)).toEqual([problem]),
);

test("an empty field is not checked", () => {
  const texts = { de: "Prüfen Sie Ihre IBAN.", en: "Check your IBAN.", tr: "IBAN’ı kontrol edin." };
  for (const [language, text] of Object.entries(texts)) {
    expect(languageProblems(language, text, "fields.iban.missing")).toEqual(["asks to check what is empty"]);
    expect(languageProblems(language, text, "fields.iban.form")).toEqual([]);
  }
});

test.each([
  ["de", "Klicken Sie auf „jetzt kündigen“. Wird gesendet … {{percent, number}}\u00a0%"],
  ["de", "E-Mail-Adresse"],
  ["de", "Der Link gilt auch im Browser des Online-Shops."],
  ["en", "Press “Terminate now”. Sending… {{percent, number}}% by June 28, 2025"],
  ["tr", "“Şimdi feshet” düğmesine basın. Gönderiliyor… %{{percent, number}}"],
])("%s conventions are kept by %j", (language, text) => expect(languageProblems(language, text)).toEqual([]));

test("placeholders, each once", () => expect(placeholders("{{b}} {{ a }} {{b}}")).toEqual(["a", "b"]));

const german = { offer: { "offer.title": "Angebot {{n}}" }, "use-cases": {} };
test.each<[string, BrandTexts["texts"], string[]]>([
  [
    "texts that exist",
    { de: { offer: { offer: { title: "A" } }, "offer@vvl": { offer: { title: "{{n}}" } } } },
    [],
  ],
  ["nothing", { de: { offer: { offer: { titel: "A" } } } }, ["de, offer: offer.titel overrides nothing"]],
  ["no file", { de: { angebot: { offer: { title: "A" } } } }, ["de, angebot: offer.title overrides nothing"]],
  ["no use case", { de: { "offer@vlv": { offer: { title: "A" } } } }, ['de: "vlv" is no use case']],
  [
    "a language that the brand does not speak",
    { tr: { offer: { offer: { title: "A" } } } },
    ["tr: the brand does not speak this language"],
  ],
  [
    "a placeholder that is not there",
    { de: { offer: { offer: { title: "A {{x}}" } } } },
    ["de, offer: offer.title has an unknown {{x}}"],
  ],
])("a brand overrides %s", (_, texts, problems) => {
  const brand = { slug: "x", availableLanguages: ["de"], texts };
  const found = checkOverrides(catalogueOf({ de: german }), [brand]);
  expect(found).toEqual(problems.map((problem) => `brands/x/texts.json, ${problem}`));
});
test("overrides of use cases follow the same rules", () => {
  const useCases = { "vvl.offer.offer.titel": "A", "foo.offer.offer.title": "A" };
  expect(checkOverrides(catalogueOf({ de: { ...german, "use-cases": useCases } }), [])).toEqual([
    "locales/de/use-cases.json, vvl: offer.titel overrides nothing",
    'locales/de/use-cases.json: "foo" is no use case',
  ]);
});

describe("what the code asks for", () => {
  const german = new Map<string, Record<string, string>>([
    ["offer", { "a.one": "1", "a.two": "2", "a.months_other": "2" }],
    ["errors", { "offer.Downtime.text": "x", "offer.OfferExpired.text": "y" }],
  ]);
  const found = new Set(["offer:a.one", "offer:a.months_one", "offer:a.months_other"]);

  test("unused texts, and texts of unknown states", () => {
    const source = "const states = { Downtime: { status: 503 } };";
    const asks = 'getT(context, "errors", "offer")(code + ".text")';
    const unused = ["offer:a.two is unused", "errors:offer.OfferExpired.text is unused"];
    expect(findUnused(german, found, source + asks)).toEqual(unused);
  });
  test("a missing plural form", () =>
    expect(findMissingPlurals(german, found)).toEqual(["offer:a.months_one is missing"]));
});
