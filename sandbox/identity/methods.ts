import type { z } from "zod";
import type { idvMethod, idvMethodKinds } from "../../app/backend/contract/identity.ts";
import type { SpecifiedBrand } from "../../app/brand/backend-brand.ts";
import { inLanguage, type Language, type Texts } from "../language.ts";

export type MethodKind = (typeof idvMethodKinds)[number];
type Method = z.input<typeof idvMethod>;

const everyDay = [1, 2, 3, 4, 5, 6, 7];
const atAnyTime = [{ days: everyDay, from: "00:00", until: "24:00" }];

interface MethodRow extends Omit<Method, "id" | "kind" | "name"> {
  name: Texts;
  /** The customer goes there with a coupon; otherwise, everything happens on the provider's page. */
  coupon?: boolean;
}

const methods = {
  video: {
    name: { de: "Video-Ident", en: "Video identification", tr: "Görüntülü kimlik doğrulama" },
    provider: "Sandbox Ident",
    minutes: 10,
    needs: ["document", "camera"],
    openingHours: [{ days: everyDay, from: "08:00", until: "22:00" }],
    languages: ["de", "en"],
  },
  eid: {
    name: { de: "Online-Ausweis", en: "Online ID", tr: "Çevrimiçi kimlik (eID)" },
    provider: "Sandbox Ident",
    minutes: 5,
    needs: ["document", "nfc", "pin"],
    openingHours: atAnyTime,
  },
  branch: {
    name: {
      de: "PostIdent in der Postfiliale",
      en: "PostIdent at a post office",
      tr: "Postanede (PostIdent)",
    },
    provider: "Sandbox Post",
    minutes: 15,
    resultDays: 2,
    needs: ["document", "coupon"],
    openingHours: [
      { days: [1, 2, 3, 4, 5], from: "09:00", until: "18:00" },
      { days: [6], from: "09:00", until: "13:00" },
    ],
    coupon: true,
  },
  shop: {
    name: { de: "Im Shop", en: "In a shop", tr: "Mağazada" },
    provider: "Sandbox Shop",
    minutes: 10,
    needs: ["document", "coupon"],
    openingHours: [{ days: [1, 2, 3, 4, 5, 6], from: "10:00", until: "19:00" }],
    coupon: true,
  },
  photo: {
    name: { de: "Foto-Ident", en: "Photo identification", tr: "Fotoğrafla kimlik doğrulama" },
    provider: "Sandbox Ident",
    minutes: 5,
    resultDays: 1,
    needs: ["document", "camera"],
    openingHours: atAnyTime,
  },
  wallet: {
    name: { de: "EU-Wallet", en: "EU wallet", tr: "AB cüzdanı" },
    provider: "Sandbox Ident",
    minutes: 3,
    needs: ["walletApp"],
    openingHours: atAnyTime,
  },
} satisfies Record<MethodKind, MethodRow>;

const rowOf = (kind: MethodKind): MethodRow => methods[kind];

/** The recommended one first; every brand has one that needs no video. */
const methodsBySpecifiedBrand = {
  O2: ["video", "eid", "branch", "shop", "photo"],
  AYYILDIZ: ["video", "branch", "shop"],
  AETKASMART: ["shop", "branch", "eid"],
  ALDITALK: ["video", "eid", "branch", "photo"],
  NOVA: ["eid", "wallet", "photo", "branch"],
  ORTEL: ["video", "branch", "photo"],
  BLAUWORLD: ["video", "branch", "shop"],
  BLAU: ["video", "eid", "branch"],
  PRODUCT: ["branch"],
  WHATSAPP: ["video", "branch"],
  TELEFONICA: ["video", "eid", "branch", "shop"],
} satisfies Record<SpecifiedBrand, MethodKind[]>;

/** A brand that the specification does not list has every method but video. */
export const methodsOfBrand = (brand: string): MethodKind[] =>
  Object.hasOwn(methodsBySpecifiedBrand, brand)
    ? methodsBySpecifiedBrand[brand as SpecifiedBrand]
    : ["eid", "branch", "shop", "photo"];

/** Languages spoken by a brand's video agents, if they differ. */
const videoLanguages: Partial<Record<string, Language[]>> = { AYYILDIZ: ["de", "tr"] };

/** The method as the provider returns it. */
export function methodOf(kind: MethodKind, brand: string, language: Language): Method {
  const { name, coupon, ...row } = rowOf(kind);
  const languages = (kind === "video" && videoLanguages[brand]) || row.languages;
  return { id: kind, kind, name: inLanguage(name, language), ...row, ...(languages && { languages }) };
}

export const needsCoupon = (kind: MethodKind): boolean => rowOf(kind).coupon === true;
/** Days until there is a result, one at least. */
export const daysOf = (kind: MethodKind): number => rowOf(kind).resultDays ?? 1;
export const providerOf = (kind: MethodKind): string => rowOf(kind).provider;
export const nameOf = (kind: MethodKind, language: Language): string =>
  inLanguage(rowOf(kind).name, language);
