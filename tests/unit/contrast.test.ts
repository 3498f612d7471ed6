import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { contrast, tokenNames, tokensOf, weakPairs } from "#app/brand/theme.ts";

const tokens = readFileSync("app/ui/tokens.css", "utf8");
const themes = readdirSync("brands").map((slug) => ({
  slug,
  css: readFileSync(`brands/${slug}/theme.css`, "utf8"),
}));

test("the ratio is WCAG's", () => {
  expect(contrast("#000", "#fff")).toBeCloseTo(21);
  expect(contrast("#777", "#ffffff")).toBeCloseTo(4.48, 2);
});

test("the styles are readable without a theme", () => {
  expect(weakPairs(tokensOf([tokens], "light"))).toEqual([]);
});

test.each(themes)("every pair of $slug is readable in the light", ({ css }) => {
  expect(weakPairs(tokensOf([tokens, css], "light"))).toEqual([]);
});

test.each(themes)("every pair of $slug is readable in the dark", ({ css }) => {
  const dark = tokensOf([tokens, css], "dark");
  expect(dark.get("surface")).not.toBe(tokensOf([tokens, css], "light").get("surface"));
  expect(weakPairs(dark)).toEqual([]);
});

test.each(themes)("paper of $slug is light", ({ css }) => {
  const [paper, light] = (["paper", "light"] as const).map((scheme) => tokensOf([tokens, css], scheme));
  for (const name of ["surface", "text", "link"]) expect(paper?.get(name)).toBe(light?.get(name));
});

test("weak text, focus rings and gradient ends are found, and so is an invalid colour", () => {
  const weak = (declaration: string) =>
    weakPairs(tokensOf([tokens, `:root{${declaration}}`], "light")).join("\n");
  expect(weak("--muted:#aaa")).toContain("--muted #aaa on --surface");
  expect(weak("--focus:#ffd")).toContain("--focus #ffd on --raised #fff: 1.0");
  expect(weak("--header-art:linear-gradient(90deg,#fff,#333)")).toContain(
    "--on-header #1b1f23 on --header-art #333",
  );
  expect(weak("--link:currentcolor")).toContain("--link is not a colour");
});

test("a theme sets no unused token", () => {
  const styles = readdirSync("app/ui").filter((name) => name.endsWith(".css"));
  const read = styles.map((name) => readFileSync(`app/ui/${name}`, "utf8")).join("");
  for (const { slug, css } of themes)
    for (const name of tokenNames(css)) expect(read, slug).toContain(`var(--${name}`);
});
