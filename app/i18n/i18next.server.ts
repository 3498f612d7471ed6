import type { InitOptions, i18n, ThirdPartyModule } from "i18next";
import { isKeyOf } from "#app/domain/keys-of.ts";
import { type UseCaseRow, useCases } from "#app/domain/use-cases.ts";
import { defaultLocale, isLocale, type Locale } from "./locale.ts";
import type { Namespace, Prefix, Translate } from "./resources.ts";
import { type Bundle, flatten, formatNumber, mergeTexts, type TextTree } from "./translation.ts";

const files = import.meta.glob<TextTree>(["../../locales/*/*.json", "!**/sandbox.json"], {
  eager: true,
  import: "default",
});

/** The namespace of texts that a use case words differently, by use case or by what it shares (`vvl`, `idv`). */
const useCaseNamespace = "use-cases";

const plain: Record<string, Record<string, TextTree>> = {};
for (const [path, tree] of Object.entries(files)) {
  const [locale = "", namespace = ""] = path.split("/").slice(-2);
  plain[locale] = { ...plain[locale], [namespace.replace(".json", "")]: tree };
}

/** What remix-i18next makes its instances with. */
export const i18nextOptions: InitOptions = {
  resources: plain,
  fallbackLng: defaultLocale,
  defaultNS: "common",
  nsSeparator: false,
  initAsync: false,
  // React escapes; a mail address or a name must not be escaped twice.
  interpolation: { escapeValue: false },
};

/** Formats numbers for the language, for `{{gb, number}}`. */
export const numberFormat: ThirdPartyModule = {
  type: "3rdParty",
  init: ({ services }) => services.formatter?.add("number", formatNumber),
};

/** A use case's own wording takes precedence over those that it shares: `orange_vvl`, `alternative`, `vvl`. */
function wordingsOf(useCase: string): string[] {
  const { wordings = [] }: Partial<UseCaseRow> = isKeyOf(useCases, useCase) ? useCases[useCase] : {};
  return [useCase, ...wordings];
}

/** The texts of a namespace as they are without a brand; undefined if there is none. */
export const plainTexts = (locale: Locale, namespace: string): TextTree | undefined =>
  plain[locale]?.[namespace];

/** The namespaces of all texts, those of use cases and of the host included. As read: i18next adds to what it is made with. */
export const textNamespaces: readonly string[] = Object.keys(plain[defaultLocale] ?? {});

const keysOf = (tree: TextTree, before: string): TextTree =>
  Object.fromEntries(
    Object.entries(tree).map(([key, text]) => [
      key,
      typeof text === "string" ? before + key : keysOf(text, `${before}${key}.`),
    ]),
  );

const keys = Object.fromEntries(
  Object.entries(plain[defaultLocale] ?? {}).map(([namespace, tree]) => [
    namespace,
    keysOf(tree, `${namespace}:`),
  ]),
);

/** A brand that says the key of each text instead, `offer:payment.title`, for translators. */
export const wordedByKeys = <Brand extends BrandTexts>(brand: Brand): Brand => ({
  ...brand,
  version: `${brand.version} keys`,
  texts: Object.fromEntries(Object.keys(plain).map((locale) => [locale, keys])),
});

/** What may stand behind the `@` of a namespace in a brand's texts. */
export const wordingNames: ReadonlySet<string> = new Set(Object.keys(useCases).flatMap(wordingsOf));

/** Unknown use cases have no wording of their own, and must not fill the caches. */
const knownUseCase = (useCase: string | undefined) =>
  useCase !== undefined && Object.hasOwn(useCases, useCase) ? useCase : "";

/** What a brand words differently, by locale and namespace; another version may word it anew. */
interface BrandTexts {
  slug: string;
  version: string;
  texts: Partial<Record<Locale, Record<string, TextTree>>>;
}

/** What is nested in a tree by this name, if that is not a text. */
function treeIn(tree: TextTree | undefined, name: string): TextTree | undefined {
  const found = tree?.[name];
  return typeof found === "object" ? found : undefined;
}

const merged = new Map<string, TextTree>();

const idOf = (namespace: string, brand: BrandTexts, useCase: string) =>
  [namespace, brand.slug, brand.version, useCase].join("@");

/**
 * The texts of `namespace` as worded by a brand and use case, merged on first use in the order of specification §3:
 * brand with use case, brand, use case, plain.
 */
function mergedTexts(namespace: string, locale: Locale, brand: BrandTexts, useCase: string): TextTree {
  const id = `${locale}@${idOf(namespace, brand, useCase)}`;
  const cached = merged.get(id);
  if (cached) return cached;
  const wordings = useCase ? wordingsOf(useCase).reverse() : [];
  const ofUseCases = plain[locale]?.[useCaseNamespace];
  const ofBrand = brand.texts[locale] ?? {};
  const layers = [
    plain[locale]?.[namespace],
    ...wordings.map((wording) => treeIn(treeIn(ofUseCases, wording), namespace)),
    ofBrand[namespace],
    ...wordings.map((wording) => ofBrand[`${namespace}@${wording}`]),
  ];
  const texts = layers.reduce<TextTree>(mergeTexts, {});
  merged.set(id, texts);
  return texts;
}

/**
 * `t` for one group of a namespace, worded for brand and use case: i18next's, which is asked only where something is to be filled
 * in. As every language has all four ranks in one namespace of its own, i18next reaches the fallback language only after them; a
 * list of namespaces would try it in between.
 */
export function fixedT<N extends Namespace, P extends Prefix<N>>(
  i18next: i18n,
  namespace: N,
  prefix: P,
  brand: BrandTexts,
  useCase?: string,
): Translate<N, P> {
  const locale = isLocale(i18next.language) ? i18next.language : defaultLocale;
  const texts = sectionTexts(`${namespace}.${prefix}`, locale, brand, useCase);
  let filled: Translate<N, P> | undefined;
  return (key, values) => {
    const text = texts[String(key)];
    if (values === undefined && text !== undefined) return text;
    filled ??= fillingT(i18next, namespace, prefix, brand, useCase);
    return filled(key, values);
  };
}

function fillingT<N extends Namespace, P extends Prefix<N>>(
  i18next: i18n,
  namespace: N,
  prefix: P,
  brand: BrandTexts,
  useCase: string | undefined,
): Translate<N, P> {
  const worded = knownUseCase(useCase);
  const name = idOf(namespace, brand, worded);
  const locale = isLocale(i18next.language) ? i18next.language : defaultLocale;
  for (const each of [locale, defaultLocale])
    if (!i18next.hasResourceBundle(each, name))
      i18next.addResourceBundle(each, name, mergedTexts(namespace, each, brand, worded));
  // eslint-disable-next-line house/no-cast -- i18next knows neither a namespace that is added here nor a group that is a parameter
  return i18next.getFixedT(locale, name as "common", prefix as never) as unknown as Translate<N, P>;
}

const bundles = new Map<string, Bundle>();

/** All texts of one section, for the `t` of components. */
export function sectionTexts(section: string, locale: Locale, brand: BrandTexts, useCase?: string): Bundle {
  const id = [section, locale, brand.slug, brand.version, knownUseCase(useCase)].join("@");
  let bundle = bundles.get(id);
  if (!bundle) {
    const [namespace = "", prefix = ""] = section.split(".");
    const of = (at: Locale) => {
      const group = mergedTexts(namespace, at, brand, knownUseCase(useCase))[prefix];
      return typeof group === "object" ? flatten(group) : {};
    };
    bundle = { ...of(defaultLocale), ...of(locale) };
    bundles.set(id, bundle);
  }
  return bundle;
}
