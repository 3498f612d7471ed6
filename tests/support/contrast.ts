import { CSSMediaRule, CSSStyleRule, Window } from "happy-dom";

/**
 * The colours of a theme that meet on a page, and the ratio that WCAG 2.2 requires: 4.5 for text (1.4.3), 3 for borders of
 * controls, meaningful icons and the focus ring (1.4.11). Disabled controls are exempt.
 */
const onPage = ["surface", "raised", "tint"];
const tones = ["error", "success", "warning", "info"];
const pairs: { colors: string[]; backgrounds: string[]; ratio: number }[] = [
  { colors: ["text", "muted", "link"], backgrounds: onPage, ratio: 4.5 },
  { colors: ["error"], backgrounds: ["surface", "raised", "error-back"], ratio: 4.5 },
  { colors: ["text", "link", "muted"], backgrounds: tones.map((tone) => `${tone}-back`), ratio: 4.5 },
  { colors: ["on-header"], backgrounds: ["header", "header-art"], ratio: 4.5 },
  { colors: ["on-brand"], backgrounds: ["brand", "brand-end"], ratio: 4.5 },
  { colors: ["on-accent"], backgrounds: ["accent", "accent-hover"], ratio: 4.5 },
  { colors: ["on-error"], backgrounds: ["error"], ratio: 4.5 },
  { colors: ["on-footer"], backgrounds: ["footer"], ratio: 4.5 },
  { colors: ["surface"], backgrounds: ["text"], ratio: 4.5 },
  { colors: ["edge"], backgrounds: onPage, ratio: 3 },
  { colors: ["focus"], backgrounds: [...onPage, ...tones.map((tone) => `${tone}-back`)], ratio: 3 },
  ...tones.map((tone) => ({ colors: [tone], backgrounds: ["surface", `${tone}-back`], ratio: 3 })),
];

const hex = /#(?:[0-9a-f]{6}|[0-9a-f]{3})\b/gi;

/** On paper a page is always light. */
const schemes = {
  light: { prefersColorScheme: "light", mediaType: "screen" },
  dark: { prefersColorScheme: "dark", mediaType: "screen" },
  paper: { prefersColorScheme: "dark", mediaType: "print" },
} as const;

type Tokens = ReturnType<typeof tokensOf>;

function documentWith(sheets: string[], device: (typeof schemes)[keyof typeof schemes]) {
  const window = new Window({ settings: { device } });
  for (const sheet of sheets) {
    const style = window.document.createElement("style");
    style.textContent = sheet;
    window.document.head.append(style);
  }
  return window;
}

/** Names of the tokens that a stylesheet sets. */
export function tokenNames(css: string): string[] {
  const rules = documentWith([css], schemes.dark).document.styleSheets[0]?.cssRules ?? [];
  return [...rules]
    .flatMap((rule) => (rule instanceof CSSMediaRule ? [...rule.cssRules] : [rule]))
    .flatMap((rule) => (rule instanceof CSSStyleRule ? Array.from(rule.style) : []))
    .flatMap((name) => (name?.startsWith("--") ? name.slice(2) : []));
}

/** The tokens of `:root` by these stylesheets, in page order, in one colour scheme. */
export function tokensOf(sheets: string[], scheme: keyof typeof schemes) {
  const { document, getComputedStyle } = documentWith(sheets, schemes[scheme]);
  const computed = getComputedStyle(document.documentElement);
  return { get: (name: string) => computed.getPropertyValue(`--${name}`) };
}

function luminance(color: string): number {
  const digits =
    color.length === 4 ? [...color.slice(1)].flatMap((digit) => [digit, digit]).join("") : color.slice(1);
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((start) => {
    const share = Number.parseInt(digits.slice(start, start + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio of two colours `#rgb` or `#rrggbb`, 1 to 21 (WCAG 2.2, definition of contrast ratio). */
export function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/**
 * The pairs of a theme whose contrast is too low, one readable line each.
 * Gradients count with each of their colours.
 */
export function weakPairs(tokens: Tokens): string[] {
  const weak: string[] = [];
  const colorsOf = (name: string) => {
    const found = tokens.get(name).match(hex) ?? [];
    if (found.length === 0 && name !== "header-art") weak.push(`--${name} is not a colour`);
    return found;
  };
  for (const { colors, backgrounds, ratio } of pairs)
    for (const name of colors)
      for (const background of backgrounds)
        for (const color of colorsOf(name))
          for (const back of colorsOf(background)) {
            const reached = contrast(color, back);
            if (reached < ratio)
              weak.push(
                `--${name} ${color} on --${background} ${back}: ${reached.toFixed(2)}, needs ${ratio}`,
              );
          }
  return weak;
}
