import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { filledBody, type PageBody, renderedBody } from "#server/page-body.ts";

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
