import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { copyOfSources, startByNpm } from "../support/npm.ts";

// What the recipe for a language asks for (docs/architecture.md), in a copy of the sources: a row, a folder with what is
// translated so far, and a brand that speaks it.
const { folder, remove } = copyOfSources();
afterAll(remove);
function change(file: string, before: string, after: string) {
  const source = readFileSync(join(folder, file), "utf8");
  expect(source).toContain(before);
  writeFileSync(join(folder, file), source.replace(before, after));
}
change(
  "app/domain/languages.ts",
  "} as const satisfies Record",
  `  pl: {
    name: "Polski",
    tag: "pl-PL",
    date: "24.12.2026",
    clock: "",
    zones: ["CET", "CEST"],
  },
} as const satisfies Record`,
);
mkdirSync(join(folder, "locales/pl"));
const title = "Wypowiedz umowę";
writeFileSync(join(folder, "locales/pl/termination.json"), JSON.stringify({ form: { title } }));
const german = JSON.parse(readFileSync(join(folder, "locales/de/termination.json"), "utf8"));
const brandFile = "brands/ortel/brand.json";
const languages = JSON.parse(readFileSync(join(folder, brandFile), "utf8")).availableLanguages;
change(brandFile, `"${languages.at(-1)}"`, `"${languages.at(-1)}", "pl"`);

const portal = await startByNpm(folder, ["run", "dev"], "The portal is at");
afterAll(portal.stop);
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(portal.origin + path, { headers, redirect: "manual" });

test("its pages have its texts, and German where it has none", async () => {
  const answer = await get("/pl/kuendigung?brand=ortel");
  const page = await answer.text();
  expect(answer.status).toBe(200);
  expect(page).toContain('<html lang="pl"');
  expect(page).toContain(title);
  expect(page).toContain(german.form.submit);
});

test("browsers that ask for it get it, and the switcher has it", async () => {
  const page = await (await get("/?brand=ortel", { "Accept-Language": "pl-PL" })).text();
  expect(page).toContain('<html lang="pl"');
  expect(page).toContain("Polski");
});

test("a brand that does not speak it keeps its own languages", async () => {
  const answer = await get("/pl/kuendigung?brand=o2");
  expect(answer.status).toBe(302);
  expect(answer.headers.get("Location")).toContain("/kuendigung");
});

test("a termination in it gets its receipt, its mail and the host's error pages", async () => {
  const person = { firstName: "Ada", lastName: "Test", customerNumber: "4711", email: "ada@example.com" };
  const posted = await fetch(`${portal.origin}/pl/kuendigung?brand=ortel`, {
    method: "POST",
    body: new URLSearchParams({ serviceType: "prepaid", cancellationType: "regular", ...person }),
    redirect: "manual",
  });
  expect(posted.status).toBe(303);
  const receipt = await get(posted.headers.get("Location") ?? "");
  expect(receipt.status).toBe(200);
  expect(await receipt.text()).toContain('<html lang="pl"');
  const tooLarge = await fetch(`${portal.origin}/pl/widerruf?brand=ortel`, {
    method: "POST",
    headers: { Accept: "text/html", "Content-Type": "text/plain" },
    body: "x",
  });
  expect(tooLarge.status).toBe(415);
  expect(await tooLarge.text()).toContain('<html lang="pl"');
});

test("both descriptions of APIs know it", async () => {
  for (const path of ["/openapi.json", "/sandbox/openapi.json"])
    expect(JSON.stringify(await (await get(path)).json()), path).toContain('"pl"');
});
