import { afterAll, expect, it } from "vitest";
import { z } from "zod";
import type { Call } from "#app/backend/contract/call.ts";
import { readAnswer, readProblem } from "#app/backend/read-answer.ts";
import { calls } from "../../sandbox/calls.ts";
import { openApiProblems } from "../support/openapi-problems.ts";
import { sandboxForTest } from "../support/sandbox.ts";

const sandbox = sandboxForTest();
afterAll(() => sandbox.close());

interface Operation {
  operationId: string;
  parameters: { $ref?: string; name?: string; in?: string }[];
  requestBody?: { content: Record<string, unknown> };
  responses: Record<string, Answer>;
}
interface Answer {
  $ref?: string;
  content?: Record<string, { schema: Schema; examples: Record<string, { value: unknown }> }>;
}
interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  pattern?: string;
  minLength?: number;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
}
interface OpenApi {
  openapi: string;
  info: { description: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; responses: Record<string, Answer> };
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
    const success = call.answer === "nothing" ? "204" : "200";
    expect(Object.keys(operation?.responses ?? {})).toEqual(
      expect.arrayContaining([success, "404", "4XX", "5XX"]),
    );
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

const answers = table.flatMap(([name, call]) => {
  const success = document.paths[call.path]?.[call.method.toLowerCase()]?.responses["200"];
  const json = success?.content?.["application/json"];
  return json && call.answer instanceof z.ZodType ? [{ name, call, answer: call.answer, ...json }] : [];
});

it("has examples of every response, which the portal reads as they are", () => {
  expect(answers.length).toBeGreaterThan(20);
  for (const { name, answer, examples } of answers) {
    expect(Object.keys(examples), name).not.toEqual([]);
    for (const { value } of Object.values(examples))
      expect([name, readAnswer(answer, value)]).toEqual([
        name,
        { ok: true, data: expect.anything(), deviations: [] },
      ]);
  }
  const errors = Object.entries(document.components.responses);
  expect(errors.length).toBeGreaterThan(10);
  for (const [name, { content }] of errors) {
    const examples = Object.values(content?.["application/json"]?.examples ?? {});
    expect(examples, name).not.toEqual([]);
    for (const { value } of examples) expect([name, readProblem(value).deviations]).toEqual([name, []]);
  }
});

it("promises of answers what the portal demands: null for all that is optional, no empty text, open enumerations", () => {
  const named = (schema: Schema): Schema =>
    schema.$ref ? (document.components.schemas[schema.$ref.split("/").at(-1) ?? ""] ?? {}) : schema;
  const wrong: string[] = [];
  const walk = (given: Schema, path: string) => {
    const schema = named(given);
    for (const one of schema.anyOf ?? []) walk(one, path);
    if (schema.items) walk(schema.items, `${path}[]`);
    for (const [name, member] of Object.entries(schema.properties ?? {})) {
      const at = `${path}.${name}`;
      const meant = named(member);
      const forms = meant.anyOf?.map(named) ?? [meant];
      const isNullable = forms.some(({ type }) => type === "null" || type?.includes("null"));
      const isRequired = schema.required?.includes(name) ?? false;
      if (isNullable === isRequired) wrong.push(`${at} is ${isNullable ? "" : "not "}nullable`);
      const isOpen = forms.some(({ type, enum: names }) => type === "string" && !names);
      if (!isRequired && forms.some((form) => form.enum) && !isOpen) wrong.push(`${at} is closed`);
      if (isRequired && forms.some((form) => form.type === "string" && mayBeEmpty(form)))
        wrong.push(`${at} may be empty`);
      walk(member, at);
    }
  };
  const mayBeEmpty = ({ enum: names, const: constant, format, pattern, minLength }: Schema) =>
    !(names || format || pattern || minLength || constant);
  for (const { name, schema } of answers) walk(schema, name);
  expect(wrong).toEqual([]);
});

it("demands of requests what the portal sends", () => {
  const { PostalAddress, PostalAddressAnswer, Acceptance } = document.components.schemas;
  expect(PostalAddress?.properties?.street).toEqual({ type: "string" });
  expect(PostalAddressAnswer?.properties?.street).toEqual({ type: "string", minLength: 1 });
  expect(JSON.stringify(Acceptance)).not.toMatch(/null|Answer/);
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
