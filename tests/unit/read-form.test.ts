import { expect, test, vi } from "vitest";
import { readFormWithFile } from "#app/forms/upload.server.ts";
import { readForm } from "#app/request/read-form.server.ts";

vi.mock(
  import("#app/platform/config.server.ts"),
  () => ({ config: () => ({ bodyLimitBytes: 64 * 1024 }) }) as object,
);

const multipart = (names: string[]) => ({
  type: "multipart/form-data; boundary=b",
  body: `${names.map((name) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n\r\n`).join("")}--b--\r\n`,
});
const urlencoded = (names: string[]) => ({
  type: "application/x-www-form-urlencoded",
  body: names.map((name) => `${name}=`).join("&"),
});
const post = ({ type, body }: { type: string; body: string }) =>
  new Request("http://localhost/", { method: "POST", body, headers: { "Content-Type": type } });
const named = (count: number) => Array.from({ length: count }, (_, index) => `f${index}`);
const tooDeep = `a${".a".repeat(50)}`;

test.each([urlencoded, multipart])(
  "a form has no more fields than one can have, nor longer or reserved names",
  async (encode) => {
    expect([...(await readForm(post(encode(named(200)))))]).toHaveLength(200);
    for (const names of [named(201), [tooDeep], ["__intent__"], ["a.__proto__.b"]])
      await expect(readForm(post(encode(names)))).rejects.toMatchObject({ init: { status: 400 } });
  },
);

test.each([
  ["readForm", readForm, urlencoded],
  ["readForm", readForm, multipart],
  ["readFormWithFile", async (...args) => (await readFormWithFile(...args)).posted, multipart],
  ["readFormWithFile", async (...args) => (await readFormWithFile(...args)).posted, urlencoded],
] satisfies [string, typeof readForm, typeof multipart][])(
  "%s leaves them out of a declaration",
  async (_, read, encode) => {
    const names = [...named(201), tooDeep, "__intent__", "a.__proto__.b"];
    const posted = await read(post(encode(names)), { declaration: true });
    expect([...posted.keys()]).toEqual(named(201));
    const many = await read(post(encode(named(1200))), { declaration: true });
    expect([...many.keys()]).toEqual(named(1000));
  },
);

test.each([{ declaration: true }, {}])("a field is read ten times at most: %j", async (limits) => {
  const posted = await readForm(post(urlencoded([...Array(20).fill("a"), "b"])), limits);
  expect([...posted.keys()]).toEqual([...Array(10).fill("a"), "b"]);
});

test("a field is read up to four times its maximum, and one character more", async () => {
  const longest = new Map([["a", 50]]);
  const sent = {
    type: "application/x-www-form-urlencoded",
    body: `a=${"x".repeat(300)}&b=${"y".repeat(5000)}`,
  };
  for (const limits of [{ longest }, { longest, declaration: true }]) {
    const posted = await readForm(post(sent), limits);
    expect([posted.get("a"), posted.get("b")]).toEqual(["x".repeat(201), "y".repeat(4001)]);
  }
});

test("no field ends with half a character", async () => {
  const body = `a=${encodeURIComponent("\u{1F600}".repeat(101))}`;
  const type = "application/x-www-form-urlencoded";
  const posted = await readForm(post({ type, body }), { longest: new Map([["a", 50]]) });
  expect(posted.get("a")).toBe("\u{1F600}".repeat(100));
});

test("a text that is sent as bytes, without the name of a file, is a text", async () => {
  const disposition = (more: string) =>
    `--b\r\nContent-Disposition: form-data; ${more}\r\nContent-Type: application/octet-stream\r\n\r\n`;
  const body = (size: number) =>
    `${disposition('name="file"; filename=""')}\r\n${disposition('name="firstName"')}${"ä".repeat(size)}\r\n--b--\r\n`;
  const { type } = multipart([]);
  const { posted } = await readFormWithFile(post({ type, body: body(3) }), { declaration: true });
  expect([...posted]).toEqual([["firstName", "äää"]]);
  await expect(readFormWithFile(post({ type, body: body(40_000) }))).rejects.toMatchObject({
    init: { status: 413 },
  });
});

test("many fields without a value are as much as their names", async () => {
  const names = named(10_000);
  await expect(readFormWithFile(post(multipart(names)), { declaration: true })).rejects.toMatchObject({
    init: { status: 413 },
  });
});

test.each([
  "a=1&b=2&a=3",
  "\ufeffa=1",
  "&",
  "a",
  "=1",
  "a=%FF%fe&b=%zz",
  "a=+%2B",
  "a=1;b=2",
  "ä=ö",
  "a=\r\n%0d%0a",
])("the usual type is read as fetch reads it: %j", async (body) => {
  const type = "application/x-www-form-urlencoded";
  expect([...(await readForm(post({ type, body })))]).toEqual([...(await post({ type, body }).formData())]);
});
