import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test, vi } from "vitest";
import { cachedOrRendered } from "#app/rendering/cached-pages.server.ts";
import type { PageInput } from "#app/rendering/render-page.server.tsx";

const megabyte = 1024 * 1024;
const settings = vi.hoisted(() => ({ keptPagesBytes: 0, logLevel: "silent" }));
vi.mock(import("#app/platform/config.server.ts"), () => ({ config: () => settings }) as object);

// As built: while pages are written, none is kept.
vi.stubEnv("DEV", false);

/** The part of an input that tells customers apart. */
const inputOf = (loaderData: object) => ({ loaderData }) as PageInput;
const htmlOf = ({ loaderData }: PageInput) =>
  `<p>${JSON.stringify(loaderData)}</p><script>${"x".repeat(500)}</script><script src="a.js"></script>`;

test("no customer's page is kept where the setting is 0", async () => {
  settings.keptPagesBytes = 0;
  const render = vi.fn(async () => ({ plain: Buffer.from("<p>anew</p>"), scripts: [], styles: [] }));
  for (const times of [1, 2]) {
    const { plain, gzip } = await cachedOrRendered(inputOf({}), render, false);
    expect([plain, gunzipSync(gzip)].map(String)).toEqual(["<p>anew</p>", "<p>anew</p>"]);
    expect(render).toHaveBeenCalledTimes(times);
  }
});

test("a page for everybody is kept in any case, and soon as small as it can be", async () => {
  settings.keptPagesBytes = 0;
  const html = `<p>${"für alle ".repeat(500)}</p>`;
  const render = vi.fn(async () => ({ plain: Buffer.from(html), scripts: ["'sha256-x'"], styles: [] }));
  const ask = () => cachedOrRendered(inputOf({ forAll: true }), render, true);
  const first = await ask();
  expect([first.br, gunzipSync(first.gzip).toString()]).toEqual([undefined, html]);
  await expect.poll(async () => (await ask()).br?.length).toBeLessThan(first.gzip.length);
  const { br, gzip, plain, scripts } = await ask();
  expect([brotliDecompressSync(br ?? ""), gunzipSync(gzip), plain].map(String)).toEqual([html, html, html]);
  expect(scripts).toEqual(["'sha256-x'"]);
  expect(render).toHaveBeenCalledTimes(1);
});

test("customers' pages drive out none for everybody", async () => {
  settings.keptPagesBytes = megabyte;
  const render = vi.fn(async () => ({ plain: Buffer.from("<p>protected</p>"), scripts: [], styles: [] }));
  await cachedOrRendered(inputOf({ isProtected: true }), render, true);
  const large = async () => ({ plain: Buffer.from("x".repeat(megabyte / 4)), scripts: [], styles: [] });
  for (let n = 0; n < 100; n++) await cachedOrRendered(inputOf({ n }), large, false);
  await cachedOrRendered(inputOf({ isProtected: true }), render, true);
  expect(render).toHaveBeenCalledTimes(1);
});

test("the same input is rendered once, whatever object holds it", async () => {
  settings.keptPagesBytes = megabyte;
  const render = vi.fn(async () => ({ plain: Buffer.from("<p>once</p>"), scripts: [], styles: [] }));
  const input = () => inputOf({ page: { name: "Ayşe", at: new Date(0), none: undefined } });
  const first = await cachedOrRendered(input(), render, false);
  const again = await cachedOrRendered(input(), render, false);
  expect(again).toBe(first);
  expect(render).toHaveBeenCalledTimes(1);
  expect(gunzipSync(first.gzip).toString()).toBe("<p>once</p>");
});

test.each([
  ["a value", { a: 1 }, { a: 2 }],
  ["a name", { a: 1 }, { b: 1 }],
  ["the kind of a value", { a: 1 }, { a: "1" }],
  ["nothing instead of no member", { a: undefined }, {}],
  ["the nesting", { a: { b: 1 } }, { a: {}, b: 1 }],
  ["where a text ends", { a: "x", b: "yz" }, { a: "xy", b: "z" }],
])("another page: %s", async (_, one, other) => {
  settings.keptPagesBytes = megabyte;
  // One after the other, so that the second would find the first.
  const ask = (data: object) =>
    cachedOrRendered(
      inputOf(data),
      async () => ({ plain: Buffer.from(htmlOf(inputOf(data))), scripts: [], styles: [] }),
      false,
    );
  const first = await ask(one);
  const second = await ask(other);
  expect(second).not.toBe(first);
});

test("4,000 looks of customers in turns get no value of another, however often pages are dropped", async () => {
  settings.keptPagesBytes = megabyte / 4;
  const customers = 1000;
  const rendered = vi.fn();
  const ask = async (n: number) => {
    const input = inputOf({ form: { values: { lastName: `customer-${n}-`, iban: `DE${n}` } } });
    const render = async () => {
      rendered();
      return { plain: Buffer.from(htmlOf(input)), scripts: [], styles: [] };
    };
    const { plain, gzip } = await cachedOrRendered(input, render, false);
    expect(plain.toString()).toBe(htmlOf(input));
    expect(gunzipSync(gzip).equals(plain)).toBe(true);
  };
  for (let round = 0; round < 4; round++)
    for (let n = 0; n < customers; n += 100)
      await Promise.all(Array.from({ length: 100 }, (_, i) => ask((n + i * (round + 1)) % customers)));
  expect(rendered.mock.calls.length).toBeGreaterThan(customers / 2);
  expect(rendered.mock.calls.length).toBeLessThan(4000);
});
