import { inLanguage, type Language, type Texts } from "../language.ts";

const names: Record<string, Texts> = {
  mobile: { de: "Mobilfunkvertrag", en: "Mobile contract", tr: "Mobil hat sözleşmesi" },
  dsl: { de: "Internet und Festnetz", en: "Internet and landline", tr: "İnternet ve sabit hat" },
  onlineSchutz: {
    de: "Zusatzdienst Online-Schutz",
    en: "Extra service: online protection",
    tr: "Ek hizmet: çevrimiçi koruma",
  },
  prepaid: { de: "Prepaid-Karte", en: "Prepaid card", tr: "Ön ödemeli kart" },
};

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
  const name = id ? names[id] : undefined;
  return name && inLanguage(name, language);
}
