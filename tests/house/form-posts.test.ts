import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, test } from "vitest";
import { testPatienceMs } from "../support/patience.ts";
import { portalForTests } from "../support/portal-for-tests.ts";

const run = promisify(execFile);
const page = readFileSync(join(import.meta.dirname, "../../docs/form-posts.md"), "utf8");

interface Command {
  script: string;
  /** Its output, without the last line break. */
  prints?: string;
}

/** A command may span several lines; its output follows `#>`. */
function commandsOf(block: string): Command[] {
  const lines = block.replace(/\\\n\s*/g, "").split("\n");
  return lines
    .filter((line) => line.trim())
    .map((line) => {
      const [script = "", prints] = line.split(/\s+#> /);
      return { script, prints };
    });
}

const sections = page.split(/^## /m).map((text) => ({
  title: text.split("\n")[0] ?? "",
  commands: [...text.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block = ""]) => commandsOf(block)),
}));
const [setUp, ...journeys] = sections;
/** The addresses that a journey names by a letter. */
const named = [...page.matchAll(/\b([A-Z])=(\/\S+)/g)];

const portal = await portalForTests();
const mark = "-- end of command --";
/** What each command printed: the whole page runs from top to bottom, as one customer's browser would. */
let printed: string[] = [];
const word = `docs${Math.random().toString(36).slice(2, 8)}`;

beforeAll(async () => {
  const script = [
    "set -u",
    ...(setUp?.commands.map((command) => command.script) ?? []),
    ...journeys.flatMap(({ commands }) => commands.flatMap(({ script }) => [script, `echo '${mark}'`])),
  ].join("\n");
  const env = {
    PATH: process.env.PATH,
    LANG: "C.UTF-8",
    B: portal.origin,
    X: word,
    JAR: join(portal.folder, `${word}.jar`),
    PAGE: join(portal.folder, `${word}.html`),
    PDF: join(portal.folder, `${word}.pdf`),
    FOLDER: portal.folder,
  };
  const { stdout } = await run("bash", ["-c", script], { env, maxBuffer: 10_000_000 });
  printed = stdout.split(`${mark}\n`);
}, 4 * testPatienceMs);

test.each(journeys)("$title", ({ title, commands }) => {
  expect(commands.length).toBeGreaterThan(0);
  const before = journeys.slice(
    0,
    journeys.findIndex((journey) => journey.title === title),
  );
  const first = before.reduce((sum, journey) => sum + journey.commands.length, 0);
  const seen = commands.map(({ script }, index) => ({ script, prints: printed[first + index]?.trim() }));
  const wanted = commands.map(({ script, prints }) => ({
    script,
    prints: named
      .reduce((text, [, name, path = ""]) => text.replaceAll(`$${name}`, path), prints ?? "")
      .replaceAll("$X", word)
      .trim(),
  }));
  expect(seen).toEqual(wanted);
});
