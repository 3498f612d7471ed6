import { expect, test } from "vitest";
import { tokensReadBy } from "#app/brand/theme.ts";

const neutral =
  ":root{--surface:#fff;--text:#000;--muted:#555;--link:#0b57a4;--focus:var(--link);--edge:#777}";
const theme = `/* Ours;
--muted: none of these
*/
:root {
  --surface: #fbf7f4;
  --text: #111;
  --tile-flow: column;
  --shape: 1px
    2px;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --surface: #1a0d0e;
    --link: #ffa3a8;
    --tile-flow: row;
  }
}
.logo { --edge: #000; }`;
const reading = (css: string) => tokensReadBy(css, { neutral, theme });
const all = "body{background:var(--surface);color:var(--text,#000)}p{color:var(--muted)}i{color:var(--edge)}";

test("a neutral token is left out where the theme replaces it always, and not where it does at times", () => {
  expect(reading(`${all}a{color:var(--focus)}`).neutral).toBe(
    ":root{--muted:#555;--link:#0b57a4;--focus:var(--link);--edge:#777}",
  );
});

test("a page has the tokens that its styles read, and what is no token on a line of its own", () => {
  expect(reading(`${all}ul{grid-auto-flow:var(--tile-flow)}`).theme).toContain("--tile-flow:column;");
  const { neutral, theme } = reading(all);
  expect(neutral).toBe(":root{--muted:#555;--link:#0b57a4;--edge:#777}");
  expect(theme).toBe(`/* Ours;
--muted: none of these
*/
:root {
--surface:#fbf7f4;--text:#111;--shape: 1px
2px;
}
@media screen and (prefers-color-scheme: dark) {
:root {
--surface:#1a0d0e;--link:#ffa3a8;}
}
.logo { --edge: #000; }
`);
});
