import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { traceIdContext } from "#app/request/context.server.ts";
import { providerUrl } from "#app/shell/provider-url.server.ts";

test.each([
  [2048, 2048],
  [2049, undefined],
])("an address of %i characters that the provider names leads on: %s", (length, led) => {
  const context = new RouterContextProvider();
  context.set(traceIdContext, "a-trace-id");
  const start = "https://portal.example/pay?";
  const target = start + "x".repeat(length - start.length);
  const found = providerUrl(context, "payment", target, new URL("https://portal.example/"));
  expect(found?.length).toBe(led);
});
