/** Texts of one journey, nested by page. */
export interface TextTree {
  [key: string]: string | TextTree;
}

/** Texts of one section, keys joined by dots. */
export type Bundle = Record<string, string>;

export type Values = Record<string, string | number>;

/** Every text of the tree with its dotted key. */
export function flatten(tree: TextTree, prefix = ""): Bundle {
  const flat: Bundle = {};
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === "string") flat[prefix + key] = value;
    else Object.assign(flat, flatten(value, `${prefix}${key}.`));
  }
  return flat;
}

/** Texts of which those in `over` take precedence. */
export function mergeTexts(texts: TextTree, over: TextTree = {}): TextTree {
  const all: TextTree = { ...texts };
  for (const [key, value] of Object.entries(over)) {
    const before = all[key];
    all[key] =
      typeof value === "string" || typeof before === "string" ? value : mergeTexts(before ?? {}, value);
  }
  return all;
}

const rules = new Map<string, Intl.PluralRules>();
/** Costly to create, and the same for every text of a language. */
function pluralRules(locale: string): Intl.PluralRules {
  const pluralRule = rules.get(locale) ?? new Intl.PluralRules(locale);
  rules.set(locale, pluralRule);
  return pluralRule;
}

/**
 * The part of i18next's `t` that components need: plural form by `count`, `{{name}}` and `{{name, number}}`. An
 * unknown key is returned as it is, so that a gap is visible but breaks nothing.
 */
export function translate(bundle: Bundle, locale: string, key: string, values: Values = {}): string {
  let template = bundle[key];
  if (typeof values.count === "number") {
    const form = pluralRules(locale).select(values.count);
    template = bundle[`${key}_${form}`] ?? bundle[`${key}_other`] ?? template;
  }
  if (template === undefined) return key;
  if (!template.includes("{{")) return template;
  return template.replace(/\{\{\s*(\w+)\s*(,\s*number\s*)?\}\}/g, (_, name: string, format?: string) => {
    const value = values[name] ?? "";
    return format ? formatNumber(value, locale) : String(value);
  });
}

const numberFormats = new Map<string, Intl.NumberFormat>();

/** 12,5 in German and Turkish, 12.5 in English; thousands are grouped from five digits on. */
export function formatNumber(value: unknown, locale = "de"): string {
  // Most are counts, which look the same in all languages.
  if (typeof value !== "number" || (Number.isInteger(value) && value >= 0 && value < 10_000))
    return String(value);
  let format = numberFormats.get(locale);
  if (!format) {
    format = new Intl.NumberFormat(locale, { useGrouping: "min2" });
    numberFormats.set(locale, format);
  }
  return format.format(value);
}
