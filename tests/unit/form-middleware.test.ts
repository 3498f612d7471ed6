import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { form } from "#app/middleware/form.server.ts";
import { patternContext, unreadableFormContext } from "#app/request/context.server.ts";

test.each([
  ["AbortError", 400],
  ["TimeoutError", 408],
])("a body that ends with an %s is no failure of the portal: %i", async (name, status) => {
  const body = new ReadableStream({ pull: (stream) => stream.error(new DOMException("No more.", name)) });
  const headers = { "Content-Type": "application/x-www-form-urlencoded" };
  const init = { method: "POST", body, headers, duplex: "half" } as const;
  const request = new Request("http://localhost/kundendaten/x", init);
  const context = new RouterContextProvider();
  context.set(patternContext, "/kundendaten/:id");
  await form({ request, context } as unknown as Parameters<typeof form>[0], async () => new Response());
  expect(context.get(unreadableFormContext)).toMatchObject({ refusal: { init: { status } } });
});
