import { createHash } from "node:crypto";
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

/** The styles of pages by the beginning of their path: no page pays for what only others show. */
const sheets = [
  // The list of nationalities leaves this page the fewest bytes.
  { under: "/angebot/:token/ausweisdaten", css: base + steps + orderView + print },
  ...["meine-daten", "zahlung"].map((step) => ({
    under: `/angebot/:token/${step}`,
    css: base + steps + orderView + stepForms + print,
  })),
  { under: "/angebot/:token/zusammenfassung", css: base + steps + offer + print },
  { under: "/angebot", css: base + steps + offer + products + timeline + print },
  { under: "/idv", css: base + tiles + identity + print },
  { under: "/kundendaten", css: base + customer + print },
  {
    under: "/sandbox",
    css:
      base +
      tiles +
      steps +
      stepForms +
      orderView +
      offer +
      products +
      declaration +
      timeline +
      gallery +
      print,
  },
  ...["/kuendigung", "/selfcarekuendigung"].map((under) => ({
    under,
    css: base + declaration + timeline + termination + adapting + print,
  })),
  { under: "/widerruf", css: base + declaration + timeline + print },
  { under: "/email-ablehnung", css: base + tiles + timeline + print },
  { under: "/", css: base + tiles + print },
];

/** The part of a brand that styles need. */
interface Theme {
  themeCss: string;
  motif?: string | undefined;
}

const known = new WeakMap<Theme, Map<string, { css: string; hash: string }>>();

/** A page's styles by its pattern, if that is known, and the hash by which the policy allows them. */
export function stylesOf(brand: Theme, pattern = "/") {
  const sheet = sheets.find(({ under }) => pattern.startsWith(under))?.css ?? base;
  const made = known.get(brand) ?? new Map<string, { css: string; hash: string }>();
  known.set(brand, made);
  let found = made.get(sheet);
  if (!found) {
    const motif = brand.motif ? `:root{--motif:url(${brand.motif})}` : "";
    const css = sheet + brand.themeCss + motif;
    found = { css, hash: createHash("sha256").update(css).digest("base64") };
    made.set(sheet, found);
  }
  return found;
}
