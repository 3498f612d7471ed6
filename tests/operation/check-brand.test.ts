import { cpSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { brands } from "../support/brands.ts";
import { runCommand } from "../support/command.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const root = join(import.meta.dirname, "../..");
/** `npm run check-brand`, without a portal's settings. */
const check = (folder: string) => runCommand("check-brand", [folder], {});

/** A copy of a brand's folder under its own name. */
function copyOf(slug: string) {
  const folder = join(temporaryFolder(), slug);
  cpSync(join(root, "brands", slug), folder, { recursive: true });
  const change = (name: string, from: string | RegExp, to: string) => {
    const file = join(folder, name);
    const before = readFileSync(file, "utf8");
    const after = before.replace(from, to);
    expect(after).not.toBe(before);
    writeFileSync(file, after);
  };
  return { folder, change };
}

test("shipped brands are as they should be", () => {
  for (const named of [...brands.map(({ slug }) => join(root, "brands", slug)), "o2"])
    expect(check(named)).toMatchObject({ status: 0, stdout: "0 findings.\n" });
});

test("a copied folder still has the other brand's id, name and pictures: each is named", () => {
  const { folder, change } = copyOf("o2");
  change("brand.json", '"slug": "o2"', '"slug": "neunte"');
  change("brand.json", '"name": "o2"', '"name": "Neunte"');
  const copy = join(folder, "../neunte");
  renameSync(folder, copy);
  const { status, stdout } = check(copy);
  expect(status).toBe(1);
  for (const file of ["brand.json", "texts.json"]) expect(stdout).toContain(`${file} names o2.\n`);
  for (const name of ["brand.json: id", "logo.svg", "favicon.svg", "picture.svg", "icon-512.png"])
    expect(stdout).toContain(`${name} is that of o2.\n`);
});

test("contrast, misspelt tokens and texts, and pictures are named, each with what is meant", () => {
  const { folder, change } = copyOf("o2");
  change("theme.css", "--muted: #4d5a7d", "--muted: #bbb");
  change("theme.css", "--radius-button:", "--raduis-button:");
  change("texts.json", '"title":', '"titel":');
  change("texts.json", "offer@vvl", "offer@vlv");
  change("texts.json", '"home": {', '"hom": {}, "home": {');
  change("logo.svg", "</svg>", "<text>o2</text></svg>");
  rmSync(join(folder, "icon-512.png"));
  const { status, stdout } = check(folder);
  expect(status).toBe(1);
  for (const line of [
    "theme.css, light: --muted #bbb on --surface #f2f5fc: ",
    "theme.css: --raduis-button has no effect, no style reads it. Did you mean radius-button?",
    'texts.json: de, "hom" is no group of texts.',
    'texts.json: de, "offer@vlv" has no effect, no use case is worded so. Did you mean vvl?',
    "logo.svg has live text",
    "icon-512.png missing",
  ])
    expect(stdout).toContain(line);
});

test("a text that replaces none is named with the one that is meant", () => {
  const { folder } = copyOf("blau");
  writeFileSync(join(folder, "texts.json"), '{"de":{"home":{"home":{"leed":"x"}}},"tr":{"home":{}}}');
  const { stdout } = check(folder);
  expect(stdout).toContain('texts.json: de, "home": home.leed replaces no text. Did you mean home.lead?');
  expect(stdout).toContain('texts.json: "tr" has no effect, availableLanguages lacks it.');
  expect(stdout).toContain("2 findings.");
});

test("what no portal would take is an error with file and field", () => {
  const { folder, change } = copyOf("nova");
  change("brand.json", /"hours": "[^"]*"/, '"hours": "Mo–Fr 8–20 Uhr"');
  expect(check(folder).stderr).toMatch(
    /brand.json: field "hotline.hours": is no time of every day, such as 08:00–20:00/,
  );
  const renamed = join(folder, "../novum");
  renameSync(folder, renamed);
  expect(check(renamed)).toMatchObject({ status: 1, stdout: "" });
  expect(check("--help").stdout).toContain("npm run check-brand -- FOLDER");
});
