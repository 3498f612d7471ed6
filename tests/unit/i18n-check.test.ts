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
} from "../../tools/check-texts.ts";

const catalogueOf = (files: Record<string, Record<string, Record<string, string>>>): Catalogue =>
  new Map(Object.entries(files).map(([language, texts]) => [language, new Map(Object.entries(texts))]));

test("the repository's texts are complete, consistent, cleanly written and all used", async () =>
  expect(await checkTexts(".")).toEqual([]));

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
    expect(check({ "a.b": "{{n}} GB" }, { "a.b": "{{n, number}} GB" })).toHaveLength(1));
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
  test("with a placeholder that nobody fills", () =>
    expect(check({ de: { offer: { offer: { title: "A {{x}}" } } } })).toEqual([
      "brands/x/texts.json, de, offer: offer.title has an unknown {{x}}",
    ]));
  test("of use cases are held to the same", () =>
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

  test("texts that no call asks for, and states that no table has", () =>
    expect(
      findUnused(
        german,
        found,
        'const states = { Downtime: { status: 503 } }; getT(context, "errors", "offer")(code + ".text")',
      ),
    ).toEqual(["offer:a.two is unused", "errors:offer.OfferExpired.text is unused"]));
  test("a plural form that nobody wrote", () =>
    expect(findMissingPlurals(german, found)).toEqual(["offer:a.months_one is missing"]));
});
