import { describe, expect, test } from "vitest";
import { isMultipart, multipartFile, readParts } from "#app/backend/contract/multipart.ts";

async function* inPieces(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const multipart = 'multipart/form-data; boundary="xyz"';

async function collect(body: AsyncIterable<Uint8Array>, contentType = multipart) {
  const parts = [];
  for await (const part of readParts(body, contentType)) {
    if ("text" in part) parts.push(part);
    else {
      const { content, ...head } = part;
      parts.push({ ...head, text: Buffer.concat(await content.toArray()).toString("latin1") });
    }
  }
  return parts;
}

const form = (...parts: string[]) =>
  Buffer.from(`${parts.map((part) => `--xyz\r\n${part}\r\n`).join("")}--xyz--\r\n`, "utf8");
const field = (name: string, value: string) =>
  `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}`;

describe("readParts", () => {
  // Contents that look like the beginning of a boundary, or like another form's.
  const tricky = "a\r\n--xy\r\n-\r\n--\r\n\r\n--abc--\r\n";
  const body = form(
    field("firstName", "Ada"),
    field("empty", ""),
    `Content-Disposition: form-data; name="file"; filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\n${tricky}`,
  );

  test.each([1, 7, 64, 10_000])("reads the same in pieces of %i bytes", async (size) => {
    expect(await collect(inPieces(body, size))).toEqual([
      { name: "firstName", text: "Ada" },
      { name: "empty", text: "" },
      { name: "file", fileName: "a.pdf", type: "application/pdf", text: tricky },
    ]);
  });

  test("reads what fetch and browsers write", async () => {
    const data = new FormData();
    data.set("name", "Öztürk");
    data.set("empty", new Blob([]), "");
    data.set("file", new Blob([new Uint8Array(300_000).fill(13)], { type: "image/png" }), 'mein "bild".png');
    const response = new Response(data);
    const contentType = response.headers.get("Content-Type") ?? "";
    const parts = await collect(response.body as ReadableStream<Uint8Array>, contentType);
    expect(parts[0]?.text).toBe("Öztürk");
    expect(parts[1]).toMatchObject({ name: "empty", fileName: undefined, text: "" });
    expect(parts[2]).toMatchObject({ name: "file", fileName: 'mein "bild".png', type: "image/png" });
    expect(parts[2]?.text).toHaveLength(300_000);
  });

  test.each([
    ["curl's quotation marks", 'name="file"; filename="a \\"b\\".pdf"', 'a "b".pdf'],
    ["a path of old browsers", 'name="file"; filename="C:\\\\docs\\\\a.pdf"', "a.pdf"],
    ["a path upwards", 'name="file"; filename="../../etc/a.pdf"', "a.pdf"],
    ["a name without quotation marks", "name=file; filename=a.pdf", "a.pdf"],
  ])("names a file: %s", async (_, disposition, fileName) => {
    const [part] = await collect(
      inPieces(form(`Content-Disposition: form-data; ${disposition}\r\n\r\nx`), 5),
    );
    expect(part).toMatchObject({ name: "file", fileName });
  });

  test("skips parts without a name", async () => {
    const disposition = "Content-Disposition: form-data";
    const nameless = [`${disposition}\r\n\r\nx`, `${disposition}; filename="a.pdf"\r\n\r\nx`];
    const [part, ...more] = await collect(inPieces(form(...nameless, field("a", "1")), 5));
    expect([part, more]).toEqual([{ name: "a", text: "1" }, []]);
  });

  test("reads only the beginning of a file before it is asked for", async () => {
    let read = 0;
    async function* counted() {
      const file = `Content-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n${"x".repeat(2_000_000)}`;
      for await (const piece of inPieces(form(field("a", "1"), file), 10_000)) {
        read += piece.length;
        yield piece;
      }
    }
    const parts = readParts(counted(), multipart);
    await parts.next();
    await parts.next();
    await new Promise(setImmediate);
    expect(read).toBeLessThan(500_000);
  });

  test("cuts a field's value beyond the limit", async () => {
    const parts = readParts(inPieces(form(field("a", "x".repeat(1000))), 100), multipart, 20);
    expect((await parts.next()).value).toEqual({ name: "a", text: "x".repeat(20) });
  });

  test.each([
    ["ends within a part", body.subarray(0, body.length - 40)],
    ["ends before its first boundary", Buffer.from("hello")],
    ["is empty", Buffer.alloc(0)],
    ["has an endless head", Buffer.from(`--xyz\r\nX: ${"x".repeat(20_000)}`)],
  ])("refuses a body that %s", async (_, broken) => {
    await expect(collect(inPieces(broken, 11))).rejects.toThrow(Error);
  });
});

test.each([
  ["multipart/form-data; boundary=abc", true],
  ['Multipart/Form-Data; charset=utf-8; boundary="a b"', true],
  ["multipart/mixed; boundary=abc", false],
  ["application/x-www-form-urlencoded", false],
  ["", false],
])("%j is a form of parts: %s", (type, expected) => {
  expect(isMultipart(type)).toBe(expected);
});

test("what multipartFile writes, fetch's own parser reads", async () => {
  async function* content() {
    yield Buffer.from("%PDF-");
    yield Buffer.from("1.7");
  }
  const { contentType, body } = multipartFile({
    name: 'Übung "1".pdf',
    type: "application/pdf",
    content: content(),
  });
  const chunks = [];
  for await (const chunk of body) chunks.push(Buffer.from(chunk));
  const form = await new Response(Buffer.concat(chunks), {
    headers: { "Content-Type": contentType },
  }).formData();
  const file = form.get("file") as File;
  expect([file.name, file.type, await file.text()]).toEqual(['Übung "1".pdf', "application/pdf", "%PDF-1.7"]);
});
