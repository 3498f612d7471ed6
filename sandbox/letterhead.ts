import { join } from "node:path";
import { colorsOf } from "../app/brand/colors.ts";
import { brandIn, readFolders } from "../app/brand/read-brands.server.ts";
import type { Brand } from "../app/brand/schema.ts";
import { type Letterhead, letterheadOf } from "../app/paper/paper.ts";
import type { Language } from "./language.ts";
import { filled, sandboxTexts } from "./texts.ts";

let read: ReadonlyMap<string, Brand> | undefined;
/**
 * The portal's brands: the provider's papers and mails look as its pages do. A folder that cannot be read has none: the
 * portal's settings say what is wrong with it.
 */
function brands(): ReadonlyMap<string, Brand> {
  try {
    read ??= readFolders(process.env.BRANDS_DIR || join(import.meta.dirname, "..", "brands")).brands;
  } catch {
    return new Map();
  }
  return read;
}

/** A name that only the contract knows has no customers, and no look. */
const unknown = (name: string): Pick<Brand, "name" | "logo" | "colors" | "contact" | "hotline"> => ({
  name,
  logo: "",
  colors: colorsOf(""),
  contact: { email: "service@example.com", address: [] },
  hotline: { number: "030 23125 000" },
});

const brandOf = (brand: string) => brandIn(brands(), brand) ?? unknown(brand);

/** What customers call the provider, by the brand in a call's path. */
export const brandName = (brand: string): string => brandOf(brand).name;

export const hotlineOf = (brand: string): string => brandOf(brand).hotline.number;

/** The brand's icon as a data URL, for a mail that shows it. */
export function iconOf(brand: string): string {
  const { files = {} } = brandIn(brands(), brand) ?? {};
  const icon = Object.entries(files).find(([path]) => path.includes("/icon-192."))?.[1];
  return typeof icon === "object" ? `data:image/png;base64,${icon.toString("base64")}` : "data:,";
}

export function letterhead(brand: string, language: Language): Letterhead {
  const { help, paper } = sandboxTexts[language].common;
  const of = brandOf(brand);
  const { hours } = of.hotline;
  return letterheadOf(of, {
    hotline: help.hotline,
    hours: hours && filled(help.hours, { hours }),
    pageOf: (page, pages) => filled(paper.page, { page, pages }),
  });
}
