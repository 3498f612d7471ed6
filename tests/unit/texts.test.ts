import { describe, expect, test } from "vitest";
import {
  type BrandTexts,
  type Catalogue,
  checkLanguages,
  checkOverrides,
  checkTexts,
  findMissingPlurals,
  findUnused,
  placeholders,
  styleProblems,
} from "../support/check-texts.ts";
import { languageProblems } from "../support/language-conventions.ts";

const catalogueOf = (files: Record<string, Record<string, Record<string, string>>>): Catalogue =>
  new Map(Object.entries(files).map(([language, texts]) => [language, new Map(Object.entries(texts))]));

test("the texts of all languages that a brand speaks are complete, consistent, cleanly written and all used", async () => {
  const { problems, untranslated } = await checkTexts(".");
  if (untranslated.length > 0) console.info(`German stands in for:\n${untranslated.join("\n")}`);
  expect(problems).toEqual([]);
});

describe("languages against German", () => {
  const check = (
    other: Record<string, string>,
    german: Record<string, string> = { "a.b": "Hallo {{name}}" },
  ) => checkLanguages(catalogueOf({ de: { common: german }, en: { common: other } }));

  test("the same keys and placeholders are in order", () =>
    expect(check({ "a.b": "Hello {{name}}" })).toEqual([]));
  test("a missing key", () => expect(check({})).toEqual(["locales/en/common.json: a.b is missing"]));
  test("a key without a source", () =>
    expect(check({ "a.b": "Hello {{name}}", "a.c": "x" })).toEqual([
      "locales/en/common.json: a.c has no German source",
    ]));
  test("another placeholder", () =>
    expect(check({ "a.b": "Hello {{nam}}" })).toEqual([
      "locales/en/common.json: a.b differs from German in {{name}}, {{nam}}",
    ]));
  test("a plural form that the language needs", () =>
    expect(
      check({ m_other: "{{count}} months" }, { m_one: "{{count}} Monat", m_other: "{{count}} Monate" }),
    ).toEqual(["locales/en/common.json: m_one is missing"]));
  test("a number in another form", () =>
    expect(check({ "a.b": "{{n}} kg" }, { "a.b": "{{n, number}} kg" })).toHaveLength(1));
  test("a singular without its number", () =>
    expect(
      check(
        { m_one: "one", m_other: "{{count, number}}" },
        { m_one: "{{count, number}}", m_other: "{{count, number}}" },
      ),
    ).toEqual([]));
  test("a missing file", () =>
    expect(checkLanguages(catalogueOf({ de: { common: {}, offer: {} }, en: { common: {} } }))).toEqual([
      "locales/en/offer.json is missing",
    ]));
});

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
  ["en", "He says „yes”", "has no English quotes: use “…”"],
  ["en", "Please wait …", "has a blank before …"],
  ["en", "{{percent, number}} %", "has a blank before %"],
  ["en", "Your email", "does not say e-mail"],
  ["en", "Click the button", "does not say press"],
  ["en", "Your customer data", "does not say customer details, supporting document, confirm"],
  ["en", "The order was cancelled", "is not American English"],
  ["en", "We authorise it", "is not American English"],
  ["en", "Since 28 June 2025", "has a date that is not American"],
  ["tr", "„Evet” dedi", "has no Turkish quotes: use “…”"],
  ["tr", "Bekleyin …", "has a blank before …"],
  ["tr", "{{percent, number}}%", "has its % after the number"],
  ["tr", "Email adresi", "does not say e-posta"],
  ["tr", "KDV dahil", "lacks a circumflex: dâhil, hâlâ, hâlde"],
  ["tr", "Bu senin", "does not say siz"],
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
  ["en", "Press “Terminate now”. Sending… {{percent, number}}% by June 28, 2025"],
  ["tr", "“Şimdi feshet” düğmesine basın. Gönderiliyor… %{{percent, number}}"],
])("%s conventions are kept by %j", (language, text) => expect(languageProblems(language, text)).toEqual([]));

test("placeholders, each once", () => expect(placeholders("{{b}} {{ a }} {{b}}")).toEqual(["a", "b"]));

describe("overrides", () => {
  const german = { offer: { "offer.title": "Angebot {{n}}" }, "use-cases": {} };
  const brand = (texts: BrandTexts["texts"]): BrandTexts => ({
    slug: "x",
    availableLanguages: ["de"],
    texts,
  });
  const check = (texts: BrandTexts["texts"]) => checkOverrides(catalogueOf({ de: german }), [brand(texts)]);

  test("of texts that exist, for use cases and families", () =>
    expect(
      check({ de: { offer: { offer: { title: "A" } }, "offer@vvl": { offer: { title: "B {{n}}" } } } }),
    ).toEqual([]));
  test("of nothing", () =>
    expect(check({ de: { offer: { offer: { titel: "A" } } } })).toEqual([
      "brands/x/texts.json, de, offer: offer.titel overrides nothing",
    ]));
  test("of no file", () =>
    expect(check({ de: { angebot: { offer: { title: "A" } } } })).toEqual([
      "brands/x/texts.json, de, angebot: offer.title overrides nothing",
    ]));
  test("for no use case", () =>
    expect(check({ de: { "offer@vlv": { offer: { title: "A" } } } })).toEqual([
      'brands/x/texts.json, de: "vlv" is no use case',
    ]));
  test("in a language that the brand does not speak", () =>
    expect(check({ tr: { offer: { offer: { title: "A" } } } })).toEqual([
      "brands/x/texts.json, tr: the brand does not speak this language",
    ]));
  test("with an unknown placeholder", () =>
    expect(check({ de: { offer: { offer: { title: "A {{x}}" } } } })).toEqual([
      "brands/x/texts.json, de, offer: offer.title has an unknown {{x}}",
    ]));
  test("of use cases follow the same rules", () =>
    expect(
      checkOverrides(
        catalogueOf({
          de: {
            offer: german.offer,
            "use-cases": { "vvl.offer.offer.titel": "A", "foo.offer.offer.title": "A" },
          },
        }),
        [],
      ),
    ).toEqual([
      "locales/de/use-cases.json, vvl: offer.titel overrides nothing",
      'locales/de/use-cases.json: "foo" is no use case',
    ]));
});

describe("what the code asks for", () => {
  const german = new Map<string, Record<string, string>>([
    ["offer", { "a.one": "1", "a.two": "2", "a.months_other": "2" }],
    ["errors", { "offer.Downtime.text": "x", "offer.OfferExpired.text": "y" }],
  ]);
  const found = new Set(["offer:a.one", "offer:a.months_one", "offer:a.months_other"]);

  test("unused texts, and texts of unknown states", () =>
    expect(
      findUnused(
        german,
        found,
        'const states = { Downtime: { status: 503 } }; getT(context, "errors", "offer")(code + ".text")',
      ),
    ).toEqual(["offer:a.two is unused", "errors:offer.OfferExpired.text is unused"]));
  test("a missing plural form", () =>
    expect(findMissingPlurals(german, found)).toEqual(["offer:a.months_one is missing"]));
});
