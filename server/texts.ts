import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Locale, locales } from "#app/i18n/locale.ts";
import type common from "#locales/de/common.json";
import type host from "#locales/de/host.json";
import type termination from "#locales/de/termination.json";
import type withdrawal from "#locales/de/withdrawal.json";

interface HostTexts {
  common: typeof common;
  host: typeof host;
  termination: typeof termination;
  withdrawal: typeof withdrawal;
}

function textsIn(language: Locale): HostTexts {
  const read = (name: keyof HostTexts) =>
    JSON.parse(readFileSync(join(import.meta.dirname, "../locales", language, `${name}.json`), "utf8"));
  return {
    common: read("common"),
    host: read("host"),
    termination: read("termination"),
    withdrawal: read("withdrawal"),
  };
}

/** What the host says without the app. */
export const texts = Object.fromEntries(locales.map((one) => [one, textsIn(one)])) as Record<
  Locale,
  HostTexts
>;
