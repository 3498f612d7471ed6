import type { Section } from "./resources.ts";
import type { Bundle } from "./translation.ts";

export type SectionBundles = Partial<Record<Section, Bundle>>;

/** One string: in an object, the router would number every key and text. */
export type ShippedTexts = string;

/** Parsed once per page, and on the server once for all requests. */
const parsed = new Map<ShippedTexts, SectionBundles>();

export function parseTexts(texts: ShippedTexts): SectionBundles {
  const sections = parsed.get(texts) ?? (JSON.parse(texts) as SectionBundles);
  parsed.set(texts, sections);
  return sections;
}

export function textsIn(loaderData: unknown): SectionBundles | undefined {
  const { texts } = (loaderData ?? {}) as { texts?: ShippedTexts };
  return texts === undefined ? undefined : parseTexts(texts);
}

/** Of the script that holds a page's texts: in the router's data, each quote of them would take four bytes. */
export const textsId = "texts";

let ofPage: SectionBundles | undefined;

/** The texts in the page's HTML, read once: a page that is rendered anew loses their script. */
export function textsOfPage(): SectionBundles {
  ofPage ??= JSON.parse(document.getElementById(textsId)?.textContent || "{}") as SectionBundles;
  return ofPage;
}
