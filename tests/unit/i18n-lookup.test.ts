import { createInstance } from "i18next";
import { describe, expect, test } from "vitest";
import { readBrands } from "#app/brand/read-brands.server.ts";
import type { Brand } from "#app/brand/schema.ts";
import { fixedT, i18nextOptions, numberFormat, sectionTexts } from "#app/i18n/i18next.server.ts";
import type { Section } from "#app/i18n/resources.ts";
import { translate } from "#app/i18n/translation.ts";
import deHome from "#locales/de/home.json";
import deOffer from "#locales/de/offer.json";
import deUseCases from "#locales/de/use-cases.json";
import enOffer from "#locales/en/offer.json";

const german = import.meta.glob<object>("../../locales/de/*.json", { eager: true, import: "default" });
/** Every group of every namespace. */
const sections = Object.entries(german)
  .map(([path, texts]) => [path.split("/").at(-1)?.replace(".json", ""), texts] as const)
  .filter(([namespace]) => namespace !== "use-cases")
  .flatMap(([namespace, texts]) => Object.keys(texts).map((prefix) => `${namespace}.${prefix}` as Section));
type Translate = (key: string, values?: Record<string, string | number>) => string;

const brands = readBrands("brands");
const real = (slug: string): Brand => {
  const brand = brands.get(slug);
  if (!brand) throw new Error(`No brand ${slug}`);
  return brand;
};

/** As remix-i18next makes it for each language. */
const i18nextIn = (locale: string) => {
  const instance = createInstance(i18nextOptions).use(numberFormat);
  instance.init({ lng: locale });
  return instance;
};
const i18next = { de: i18nextIn("de"), en: i18nextIn("en"), tr: i18nextIn("tr") };

let made = 0;
/** A test brand with these overrides, with a unique slug, as texts are cached by it. */
function brandWith(texts: Brand["texts"]): Brand {
  made += 1;
  return { ...real("o2"), slug: `made-${made}`, texts };
}

/** The texts of `offer.offer.title` and `offer.shared.details`: the first has a use case's wording, the second none. */
const title = (brand: Brand, locale: "de" | "en" | "tr", useCase?: string) =>
  fixedT(i18next[locale], "offer", "offer", brand, useCase)("title");
const details = (brand: Brand, locale: "de" | "en" | "tr", useCase?: string) =>
  fixedT(i18next[locale], "offer", "shared", brand, useCase)("details");

const groups = { title: "offer", details: "shared" };
const override = (key: keyof typeof groups, text: string) => ({ [groups[key]]: { [key]: text } });

describe("the lookup order of specification §3 within a language", () => {
  const plain = deOffer.offer.title;
  const ofUseCase = deUseCases.vvl.offer.offer.title;

  test("the use case beats the plain key", () => {
    expect(title(brandWith({}), "de")).toBe(plain);
    expect(title(brandWith({}), "de", "offer_vvl")).toBe(ofUseCase);
    expect(ofUseCase).not.toBe(plain);
  });

  test("the brand beats the use case", () => {
    const brand = brandWith({ de: { offer: override("title", "brand") } });
    expect(title(brand, "de")).toBe("brand");
    expect(title(brand, "de", "offer_vvl")).toBe("brand");
  });

  test("brand with use case beats the brand, and only for that use case", { tags: ["§3.35"] }, () => {
    const brand = brandWith({
      de: { offer: override("title", "brand"), "offer@offer_vvl": override("title", "both") },
    });
    expect(title(brand, "de", "offer_vvl")).toBe("both");
    expect(title(brand, "de", "orange_vvl")).toBe("brand");
    expect(title(brand, "de")).toBe("brand");
  });

  test("each key is looked up separately: an override does not affect its neighbours", () => {
    const brand = brandWith({ de: { "offer@offer_vvl": override("details", "both") } });
    expect(details(brand, "de", "offer_vvl")).toBe("both");
    expect(title(brand, "de", "offer_vvl")).toBe(ofUseCase);
  });
});

describe("families of use cases", () => {
  const { vvl, tm, coc } = deUseCases;
  test.each([
    ["offer_vvl orange_vvl yellow_vvl greenApm_vvl green_idv_vvl_otp offer_dps_vvl", vvl.offer.offer.title],
    ["offer_tm green_idv_tm_otp", tm.offer.offer.title],
    ["offer_coc", coc.offer.offer.title],
    ["offer orange green_idv_otp", deOffer.offer.title],
    ["dealer_correction", deUseCases.dealer_correction.offer.offer.title],
    ["toString something_vvl vvl ", deOffer.offer.title],
  ])("%s: %s", (useCases, said) => {
    for (const useCase of useCases.split(" ")) expect(title(brandWith({}), "de", useCase)).toBe(said);
  });

  test("a use case's own wording beats its family's", () => {
    const brand = brandWith({
      de: { "offer@vvl": override("title", "family"), "offer@orange_vvl": override("title", "own") },
    });
    expect(title(brand, "de", "orange_vvl")).toBe("own");
    expect(title(brand, "de", "yellow_vvl")).toBe("family");
    expect(title(brand, "de", "orange_tm")).toBe(deUseCases.tm.offer.offer.title);
  });
});

describe("the fallback language comes last", () => {
  test("brand with use case in German does not beat the plain key of the current language", {
    tags: ["§3.35"],
  }, () => {
    const brand = brandWith({ de: { "offer@offer_vvl": override("details", "nur auf Deutsch") } });
    expect(details(brand, "de", "offer_vvl")).toBe("nur auf Deutsch");
    expect(details(brand, "en", "offer_vvl")).toBe(enOffer.shared.details);
  });

  test("a text missing in the current language at every rank is found in German, in the same order", {
    tags: ["§3.35"],
  }, () => {
    const file = "only-here";
    const brand = brandWith({
      de: { [file]: { group: { a: "brand", b: "brand" } }, [`${file}@vvl`]: { group: { a: "both" } } },
    });
    const found = (useCase?: string) => {
      const t = fixedT(i18next.tr, file as "offer", "group" as "offer", brand, useCase) as (
        key: string,
      ) => string;
      return [t("a"), t("b")];
    };
    expect(found("offer_vvl")).toEqual(["both", "brand"]);
    expect(found()).toEqual(["brand", "brand"]);
  });

  test("only German is a fallback: Turkish texts never show in German", () => {
    const brand = brandWith({ tr: { offer: override("title", "yalnızca Türkçe") } });
    expect(title(brand, "de")).toBe(deOffer.offer.title);
    expect(title(brand, "tr")).toBe("yalnızca Türkçe");
  });
});

describe("the brands' own words", () => {
  const home = (slug: string, locale: "de" | "en" = "de") =>
    fixedT(i18next[locale], "home", "home", real(slug))("lead", { brand: real(slug).name });

  test.each(["aldi", "nova", "ortel", "spice"])("%s is prepaid and speaks of credit", (slug) => {
    expect(real(slug).prepaid).toBe(true);
    const texts = sectionTexts("home.home", "de", real(slug));
    expect(texts.lead).toContain("Guthaben");
    expect(texts.terminateText).toContain("Restguthaben");
  });
  test.each(["ortel", "spice"])("%s says so in English too", (slug) => {
    expect(home(slug, "en")).toContain("credit");
  });
  test.each(["o2", "ayyildiz", "aetka", "blau"])("%s is no prepaid brand", (slug) => {
    expect(real(slug).prepaid).toBe(false);
    expect(home(slug)).not.toContain("Guthaben");
  });
  test("no override equals the text that it overrides", () => {
    for (const brand of brands.values())
      expect(brand.texts.de?.home?.home, brand.slug).not.toMatchObject({ lead: deHome.home.lead });
  });
  test("Blau calls an extension by its name, and any other offer an offer", () => {
    expect(title(real("blau"), "de", "orange_vvl")).toBe("Ihre Vertragsverlängerung bei Blau");
    expect(title(real("blau"), "de", "orange")).toBe(deOffer.offer.title);
  });
});

describe("the `t` of components and i18next's own", () => {
  /** A value for every placeholder, one of which contains a placeholder itself. */
  const names = JSON.stringify(german).matchAll(/\{\{(\w+)(, number)?\}\}/g);
  const values = Object.fromEntries(
    [...names].map(([, name = "", number]) => [name, number ? 12.5 : "$& {{count}} <b>"]),
  );
  test.each(["de", "en", "tr"] as const)("agree on every text in %s", (locale) => {
    const o2 = real("o2");
    for (const section of sections) {
      const [namespace = "", prefix = ""] = section.split(".");
      const t = fixedT(
        i18next[locale],
        namespace as "offer",
        prefix as "offer",
        o2,
        "offer_vvl",
      ) as Translate;
      const texts = sectionTexts(section, locale, o2, "offer_vvl");
      for (const key of Object.keys(texts).map((one) => one.replace(/_(?:one|other)$/, "")))
        for (const count of [0, 1, 2, 25_000])
          expect(translate(texts, locale, key, { ...values, count }), `${section}.${key}`).toBe(
            t(key, { ...values, count }),
          );
    }
  });
  test.each(["de", "en", "tr"] as const)(
    "a text with nothing to fill in is what i18next says in %s",
    (locale) => {
      const o2 = real("o2");
      for (const section of sections) {
        const [namespace, prefix] = section.split(".") as ["offer", "offer"];
        const t = fixedT(i18next[locale], namespace, prefix, o2, "offer_vvl") as Translate;
        for (const key of Object.keys(sectionTexts(section, locale, o2, "offer_vvl")))
          expect(t(key), `${section}.${key}`).toBe(t(key, {}));
      }
    },
  );
});
