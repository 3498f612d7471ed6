import { expect, test } from "vitest";
import { lockFinder, proofFault, proofFileType } from "#app/domain/proof-content.ts";
import { proofFileName } from "#app/domain/proof-file.ts";

const bytes = (...values: number[]) => new Uint8Array(values);

test.each([
  ["a PDF", Buffer.from("%PDF-1.7"), "application/pdf"],
  ["a PDF after a byte order mark and a blank line", Buffer.from("\ufeff\r\n%PDF-1.7"), "application/pdf"],
  ["a JPEG", bytes(0xff, 0xd8, 0xff, 0xe0, 0, 0x10, 0x4a, 0x46), "image/jpeg"],
  ["a PNG", bytes(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a), "image/png"],
  ["a program", Buffer.from("MZ\x90\x00"), undefined],
  ["a page", Buffer.from("<!doctype"), undefined],
  [
    "a PDF after what a printer writes",
    Buffer.from(`\x1b%-12345X@PJL ENTER\r\n${" ".repeat(900)}%PDF-1.7`),
    "application/pdf",
  ],
  ["a header beyond the first 1024 bytes", Buffer.from(`${" ".repeat(1020)}%PDF-1.7`), undefined],
  ["half a PNG", bytes(0x89, 0x50, 0x4e, 0x47), undefined],
  ["nothing", bytes(), undefined],
])("%s is recognised by its content", (_, head, type) => {
  expect(proofFileType(head)).toBe(type);
});

test.each([
  ["a photograph of an iPhone", Buffer.from("\0\0\0\x24ftypheic\0\0\0\0mif1heic"), "heic"],
  ["one of another phone", Buffer.from("\0\0\0\x18ftypmif1\0\0\0\0"), "heic"],
  ["a film", Buffer.from("\0\0\0\x18ftypisom\0\0\0\0"), "type"],
  ["a program", Buffer.from("MZ\x90\x00"), "type"],
  ["nothing", Buffer.from(""), "empty"],
  ["a PDF", Buffer.from("%PDF-1.7"), undefined],
])("what is wrong with %s is told by its content: %s", (_, head, fault) => {
  expect(proofFault(head)).toBe(fault);
});

test("a lock is found wherever the parts of a file end", () => {
  const file = Buffer.from("%PDF-1.7 trailer << /Encrypt 5 0 R >>");
  for (let at = 0; at <= file.length; at++) {
    const isLocked = lockFinder();
    isLocked(file.subarray(0, at));
    expect(isLocked(file.subarray(at))).toBe(true);
    expect(isLocked(Buffer.from(" "))).toBe(true);
  }
  const isLocked = lockFinder();
  expect([isLocked(Buffer.from("%PDF-1.7 /Encry")), isLocked(Buffer.from(" pt"))]).toEqual([false, false]);
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
