import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Locale, locales } from "#app/i18n/locale.ts";
import type { Resources } from "#app/i18n/resources.ts";
import type host from "#locales/de/host.json";

interface HostTexts extends Pick<Resources, "common" | "termination" | "withdrawal"> {
  host: typeof host;
}

const names: (keyof HostTexts)[] = ["common", "host", "termination", "withdrawal"];
const read = (language: Locale, name: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, "../../locales", language, `${name}.json`), "utf8"));
const textsIn = (language: Locale) => Object.fromEntries(names.map((name) => [name, read(language, name)]));

/** The texts that the host shows without the app. */
export const texts = Object.fromEntries(locales.map((one) => [one, textsIn(one)])) as Record<
  Locale,
  HostTexts
>;
