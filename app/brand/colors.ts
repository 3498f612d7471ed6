/** A brand's colours where no stylesheet is: on paper, in mails, on the pages that proxies show. */
export interface BrandColors {
  /** Behind the logo, and the logo itself. */
  header: string;
  onHeader: string;
  /** The line below the header, as wide as on pages (in CSS pixels; 0: there is none). */
  line: { color: string; width: number };
  /** On white. */
  text: string;
  muted: string;
  link: string;
  edge: string;
  tint: string;
}

/** As `ui/tokens.css` has them, for themes that leave them out or name them in another way than `#rrggbb`. */
const defaultColors = {
  header: "#fff",
  "on-header": "#1b1f23",
  text: "#1b1f23",
  muted: "#555d66",
  link: "#0b57a4",
  line: "#d5d9dd",
  tint: "#e9ecef",
};

/** A token of a theme, where it is a colour by its number. */
export const colorIn = (css: string, token: string): string | undefined =>
  // eslint-disable-next-line no-restricted-syntax -- of fixed names, over an operator's file
  new RegExp(`--${token}:\\s*(#\\w+)`).exec(css)?.[1];

const opaque = (color = "") => (/^#(?:[\da-f]{3}){1,2}$/i.test(color) ? color : undefined);

/** The light colours of a theme. */
export function colorsOf(css: string): BrandColors {
  const color = (token: keyof typeof defaultColors) => opaque(colorIn(css, token)) ?? defaultColors[token];
  const [, width = "1", tone] = /--header-line:\s*(\d+)(?:px\s+solid\s+(#\w+))?/.exec(css) ?? [];
  return {
    header: color("header"),
    onHeader: color("on-header"),
    line: { color: opaque(tone) ?? color("line"), width: Number(width) },
    text: color("text"),
    muted: color("muted"),
    link: color("link"),
    edge: color("line"),
    tint: color("tint"),
  };
}
