import type { Section } from "./resources.ts";
import type { Bundle } from "./translation.ts";

export type SectionBundles = Partial<Record<Section, Bundle>>;

/** One string: in an object, the router would number every key and text, which adds half a kilobyte to each page. */
export type ShippedTexts = string;

/** Parsed once per page, and on the server once for all requests. */
const parsedTexts = new Map<ShippedTexts, SectionBundles>();

/** The texts in a loader's data, if any. */
export function textsIn(loaderData: unknown): SectionBundles | undefined {
  const { texts } = (loaderData ?? {}) as { texts?: ShippedTexts };
  if (texts === undefined) return undefined;
  const sections = parsedTexts.get(texts) ?? (JSON.parse(texts) as SectionBundles);
  parsedTexts.set(texts, sections);
  return sections;
}
