import { pageAt, type Sheet, stylesIn } from "#app/page-table.server.ts";
import contents from "#app/ui/contents.css?inline";
import customer from "#app/ui/customer.css?inline";
import declaration from "#app/ui/declaration.css?inline";
import forms from "#app/ui/forms.css?inline";
import frame from "#app/ui/frame.css?inline";
import gallery from "#app/ui/gallery.css?inline";
import identity from "#app/ui/identity.css?inline";
import languages from "#app/ui/languages.css?inline";
import { lateStyles } from "#app/ui/late-styles.ts";
import motif from "#app/ui/motif.css?inline";
import offer from "#app/ui/offer.css?inline";
import opening from "#app/ui/opening.css?inline";
import orderView from "#app/ui/order-view.css?inline";
import parts from "#app/ui/parts.css?inline";
import print from "#app/ui/print.css?inline";
import products from "#app/ui/products.css?inline";
import states from "#app/ui/states.css?inline";
import stepForms from "#app/ui/step-forms.css?inline";
import steps from "#app/ui/steps.css?inline";
import termination from "#app/ui/termination.css?inline";
import tiles from "#app/ui/tiles.css?inline";
import timeline from "#app/ui/timeline.css?inline";
import tokens from "#app/ui/tokens.css?inline";
import { adapting } from "./adaptive-styles.server.ts";
import { hashSource } from "./own-scripts.server.ts";

const base = tokens + frame + parts + forms;

const sheets: Record<Sheet, string> = {
  ...{ customer, declaration, identity, offer, orderView, products, stepForms, steps, tiles, timeline },
  ...{ termination: termination + adapting, gallery },
  contents: motif + contents + opening + states,
};

/** The sandbox's own pages, which are not in the table, show parts of all others. */
const ofSandbox: readonly Sheet[] = [
  ...(["contents", "tiles", "steps", "stepForms", "orderView", "offer"] as const),
  ...(["products", "declaration", "timeline", "gallery"] as const),
];

/** The part of a brand that styles need. */
interface Theme {
  themeCss: string;
  motif?: string | undefined;
  availableLanguages: readonly string[];
  faceCss?: string | undefined;
}

interface Styles {
  css: string;
  /** By which the policy allows them, and those that a failure in place of the page brings along. */
  hashes: string[];
}

const known = new WeakMap<Theme, Map<string, Styles>>();

/**
 * A page's styles by its pattern, if that is known.
 * @param isFailure whether it shows how something failed, and not what is usually there
 * @param savesData without the brand's face, which is one file more
 */
export function stylesOf(brand: Theme, pattern = "/", { isFailure = false, savesData = false } = {}) {
  const usual = pattern.startsWith("/sandbox") ? ofSandbox : (pageAt(pattern)?.styles ?? stylesIn.home);
  const names: readonly Sheet[] = isFailure && !usual.includes("contents") ? ["contents", ...usual] : usual;
  const made = known.get(brand) ?? new Map<string, Styles>();
  known.set(brand, made);
  const key = `${names} ${savesData}`;
  let found = made.get(key);
  if (!found) {
    const css = [
      base,
      brand.availableLanguages.length > 1 ? languages : "",
      ...names.map((name) => sheets[name]),
      names.includes("contents") ? print : "",
      brand.themeCss,
      brand.motif ? `:root{--motif:url(${brand.motif})}` : "",
      (!savesData && brand.faceCss) || "",
    ].join("");
    found = { css, hashes: [css, lateStyles].map(hashSource) };
    made.set(key, found);
  }
  return found;
}
