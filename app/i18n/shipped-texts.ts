import type { Section } from "./resources.ts";
import type { Bundle } from "./translation.ts";

type SectionBundles = Partial<Record<Section, Bundle>>;

/**
 * Texts on their way to the browser, as one string: of an object the router numbers every key and every text, which
 * makes each page half a kilobyte heavier.
 */
export type ShippedTexts = string;

export const shipTexts = (sections: SectionBundles): ShippedTexts => JSON.stringify(sections);

/** Once for each answer of a loader, however many parts of the page ask for their texts. */
const unpacked = new WeakMap<object, SectionBundles>();

/** The texts in what a loader sent; undefined where it sent none. */
export function textsIn(loaderData: unknown): SectionBundles | undefined {
  const { texts } = (loaderData ?? {}) as { texts?: ShippedTexts };
  if (texts === undefined) return undefined;
  const sections = unpacked.get(loaderData as object) ?? (JSON.parse(texts) as SectionBundles);
  unpacked.set(loaderData as object, sections);
  return sections;
}
