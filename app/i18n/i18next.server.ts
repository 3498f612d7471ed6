import { createInstance } from "i18next";
import type { Brand } from "#app/brand/schema.ts";
import { type UseCaseRow, useCases } from "#app/domain/use-cases.ts";
import { defaultLocale, type Locale, locales } from "./locale.ts";
import type { Namespace, Prefix, Section, Translate } from "./resources.ts";
import type { SectionBundles, ShippedTexts } from "./shipped-texts.ts";
import { type Bundle, flatten, formatNumber, type TextTree } from "./translation.ts";

const files = import.meta.glob<TextTree>("../../locales/*/*.json", { eager: true, import: "default" });

/** The namespace of texts that a use case words differently, by use case or by its family (`vvl`, `tm`). */
const useCaseNamespace = "use-cases";

const plain: Record<string, Record<string, TextTree>> = {};
for (const [path, tree] of Object.entries(files)) {
  const [locale = "", namespace = ""] = path.split("/").slice(-2);
  plain[locale] = { ...plain[locale], [namespace.replace(".json", "")]: tree };
}

/** The process's only instance: `fixedT` sets the language for each request's texts. */
const i18next = createInstance({
  resources: plain,
  fallbackLng: defaultLocale,
  defaultNS: "common",
  nsSeparator: false,
  initAsync: false,
  // React escapes; a mail address or a name must not be escaped twice.
  interpolation: { escapeValue: false },
});
i18next.init();
// Formats numbers for the language, for `{{gb, number}}`.
i18next.services.formatter?.add("number", formatNumber);

/** A use case's own wording takes precedence over that of its family: `orange_vvl`, `vvl`. */
function wordingsOf(useCase: string): string[] {
  const { family }: UseCaseRow = useCases[useCase as keyof typeof useCases];
  return family ? [useCase, family] : [useCase];
}

/** Unknown use cases have no wording of their own, and must not fill the caches. */
const knownUseCase = (useCase: string | undefined) =>
  useCase !== undefined && Object.hasOwn(useCases, useCase) ? useCase : "";

type BrandTexts = Pick<Brand, "slug" | "edition" | "texts">;

/**
 * The namespace with the texts of `namespace` as worded by a brand and use case, merged on first use in the order of
 * specification §3: brand with use case, brand, use case, plain. As every language has all four ranks in one
 * namespace, i18next reaches the fallback language only after them; a list of namespaces would try it in between.
 */
function mergedNamespace(namespace: string, brand: BrandTexts, useCase: string): string {
  const name = [namespace, brand.slug, brand.edition, useCase].join("@");
  if (i18next.hasResourceBundle(defaultLocale, name)) return name;
  const wordings = useCase ? wordingsOf(useCase).reverse() : [];
  for (const locale of locales) {
    const ofUseCases = (plain[locale]?.[useCaseNamespace] ?? {}) as Record<string, Record<string, TextTree>>;
    const ofBrand = brand.texts[locale] ?? {};
    const layers = [
      plain[locale]?.[namespace],
      ...wordings.map((wording) => ofUseCases[wording]?.[namespace]),
      ofBrand[namespace],
      ...wordings.map((wording) => ofBrand[`${namespace}@${wording}`]),
    ];
    for (const texts of layers)
      i18next.addResourceBundle(locale, name, texts ?? {}, true, true, { silent: true });
  }
  return name;
}

/** i18next's `t` for one group of a namespace, worded for brand and use case. */
export function fixedT<N extends Namespace, P extends Prefix<N>>(
  namespace: N,
  prefix: P,
  locale: Locale,
  brand: BrandTexts,
  useCase?: string,
): Translate<N, P> {
  const name = mergedNamespace(namespace, brand, knownUseCase(useCase));
  return i18next.getFixedT(locale, name as "common", prefix as never) as unknown as Translate<N, P>;
}

const bundles = new Map<string, Bundle>();

/** All texts of one section, for the `t` of components. */
export function sectionTexts(section: Section, locale: Locale, brand: Brand, useCase?: string): Bundle {
  const id = [section, locale, brand.slug, brand.edition, knownUseCase(useCase)].join("@");
  let bundle = bundles.get(id);
  if (!bundle) {
    const [namespace = "", prefix = ""] = section.split(".");
    const name = mergedNamespace(namespace, brand, knownUseCase(useCase));
    const of = (at: Locale) => flatten(i18next.getResource(at, name, prefix) ?? {});
    bundle = { ...of(defaultLocale), ...of(locale) };
    bundles.set(id, bundle);
  }
  return bundle;
}

const shipped = new Map<string, ShippedTexts>();

/** The texts of a page, for its loader data. */
export function shippedTexts(
  sections: readonly Section[],
  locale: Locale,
  brand: Brand,
  useCase?: string,
): ShippedTexts {
  const id = [...sections, locale, brand.slug, brand.edition, knownUseCase(useCase)].join("@");
  let texts = shipped.get(id);
  if (texts === undefined) {
    const bundlesOf: SectionBundles = {};
    for (const section of sections) bundlesOf[section] = sectionTexts(section, locale, brand, useCase);
    texts = JSON.stringify(bundlesOf);
    shipped.set(id, texts);
  }
  return texts;
}
