import { expect, test } from "vitest";
import { proofFileName, proofFileType } from "#app/domain/proof-file.ts";

const bytes = (...values: number[]) => new Uint8Array(values);

test.each([
  ["a PDF", Buffer.from("%PDF-1.7"), "application/pdf"],
  ["a PDF after a byte order mark and a blank line", Buffer.from("\ufeff\r\n%PDF-1.7"), "application/pdf"],
  ["a JPEG", bytes(0xff, 0xd8, 0xff, 0xe0, 0, 0x10, 0x4a, 0x46), "image/jpeg"],
  ["a PNG", bytes(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a), "image/png"],
  ["a program", Buffer.from("MZ\x90\x00"), undefined],
  ["a page", Buffer.from("<!doctype"), undefined],
  ["a PDF after something else", Buffer.from("x%PDF-1.7"), undefined],
  ["half a PNG", bytes(0x89, 0x50, 0x4e, 0x47), undefined],
  ["nothing", bytes(), undefined],
])("%s is recognised by its content", (_, head, type) => {
  expect(proofFileType(head)).toBe(type);
});

test.each([
  ["brief.exe", "brief.pdf"],
  ["Meldebescheinigung Köln.pdf", "Meldebescheinigung Köln.pdf"],
  ["a\u202efdp.exe", "afdp.pdf"],
  ['..\\"x"\n.pdf', "x.pdf"],
  ["", "nachweis.pdf"],
  [undefined, "nachweis.pdf"],
  [`${"ä".repeat(300)}.pdf`, `${"ä".repeat(76)}.pdf`],
])("the name %j becomes %j", (name, shown) => {
  expect(proofFileName(name, "application/pdf")).toBe(shown);
});
