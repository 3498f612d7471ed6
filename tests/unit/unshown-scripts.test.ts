import { expect, test, vi } from "vitest";
import { brands } from "#app/brand/registry.server.ts";
import { receiptPaper, receiptPdf } from "#app/declarations/receipt-document.server.ts";
import { unshownScripts } from "#app/declarations/unshown-scripts.server.ts";
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
const paper = (name: string) =>
  receiptPaper({
    ...({ letterhead, title: "Widerruf", language: "de", footer: "" } as const),
    receivedAt: new Date(0),
    lead: ["Eingegangen.", "Weitergegeben."],
    sections: [{ heading: "Erklärung", rows: [{ label: "Name", value: name }] }],
  });
const blocks = (name: string) => [
  ...[
    { text: "Eingegangen." },
    { text: "Weitergegeben." },
    { heading: "Erklärung" },
    { rows: [["Name", name]] },
  ],
];

test("a receipt says first which scripts its PDF does not show, wherever they stand, and nothing if there are none", () => {
  const said = (name: string) => receiptPdf(paper(name), (scripts) => `Nicht gezeigt: ${scripts}`);
  expect(said("Öztürk")).toMatchObject({ blocks: blocks("Öztürk"), createdAt: new Date(0) });
  expect(said("محمد")).toMatchObject({ blocks: [{ text: "Nicht gezeigt: Arabisch" }, ...blocks("محمد")] });
});
