import type { Section } from "./resources.ts";
import type { Bundle } from "./translation.ts";

export type SectionBundles = Partial<Record<Section, Bundle>>;

/**
 * Texts on their way to the browser, as one string: of an object the router numbers every key and every text, which
 * makes each page half a kilobyte heavier.
 */
export type ShippedTexts = string;

/** A page's parts all ask for their texts, and on the server so does every request. */
const unpacked = new Map<ShippedTexts, SectionBundles>();

/** The texts in what a loader sent; undefined where it sent none. */
export function textsIn(loaderData: unknown): SectionBundles | undefined {
  const { texts } = (loaderData ?? {}) as { texts?: ShippedTexts };
  if (texts === undefined) return undefined;
  const sections = unpacked.get(texts) ?? (JSON.parse(texts) as SectionBundles);
  unpacked.set(texts, sections);
  return sections;
}
