import { cpSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { specialIbans } from "#sandbox/services/iban.ts";
import { eventually } from "../support/eventually.ts";
import { freePort } from "../support/free-port.ts";
import { fresh } from "../support/fresh.ts";
import { all, first, textOf } from "../support/html.ts";
import { entered, goToSummary } from "../support/offer.ts";
import { startPortal } from "../support/portal.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

// What an operator has in the brands' folders, and changes there while the portal runs.
const folder = temporaryFolder();
cpSync(join(import.meta.dirname, "../../brands"), folder, { recursive: true });
const own = "Eigene Worte dieses Angebots.";
const ownTexts = {
  "validation@offer_vvl": {
    fields: { lastName: { missing: own }, addressChoice: { missing: own }, iban: { refused: own } },
  },
  "errors@offer": { offer: { DocumentsNotLoaded: { text: own } } },
};
writeFileSync(join(folder, "o2/texts.json"), JSON.stringify({ de: ownTexts }));
// Any picture: what is in it is the Commission's.
const notice = readFileSync(join(folder, "o2/icon-192.png"));
writeFileSync(join(folder, "o2/eu-guarantee-de.png"), notice);
const metricsPort = await freePort();
const portal = await startPortal({ BRANDS_DIR: folder, METRICS_PORT: `${metricsPort}` });
afterAll(portal.stop);

const file = (name: string) => join(folder, name);
const change = (name: string, from: string, to: string) => {
  const text = readFileSync(file(name), "utf8");
  expect(text).toContain(from);
  writeFileSync(file(name), text.replace(from, to));
};
const blau = (path: string) => portal.browser().get(`${path}?brand=blau`);
const areWrong = async () =>
  (await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()).includes(
    'portal_settings_wrong{setting="BRANDS_DIR"} 1',
  );

test("the Commission's notice on guarantee is shown unaltered, with words for those who cannot see it", async () => {
  const words = "Der Verkäufer haftet für Mängel mindestens";
  const noticeOn = async (path: string) => {
    const { document } = await portal.browser().get(path);
    const [section = document] = all(document, "section", { class: "card eu-notice" });
    return section;
  };
  const shown = await noticeOn(`/angebot/${fresh()}?brand=o2`);
  const { src = "", alt } = first(shown, "img")?.attributes ?? {};
  expect(alt).toContain(words);
  const file = await fetch(portal.origin + src);
  expect(Buffer.from(await file.arrayBuffer()).equals(notice), src).toBe(true);
  expect(file.headers.get("Content-Type")).toBe("image/png");
  const ours = await noticeOn(`/angebot/${fresh()}?brand=blau`);
  expect(first(ours, "img")).toBeUndefined();
  expect(textOf(ours), "the sandbox says that our words stand in").toContain("Muster der EU");
});

test("texts, theme, contact data and pictures are read again, on constant pages and on others", async () => {
  const hotline = JSON.parse(readFileSync(file("blau/brand.json"), "utf8")).hotline.number;
  const before = await blau("/kuendigung");
  expect(before.html).toContain(hotline);
  const favicon = /href="(\/brands\/blau\/favicon[^"]+)"/.exec(before.html)?.[1] ?? "";
  // Kept as bytes, without a query.
  const customer = portal.browser();
  await customer.get("/?brand=blau");
  await customer.get("/kuendigung");
  const readAgain = () => portal.log.filter((line) => line.includes("BRANDS_DIR read again"));
  expect(readAgain()).toEqual([]);

  change("blau/brand.json", hotline, "030 23125 999");
  writeFileSync(
    file("blau/theme.css"),
    `${readFileSync(file("blau/theme.css"), "utf8")}:root{--late:#123456}`,
  );
  change("blau/favicon.svg", "</svg>", "<desc>other</desc></svg>");
  writeFileSync(
    file("blau/texts.json"),
    JSON.stringify({ de: { offer: { offer: { title: "Neues Wort" } } } }),
  );

  const after = await eventually(async () => {
    const page = await customer.get("/kuendigung");
    return page.html.includes("030 23125 999") && page;
  });
  // As `npm run check-brand` would say it.
  const findings = portal.log.filter((line) => line.includes('"brand":"blau","finding"'));
  expect(findings.map((line) => JSON.parse(line).finding)).toEqual([
    expect.stringContaining("--late has no effect"),
  ]);
  expect(after.html).not.toContain(hotline);
  expect(after.html).toContain("--late:#123456");
  expect(after.html).not.toContain(favicon);
  expect((await blau(`/angebot/${fresh()}`)).text).toContain("Neues Wort");
  const picture = await fetch(`${portal.origin}${favicon}`);
  expect([picture.status, await picture.text()]).toEqual([200, expect.not.stringContaining("other")]);
  await expect.poll(readAgain).not.toEqual([]);
  expect(JSON.parse(readAgain()[0] ?? "")).toMatchObject({ setting: "BRANDS_DIR" });
});

test("a new folder is a brand as soon as all of it is right, with any name on the wire", async () => {
  cpSync(file("blau"), file("gruen"), { recursive: true });
  await eventually(areWrong);
  const visitor = portal.browser();
  // Nobody is shown another brand's pages in its place.
  expect(await visitor.get("/?brand=gruen")).toMatchObject({ status: 503, name: "portals-away" });
  change("gruen/brand.json", '"backendEnum": "BLAU"', '"backendEnum": "GRUEN_2"');
  change("gruen/brand.json", '"slug": "blau"', '"slug": "gruen"');
  await eventually(async () => (await visitor.get("/?brand=gruen")).name === "home");
  expect(await areWrong()).toBe(false);
  for (const page of [
    `angebot/${fresh("demo")}`,
    `idv/${fresh("demo")}`,
    "kuendigung",
    "email-ablehnung?token=demo",
  ])
    expect(await visitor.get(`/${page}`), page).toMatchObject({ status: 200, state: undefined });
});

const move = (from: string, to: string) => () => renameSync(file(from), file(to));
const theme = readFileSync(file("o2/theme.css"), "utf8");

test.each([
  [
    "a file that is no JSON",
    () => change("blau/brand.json", "{", "{,"),
    () => change("blau/brand.json", "{,", "{"),
  ],
  ["a brand that is gone", move("blau", ".blau"), move(".blau", "blau")],
  [
    "a theme that was cut",
    () => writeFileSync(file("o2/theme.css"), theme.slice(0, 200)),
    () => writeFileSync(file("o2/theme.css"), theme),
  ],
  ["a missing file", move("o2/theme.css", "o2/x"), move("o2/x", "o2/theme.css")],
])("%s changes nothing, says so once, and is forgotten once it is right", async (_, breakIt, mendIt) => {
  const lines = () => portal.log.filter((line) => line.includes("BRANDS_DIR cannot be read")).length;
  const before = lines();
  breakIt();
  await eventually(areWrong);
  expect((await blau("/")).html).toContain('data-brand="blau"');
  mendIt();
  await eventually(async () => !(await areWrong()));
  expect(lines()).toBe(before + 1);
});

describe("the wording of a use case", () => {
  test.each([
    ["offer_vvl", true],
    ["orange_vvl", false],
  ])("of %s is used by its own pages only: %s", async (useCase, isUsed) => {
    const token = fresh(`demo-${useCase}`);
    const customer = portal.browser();
    await customer.get(`/angebot/${token}`);
    const data = await customer.get(`/angebot/${token}/meine-daten`);
    const payment = await customer.get(`/angebot/${token}/zahlung`);
    const closed = { ...entered.directDebit, iban: specialIbans.closed };
    for (const [form, fields, field] of [
      [data, { firstName: "", lastName: "" }, "lastName"],
      [data, { street: "Auswahl" }, "addressChoice"],
      [payment, closed, "iban"],
    ] as const) {
      const { status, errors } = await customer.submit(form, fields);
      expect([status, errors[field] === own], field).toEqual([422, isUsed]);
    }
  });

  test("of a state is the cart's, where the answer names none", async () => {
    const failed = await goToSummary(portal.browser(), fresh("documents-fail"));
    expect([failed.state, failed.text.includes(own)]).toEqual(["DocumentsNotLoaded", true]);
  });
});

test("a brand that is wrong at the start is left out alone, with its outage page and the alert, until it is right", async () => {
  const some = temporaryFolder();
  cpSync(folder, some, { recursive: true });
  const broken = join(some, "blau/brand.json");
  const right = readFileSync(broken, "utf8");
  writeFileSync(broken, right.replace(/"prepaid": \w+/, '"prepaid": "no"'));
  const port = await freePort();
  const started = await startPortal({ BRANDS_DIR: some, METRICS_PORT: `${port}` });
  onTestFinished(() => started.stop());
  const metrics = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const alert = 'portal_settings_wrong{setting="BRANDS_DIR"} 1';
  expect(await metrics()).toContain(alert);
  expect(started.log.join("")).toMatch(/BRANDS_DIR cannot be read.*/);

  const visitor = started.browser();
  for (const brand of ["o2", "nova"])
    expect((await visitor.get(`/kuendigung?brand=${brand}`)).html).toContain(`data-brand="${brand}"`);
  const { email, address } = JSON.parse(right).contact;
  const shown = await visitor.get("/kuendigung?brand=blau");
  expect([shown.status, shown.name, shown.headers.get("Retry-After")]).toEqual([503, "portals-away", "60"]);
  expect(shown.html).toContain('data-brand="blau"');
  for (const way of [email, ...address]) expect(shown.text).toContain(way);
  const byHost = await fetch(`${started.origin}/kuendigung`, {
    headers: { "X-Forwarded-Host": "www.blau.example" },
  });
  expect(byHost.status).toBe(503);
  const posted = await started.browser().post("/kuendigung", { brand: "blau" });
  expect(posted.status).toBe(503);

  writeFileSync(broken, right);
  await eventually(async () => (await visitor.get("/?brand=blau")).html.includes('data-page="home"'));
  expect(await metrics()).not.toContain(alert);
});
