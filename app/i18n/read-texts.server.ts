import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { tableOf } from "#app/domain/keys-of.ts";
import { defaultLocale, type Locale, locales } from "./locale.ts";
import { mergeTexts } from "./translation.ts";

/**
 * Texts for what runs without the app, by language; German where a language lacks one.
 * @param root the folder that has `locales`
 * @param names of the files
 */
export function readTexts<T>(root: string, names: readonly (keyof T & string)[]): Record<Locale, T> {
  const read = (language: Locale, name: string) => {
    const file = join(root, "locales", language, `${name}.json`);
    return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  };
  const textsIn = (language: Locale) =>
    Object.fromEntries(
      names.map((name) => [name, mergeTexts(read(defaultLocale, name), read(language, name))]),
    );
  // eslint-disable-next-line house/no-cast -- T is what the caller's files hold
  return tableOf(locales, textsIn) as Record<Locale, T>;
}
