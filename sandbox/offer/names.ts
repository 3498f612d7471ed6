import { inLanguage, type Language, type Texts } from "../language.ts";

/** Names of products that differ by language. */
export const names = {
  polarBlue: { de: "Polarblau", en: "Polar blue", tr: "Kutup mavisi" },
  mistGrey: { de: "Nebelgrau", en: "Mist gray", tr: "Sis grisi" },
  midnight: { de: "Mitternacht", en: "Midnight", tr: "Gece yarısı" },
  data20: { de: "Daten 20", en: "Data 20", tr: "Veri 20" },
  home100: { de: "Zuhause 100", en: "Home 100", tr: "Ev 100" },
  homeFlat: {
    de: "Flat ins Festnetz",
    en: "Unlimited calls to landlines",
    tr: "Sabit hatlara sınırsız arama",
  },
  insurance: { de: "Geräteschutz Komplett", en: "Complete device protection", tr: "Tam cihaz koruması" },
  travel: { de: "Reisepaket Welt 2 GB", en: "World travel pack 2 GB", tr: "Dünya seyahat paketi 2 GB" },
  moreData: { de: "5 GB mehr", en: "5 GB more", tr: "5 GB daha" },
  music: { de: "Musik unbegrenzt", en: "Unlimited music", tr: "Sınırsız müzik" },
  flat: {
    de: "Allnet-Flat",
    en: "Unlimited calls to all German networks",
    tr: "Almanya’da sınırsız arama",
  },
  roaming: { de: "EU-Roaming inklusive", en: "EU roaming included", tr: "AB dolaşımı dâhil" },
  moreSims: { de: "Zwei weitere SIM-Karten", en: "Two additional SIM cards", tr: "İki ek SIM kart" },
  everyMonth: {
    de: "Monatlich kündbar",
    en: "Cancel any time with one month’s notice",
    tr: "Her ay feshedilebilir",
  },
  dataOnly: { de: "Nur Daten", en: "Data only", tr: "Yalnızca veri" },
  shipping: { de: "Versand", en: "Shipping", tr: "Kargo" },
  connection: { de: "Anschlusspreis", en: "Activation fee", tr: "Aktivasyon ücreti" },
  onlineDiscount: { de: "Online-Vorteil", en: "Online discount", tr: "İnternet indirimi" },
  loyaltyDiscount: { de: "Treuevorteil", en: "Loyalty discount", tr: "Sadakat indirimi" },
  batteryWarning: {
    de: "Der Akku kann sich bei Beschädigung entzünden. Nicht öffnen, nicht über 60 °C erhitzen.",
    en: "The battery may catch fire if damaged. Do not open it or heat it above 60 °C.",
    tr: "Pil hasar görürse alev alabilir. Cihazın içini açmayın, cihazı 60 °C’nin üzerindeki sıcaklıklara maruz bırakmayın.",
  },
  changeFee: { de: "Tarifwechsel", en: "Plan change", tr: "Tarife değişikliği" },
} satisfies Record<string, Texts>;

/** A name by language, or one that is the same in all of them. */
export type Name = Texts | string;

export const nameIn = (name: Name, language: Language): string =>
  typeof name === "string" ? name : inLanguage(name, language);
