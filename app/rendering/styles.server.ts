import { tokensReadBy } from "#app/brand/theme.ts";
import { pageAt, type StyleName, stylesIn } from "#app/page-table.server.ts";
import { lateStyles } from "#app/ui/late-styles.ts";
import { sheet, tokenSheet } from "#app/ui/sheets.server.ts";
import { adapting } from "./adaptive-styles.server.ts";
import { hashSource } from "./own-scripts.server.ts";

const base = ["frame", "parts", "forms"].map(sheet).join("");

const contents = ["motif", "wording", "contents", "opening", "states", "summary"];
const sheetsIn = (name: StyleName) => (name === "contents" ? contents : [name]);
const cssOf = (name: string): string => sheet(name) + (name === "termination" ? adapting : "");

/** The sandbox's own pages, which are not in the table, show parts of all others. */
const ofSandbox: readonly StyleName[] = [
  ...(["contents", "hero", "tiles", "rows", "steps", "personal-data", "order-view", "offer"] as const),
  ...(["products", "declaration", "receipt", "timeline", "band", "gallery", "skeleton", "tooltip"] as const),
  "danger",
];

/** The part of a brand that styles need. */
interface Theme {
  themeCss: string;
  /** It is part of the page, and may be drawn in tokens. */
  logo: string;
  motif?: string | undefined;
  availableLanguages: readonly string[];
}

interface Styles {
  css: string;
  /** By which the policy allows them, and those that a failure in place of the page brings along. */
  hashes: string[];
}

const stylesOfThemes = new WeakMap<Theme, Map<string, Styles>>();

/**
 * A page's styles by its pattern, if that is known.
 * @param isFailure whether it shows how something failed, and not what is usually there
 */
export function stylesOf(brand: Theme, pattern = "/", isFailure = false) {
  const page = pageAt(pattern);
  const pageStyles = pattern.startsWith("/sandbox") ? ofSandbox : (page?.styles ?? stylesIn.home);
  const hasFields = isFailure || !page?.fieldless;
  // A failure may show what happens next with an order, or that it is placed.
  const names: readonly StyleName[] = isFailure
    ? [...new Set<StyleName>(["contents", ...pageStyles, "timeline", "done"])]
    : pageStyles;
  const made = stylesOfThemes.get(brand) ?? new Map<string, Styles>();
  stylesOfThemes.set(brand, made);
  const key = [...names, hasFields].join();
  let found = made.get(key);
  if (!found) {
    const sheets = [
      base,
      hasFields ? sheet("fields") : "",
      brand.availableLanguages.length > 1 ? sheet("languages") : "",
      ...[...new Set(names.flatMap(sheetsIn))].map(cssOf),
      names.includes("contents") ? sheet("print") : "",
    ].join("");
    const { themeCss, logo, motif } = brand;
    const motifToken = motif ? `\n:root {\n--motif: url(${motif});\n}` : "";
    const tokens = { neutral: tokenSheet, theme: themeCss + motifToken };
    const { neutral, theme } = tokensReadBy([sheets, lateStyles, logo].join(""), tokens);
    const css = neutral + sheets + theme;
    found = { css, hashes: [css, lateStyles].map(hashSource) };
    made.set(key, found);
  }
  return found;
}
