import type { z } from "zod";
import type { charge, hardware, offerItem, pack, tariff } from "#app/backend/contract/offer.ts";

export type Item = z.input<typeof offerItem>;
export type Charge = z.input<typeof charge>;

// Devices, tariffs and packs of an invented catalogue. Prices in euros including VAT.

const devices = {
  flagship: {
    id: "hw-nordlicht-12-pro",
    name: "Nordlicht 12 Pro",
    color: "Polarblau",
    colorCode: "#2f4f7a",
    capacity: "256 GB",
    prices: [
      { type: "once", amount: 49 },
      { type: "monthly", amount: 27.99 },
    ],
  },
  compact: {
    id: "hw-kiesel-5",
    name: "Kiesel 5",
    color: "Nebelgrau",
    colorCode: "#9aa3a8",
    capacity: "128 GB",
    prices: [
      { type: "once", amount: 1 },
      { type: "monthly", amount: 12.5 },
    ],
  },
  tablet: {
    id: "hw-marienkaefer-tab-11",
    name: "Marienkäfer Tab 11",
    color: "Mitternacht",
    colorCode: "#1d2230",
    capacity: "64 GB",
    prices: [
      { type: "once", amount: 29 },
      { type: "monthly", amount: 9.99 },
    ],
  },
} satisfies Record<string, z.input<typeof hardware>>;

const tariffs = {
  medium: {
    id: "tf-mobil-m",
    name: "Mobil M",
    itemKind: "Tariff",
    minimumTermMonths: 24,
    noticePeriodMonths: 1,
    dataVolumeGb: 30,
    maxDownloadMbits: 300,
    features: ["Flat in alle deutschen Netze", "EU-Roaming inklusive", "5G"],
    prices: [{ type: "monthly", amount: 32.99 }],
  },
  large: {
    id: "tf-mobil-l",
    name: "Mobil L",
    itemKind: "Tariff",
    minimumTermMonths: 24,
    noticePeriodMonths: 1,
    dataVolumeGb: 100,
    maxDownloadMbits: 500,
    features: ["Flat in alle deutschen Netze", "EU-Roaming inklusive", "5G", "Zwei weitere SIM-Karten"],
    prices: [{ type: "monthly", amount: 42.99 }],
  },
  flexible: {
    id: "tf-mobil-s-flex",
    name: "Mobil S Flex",
    itemKind: "Tariff",
    minimumTermMonths: 0,
    noticePeriodMonths: 1,
    dataVolumeGb: 10,
    maxDownloadMbits: 100,
    features: ["Flat in alle deutschen Netze", "Monatlich kündbar"],
    prices: [{ type: "monthly", amount: 19.99 }],
  },
  data: {
    id: "tf-daten-20",
    name: "Daten 20",
    itemKind: "Tariff",
    minimumTermMonths: 24,
    noticePeriodMonths: 1,
    dataVolumeGb: 20,
    maxDownloadMbits: 300,
    features: ["Nur Daten", "5G"],
    prices: [{ type: "monthly", amount: 14.99 }],
  },
} satisfies Record<string, z.input<typeof tariff>>;

const packs = {
  insurance: {
    id: "pk-geraeteschutz",
    name: "Geräteschutz Komplett",
    itemKind: "DeviceInsurance",
    minimumTermMonths: 24,
    prices: [{ type: "monthly", amount: 7.99 }],
  },
  travel: {
    id: "pk-reise",
    name: "Reisepaket Welt 2 GB",
    itemKind: "Pack",
    prices: [{ type: "monthly", amount: 4.99 }],
  },
  multiSim: {
    id: "pk-multi-sim",
    name: "Multi-SIM",
    itemKind: "Pack",
    minimumTermMonths: 1,
    prices: [
      { type: "monthly", amount: 2.99 },
      { type: "once", amount: 9.99 },
    ],
  },
  music: {
    id: "pk-musik",
    name: "Musik unbegrenzt",
    itemKind: "Pack",
    prices: [{ type: "monthly", amount: 5 }],
  },
} satisfies Record<string, z.input<typeof pack>>;

const shipping: Charge = { type: "shippingfee", frequency: "once", name: "Versand", amount: 4.99 };
const connection: Charge = {
  type: "connectionfee",
  frequency: "once",
  name: "Anschlusspreis",
  amount: 39.99,
};
const onlineDiscount: Charge = { type: "discount", frequency: "monthly", name: "Online-Vorteil", amount: -5 };
const loyaltyDiscount: Charge = {
  type: "discount",
  frequency: "monthly",
  name: "Treuevorteil",
  amount: -7.5,
};
const changeFee: Charge = { type: "charge", frequency: "once", name: "Tarifwechsel", amount: 0 };

/** What can lie in a cart. */
export const bundles = {
  flagship: {
    items: [
      {
        id: "item-1",
        category: "mobile",
        bundleType: "bundle",
        hardware: devices.flagship,
        tariff: tariffs.medium,
        packs: [packs.insurance, packs.travel],
      },
    ],
    charges: [shipping, connection, onlineDiscount],
  },
  flagshipLoyal: {
    items: [
      {
        id: "item-1",
        category: "mobile",
        bundleType: "bundle",
        hardware: devices.flagship,
        tariff: tariffs.large,
        packs: [packs.insurance],
      },
    ],
    charges: [shipping, loyaltyDiscount],
  },
  compact: {
    items: [
      {
        id: "item-1",
        category: "mobile",
        bundleType: "bundle",
        hardware: devices.compact,
        tariff: tariffs.medium,
        packs: [packs.music],
      },
    ],
    charges: [shipping, connection],
  },
  compactLoyal: {
    items: [
      {
        id: "item-1",
        category: "mobile",
        bundleType: "bundle",
        hardware: devices.compact,
        tariff: tariffs.medium,
        packs: [packs.insurance, packs.music],
      },
    ],
    charges: [shipping, loyaltyDiscount],
  },
  simOnly: {
    items: [{ id: "item-1", category: "mobile", tariff: tariffs.flexible, packs: [packs.travel] }],
    charges: [{ ...connection, amount: 19.99 }],
  },
  migration: {
    items: [{ id: "item-1", category: "mobile", tariff: tariffs.large, packs: [packs.multiSim] }],
    charges: [changeFee, loyaltyDiscount],
  },
  duo: {
    items: [
      {
        id: "item-1",
        category: "mobile",
        bundleType: "bundle",
        hardware: devices.flagship,
        tariff: tariffs.large,
        packs: [packs.insurance, packs.multiSim],
      },
      {
        id: "item-2",
        category: "myHandy",
        bundleType: "none",
        hardware: devices.tablet,
        tariff: tariffs.data,
        packs: [],
      },
    ],
    charges: [shipping, connection, onlineDiscount],
  },
} satisfies Record<string, { items: Item[]; charges: Charge[] }>;
export type BundleName = keyof typeof bundles;
