import type { z } from "zod";
import type { language } from "../app/backend/contract/common.ts";

export type Language = z.output<typeof language>;

/** A text in each language of the portal. */
export type Texts = Record<Language, string>;

const known: readonly Language[] = ["de", "en", "tr"];

/** The best of the portal's languages for an `Accept-Language` header; German without one. */
export function languageOf(header: string | undefined): Language {
  const wanted = (header ?? "")
    .split(",")
    .map((part) => {
      const [tag = "", ...parameters] = part.trim().toLowerCase().split(";");
      const q = parameters.map((parameter) => /^\s*q=([\d.]+)/.exec(parameter)?.[1]).find(Boolean);
      return {
        language: known.find((one) => tag === one || tag.startsWith(`${one}-`)),
        q: q ? Number(q) : 1,
      };
    })
    .filter(({ language, q }) => language && q > 0)
    .sort((a, b) => b.q - a.q);
  return wanted[0]?.language ?? "de";
}
