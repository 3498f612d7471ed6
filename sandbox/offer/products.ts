import type { z } from "zod";
import type {
  charge,
  hardware,
  offerItem,
  pack,
  responsibleParty,
  tariff,
} from "../../app/backend/contract/offer.ts";
import type { Language } from "../language.ts";
import { type OwnProduct, ownProducts } from "./brand-products.ts";
import { type Name, nameIn, names } from "./names.ts";
import { type PriceCase, type PriceCaseName, priceCases } from "./price-cases.ts";

export type Item = z.input<typeof offerItem>;
export type Charge = z.input<typeof charge>;
type Row<Product> = Omit<Product, "name" | "color" | "features" | "picture"> & { name: Name };

// Devices, tariffs and packs of an invented catalogue. Prices in euros including VAT.

const once = (amount: number) => ({ type: "once" as const, amount });
const instalments = (amount: number) => ({ ...monthly(amount), months: 24 });
const monthly = (amount: number) => ({ type: "monthly" as const, amount });
const fourWeekly = (amount: number) => ({ ...monthly(amount), period: "P28D" as const });

/** Made-up makers; the third from outside the Union. */
function safetyOf(
  name: string,
  address: string,
  model: string,
  responsible?: z.input<typeof responsibleParty>,
) {
  const contact = `service@${model.toLowerCase()}.example`;
  return { manufacturer: { name, address, contact }, model, ...(responsible && { responsible }) };
}

const devices = {
  flagship: {
    id: "hw-nordlicht-12-pro",
    name: "Nordlicht 12 Pro",
    color: names.polarBlue,
    colorCode: "#2f4f7a",
    capacity: "256 GB",
    energyClass: "B",
    charging: { chargerIncluded: false, minWatts: 5, maxWatts: 45, usbPd: true },
    durability: { years: 3, guarantor: "Nordlicht Geräte GmbH", model: "NL12P" },
    safety: safetyOf("Nordlicht Geräte GmbH", "Hafenstraße 3, 24103 Kiel", "NL12P"),
    prices: [once(49), instalments(27.99)],
  },
  compact: {
    id: "hw-kiesel-5",
    name: "Kiesel 5",
    color: names.mistGrey,
    colorCode: "#9aa3a8",
    capacity: "128 GB",
    energyClass: "C",
    charging: { chargerIncluded: false, minWatts: 3, maxWatts: 18 },
    safety: safetyOf("Kiesel Mobile Ltd.", "1 Example Road, Taipei", "KS5", {
      name: "Kiesel Europa GmbH",
      address: "Am Beispiel 1, 50667 Köln",
      contact: "eu@ks5.example",
    }),
    prices: [once(1), instalments(12.5)],
  },
  tablet: {
    id: "hw-marienkaefer-tab-11",
    name: "Marienkäfer Tab 11",
    kind: "tablet",
    color: names.midnight,
    colorCode: "#1d2230",
    capacity: "64 GB",
    energyClass: "A",
    charging: { chargerIncluded: true, minWatts: 5, maxWatts: 20, usbPd: true },
    safety: safetyOf("Marienkäfer Technik AG", "Seeweg 8, 78462 Konstanz", "MT11"),
    prices: [once(29), instalments(9.99)],
  },
} satisfies Record<string, Row<z.input<typeof hardware>> & { color: Name }>;

/** A device's guarantee of durability, if it has one, with its label. */
const durabilityOf = ({ durability }: Row<z.input<typeof hardware>>, label: string) =>
  durability ? { durability: { ...durability, label } } : {};

/** File names of the devices' pictures. */
const pictures: Record<keyof typeof devices, string> = {
  flagship: "nordlicht-12-pro",
  compact: "kiesel-5",
  tablet: "marienkaefer-tab-11",
};

const twoYears = { itemKind: "Tariff", minimumTermMonths: 24, noticePeriodMonths: 1 } as const;

const tariffs = {
  medium: {
    ...twoYears,
    id: "tf-mobil-m",
    name: "Mobil M",
    dataVolumeGb: 30,
    maxDownloadMbits: 300,
    features: [names.flat, names.roaming, "5G"],
    prices: [monthly(32.99)],
  },
  large: {
    ...twoYears,
    id: "tf-mobil-l",
    name: "Mobil L",
    dataVolumeGb: 100,
    maxDownloadMbits: 500,
    features: [names.flat, names.roaming, "5G", names.moreSims],
    prices: [monthly(42.99)],
  },
  flexible: {
    ...twoYears,
    id: "tf-mobil-s-flex",
    name: "Mobil S Flex",
    minimumTermMonths: 0,
    dataVolumeGb: 10,
    maxDownloadMbits: 100,
    features: [names.flat, names.everyMonth],
    prices: [monthly(19.99)],
  },
  data: {
    ...twoYears,
    id: "tf-daten-20",
    name: names.data20,
    dataVolumeGb: 20,
    maxDownloadMbits: 300,
    features: [names.dataOnly, "5G"],
    prices: [monthly(14.99)],
  },
  prepaid: {
    ...twoYears,
    id: "tf-prepaid-s",
    name: "Prepaid S",
    minimumTermMonths: 0,
    noticePeriodMonths: 0,
    dataVolumeGb: 10,
    maxDownloadMbits: 100,
    features: [names.flat, names.roaming, "5G"],
    prices: [once(9.99), fourWeekly(9.99)],
  },
  home: {
    ...twoYears,
    id: "tf-zuhause-100",
    name: names.home100,
    maxDownloadMbits: 100,
    features: [names.homeFlat],
    prices: [monthly(34.99)],
  },
} satisfies Record<string, Row<z.input<typeof tariff>> & { features: Name[] }>;

const packs = {
  insurance: {
    id: "pk-geraeteschutz",
    name: names.insurance,
    itemKind: "DeviceInsurance",
    minimumTermMonths: 24,
    prices: [monthly(7.99)],
  },
  travel: { id: "pk-reise", name: names.travel, itemKind: "Pack", prices: [monthly(4.99)] },
  multiSim: {
    id: "pk-multi-sim",
    name: "Multi-SIM",
    itemKind: "Pack",
    minimumTermMonths: 1,
    prices: [monthly(2.99), once(9.99)],
  },
  moreData: {
    id: "pk-daten-5",
    name: names.moreData,
    itemKind: "Pack",
    minimumTermMonths: 0,
    prices: [fourWeekly(3.99)],
  },
  music: { id: "pk-musik", name: names.music, itemKind: "Pack", prices: [monthly(5)] },
} satisfies Record<string, Row<z.input<typeof pack>>>;

const charges = {
  shipping: { type: "shippingfee", frequency: "once", name: names.shipping, amount: 4.99 },
  freeShipping: { type: "shippingfee", frequency: "once", name: names.shipping, amount: 0 },
  connection: { type: "connectionfee", frequency: "once", name: names.connection, amount: 39.99 },
  simConnection: { type: "connectionfee", frequency: "once", name: names.connection, amount: 19.99 },
  onlineDiscount: { type: "discount", frequency: "monthly", name: names.onlineDiscount, amount: -5 },
  loyaltyDiscount: { type: "discount", frequency: "monthly", name: names.loyaltyDiscount, amount: -7.5 },
  changeFee: { type: "charge", frequency: "once", name: names.changeFee, amount: 0 },
} satisfies Record<string, Row<Charge>>;

/** A cart's devices, tariffs and packs, and its charges. */
interface Bundle {
  items: {
    /** A second contract beside the phone's. */
    category?: Item["category"];
    device?: keyof typeof devices;
    tariff: keyof typeof tariffs;
    packs: (keyof typeof packs)[];
  }[];
  charges: (keyof typeof charges)[];
}

const bundles = {
  flagship: {
    items: [{ device: "flagship", tariff: "medium", packs: ["insurance", "travel"] }],
    charges: ["shipping", "connection", "onlineDiscount"],
  },
  flagshipLoyal: {
    items: [{ device: "flagship", tariff: "large", packs: ["insurance"] }],
    charges: ["shipping", "loyaltyDiscount"],
  },
  compact: {
    items: [{ device: "compact", tariff: "medium", packs: ["music"] }],
    charges: ["shipping", "connection"],
  },
  compactLoyal: {
    items: [{ device: "compact", tariff: "medium", packs: ["insurance", "music"] }],
    charges: ["shipping", "loyaltyDiscount"],
  },
  simOnly: { items: [{ tariff: "flexible", packs: ["travel"] }], charges: ["simConnection"] },
  migration: {
    items: [{ tariff: "large", packs: ["multiSim"] }],
    charges: ["changeFee", "loyaltyDiscount"],
  },
  prepaid: { items: [{ tariff: "prepaid", packs: ["moreData"] }], charges: ["freeShipping"] },
  home: { items: [{ category: "dsl", tariff: "home", packs: [] }], charges: ["connection"] },
  duo: {
    items: [
      { device: "flagship", tariff: "large", packs: ["insurance", "multiSim"] },
      { category: "myHandy", device: "tablet", tariff: "data", packs: [] },
    ],
    charges: ["shipping", "connection", "onlineDiscount"],
  },
} satisfies Record<string, Bundle>;
export type BundleName = keyof typeof bundles;

/** The products and charges of a cart, as a brand names them, in the customer's language where names differ. */
export function bundleIn(
  name: BundleName,
  language: Language,
  publicUrl: string,
  brand: string,
): { items: Item[]; charges: Charge[] } {
  const bundle: Bundle = bundles[name];
  const own: Partial<Record<string, OwnProduct>> = ownProducts[brand] ?? {};
  const named = <Product extends { name: Name }>(product: Product) => ({
    ...product,
    name: nameIn(product.name, language),
  });
  const folder = `${publicUrl}/sandbox/pictures/`;
  return {
    items: bundle.items.map(({ category = "mobile", device, tariff, packs: chosen }, index) => ({
      id: `item-${index + 1}`,
      category,
      bundleType: device && category === "mobile" ? "bundle" : "none",
      ...(device && {
        hardware: {
          ...named(devices[device]),
          ...durabilityOf(devices[device], `${folder}garan-muster.svg`),
          safety: { ...devices[device].safety, warnings: [nameIn(names.batteryWarning, language)] },
          picture: { url: `${folder}${pictures[device]}.webp`, avif: `${folder}${pictures[device]}.avif` },
          color: nameIn(devices[device].color, language),
        },
      }),
      tariff: {
        ...named({ ...tariffs[tariff], ...own[tariff] }),
        features: (own[tariff]?.features ?? tariffs[tariff].features).map((one) => nameIn(one, language)),
      },
      packs: chosen.map((pack) => named({ ...packs[pack], ...own[pack] })),
    })),
    charges: bundle.charges.map((charge) => named(charges[charge])),
  };
}

/** An offer with the prices of a case, and the products of the catalogue. */
export function priceCaseIn(name: PriceCaseName, language: Language, publicUrl: string, brand: string) {
  const row: PriceCase = priceCases[name];
  const features = [nameIn(names.flat, language)];
  const [plain, withDevice] = (["simOnly", "duo"] as const).map((one) =>
    bundleIn(one, language, publicUrl, brand),
  );
  const items = row.devices ? (withDevice?.items ?? []).slice(0, row.devices.length) : (plain?.items ?? []);
  return {
    items: items.map((item, index): Item => {
      const prices = row.devices?.[index];
      const term = row.minimumTermMonths ?? 24;
      return {
        ...item,
        ...(item.hardware && prices && { hardware: { ...item.hardware, prices } }),
        ...(item.tariff && {
          tariff: { ...item.tariff, prices: row.tariff, minimumTermMonths: term, features },
        }),
        packs:
          row.pack && index === 0
            ? [{ ...packs.music, name: nameIn(names.music, language), ...row.pack }]
            : [],
      };
    }),
    charges: (row.charges ?? []).map(
      (charge): Charge => ({ ...charge, name: nameIn(charge.name, language) }),
    ),
  };
}
