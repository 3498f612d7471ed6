import { createHash } from "node:crypto";
import { pageAt, type Sheet, stylesIn } from "#app/page-table.server.ts";
import customer from "#app/ui/customer.css?inline";
import declaration from "#app/ui/declaration.css?inline";
import forms from "#app/ui/forms.css?inline";
import frame from "#app/ui/frame.css?inline";
import gallery from "#app/ui/gallery.css?inline";
import identity from "#app/ui/identity.css?inline";
import offer from "#app/ui/offer.css?inline";
import opening from "#app/ui/opening.css?inline";
import orderView from "#app/ui/order-view.css?inline";
import parts from "#app/ui/parts.css?inline";
import print from "#app/ui/print.css?inline";
import products from "#app/ui/products.css?inline";
import stepForms from "#app/ui/step-forms.css?inline";
import steps from "#app/ui/steps.css?inline";
import termination from "#app/ui/termination.css?inline";
import tiles from "#app/ui/tiles.css?inline";
import timeline from "#app/ui/timeline.css?inline";
import tokens from "#app/ui/tokens.css?inline";
import { adapting } from "./adaptive-styles.server.ts";

const base = tokens + frame + parts + opening + forms;

const sheets: Record<Sheet, string> = {
  ...{ customer, declaration, identity, offer, orderView, products, stepForms, steps, tiles, timeline },
  ...{ termination: termination + adapting, gallery },
};

/** The sandbox's own pages, which are not in the table, show parts of all others. */
const ofSandbox: readonly Sheet[] = [
  ...(["tiles", "steps", "stepForms", "orderView", "offer"] as const),
  ...(["products", "declaration", "timeline", "gallery"] as const),
];

/** The part of a brand that styles need. */
interface Theme {
  themeCss: string;
  motif?: string | undefined;
}

const known = new WeakMap<Theme, Map<readonly Sheet[], { css: string; hash: string }>>();

/** A page's styles by its pattern, if that is known, and the hash by which the policy allows them. */
export function stylesOf(brand: Theme, pattern = "/") {
  const isSandbox = pattern.startsWith("/sandbox");
  const names = isSandbox ? ofSandbox : (pageAt(pattern)?.styles ?? stylesIn.home);
  const made = known.get(brand) ?? new Map<readonly Sheet[], { css: string; hash: string }>();
  known.set(brand, made);
  let found = made.get(names);
  if (!found) {
    const motif = brand.motif ? `:root{--motif:url(${brand.motif})}` : "";
    const own = names.map((name) => sheets[name]).join("");
    const css = base + own + print + brand.themeCss + motif;
    found = { css, hash: createHash("sha256").update(css).digest("base64") };
    made.set(names, found);
  }
  return found;
}
