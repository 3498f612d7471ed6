import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { eventually } from "../support/eventually.ts";
import { copyOfSources, startByNpm } from "../support/npm.ts";

const { folder, remove } = copyOfSources();
afterAll(remove);
const portal = await startByNpm(folder, ["run", "dev"], "The portal is at");
afterAll(portal.stop);

const page = async (path: string) => (await fetch(`${portal.origin}${path}`)).text();

function change(file: string, from: string, to: string) {
  const path = join(folder, file);
  const text = readFileSync(path, "utf8");
  expect(text).toContain(from);
  writeFileSync(path, text.replace(from, to));
}

test("the sandbox and its pages are there", async () => {
  expect(await page("/sandbox")).toContain("/angebot/demo");
  expect(await page("/angebot/demo")).toContain('data-page="offer"');
});

const changes = {
  "a component": {
    path: "/kuendigung",
    file: "app/shell/page-footer.tsx",
    from: 'as="footer" className="footer"',
    to: 'as="footer" className="footer of-a-change"',
    seen: "of-a-change",
  },
  "the component of a page without a customer": {
    path: "/",
    file: "app/routes/home/home.tsx",
    from: 'className="lead"',
    to: 'className="lead anew"',
    seen: "lead anew",
  },
  "the component of a page that is kept": {
    path: "/angebot/demo",
    file: "app/routes/offer/offer.tsx",
    from: 'className="split"',
    to: 'className="split of-a-kept-page"',
    seen: "of-a-kept-page",
  },
  "a text": {
    path: "/",
    file: "locales/de/home.json",
    from: "Was möchten Sie erledigen?",
    to: "Was steht an?",
    seen: "Was steht an?",
  },
  "a brand's theme": {
    path: "/angebot/demo",
    file: "brands/o2/theme.css",
    from: "--radius-button: 2rem",
    to: "--radius-button: 2.125rem",
    seen: "2.125rem",
  },
  "a loader": {
    path: "/idv/demo",
    file: "app/shell/shell-facts.server.ts",
    from: "nameForTitle, availableLanguages, hotline, favicon },",
    to: 'nameForTitle, availableLanguages, hotline, favicon: "/by-the-loader.svg" },',
    seen: 'href="/by-the-loader.svg"',
  },
};

test.each(Object.entries(changes))(
  "%s changes without a restart",
  async (_what, { path, file, from, to, seen }) => {
    expect(await page(path)).not.toContain(seen);
    change(file, from, to);
    await eventually(async () => (await page(path)).includes(seen));
  },
);
