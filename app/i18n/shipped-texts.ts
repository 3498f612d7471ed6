import type { Bundle } from "./translation.ts";

/** Texts by their sections. */
export type SectionBundles = Record<string, Bundle>;

/** Of the script that holds a page's texts: in the router's data, each quote of them would take four bytes. */
export const textsId = "texts";

let ofPage: SectionBundles | undefined;

/** The texts in the page's HTML, read once: a page that is rendered anew loses their script. */
export function textsOfPage(): SectionBundles {
  // eslint-disable-next-line house/no-cast -- the page's own, of the same build
  ofPage ??= JSON.parse(document.getElementById(textsId)?.textContent || "{}") as SectionBundles;
  return ofPage;
}
