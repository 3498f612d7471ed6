import { createHash } from "node:crypto";
import type { Brand } from "#app/brand/schema.ts";
import forms from "./forms.css?inline";
import frame from "./frame.css?inline";
import offer from "./offer.css?inline";
import parts from "./parts.css?inline";
import print from "./print.css?inline";
import tokens from "./tokens.css?inline";

const styles = tokens + frame + parts + forms + offer + print;

const known = new WeakMap<Brand, { css: string; hash: string }>();

/** All styles of a brand's pages, and the hash by which the security policy allows them. */
export function stylesOf(brand: Brand) {
  let found = known.get(brand);
  if (!found) {
    const css = styles + brand.themeCss;
    found = { css, hash: createHash("sha256").update(css).digest("base64") };
    known.set(brand, found);
  }
  return found;
}
