import type { Brand } from "#app/brand/schema.ts";
import { type UseCaseRow, useCases } from "#app/domain/use-cases.ts";
import { defaultLocale, type Locale } from "./locale.ts";
import type { Namespace, Prefix, Section, Translate } from "./resources.ts";
import { type Bundle, flatten, type TextTree, translate } from "./translation.ts";

const files = import.meta.glob<TextTree>("../../locales/*/*.json", { eager: true, import: "default" });

/** Texts that a use case words differently live in this file, by use case or by its family (`vvl`, `tm`). */
const useCaseFile = "use-cases";

/** Flat texts of `<locale>` by file name. */
const plain = new Map<string, Map<string, Bundle>>();
for (const [path, tree] of Object.entries(files)) {
  const [, locale = "", file = ""] = /locales\/(\w+)\/([\w-]+)\.json$/.exec(path) ?? [];
  if (!plain.has(locale)) plain.set(locale, new Map());
  plain.get(locale)?.set(file, flatten(tree));
}

/** A use case answers for itself first, then for its family: `orange_vvl`, `vvl`. Unknown ones have no wording. */
function wordingsOf(useCase: string | undefined): string[] {
  if (useCase === undefined || !Object.hasOwn(useCases, useCase)) return [];
  const { family }: UseCaseRow = useCases[useCase as keyof typeof useCases];
  return family ? [useCase, family] : [useCase];
}

/**
 * The texts of one file in the lookup order of specification §3, lowest rank first, so that a later one wins:
 * plain, use case, brand, brand with use case; all of the fallback locale before any of the current one.
 */
export function layers(
  file: string,
  locale: Locale,
  brand: Pick<Brand, "slug" | "texts">,
  useCase?: string,
): Bundle[] {
  const chain = wordingsOf(useCase).reverse();
  const ofLocale = (at: Locale): Bundle[] => {
    const ofUseCases = plain.get(at)?.get(useCaseFile) ?? {};
    const ofBrand = brand.texts[at] ?? {};
    return [
      plain.get(at)?.get(file) ?? {},
      ...chain.map((name) => below(ofUseCases, `${name}.${file}.`)),
      flatten(ofBrand[file] ?? {}),
      ...chain.map((name) => flatten(ofBrand[`${file}@${name}`] ?? {})),
    ];
  };
  return locale === defaultLocale ? ofLocale(locale) : [...ofLocale(defaultLocale), ...ofLocale(locale)];
}

function below(bundle: Bundle, prefix: string): Bundle {
  return Object.fromEntries(
    Object.entries(bundle).flatMap(([key, text]) =>
      key.startsWith(prefix) ? [[key.slice(prefix.length), text]] : [],
    ),
  );
}

const resolved = new Map<string, Bundle>();

/** The texts of one section for a locale, brand and use case. */
export function sectionTexts(section: Section, locale: Locale, brand: Brand, useCase?: string): Bundle {
  const id = [section, locale, brand.slug, ...wordingsOf(useCase)].join("|");
  let bundle = resolved.get(id);
  if (!bundle) {
    const [file = "", group = ""] = section.split(".");
    bundle = below(Object.assign({}, ...layers(file, locale, brand, useCase)), `${group}.`);
    resolved.set(id, bundle);
  }
  return bundle;
}

/** A translate function for loaders and actions. */
export function textsOf<N extends Namespace, P extends Prefix<N>>(
  namespace: N,
  prefix: P,
  locale: Locale,
  brand: Brand,
  useCase?: string,
): Translate<N, P> {
  const bundle = sectionTexts(`${namespace}.${prefix}` as Section, locale, brand, useCase);
  return (key, values) => translate(bundle, locale, key, values);
}
