import { gunzipSync } from "node:zlib";
import { expect, test, vi } from "vitest";
import { keptOrRendered } from "#app/rendering/kept-pages.server.ts";
import type { PageInput } from "#app/rendering/render-page.server.tsx";

const megabyte = 1024 * 1024;
const settings = vi.hoisted(() => ({ keptPagesBytes: 0 }));
vi.mock("#app/platform/config.server.ts", () => ({ config: () => settings }));

/** The part of an input that tells customers apart. */
const inputOf = (loaderData: object) => ({ loaderData }) as PageInput;
const htmlOf = ({ loaderData }: PageInput) =>
  `<p>${JSON.stringify(loaderData)}</p><script>${"x".repeat(500)}</script><script src="a.js"></script>`;

test("nothing is kept where the setting is 0", async () => {
  const render = vi.fn(async () => ({ html: "", scripts: [] }));
  expect(await keptOrRendered(inputOf({}), render)).toBeUndefined();
  expect(render).not.toHaveBeenCalled();
});

test("the same input is rendered once, whatever object holds it", async () => {
  settings.keptPagesBytes = megabyte;
  const render = vi.fn(async () => ({ html: "<p>once</p>", scripts: [] }));
  const input = () => inputOf({ page: { name: "Ayşe", at: new Date(0), none: undefined } });
  const [first, again] = [await keptOrRendered(input(), render), await keptOrRendered(input(), render)];
  expect(again).toBe(first);
  expect(render).toHaveBeenCalledTimes(1);
  expect(gunzipSync(first?.gzip ?? "").toString()).toBe("<p>once</p>");
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
    keptOrRendered(inputOf(data), async () => ({ html: htmlOf(inputOf(data)), scripts: [] }));
  const first = await ask(one);
  const second = await ask(other);
  expect(second).not.toBe(first);
});

test("20,000 customers in turns get no value of another, however often pages are dropped", async () => {
  settings.keptPagesBytes = megabyte;
  const customers = 4000;
  const rendered = vi.fn();
  const ask = async (n: number) => {
    const input = inputOf({ form: { values: { lastName: `customer-${n}-`, iban: `DE${n}` } } });
    const page = await keptOrRendered(input, async () => {
      rendered();
      return { html: htmlOf(input), scripts: [] };
    });
    expect(page?.plain.toString()).toBe(htmlOf(input));
    expect(gunzipSync(page?.gzip ?? "").equals(page?.plain ?? Buffer.of())).toBe(true);
  };
  for (let round = 0; round < 5; round++)
    for (let n = 0; n < customers; n += 100)
      await Promise.all(Array.from({ length: 100 }, (_, i) => ask((n + i * (round + 1)) % customers)));
  expect(rendered.mock.calls.length).toBeGreaterThan(customers / 2);
  expect(rendered.mock.calls.length).toBeLessThan(20_000);
});
