import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { filledBody, type PageBody, renderedBody } from "#server/pages/page-body.ts";

const styles = Array.from({ length: 2000 }, (_, at) => `.größe-${at}{width:${at}px}`).join("");
const page = (rest: string) => `<html><style>${styles}</style>${rest}`;
const unzipped = (body: PageBody) => gunzipSync(body.gzip() ?? "").toString();

test("pages with the same beginning keep their own content", () => {
  const rests = ["Grüße", ".größe-1{width:1px}".repeat(50), "", "Grüße"];
  for (const text of rests.map(page)) {
    expect(unzipped(renderedBody(text))).toBe(text);
    expect(renderedBody(text).plain().toString()).toBe(text);
  }
});

test("a page without styles is compressed as well, a short text is not", () => {
  const text = "Straße ".repeat(1000);
  expect(unzipped(renderedBody(text))).toBe(text);
  expect(renderedBody("short").gzip()).toBeUndefined();
});

test("a page with slots contains its values", () => {
  const slot = { name: "id", length: 4 };
  const template = [page("<p>"), slot, "<p>ABCD</p><p>", slot, { name: "trace", length: 2 }, "</p>", slot];
  const filled = (id: string, trace: string) => page(`<p>${id}<p>ABCD</p><p>${id}${trace}</p>${id}`);
  // The last three have another length than the template expects, in characters or in bytes.
  for (const [id, trace] of [
    ["ABCD", "12"],
    ["<p>A", "><"],
    ["AB", "12"],
    ["ABCD", "123"],
    ["ÄBCD", "12"],
  ] as const) {
    const body = filledBody([...template, ""], { id, trace });
    expect(unzipped(body)).toBe(filled(id, trace));
    expect(body.plain().toString()).toBe(filled(id, trace));
  }
});

test("a page with slots is compressed once", () => {
  const template = [page("<p>"), { name: "id", length: 4 }, "</p>".repeat(10)];
  const sizes = ["AAAA", "1234"].map((id) => filledBody(template, { id }).gzip()?.length);
  expect(sizes[1]).toBe(sizes[0]);
  expect(unzipped(filledBody(template, { id: "9876" }))).toContain("<p>9876</p>");
});

test("a repeated value is a back-reference, near or far", () => {
  const slot = { name: "id", length: 8 };
  const words = Array.from({ length: 9000 }, (_, at) => `${(at * 7919) % 9973} `).join("");
  const template = [page("<p>"), slot, "<p>", slot, words, slot, words, slot, "</p>"];
  for (const id of ["A1B2C3D4", "99999999"]) {
    const body = filledBody(template, { id });
    expect(unzipped(body)).toBe(page(`<p>${id}<p>${id}${words}${id}${words}${id}</p>`));
    // Deflate looks back 32 kB: the first value, and those farther away, are written out.
    expect(body.gzip()?.toString("latin1").split(id).length).toBe(4);
  }
});

const typed = { name: "input", length: 9, room: true } as const;
const again = { name: "data", length: 9, room: true } as const;
const openForm = [page('<input value="'), typed, '><script>["', again, ', "city"]</script>'];
const withSpaces = (value: string, room: number) => value + " ".repeat(room - Buffer.byteLength(value));

test.each([
  ["nothing", "", 32],
  ["a name", 'Erika"', 32],
  ["as much as there is room for", "x".repeat(32), 32],
  ["one letter more", "x".repeat(33), 64],
  ["letters of two bytes", "Ö".repeat(16), 32],
  ["one byte more", `${"Ö".repeat(16)}x`, 64],
  ["letters of four bytes", "😀".repeat(16), 64],
  ["escaped signs", "&quot;&lt;b&gt;", 32],
  ["a long address", "x".repeat(127), 128],
])("a slot with room for %s has spaces behind it", (_, value, room) => {
  for (const [input, data] of [
    [value, value],
    [value, "O'Neil"],
    ["O&#x27;Neil", value],
  ] as const) {
    const body = filledBody(openForm, { input, data });
    const [shown, sent] = [input, data].map((one) => withSpaces(one, one === value ? room : 32));
    const text = page(`<input value="${shown}><script>["${sent}, "city"]</script>`);
    expect(unzipped(body)).toBe(text);
    expect(body.plain().toString()).toBe(text);
  }
});

test("a page with a value that is longer than any room is as it was rendered", () => {
  for (const input of ["x".repeat(129), "Ö".repeat(65), "x".repeat(100_000)]) {
    const body = filledBody(openForm, { input, data: "Erika" });
    const text = page(`<input value="${input}><script>["Erika, "city"]</script>`);
    expect(unzipped(body)).toBe(text);
    expect(body.plain().toString()).toBe(text);
  }
});

test("a page is compressed once for all values of one room, and holds each customer's alone", () => {
  const zipped = (input: string, data: string) =>
    filledBody(openForm, { input, data }).gzip()?.subarray(0, -8).toString("latin1") ?? "";
  for (const [first, second] of [
    ['Erika"', 'Jonas"'],
    ["x".repeat(40), "y".repeat(40)],
  ] as const) {
    const swapped = (text: string) =>
      text.replace(new RegExp(`${first}|${second}`, "g"), (value) => (value === first ? second : first));
    // A value that comes again is a back-reference.
    const one = zipped(first, first);
    expect(one.split(first).length).toBe(2);
    const two = zipped(first, second);
    expect(two.length).toBeGreaterThan(one.length);
    expect([zipped(second, second) === swapped(one), zipped(second, first) === swapped(two)]).toEqual([
      true,
      true,
    ]);
  }
});
