// biome-ignore-all lint/suspicious/noTemplateCurlyInString: code to be checked stands here as text
import { describe, expect, test } from "vitest";
import {
  type BrandTexts,
  type Catalogue,
  checkLanguages,
  checkOverrides,
  checkTexts,
  findMissing,
  findUnused,
  placeholders,
  styleProblems,
} from "../../tools/check-texts.ts";
import { usagesIn } from "../../tools/text-usage.ts";

const catalogueOf = (files: Record<string, Record<string, Record<string, string>>>): Catalogue =>
  new Map(Object.entries(files).map(([language, texts]) => [language, new Map(Object.entries(texts))]));

describe("the repository's texts", () => {
  const checked = checkTexts(".");
  test("are complete, consistent and cleanly written", async () => expect((await checked).wrong).toEqual([]));
  test("are all used", async () => expect((await checked).unused).toEqual([]));
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
  test("a plural form that German lacks itself", () =>
    expect(check({ m_one: "a", m_other: "b" }, { m_other: "b" })).toContain(
      "locales/de/common.json: m_one is missing",
    ));
  test("a singular without its number", () =>
    expect(
      check({ m_one: "one", m_other: "{{count}}" }, { m_one: "{{count}}", m_other: "{{count}}" }),
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
  const german = new Map([
    ["offer", { "a.one": "1", "a.two": "2", "a.months_one": "1", "a.months_other": "2", "b.kinds.x": "x" }],
  ]);
  const usages = (source: string) => usagesIn("f.tsx", source);
  const unused = (source: string) => findUnused(german, usages(source), [source]);
  const missing = (source: string) => findMissing(german, usages(source));
  const all = 'const t = useT("offer", "a"); t("one"); t("two"); t("months", { count: 1 });';

  test("every text used", () =>
    expect(unused(`${all} const k = getT(context, "offer", "b"); k(\`kinds.\${x}\`)`)).toEqual([]));
  test("texts that nobody uses", () => expect(unused(all)).toEqual(["offer.b.kinds.x is unused"]));
  test("a key that nobody wrote, with its line", () =>
    expect(missing('const t = useT("offer", "a");\nt("three")')).toEqual([
      "f.tsx:2 asks for three of offer.a, which does not exist",
    ]));
  test("a pattern that fits no key", () =>
    expect(missing('const t = useT("offer", "b"); t(`sorts.${x}`)')).toHaveLength(1));
  test("a section that nobody wrote", () =>
    expect(missing('const t = useT("offer", "c"); t("x")')).toEqual([
      "f.tsx:1 asks for the section offer.c, which does not exist",
    ]));
  test("the same name for two sections in one file", () => {
    const source =
      'function A() { const t = useT("offer", "a"); t("one") } function B() { const t = useT("offer", "b"); t("kinds.x") }';
    expect(missing(source)).toEqual([]);
    expect(unused(source)).not.toContain("offer.b.kinds.x is unused");
  });
  test("either of two keys", () =>
    expect(usages('const t = useT("offer", "a"); t(x ? "one" : "two")')[0]?.keys).toEqual(["one", "two"]));
  test("what decides between two keys is none", () =>
    expect(usages('const t = useT("offer", "a"); t(kind === "shop" ? "one" : "two")')[0]).toMatchObject({
      keys: ["one", "two"],
      open: false,
    }));
  test("a key or a name that stands for others", () =>
    expect(usages('const t = useT("offer", "a"); t(waits ? going : "one")')[0]).toMatchObject({
      keys: ["one"],
      open: true,
    }));
  test("a type in the argument is no key", () =>
    expect(usages('const t = useT("offer", "a"); t(`${x}` as "one")')[0]?.keys).toHaveLength(1));
  test("a key from a table counts where its name stands in the code", () => {
    expect(unused('const keys = ["one"]; const t = useT("offer", "a"); keys.map((k) => t(k))')).toEqual([
      "offer.a.two is unused",
      "offer.a.months is unused",
      "offer.b.kinds.x is unused",
    ]);
  });
  test("texts handed on to a function by their type", () =>
    expect(
      usages('type Text = Translate<"offer", "a">; function f(t: Text) { return t("one") }')[0],
    ).toMatchObject({
      section: "offer.a",
      keys: ["one"],
    }));
  test("a section handed on to a function that asks it for keys", () => {
    const source = 'answer({ section: "offer.a" }); const kinds = ["one", "two"]';
    expect(unused(source)).toEqual(["offer.a.months is unused", "offer.b.kinds.x is unused"]);
    expect(missing('answer({ section: "offer.c" })')).toHaveLength(1);
  });
  test("texts that a function chooses and returns", () => {
    const source = 'const of = (x) => x ? getT(context, "offer", "a") : getT(c, "offer", "b"); of(1)("one")';
    expect(unused(source)).not.toContain("offer.a.one is unused");
    expect(unused(source)).toContain("offer.a.two is unused");
  });
  test("texts asked for on the spot", () =>
    expect(usages('getT(context, "offer", "a")("two")')[0]).toMatchObject({
      section: "offer.a",
      keys: ["two"],
    }));
});
