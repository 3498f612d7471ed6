import { describe, expect, test } from "vitest";
import { preferredLocale } from "#app/i18n/accept-language.server.ts";
import { locales, prefixOf, withoutPrefix, withPrefix } from "#app/i18n/locale.ts";
import { flatten, translate } from "#app/i18n/translation.ts";

describe("placeholders", () => {
  const bundle = { greeting: "Hallo {{ name }}, {{name}}!", gb: "{{gb, number}} GB" };
  test("are filled wherever they stand", () =>
    expect(translate(bundle, "de", "greeting", { name: "Ada" })).toBe("Hallo Ada, Ada!"));
  test("without a value leave nothing behind", () =>
    expect(translate(bundle, "de", "greeting")).toBe("Hallo , !"));
  test("take values as they are: no second round, no patterns", () => {
    expect(translate(bundle, "de", "greeting", { name: "{{gb}} $& <b>" })).toBe(
      "Hallo {{gb}} $& <b>, {{gb}} $& <b>!",
    );
  });
  test.each([
    ["de", 12.5, "12,5 GB"],
    ["tr", 12.5, "12,5 GB"],
    ["en", 12.5, "12.5 GB"],
    ["de", 1000, "1000 GB"],
    ["de", 25000, "25.000 GB"],
    ["en", 25000, "25,000 GB"],
  ])("numbers take the form of the language: %s %d", (locale, gb, text) =>
    expect(translate(bundle, locale, "gb", { gb })).toBe(text),
  );
  test("an unknown key is shown, so that a gap is seen and nothing breaks", () =>
    expect(translate(bundle, "de", "missing.key")).toBe("missing.key"));
});

describe("plural forms", () => {
  const bundle = {
    month_one: "{{count, number}} Monat",
    month_other: "{{count, number}} Monate",
    step: "Schritt {{count}}",
  };
  test.each([
    [0, "0 Monate"],
    [1, "1 Monat"],
    [2, "2 Monate"],
    [24, "24 Monate"],
  ])("%d", (count, text) => expect(translate(bundle, "de", "month", { count })).toBe(text));
  test("a text without forms takes the number as any other value", () =>
    expect(translate(bundle, "de", "step", { count: 3 })).toBe("Schritt 3"));
  test("a missing form falls back to the general one", () =>
    expect(translate({ month_other: "{{count}} ay" }, "tr", "month", { count: 1 })).toBe("1 ay"));
  test("our languages need the forms that our texts have", () => {
    for (const locale of locales)
      expect([...new Intl.PluralRules(locale).resolvedOptions().pluralCategories].sort()).toEqual([
        "one",
        "other",
      ]);
  });
});

test("a tree of texts becomes dotted keys", () => {
  expect(flatten({ a: "1", b: { c: "2", d: { e: "3" } } })).toEqual({ a: "1", "b.c": "2", "b.d.e": "3" });
});

describe("the browser's languages", () => {
  test.each([
    ["en", "en"],
    ["en-US,en;q=0.9,de;q=0.8", "en"],
    ["fr,tr;q=0.5,en;q=0.7", "en"],
    ["fr", "de"],
    ["*", "de"],
    ["en;q=0, de;q=0.1", "de"],
    ["de;q=0.5,en;q=0.5", "de"],
    ["de-DE, en", "de"],
    ["en, de-DE", "en"],
    ["en-GB, de", "en"],
    ["en-US,de;q=0.9,en;q=0.7", "en"],
    ["*, en;q=0.5", "de"],
    ["de;q=0, *", "en"],
    ["EN-gb", "en"],
    ["%%;;q=x,,, en ; q=0.3", "en"],
    ["", "de"],
    [null, "de"],
  ])("%j", (header, locale) => expect(preferredLocale(header, ["de", "en"])).toBe(locale));
});

describe("language prefixes", () => {
  test.each([
    ["/", undefined, "/"],
    ["/en", "en", "/"],
    ["/en/", "en", "/"],
    ["/tr/angebot/x", "tr", "/angebot/x"],
    ["/angebot/en", undefined, "/angebot/en"],
    ["/english", undefined, "/english"],
    ["/de/angebot", undefined, "/de/angebot"],
    ["/EN/angebot", "en", "/angebot"],
    ["/Tr", "tr", "/"],
  ])("%s", (path, prefix, german) => {
    expect(prefixOf(path)).toBe(prefix);
    expect(withoutPrefix(path)).toBe(german);
  });
  test.each([
    ["/", "en", "/en"],
    ["/angebot", "tr", "/tr/angebot"],
    ["/angebot", "de", "/angebot"],
    ["/angebot", undefined, "/angebot"],
  ] as const)("%s under %s", (path, prefix, target) => expect(withPrefix(path, prefix)).toBe(target));
});
