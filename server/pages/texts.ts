import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { defaultLocale, type Locale, locales } from "#app/i18n/locale.ts";
import type { Resources } from "#app/i18n/resources.ts";
import { mergeTexts } from "#app/i18n/translation.ts";
import type host from "#locales/de/host.json";
import { root } from "#server/root.ts";

interface HostTexts extends Pick<Resources, "common" | "termination" | "withdrawal"> {
  host: typeof host;
}

const names: (keyof HostTexts)[] = ["common", "host", "termination", "withdrawal"];
function read(language: Locale, name: string) {
  const file = join(root, "locales", language, `${name}.json`);
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
}
const textsIn = (language: Locale) =>
  Object.fromEntries(
    names.map((name) => [name, mergeTexts(read(defaultLocale, name), read(language, name))]),
  );

/** The texts that the host shows without the app; German where a language lacks one. */
export const texts = Object.fromEntries(locales.map((one) => [one, textsIn(one)])) as Record<
  Locale,
  HostTexts
>;
