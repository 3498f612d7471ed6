import {
  data,
  UNSAFE_decodeViaTurboStream as decode,
  UNSAFE_ErrorResponseImpl as ErrorResponse,
} from "react-router";
import { expect, test } from "vitest";
import { encoded, holdData, takeHeld } from "#app/rendering/handed-over.server.ts";

/** As React Router's browser part reads it. */
const read = async (text: string) =>
  (await decode(new Response(text).body as ReadableStream<Uint8Array<ArrayBuffer>>, globalThis)).value;

test("data survives encoding", async () => {
  const shared = { maxLength: 50 };
  const state = {
    loaderData: {
      root: { name: "o2", sandbox: false, tries: 0, ratio: -1.5, nothing: null, empty: "", list: [] },
      page: {
        rows: [shared, shared, { maxLength: 50 }],
        text: 'a "b" \\ \n – ü',
        true: true,
        _1: [[1], ["P", 2]],
      },
    },
    actionData: { page: { form: { values: { "birthDate.day": "1" } } } },
    errors: null,
  };
  expect(await read(encoded(state))).toEqual(state);
});

test("a thrown response is one for the browser, too", async () => {
  const { error } = (await read(encoded({ error: new ErrorResponse(404, "", { page: "offer" }) }))) as never;
  expect(error).toBeInstanceOf(ErrorResponse);
  expect(error).toMatchObject({ status: 404, data: { page: "offer" } });
});

test("an error is one for the browser, too", async () => {
  const { error } = (await read(encoded({ error: new TypeError("late") }))) as never;
  expect(error).toEqual(new TypeError("late"));
});

test("values that would change are refused", async () => {
  expect(() => encoded({ at: new Date(0) })).toThrow("A page's data cannot hold a Date");
  const groups = Object.groupBy([1], () => "a");
  expect(await read(encoded({ groups }))).toEqual({ groups: { a: [1] } });
});

const page = () => null;
/** What a route's loader passes on for a request. */
async function answer(loader: unknown, url: string, module: object = { default: page }) {
  const { route } = holdData({ route: { id: "page", path: "x", module: { ...module, loader } } as never });
  return route?.module.loader?.({ request: new Request(url) } as never);
}

test("a document's data is held back and restored", async () => {
  const loaderData = { page: await answer(() => ({ a: 1 }), "http://localhost/x?y=z.data") };
  expect(JSON.stringify(loaderData)).toBe('{"page":{}}');
  const context = { loaderData, actionData: null } as never;
  takeHeld(context);
  expect(loaderData).toEqual({ page: { a: 1 } });
  takeHeld(context);
  expect(loaderData).toEqual({ page: { a: 1 } });
});

test("status and headers are not held back", async () => {
  const init = { status: 422, headers: { "X-A": "b" } };
  const held = (await answer(() => data({ a: 1 }, init), "http://localhost/x")) as ReturnType<typeof data>;
  expect(held).toMatchObject({ type: "DataWithResponseInit", init });
  expect(Object.keys(held.data as object)).toEqual([]);
});

test("other responses and data requests are passed on unchanged", async () => {
  expect(await answer(() => ({ a: 1 }), "http://localhost/x.data?y")).toEqual({ a: 1 });
  expect(await answer(() => ({ a: 1 }), "http://localhost/x", {})).toEqual({ a: 1 });
  const redirect = Response.redirect("http://localhost/y");
  expect(await answer(() => redirect, "http://localhost/x")).toBe(redirect);
});
