import type { Language } from "../language.ts";
import { sandboxTexts } from "../texts.ts";

const offered: Record<string, readonly string[]> = {
  O2: ["mobile", "dsl", "onlineSchutz"],
  AETKASMART: ["mobile", "dsl"],
  ALDITALK: ["prepaid"],
  NOVA: ["prepaid"],
  ORTEL: ["prepaid"],
  BLAUWORLD: ["prepaid"],
};

/** What can be terminated with a brand. */
export const servicesOf = (brand: string, language: Language) =>
  (offered[brand] ?? ["mobile"]).map((id) => ({ id, name: serviceName(id, language) ?? id }));

export function serviceName(id: string | undefined, language: Language): string | undefined {
  const names: Partial<Record<string, string>> = sandboxTexts[language].sandbox.services;
  return id ? names[id] : undefined;
}
