import { plainTexts, textNamespaces, wordingNames } from "#app/i18n/i18next.server.ts";
import { defaultLocale, type Locale } from "#app/i18n/locale.ts";
import { flatten } from "#app/i18n/translation.ts";
import { nearest } from "#app/platform/nearest.ts";
import { everySheet, tokenSheet } from "#app/ui/sheets.server.ts";
import { iconRows } from "./manifest.server.ts";
import type { Brand } from "./schema.ts";
import { tokenNames, tokensOf, weakPairs } from "./theme.ts";

/** How large the motif may be, which pages load beside their content, in bytes. */
const maxMotifBytes = 1000;

const meant = (name: string, names: Iterable<string>) => {
  const near = nearest(name, names, Math.max(2, Math.floor(name.length / 3)));
  return near === undefined ? "" : ` Did you mean ${near}?`;
};

function themeFindings({ themeCss }: Brand): string[] {
  const read = new Set([...everySheet().matchAll(/var\(--([\w-]+)/g)].map(([, name = ""]) => name));
  const unknown = [...new Set(tokenNames(themeCss))].filter((name) => !read.has(name));
  return [
    ...unknown.map((name) => `theme.css: --${name} has no effect, no style reads it.${meant(name, read)}`),
    ...(["light", "dark"] as const).flatMap((scheme) =>
      weakPairs(tokensOf([tokenSheet, themeCss], scheme)).map((pair) => `theme.css, ${scheme}: ${pair}`),
    ),
  ];
}

/** Languages of the portal that are not translated whole: their pages would be partly German, and say nothing of it (WCAG 3.1.2). */
function languageFindings({ availableLanguages }: Brand): string[] {
  const countOf = (locale: Locale) =>
    textNamespaces.reduce((sum, name) => {
      const own = flatten(plainTexts(locale, name) ?? {});
      const missing = Object.keys(flatten(plainTexts(defaultLocale, name) ?? {})).filter(
        (key) => !(key in own),
      );
      return sum + missing.length;
    }, 0);
  return availableLanguages
    .filter((locale) => locale !== defaultLocale)
    .map((locale) => ({ locale, count: countOf(locale) }))
    .filter(({ count }) => count > 0)
    .map(
      ({ locale, count }) =>
        `availableLanguages: "${locale}" lacks ${count} texts, for which German would stand in.`,
    );
}

/** Buttons, declarations and notices that the law words, or for which it wants one wording everywhere: no voice of a brand. */
const wordedByLaw = [
  "offer:summary.submit",
  "offer:shared.goods.guarantee.",
  "termination:form.submit",
  "withdrawal:form.submit",
  "withdrawal:confirmation.declaration",
  "email:done.declaration",
  "email:revoked.declaration",
  "common:shell.terminate",
  "common:shell.withdraw",
  "common:account.sepaMandate",
  "common:account.mandateText",
];

function textFindings({ texts, availableLanguages }: Brand): string[] {
  const found: string[] = [];
  for (const [locale, files] of Object.entries(texts)) {
    if (!availableLanguages.some((language) => language === locale))
      found.push(`texts.json: "${locale}" has no effect, availableLanguages lacks it.`);
    for (const [name, tree] of Object.entries(files)) {
      const [namespace = "", wording] = name.split("@");
      const plain = plainTexts(defaultLocale, namespace);
      const at = `texts.json: ${locale}, "${name}"`;
      if (!plain) found.push(`${at} is no group of texts.`);
      else if (wording !== undefined && !wordingNames.has(wording))
        found.push(`${at} has no effect, no use case is worded so.${meant(wording, wordingNames)}`);
      else {
        const plainKeys = Object.keys(flatten(plain));
        for (const key of Object.keys(flatten(tree))) {
          if (!plainKeys.includes(key)) found.push(`${at}: ${key} replaces no text.${meant(key, plainKeys)}`);
          if (wordedByLaw.some((worded) => `${namespace}:${key}`.startsWith(worded)))
            found.push(`${at}: ${key} is worded by law, and the same for all brands.`);
        }
      }
    }
  }
  return found;
}

/** Sie, Ihnen and Ihr; not the Sie of a sentence about a thing, whose verb is singular: "Sie steht auf der Karte". */
const saysSie = /\b(?:Ihnen|Ihr(?:e[mnrs]?)?)\b|(?<![.?!:„]\s?|^)\bSie\b|\bSie (?:\p{Ll}+n|sind)\b/u;
const saysDu = /\b(?:[Dd]u|[Dd]ein\w*|[Dd]ir|[Dd]ich|[Ee]uch|[Ee]uer\w*)\b/;

/** German in which a brand uses the other form of address. Pages of the host are the same for all brands. */
function addressFindings({ address, texts }: Brand): string[] {
  const own = texts[defaultLocale] ?? {};
  const worded = new Map(
    Object.entries(own).flatMap(([name, tree]) =>
      Object.entries(flatten(tree)).map(([key, text]) => [`${name}:${key}`, text]),
    ),
  );
  if (address !== "du")
    return [...worded]
      .filter(([, text]) => saysDu.test(text))
      .map(([key]) => `texts.json: ${defaultLocale}, ${key} says du, brand.json says Sie.`);
  const ownKeys = new Set(worded.keys());
  for (const name of textNamespaces.filter((name) => name !== "host" && name !== "use-cases"))
    for (const [key, text] of Object.entries(flatten(plainTexts(defaultLocale, name) ?? {})))
      if (!worded.has(`${name}:${key}`)) worded.set(`${name}:${key}`, text);
  for (const [path, text] of Object.entries(flatten(plainTexts(defaultLocale, "use-cases") ?? {}))) {
    const [wording, name, ...key] = path.split(".");
    // What a brand says of every offer hides what a use case does.
    const inUseCase = `${name}@${wording}:${key.join(".")}`;
    if (!ownKeys.has(`${name}:${key.join(".")}`) && !ownKeys.has(inUseCase)) worded.set(inUseCase, text);
  }
  const formal = [...worded].filter(
    ([key, text]) => saysSie.test(text) && !wordedByLaw.some((one) => key.startsWith(one)),
  );
  if (formal.length === 0) return [];
  const first = formal.slice(0, 3).map(([key]) => key);
  return [
    `brand.json says du, ${formal.length} German texts say Sie: ${first.join(", ")}${formal.length > 3 ? " …" : "."}`,
  ];
}

function pictureFindings(brand: Brand): string[] {
  const { logo, files, slug } = brand;
  const names = Object.keys(files);
  const missing = iconRows.filter(
    ({ name }) => !names.some((path) => path.startsWith(`/brands/${slug}/${name}.`)),
  );
  const motif = Buffer.byteLength(files[brand.motif ?? ""] ?? "");
  return [
    ...(missing.length > 0
      ? [`${missing.map(({ name }) => `${name}.png`).join(", ")} missing: home screens show the favicon.`]
      : []),
    ...(logo.includes("<text")
      ? ["logo.svg has live text, which looks different on each device: draw it as a path."]
      : []),
    ...(motif > maxMotifBytes ? [`motif.svg has ${motif} bytes: ${maxMotifBytes} at most.`] : []),
  ];
}

/**
 * What a copied folder still has of another brand: its id, its pictures, its name. The Commission's notice is the same for all.
 * @param json the folder's brand.json as it is written
 */
export function copiedFindings(
  { slug, id, name: ownName, files, logo, guaranteeNotices, texts }: Brand,
  others: Iterable<Brand>,
  json: string,
): string[] {
  const wordsIn = (text: string) => ` ${text.split(/[^\p{L}\p{N}]+/u).join(" ")} `;
  const inJson = wordsIn(json);
  const inTexts = wordsIn(JSON.stringify(texts));
  const notices = new Set(Object.values(guaranteeNotices));
  const pictures = (of: Brand["files"]) =>
    Object.entries(of).filter(([path]) => /\.(?:svg|png)$/.test(path) && !notices.has(path));
  const nameOf = (path: string) => path.slice(path.lastIndexOf("/") + 1).replace(/\.\w+\./, ".");
  return [...others]
    .filter((other) => other.slug !== slug)
    .flatMap((other) => {
      const othersContents = pictures(other.files).map(([, content]) => String(content));
      const copied = pictures(files).filter(([, content]) => othersContents.includes(String(content)));
      const names = copied.map(([path]) => nameOf(path));
      if (logo === other.logo) names.unshift("logo.svg");
      if (id === other.id) names.unshift("brand.json: id");
      const isOther = ownName !== other.name;
      // Its addresses have the slug, which in a text may be any word.
      const isInJson = [other.name, other.slug].some((name) => inJson.includes(` ${name} `));
      return [
        ...names.map((name) => `${name} is that of ${other.slug}.`),
        ...(isOther && isInJson ? [`brand.json names ${other.name}.`] : []),
        ...(isOther && inTexts.includes(` ${other.name} `) ? [`texts.json names ${other.name}.`] : []),
      ];
    });
}

/** What is allowed in a brand's folder, and yet cannot be meant: a line each, for its editor. */
export const brandFindings = (brand: Brand): string[] => [
  ...themeFindings(brand),
  ...languageFindings(brand),
  ...textFindings(brand),
  ...addressFindings(brand),
  ...pictureFindings(brand),
];
