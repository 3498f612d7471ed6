import { existsSync, globSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { calls } from "#app/backend/contract/calls.ts";
import { pages } from "#app/pages.ts";
import { fileText, root } from "../support/repository.ts";

const documents = globSync(["*.md", "docs/**/*.md", "sandbox/*.md"], { cwd: root });

/** What a pattern finds in the documents and `isRight` refuses. */
const wrong = (pattern: RegExp, isRight: (found: string, document: string) => boolean) =>
  documents.flatMap((document) =>
    [...fileText(document).matchAll(pattern)]
      .map(([, found = ""]) => found)
      .filter((found) => !isRight(found, document))
      .map((found) => `${document}: ${found}`),
  );

test("documents name npm scripts that exist", () => {
  const { scripts } = JSON.parse(fileText("package.json")) as { scripts: Record<string, string> };
  expect(wrong(/npm run (?:-s |--silent )?([\w:-]+)/g, (name) => name in scripts)).toEqual([]);
});

test("documents name files that exist", () => {
  // Other paths are packages, media types, or files that the portal writes.
  const folders = new Set([...readdirSync(root), ...readdirSync(join(root, "app"))]);
  folders.delete("data");
  const endings = ["", ".ts", ".tsx", ".server.ts", ".server.tsx", ".test.ts", ".spec.ts"];
  const exists = (path: string) =>
    !folders.has(path.split("/")[0] ?? "") ||
    ["", "app"].some((folder) => endings.some((ending) => existsSync(join(root, folder, path + ending))));
  expect(wrong(/`([\w.-]+(?:\/[\w.-]+)+)\/?`/g, exists)).toEqual([]);
});

test("documents link to files that exist", () => {
  const exists = (link: string, document: string) => existsSync(join(root, dirname(document), link));
  expect(wrong(/\]\(([^)#:]+)(?:#[^)]*)?\)/g, exists)).toEqual([]);
});

const decisions = documents.filter((file) => /^docs\/decisions\/\d/.test(file)).sort();

test("the index of decisions lists each once, by its title, below a subject", () => {
  const rows = decisions.map(
    (file) => `- [${/^# (.+)/.exec(fileText(file))?.[1]}](${file.split("/").at(-1)})`,
  );
  const [, ...subjects] = fileText("docs/decisions/README.md").split(/^## /m);
  const listed = subjects.flatMap((subject) => subject.match(/^- .*/gm) ?? []);
  expect(listed.sort()).toEqual(rows.sort());
  expect(subjects.length).toBeGreaterThan(10);
});

test("each decision says below its title since when it holds, and what it replaces", () => {
  const dated =
    /^# .+\n\n\*Accepted \d{4}-\d\d-\d\d(?:; replaces \d{4}(?: \(\d{4}-\d\d-\d\d\))?(?:,\s\d{4}\s\(\d{4}-\d\d-\d\d\))*)?\.\*\n\n/;
  expect(decisions.filter((file) => !dated.test(fileText(file)))).toEqual([]);
});

test("a decision that a source or a document names is there", () => {
  const numbers = new Set(decisions.map((file) => file.split("/").at(-1)?.slice(0, 4)));
  const sources = globSync(
    "{app,server,sandbox,tools,tests,e2e,bench,deploy,docs}/**/*.{ts,tsx,css,js,mjs,md,yaml}",
    { cwd: root },
  );
  const gone = [...sources, ...documents].flatMap((file) =>
    [...fileText(file).matchAll(/\bdecisions?\s+(?:\*\s+|\/\/\s+|\[)?(\d{4})\b/gi)].flatMap(([, number]) =>
      numbers.has(number) ? [] : [`${file}: ${number}`],
    ),
  );
  expect(gone).toEqual([]);
});

test("README says how large the portal is, to a tenth", () => {
  const linesIn = (pattern: string) =>
    globSync(`${pattern}/**/*.{ts,tsx}`, { cwd: root })
      .map((file) => fileText(file).split("\n").length)
      .reduce((sum, lines) => sum + lines, 0);
  const is = {
    portal: linesIn("{app,server}"),
    sandbox: linesIn("sandbox"),
    tests: linesIn("{tests,e2e}"),
    pages: Object.keys(pages).length,
    calls: Object.keys(calls).length,
  };
  const said =
    /About (?<portal>[\d,]+) lines .* portal, (?<sandbox>[\d,]+) in the sandbox, (?<tests>[\d,]+) of tests; (?<pages>\d+) pages, (?<calls>\d+) calls/;
  const figures = said.exec(fileText("README.md"))?.groups ?? {};
  const isOff = ([what, figure]: [string, number]) =>
    !(Math.abs(Number(figures[what]?.replace(",", "")) / figure - 1) < 0.1);
  expect(Object.entries(is).filter(isOff)).toEqual([]);
});
