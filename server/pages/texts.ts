import { readTexts } from "#app/i18n/read-texts.server.ts";
import type { Resources } from "#app/i18n/resources.ts";
import type host from "#locales/de/host.json";
import { root } from "#server/root.ts";

interface HostTexts extends Pick<Resources, "common" | "receipt" | "termination" | "withdrawal"> {
  host: typeof host;
}

/** The texts that the host shows without the app. */
export const hostTexts = readTexts<HostTexts>(root, [
  "common",
  "host",
  "receipt",
  "termination",
  "withdrawal",
]);
