import { createHash } from "node:crypto";
import forms from "./forms.css?inline";
import frame from "./frame.css?inline";
import gallery from "./gallery.css?inline";
import offer from "./offer.css?inline";
import opening from "./opening.css?inline";
import parts from "./parts.css?inline";
import print from "./print.css?inline";
import tokens from "./tokens.css?inline";

const base = tokens + frame + parts + opening + forms;

/** The styles of pages by the beginning of their path: none pays for products or for the gallery's parts but theirs. */
const sheets = [
  { under: "/angebot", css: base + offer + print },
  { under: "/sandbox", css: base + offer + gallery + print },
  { under: "/", css: base + print },
];

/** A brand, as far as styles know it. */
interface Theme {
  themeCss: string;
}

const known = new WeakMap<Theme, Map<string, { css: string; hash: string }>>();

/**
 * The styles of a brand's page, and the hash by which the security policy allows them.
 * @param pattern the page's path, as far as it is known
 */
export function stylesOf(brand: Theme, pattern = "/") {
  const sheet = sheets.find(({ under }) => pattern.startsWith(under))?.css ?? base;
  const made = known.get(brand) ?? new Map<string, { css: string; hash: string }>();
  known.set(brand, made);
  let found = made.get(sheet);
  if (!found) {
    const css = sheet + brand.themeCss;
    found = { css, hash: createHash("sha256").update(css).digest("base64") };
    made.set(sheet, found);
  }
  return found;
}
