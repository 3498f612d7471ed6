import { afterAll, expect, it } from "vitest";
import type { Call } from "#app/backend/contract/call.ts";
import { calls } from "../../sandbox/calls.ts";
import { openApiProblems } from "../support/openapi-problems.ts";
import { sandboxForTest } from "../support/sandbox.ts";

const sandbox = sandboxForTest();
afterAll(() => sandbox.close());

interface Operation {
  operationId: string;
  parameters: { $ref?: string; name?: string; in?: string }[];
  requestBody?: { content: Record<string, unknown> };
  responses: Record<string, { content?: Record<string, unknown> }>;
}
interface OpenApi {
  openapi: string;
  info: { description: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, unknown> };
}
const document = (await (await sandbox.get("/openapi.json")).json()) as OpenApi;
const table = Object.entries(calls) as [string, Call][];

it("describes every call of the contract, with its path, query, body and answer", () => {
  expect(document.openapi).toBe("3.1.0");
  for (const [name, call] of table) {
    const operation = document.paths[call.path]?.[call.method.toLowerCase()];
    expect(operation?.operationId).toBe(name);
    const inPath = operation?.parameters
      .filter((parameter) => parameter.in === "path")
      .map(({ name }) => name);
    expect(inPath).toEqual([...call.path.matchAll(/\{(\w+)\}/g)].map(([, key]) => key));
    expect(operation?.parameters.some((parameter) => parameter.in === "query")).toBe(
      call.query !== undefined,
    );
    expect(operation?.requestBody !== undefined).toBe(call.body !== undefined || call.multipart === true);
    expect(Object.keys(operation?.responses ?? {})).toEqual([
      call.answer === "nothing" ? "204" : "200",
      "4XX",
      "default",
    ]);
  }
  const count = Object.values(document.paths).flatMap((path) => Object.keys(path)).length;
  expect(count).toBe(table.length);
});

it("refers to existing schemas only", () => {
  const text = JSON.stringify(document);
  const referred = [...text.matchAll(/"#\/components\/(\w+)\/([^"]*)"/g)];
  expect(referred.length).toBeGreaterThan(20);
  const components = document.components as unknown as Record<string, Record<string, unknown>>;
  for (const [reference, kind, name] of referred)
    expect([reference, components[kind ?? ""]?.[name ?? ""] !== undefined]).toEqual([reference, true]);
  expect(text).toContain("PAYMENT_ABORTED");
  expect(components.schemas?.Picture).toHaveProperty("properties.avif");
  expect(document.info.description).toContain("`pay-wait`");
});

it("keeps Redocly's recommended rules", async () => {
  expect(await openApiProblems(document)).toEqual([]);
});

it("serves exactly the calls of the contract", () => {
  const routes = sandbox.app.routes
    .filter(({ path, method }) => path.startsWith("/api/") && method !== "ALL")
    .map(({ path, method }) => `${method} ${path.replace(/:(\w+)/g, "{$1}")}`);
  expect([...new Set(routes)].sort()).toEqual(table.map(([, call]) => `${call.method} ${call.path}`).sort());
});
