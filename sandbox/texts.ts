import { join } from "node:path";
import type { Say } from "../app/domain/after-order-words.ts";
import { readTexts } from "../app/i18n/read-texts.server.ts";
import type { Resources } from "../app/i18n/resources.ts";
import type sandbox from "../locales/de/sandbox.json";

interface SandboxTexts
  extends Pick<
    Resources,
    "barrier" | "common" | "email" | "offer" | "receipt" | "termination" | "withdrawal"
  > {
  sandbox: typeof sandbox;
}

/** The provider's mails, documents and pages; its receipts name things as the portal's do. */
export const sandboxTexts = readTexts<SandboxTexts>(join(import.meta.dirname, ".."), [
  "sandbox",
  "barrier",
  "common",
  "email",
  "offer",
  "receipt",
  "termination",
  "withdrawal",
]);

/** A text with its values. */
export const filled = (text: string, values: Partial<Record<string, string | number>>): string =>
  text.replace(/\{\{(\w+)(?:,[^{}]*)?\}\}/g, (_, name: string) => String(values[name] ?? ""));

/** Texts by their keys below a section. */
export const sayIn =
  (section: object): Say =>
  (key, values) => {
    const found = key
      .split(".")
      .reduce<unknown>((at, name) => (at as Record<string, unknown>)?.[name], section);
    return typeof found === "string" ? filled(found, values) : "";
  };
