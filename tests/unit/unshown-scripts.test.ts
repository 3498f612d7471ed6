import { expect, test, vi } from "vitest";
import { brands } from "#app/brand/registry.server.ts";
import { receiptPaper, receiptPdf } from "#app/declarations/receipt-document.server.ts";
import { unshownScripts } from "#app/declarations/unshown-scripts.server.ts";
import type { Receipt } from "#app/domain/receipt.ts";
import { letterheadOf } from "#app/paper/paper.ts";

vi.mock(import("#app/paper/pdf.server.ts"), () => ({ renderPdf: (paper: unknown) => paper }) as object);

test.each([
  ["Müller, Şükrü, Łukasz, Григорий, Ελένη", ""],
  ["محمد", "Arabisch"],
  ["שרה und 王芳", "Hebräisch und Chinesisch"],
  ["किरण", "Hindi"],
  ["さくらサクラ", "Japanisch"],
])("%s: %j", (text, names) => expect(unshownScripts(text, "de")).toBe(names));

test("names them in the receipt's language", () => {
  expect(unshownScripts("محمد ไทย", "en")).toBe("Arabic and Thai");
  expect(unshownScripts("王芳", "en")).toBe("Chinese");
  expect(unshownScripts("محمد 王芳", "tr")).toBe("Arapça ve Çince");
});

const o2 = brands().get("o2");
if (!o2) throw new Error("There is no o2.");
const letterhead = letterheadOf(o2, { hotline: "", hours: "", pageOf: () => "" });
const receipt = (name: string): Receipt => ({
  id: "",
  receivedAt: new Date(0).toISOString(),
  brand: "o2",
  title: "Widerruf",
  text: [],
  progress: { kind: "success", title: "Weitergegeben.", texts: [] },
  notes: [],
  received: { heading: "Eingang", rows: [{ label: "Eingegangen am", value: "heute" }] },
  declared: { heading: "Erklärung", rows: [{ label: "Name", value: name }], withheld: undefined },
  proof: undefined,
  next: { lines: [], link: undefined },
  steps: [],
  keep: { first: undefined, below: undefined },
  files: [],
});
const words = { letterhead, language: "de", footer: "", opening: "Eingegangen.", next: "Dann" } as const;
const paper = (name: string) => receiptPaper(receipt(name), { ...words, reference: ["Nummer", "1"] });
const blocks = (name: string) => [
  { text: "Eingegangen." },
  { text: "Weitergegeben." },
  { heading: "Eingang" },
  {
    rows: [
      ["Eingegangen am", "heute"],
      ["Nummer", "1"],
    ],
  },
  { heading: "Erklärung" },
  { rows: [["Name", name]] },
];

test("a receipt says first which scripts its PDF does not show, wherever they stand, and nothing if there are none", () => {
  const said = (name: string) => receiptPdf(paper(name), (scripts) => `Nicht gezeigt: ${scripts}`);
  expect(said("Öztürk")).toMatchObject({ blocks: blocks("Öztürk"), createdAt: new Date(0) });
  expect(said("محمد")).toMatchObject({ blocks: [{ text: "Nicht gezeigt: Arabisch" }, ...blocks("محمد")] });
});
