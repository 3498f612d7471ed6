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

/** On paper a page is always light, whatever the device prefers. */
export type Scheme = "light" | "dark" | "paper";
const features: Record<string, (scheme: Scheme) => boolean> = {
  all: () => true,
  screen: (scheme) => scheme !== "paper",
  print: (scheme) => scheme === "paper",
  "(prefers-color-scheme:dark)": (scheme) => scheme !== "light",
  "(prefers-color-scheme:light)": (scheme) => scheme === "light",
};

interface Declared {
  name: string;
  value: string;
  /** The conditions of the rule around it, all of which have to be met. */
  media: string[];
  /** Its rule is `:root`, and stands within no other. */
  always: boolean;
}

/** The custom properties that a stylesheet sets, in its order. Rules may be nested in `@media`, and not in each other. */
function declaredIn(css: string): Declared[] {
  const found: Declared[] = [];
  const media: string[] = [];
  // eslint-disable-next-line redos/no-vulnerable -- an operator's file, which has been read up to its limit
  const plain = css.replace(/\/\*[\s\S]*?\*\//g, "");
  const take = (text: string) => {
    for (const one of text.split(";")) {
      const colon = one.indexOf(":");
      const name = one.slice(0, colon).trim();
      if (colon > 0 && name.startsWith("--"))
        found.push({
          name: name.slice(2),
          value: one.slice(colon + 1).trim(),
          media: [...media],
          always: heads.join() === ":root",
        });
    }
  };
  let from = 0;
  const heads: string[] = [];
  for (const [at, letter] of [...plain].entries()) {
    if (letter === "{") {
      const head = plain.slice(from, at).split(";").at(-1)?.trim() ?? "";
      heads.push(head);
      if (head.startsWith("@media")) media.push(head.slice("@media".length));
    } else if (letter === "}") {
      take(plain.slice(from, at));
      if (heads.pop()?.startsWith("@media")) media.pop();
    } else continue;
    from = at + 1;
  }
  return found;
}

/** Names of the tokens that a stylesheet sets, without their hyphens. */
export const tokenNames = (css: string): string[] => declaredIn(css).map(({ name }) => name);

const reading = /var\(--([\w-]+)/g;
const declaration = /(?<=[{;\s])--([\w-]+):[^;{}]*;?/g;
const lineOfToken = /^--([\w-]+):([^;{}]*;)$/;

/**
 * The neutral tokens and a theme without what no page needs that has these styles: tokens that nothing reads, and neutral
 * ones that the theme replaces always. Of a theme only tokens on lines of their own are left out.
 */
export function tokensReadBy(css: string, { neutral, theme }: { neutral: string; theme: string }) {
  const readers = [css, neutral, theme].join("");
  const read = new Set([...readers.matchAll(reading)].map(([, name = ""]) => name));
  const replaced = new Set(declaredIn(theme).flatMap(({ name, always }) => (always ? name : [])));
  const lines = theme.split("\n").map((line) => {
    const [, name, value = ""] = lineOfToken.exec(line.trim()) ?? [];
    if (name === undefined) return `${line.trim()}\n`;
    return read.has(name) ? `--${name}:${value.trim()}` : "";
  });
  return {
    neutral: neutral.replace(declaration, (match, name: string) =>
      read.has(name) && !replaced.has(name) ? match : "",
    ),
    theme: lines.join(""),
  };
}

const applies = (media: string, scheme: Scheme) =>
  media.split(/\band\b/).every((one) => features[one.replaceAll(/\s/g, "")]?.(scheme) ?? false);

export interface DesignTokens {
  /** What a token stands for, where that is a colour by way of others, too; "" if nothing sets it. */
  get(name: string): string;
}

/** The tokens that these stylesheets set, in page order, in one colour scheme. */
export function tokensOf(sheets: string[], scheme: Scheme): DesignTokens {
  const values = new Map(
    sheets
      .flatMap(declaredIn)
      .filter(({ media }) => media.every((one) => applies(one, scheme)))
      .map(({ name, value }) => [name, value]),
  );
  const get = (name: string, depth = 0): string =>
    depth > 8
      ? ""
      : (values.get(name) ?? "").replaceAll(/var\(--([\w-]+)\)/g, (_, other: string) =>
          get(other, depth + 1),
        );
  return { get: (name) => get(name) };
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

const hex = /#(?:[0-9a-f]{6}|[0-9a-f]{3})\b/gi;

/**
 * The pairs of a theme whose contrast is too low, one readable line each.
 * Gradients count with each of their colours.
 */
export function weakPairs(tokens: DesignTokens): string[] {
  const weak = new Set<string>();
  const colorsOf = (name: string) => {
    const found = tokens.get(name).match(hex) ?? [];
    if (found.length === 0 && name !== "header-art") weak.add(`--${name} is not a colour such as #1b1f23`);
    return found;
  };
  for (const { colors, backgrounds, ratio } of pairs)
    for (const name of colors)
      for (const background of backgrounds)
        for (const color of colorsOf(name))
          for (const back of colorsOf(background)) {
            const reached = contrast(color, back);
            if (reached < ratio)
              weak.add(
                `--${name} ${color} on --${background} ${back}: ${reached.toFixed(2)}, needs ${ratio}`,
              );
          }
  return [...weak];
}
