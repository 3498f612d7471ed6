import type { Name } from "./names.ts";

/** What a brand calls a product of the catalogue, and what its tariff includes. Prices are the same everywhere. */
export interface OwnProduct {
  name: Name;
  features?: Name[];
}
type OwnProducts = Partial<
  Record<"medium" | "large" | "flexible" | "prepaid" | "travel" | "moreData", OwnProduct>
>;

const flat: Name = {
  de: "Allnet-Flat",
  en: "Unlimited calls to all German networks",
  tr: "Almanya’da sınırsız arama",
};
const roaming: Name = { de: "EU-Roaming inklusive", en: "EU roaming included", tr: "AB dolaşımı dâhil" };

const minutesToTurkey = (count: number): Name => ({
  de: `${count} Minuten in die Türkei`,
  en: `${count} minutes to Türkiye`,
  tr: `Türkiye’ye ${count} dakika`,
});

/** By the name of a brand at the provider's; a brand without a row has the catalogue's own. */
export const ownProducts: Record<string, OwnProducts> = {
  AETKASMART: { medium: { name: "SMART M" }, large: { name: "SMART L" }, flexible: { name: "SMART Flex" } },
  ALDITALK: {
    prepaid: { name: { de: "Kombi-Paket S", en: "Combi Pack S", tr: "Kombi Paket S" } },
    moreData: {
      name: { de: "Zusatzpaket 5 GB", en: "Extra pack 5 GB", tr: "Ek paket 5 GB" },
    },
  },
  AYYILDIZ: {
    medium: { name: "Ay Allnet M", features: [flat, minutesToTurkey(300), roaming, "5G"] },
    large: { name: "Ay Allnet L", features: [flat, minutesToTurkey(1000), roaming, "5G"] },
    flexible: { name: "Ay Flex", features: [flat, minutesToTurkey(100)] },
    travel: {
      name: {
        de: "Türkei-Reisepaket 2 GB",
        en: "Türkiye travel pack 2 GB",
        tr: "Türkiye seyahat paketi 2 GB",
      },
    },
  },
  BLAU: { medium: { name: "Blau M" }, large: { name: "Blau L" }, flexible: { name: "Blau Flex" } },
  BLAUWORLD: {
    prepaid: { name: "Spice Medium" },
    moreData: {
      name: { de: "Extra scharf: 5 GB", en: "Extra hot: 5 GB", tr: "Ekstra acı: 5 GB" },
    },
  },
  NOVA: {
    prepaid: { name: "nova Start" },
    moreData: { name: { de: "Sternschnuppe 5 GB", en: "Shooting star 5 GB", tr: "Kayan yıldız 5 GB" } },
  },
  ORTEL: {
    prepaid: {
      name: "World S",
      features: [
        {
          de: "200 Minuten in 45 Länder",
          en: "200 minutes to 45 countries",
          tr: "45 ülkeye 200 dakika",
        },
        flat,
        "5G",
      ],
    },
    moreData: {
      name: { de: "100 Minuten weltweit", en: "100 minutes worldwide", tr: "Dünya çapında 100 dakika" },
    },
  },
};
