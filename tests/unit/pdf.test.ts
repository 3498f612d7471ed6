import { expect, it, vi } from "vitest";
import { readBrands } from "#app/brand/read-brands.server.ts";
import { letterheadOf, type Paper } from "#app/paper/paper.ts";
import { renderPdf } from "#app/paper/pdf.server.ts";
import { pdfFonts } from "#app/paper/pdf-fonts.server.ts";
import { pdfText, streamsOf } from "../support/pdf-text.ts";

const parsed = vi.hoisted((): { fonts: string[] } => ({ fonts: [] }));
vi.mock("fontkit", async (original) => {
  const fontkit = await original<{ create: (bytes: Uint8Array) => { postscriptName: string } }>();
  const create = (bytes: Uint8Array) => {
    const font = fontkit.create(bytes);
    parsed.fonts.push(font.postscriptName);
    return font;
  };
  return { ...fontkit, create };
});

const name = "Ayşe Öztürk Łukasz ığĞİ";
const o2 = readBrands("brands").get("o2");
if (!o2) throw new Error("There is no o2.");
const letterhead = letterheadOf(o2, {
  hotline: "Hotline",
  hours: "Täglich",
  pageOf: (page, pages) => `Seite ${page} von ${pages}`,
});
const render = async (changes: Partial<Paper> = {}) =>
  Buffer.from(
    await renderPdf({
      letterhead,
      title: "Kündigung",
      language: "tr",
      footer: "Ende",
      createdAt: new Date("2026-11-02T09:00:00Z"),
      blocks: [],
      ...changes,
    }),
  );

it("writes names as they were typed, wherever they stand", async () => {
  const names = [name, "Şükrü Çağlı", "Jiří Dvořák", "Erdős Ilő", "Nguyễn Thị", "Θεός", "Іван Їжак", "Fiffi"];
  const pdf = await render({
    title: name,
    letterhead: { ...letterhead, name, address: [name] },
    subtitle: name,
    footer: name,
    blocks: [{ heading: name }, { text: name }, { rows: [[name, name]] }, { list: names }],
  });
  const lines = pdfText(pdf).split("\n");
  expect(lines.filter((line) => line === name)).toHaveLength(10);
  for (const one of names) expect(lines).toContain(one);
});

it("composes accents and marks a letter that the fonts do not have", async () => {
  const text = pdfText(
    await render({ blocks: [{ text: "S\u0327u\u0308kru\u0308" }, { text: "李明 –\t3 €\r\nja" }] }),
  );
  expect(text).toContain("\nŞükrü\n�� – 3 €\nja\n");
});

it("keeps the dot of an i apart from the f before it", async () => {
  for (const font of [(await pdfFonts()).regular, (await pdfFonts()).bold])
    expect(font.layout("ffi fı").glyphs).toHaveLength(6);
});

it("keeps a letter's text when an earlier document drew it as a part of another one", async () => {
  expect(pdfText(await render({ title: "Ŵ", blocks: [{ text: "Ŵ" }] }))).toContain("Ŵ");
  const later = pdfText(await render({ blocks: [{ rows: [["West", "West"]] }] }));
  expect(later.split("\n").filter((line) => line === "West")).toHaveLength(2);
});

it("reads its fonts once, and carries only the letters that it shows", async () => {
  const documents = await Promise.all(Array.from({ length: 5 }, () => render({ blocks: [{ text: name }] })));
  expect(parsed.fonts.sort()).toEqual(["DejaVuSansCondensed", "DejaVuSansCondensed-Bold"]);
  for (const pdf of documents) {
    expect(pdf.toString("latin1")).not.toContain("Helvetica");
    expect(pdf.length).toBeLessThan(24_000);
  }
});

it("is tagged as PDF/UA asks: language, shown title, structure, every font inside, every mark in the tree", async () => {
  const pdf = (
    await render({
      title: "Kündigung",
      blocks: [
        { heading: "Wirkung" },
        { text: "Eingegangen" },
        { list: ["eins", "zwei"] },
        { rows: Array.from({ length: 60 }, (_, at): [string, string] => [`Zeile ${at}`, "Wert"]) },
        { squares: [[true, false]], rows: [["Nummer", "1234"]] },
        { columns: ["Produkt", "Betrag"], lines: [{ cells: ["Tarif", "1,00 €"], note: "ab Monat 7" }] },
      ],
    })
  ).toString("latin1");
  const objects = [...pdf.matchAll(/^\d+ 0 obj\n([\s\S]*?)(?:\nstream|\nendobj)/gm)].map(
    ([, source = ""]) => source,
  );
  const catalog = objects.find((source) => source.includes("/Type /Catalog")) ?? "";
  expect(catalog).toMatch(/\/Lang \(tr\)/);
  expect(catalog).toMatch(/\/StructTreeRoot \d+ 0 R/);
  expect(pdf).toMatch(/\/Marked true/);
  expect(pdf).toContain("<pdfuaid:part>1</pdfuaid:part>");
  expect(pdf).toMatch(/\/DisplayDocTitle true/);
  expect(objects.some((source) => source.includes("/Title "))).toBe(true);
  const fonts = objects.filter((source) => source.includes("/Type /FontDescriptor"));
  expect(fonts.length).toBeGreaterThan(0);
  for (const font of fonts) expect(font).toContain("/FontFile2 ");
  const tags = new Set([...pdf.matchAll(/\/S \/(\w+)/g)].map(([, tag]) => tag));
  for (const tag of [
    "Document",
    "H1",
    "H2",
    "P",
    "L",
    "LI",
    "Table",
    "TR",
    "TH",
    "TD",
    "Figure",
    "Lbl",
    "LBody",
  ])
    expect(tags, tag).toContain(tag);
  expect(pdf).toMatch(/\/Alt /);
  // Each page has a reading order and its place in the structure tree.
  const pages = objects.filter((source) => /\/Type \/Page\b/.test(source));
  expect(pages.length).toBeGreaterThan(1);
  for (const page of pages) expect(page).toContain("/StructParents ");
});

it("ends on each page what it has begun to mark there, where a table goes on over the page's end too", async () => {
  const rows = Array.from({ length: 60 }, (_, at): [string, string] => [`Zeile ${at}`, "Wert"]);
  const pdf = await render({ blocks: [{ rows }] });
  const pages = streamsOf(pdf).filter((stream) => stream.includes("/TH "));
  expect(pages.length).toBeGreaterThan(1);
  for (const page of pages)
    expect(page.match(/\bEMC\b/g)?.length).toBe(page.match(/\b(?:BDC|BMC)\b/g)?.length);
});

const pagesOf = (pdf: Buffer) => streamsOf(pdf).filter((stream) => /\bTJ\b/.test(stream));

it("numbers its pages, and begins none for that", async () => {
  const rows = Array.from({ length: 60 }, (_, at): [string, string] => [`Zeile ${at}`, "Wert"]);
  for (const [blocks, count] of [
    [[], 1],
    [[{ rows }], 2],
  ] as const) {
    const pdf = await render({ blocks });
    expect(pagesOf(pdf)).toHaveLength(count);
    const numbers = pdfText(pdf).match(/Seite \d von \d/g);
    expect(numbers).toEqual(Array.from({ length: count }, (_, at) => `Seite ${at + 1} von ${count}`));
  }
});

it("marks all that it draws, as content or as decoration", async () => {
  const long = "Wort ".repeat(400);
  const rows = Array.from({ length: 30 }, (_, at): [string, string] => [
    `Zeile ${at}`,
    long.slice(0, at * 40),
  ]);
  const pdf = await render({ blocks: [{ rows }, { text: long }, { squares: [[true]], rows: [["a", "b"]] }] });
  for (const page of pagesOf(pdf)) {
    let depth = 0;
    for (const [sign] of page.matchAll(/\b(?:BDC|BMC|EMC|TJ|re|f|S)\b/g)) {
      if (sign === "EMC") depth -= 1;
      else if (sign === "BDC" || sign === "BMC") depth += 1;
      else expect(depth, page.slice(0, 200)).toBeGreaterThan(0);
    }
    expect(depth).toBe(0);
  }
});

it("writes nothing over something else", async () => {
  const pdf = await render({
    subtitle: "Angebot 1",
    blocks: [
      { heading: "Kurz" },
      { text: "Ein Satz." },
      { text: "Noch einer, und er ist lang. ".repeat(9) },
      { list: ["eins", "zwei"] },
      {
        rows: [
          ["Art", "kurz"],
          ["Ort", "Zeile\nZeile"],
        ],
      },
      {
        columns: ["Was", "Preis"],
        lines: [{ cells: ["Tarif", "1 €"], note: "ab 7" }, { cells: ["Summe", "9 €"] }],
      },
      { heading: "Lang" },
    ],
  });
  for (const page of pagesOf(pdf)) {
    const places = [...page.matchAll(/1 0 0 1 (\S+) (\S+) Tm/g)].map(
      ([, x, y]) => [Number(x), Number(y)] as const,
    );
    expect(places.length).toBeGreaterThan(15);
    for (const [at, [x, y]] of places.entries())
      for (const [otherX, otherY] of places.slice(at + 1))
        if (Math.abs(x - otherX) < 10) expect(Math.abs(y - otherY), `${x} ${y}`).toBeGreaterThan(9);
  }
});

it("gives a long text the whole width", async () => {
  const reason = "Seit dem Umzug habe ich kaum noch Empfang, und jeder Anruf bricht ab. ".repeat(14).trim();
  const text = pdfText(
    await render({
      blocks: [
        {
          rows: [
            ["Bestätigung auch an diese Telefonnummer, wenn es geht", "kurz"],
            ["Grund", reason],
          ],
        },
      ],
    }),
  );
  const lines = text.split("\n").slice(text.split("\n").indexOf("Grund") + 1);
  const end = lines.findIndex((_, at) => lines.slice(0, at).join(" ").replace(/\s+/g, " ").trim() === reason);
  expect(end).toBeLessThanOrEqual(12);
  expect(end).toBeGreaterThan(8);
});

const logoOf = (shapes: string) => `<svg viewBox="0 0 60 32" fill="currentColor">${shapes}</svg>`;

it("draws each brand's logo in its colour", async () => {
  for (const { logo, colors, name } of readBrands("brands").values()) {
    const drawn = await render({ letterhead: { ...letterhead, logo, colors } });
    const blank = await render({ letterhead: { ...letterhead, logo: logoOf(""), colors } });
    const size = (pdf: Buffer) => pagesOf(pdf)[0]?.length ?? 0;
    expect(size(drawn), name).toBeGreaterThan(size(blank) + 200);
  }
});

it("writes the brand's name where its logo cannot be drawn, and a logo's text in its own fonts", async () => {
  const failing = logoOf('<path d="M1e30 0L0 1e30"/>');
  const named = { ...letterhead, name: "Beispiel", address: [] };
  const count = (pdf: Buffer) =>
    pdfText(pdf)
      .split("\n")
      .filter((line) => line === "Beispiel").length;
  expect(count(await render({ letterhead: { ...named, logo: logoOf("") } }))).toBe(1);
  expect(count(await render({ letterhead: { ...named, logo: failing } }))).toBe(2);
  const text = await render({ letterhead: { ...named, logo: logoOf('<text x="0" y="20">Beispiel</text>') } });
  expect(text.toString("latin1")).not.toContain("Helvetica");
});
