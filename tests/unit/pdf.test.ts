import { expect, it, vi } from "vitest";
import { type PdfContent, renderPdf } from "#app/declarations/pdf.server.ts";
import { pdfFonts } from "#app/declarations/pdf-fonts.server.ts";
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
const render = async (changes: Partial<PdfContent> = {}) =>
  Buffer.from(
    await renderPdf({
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
    sender: name,
    subtitle: name,
    footer: name,
    blocks: [{ heading: name }, { text: name }, { rows: [[name, name]] }, { list: names }],
  });
  const lines = pdfText(pdf).split("\n");
  expect(lines.filter((line) => line === name)).toHaveLength(8);
  for (const one of names) expect(lines).toContain(`•  ${one}`);
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
  expect(pdfText(await render({ title: "Ŵ", sender: "Ŵ", blocks: [{ text: "Ŵ" }] }))).toContain("Ŵ");
  const later = pdfText(await render({ blocks: [{ rows: [["West", "West"]] }] }));
  expect(later.split("\n").filter((line) => line === "West")).toHaveLength(2);
});

it("reads its fonts once, and carries only the letters that it shows", async () => {
  const documents = await Promise.all(Array.from({ length: 5 }, () => render({ blocks: [{ text: name }] })));
  expect(parsed.fonts.sort()).toEqual(["DejaVuSansCondensed", "DejaVuSansCondensed-Bold"]);
  for (const pdf of documents) {
    expect(pdf.toString("latin1")).not.toContain("Helvetica");
    expect(pdf.length).toBeLessThan(20_000);
  }
});

it("is tagged as PDF/UA asks: language, shown title, structure, every font inside, every mark in the tree", async () => {
  const pdf = (
    await render({
      title: "Kündigung",
      sender: "o2",
      blocks: [
        { heading: "Wirkung" },
        { text: "Eingegangen" },
        { list: ["eins", "zwei"] },
        { rows: Array.from({ length: 60 }, (_, at): [string, string] => [`Zeile ${at}`, "Wert"]) },
        { squares: [[true, false]] },
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
  for (const tag of ["Document", "H1", "H2", "P", "L", "LI", "Table", "TR", "TH", "TD", "Figure"])
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
