import { expect, test } from "vitest";
import { parseJson } from "#app/backend/json-body.ts";

const köln = { city: "Köln", euro: "€" };
const text = JSON.stringify(köln);
const windows = Buffer.from(text.replace("€", "\x80"), "latin1");
const latin9 = Buffer.from(text.replace("€", "\xa4"), "latin1");

test.each([
  ["", Buffer.from(text)],
  ["application/json;charset=ISO-8859-1", Buffer.from(text)],
  ["application/json", Buffer.from(`\ufeff${text}\r\n`)],
])("UTF-8 is read, whatever the type says: %j", (type, bytes) => {
  expect(parseJson(bytes, type)).toEqual({ json: köln, isUtf8: true });
});

test.each([
  ["application/json", windows],
  ["application/json;charset=utf-8", windows],
  ["application/json; charset=nonsense", windows],
  ["application/json;charset=ISO-8859-1", windows],
  ['application/json; charset="iso-8859-15"', latin9],
  ["application/json; charset=UTF-16LE", Buffer.from(`\ufeff${text}`, "utf16le")],
])("another encoding is read as the type says, %j", (type, bytes) => {
  expect(parseJson(bytes, type)).toEqual({ json: köln, isUtf8: false });
});

test.each(["", "<html>", ")]}',\n{}", "\ufeff"])("what is no JSON is none: %j", (bytes) => {
  expect(() => parseJson(Buffer.from(bytes))).toThrow(SyntaxError);
});
