import semver from "semver";
import { afterAll, expect, it } from "vitest";
import { z } from "zod";
import { type Call, isActing } from "#app/backend/contract/call.ts";
import { calls, callsOfJourney } from "#app/backend/contract/calls.ts";
import { readAnswer } from "#app/backend/read-answer.ts";
import { readProblem } from "#app/backend/read-problem.ts";
import { journeys } from "#app/page-table.server.ts";
import { pages } from "#app/pages.ts";
import { bodyExamples } from "#sandbox/openapi-examples.ts";
import { scenarioDocument } from "#sandbox/scenarios.ts";
import { breakingChanges, documentBefore } from "../support/breaking-changes.ts";
import { openApiProblems } from "../support/openapi-problems.ts";
import { sandboxForTest } from "../support/sandbox.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const sandbox = sandboxForTest();
afterAll(() => sandbox.close());

interface Answer {
  content?: Record<string, { schema: Schema; examples: Record<string, { value: unknown }> }>;
}
interface Schema extends Partial<Record<"format" | "pattern" | "minLength" | "const", unknown>> {
  $ref?: string;
  description?: string;
  type?: string | string[];
  enum?: unknown[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
}
interface Operation {
  operationId: string;
  description?: string;
  tags: string[];
  parameters: { $ref?: string; name?: string; in?: string; description?: string }[];
  requestBody?: { content: Record<string, { schema?: Schema }> };
  responses: Record<string, Answer>;
}
const document = await sandbox.json<{
  info: { description: string; version: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; responses: Record<string, Answer> };
}>("/openapi.json");
const table = Object.entries(calls) as [string, Call][];

it("has the sandbox's scenarios in a document of their own", async () => {
  await expect(scenarioDocument()).toMatchFileSnapshot("../../docs/scenarios.md");
  expect(scenarioDocument()).toContain("`pay-wait`");
});

it("has a sentence for each schema, member and parameter, and cites nothing that a provider does not have", () => {
  const { schemas } = document.components;
  const without = Object.entries(schemas).flatMap(([name, schema]) => (schema.description ? [] : name));
  const citing: string[] = [];
  const look = (value: unknown, path: string) => {
    if (typeof value !== "object" || value === null) return;
    const { properties, description } = value as Schema;
    if (typeof description === "string" && /specification §/.test(description)) citing.push(path);
    if (typeof properties === "object")
      for (const [name, member] of Object.entries(properties)) {
        const named = schemas[member.$ref?.split("/").at(-1) ?? ""];
        if (!member.description && !named?.description) without.push(`${path}.${name}`);
      }
    for (const [name, inner] of Object.entries(value))
      if (name !== "examples") look(inner, `${path}.${name}`);
  };
  look(document, "");
  for (const [path, operations] of Object.entries(document.paths))
    for (const { parameters = [] } of Object.values(operations))
      for (const { $ref, name, description } of parameters)
        if (!$ref && !description) without.push(`${path} ${name}`);
  expect(without).toEqual([]);
  expect(citing).toEqual([]);
});

it("has receipts of each declaration at its own address in the examples", () => {
  const addresses = (name: keyof typeof bodyExamples) =>
    Object.values(bodyExamples[name]).map(
      (body) => "receiptUrl" in body && new URL(String(body.receiptUrl)).pathname,
    );
  expect([addresses("terminate"), addresses("terminatePrefilled"), addresses("withdraw")]).toEqual([
    [pages["termination-confirmation"].path],
    [pages["selfcare-confirmation"].path],
    [pages["withdrawal-confirmation"].path, pages["withdrawal-confirmation"].path],
  ]);
});

it("says of each call that acts what the provider owes the customer, and tags each by its journeys", () => {
  for (const [name, call] of table) {
    const operation = document.paths[call.path]?.[call.method.toLowerCase()] ?? expect.fail(name);
    expect(operation.description?.includes("**What the provider owes the customer.**"), name).toBe(
      isActing(call),
    );
    expect(operation.tags, name).not.toEqual([]);
  }
  expect(Object.keys(callsOfJourney).sort()).toEqual([...journeys].sort());
});

it("breaks no provider that meets the version before", ({ skip }) => {
  const before = documentBefore(temporaryFolder());
  if (!before) return skip("before the first release, or sources without their history");
  const isAllowed = semver.major(document.info.version) > semver.major(before.info.version);
  expect(isAllowed ? [] : breakingChanges(before, document)).toEqual([]);
});

it("describes and serves every call of the contract and no other, with its path, query, body and answer", () => {
  const served = sandbox.app.routes
    .filter(({ path, method }) => path.startsWith("/api/") && method !== "ALL")
    .map(({ path, method }) => `${method} ${path.replace(/:(\w+)/g, "{$1}")}`);
  expect([...new Set(served)].sort()).toEqual(table.map(([, call]) => `${call.method} ${call.path}`).sort());
  expect(Object.values(document.paths).flatMap((path) => Object.keys(path))).toHaveLength(table.length);
  for (const [name, call] of table) {
    const operation = document.paths[call.path]?.[call.method.toLowerCase()] ?? expect.fail(name);
    const inPath = operation.parameters.filter((parameter) => parameter.in === "path");
    expect(operation.operationId).toBe(name);
    expect(inPath.map((parameter) => parameter.name)).toEqual(
      [...call.path.matchAll(/\{(\w+)\}/g)].map(([, key]) => key),
    );
    expect(operation.parameters.some((one) => one.in === "query")).toBe(call.query !== undefined);
    expect(operation.requestBody !== undefined).toBe(call.body !== undefined || call.multipart === true);
    const success = call.answer === "nothing" ? "204" : "200";
    expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining([success, "404", "4XX", "5XX"]));
  }
  expect(JSON.stringify(document)).toContain("PAYMENT_ABORTED");
});

const answers = table.flatMap(([name, call]) => {
  const success = document.paths[call.path]?.[call.method.toLowerCase()]?.responses["200"];
  const json = success?.content?.["application/json"];
  return json && call.answer instanceof z.ZodType
    ? [{ name, schemas: [call.refusal ?? call.answer, call.answer], ...json }]
    : [];
});
const valuesOf = (examples: Record<string, { value: unknown }> = {}) =>
  Object.values(examples).map(({ value }) => value);

it("has examples of every response, which the portal reads as they are", () => {
  expect(answers.length).toBeGreaterThan(20);
  for (const { name, schemas, examples } of answers) {
    expect(valuesOf(examples), name).not.toEqual([]);
    for (const value of valuesOf(examples))
      expect(
        schemas.map((schema) => readAnswer(schema, value)),
        name,
      ).toContainEqual({
        ok: true,
        data: expect.anything(),
        deviations: [],
      });
  }
  const errors = Object.entries(document.components.responses);
  expect(errors.length).toBeGreaterThan(10);
  for (const [name, { content }] of errors) {
    const values = valuesOf(content?.["application/json"]?.examples);
    expect(values, name).not.toEqual([]);
    for (const value of values) expect(readProblem(value).deviations, name).toEqual([]);
  }
});

it("has examples of every body, which are what the portal sends", () => {
  const sending = table.filter(([, call]) => call.body);
  expect(Object.keys(bodyExamples).sort()).toEqual(sending.map(([name]) => name).sort());
  for (const [name, { body }] of sending)
    for (const value of Object.values<unknown>(bodyExamples[name as keyof typeof bodyExamples]))
      expect(body?.safeParse(value).error, name).toBeUndefined();
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
  // Of requests it demands what the portal sends.
  const { PostalAddress, PostalAddressAnswer, Acceptance } = document.components.schemas;
  expect(PostalAddress?.properties?.street).not.toHaveProperty("minLength");
  expect(PostalAddressAnswer?.properties?.street).toHaveProperty("minLength", 1);
  expect(JSON.stringify(Acceptance)).not.toMatch(/null|Answer/);
});

it("keeps Redocly's recommended rules", async () => {
  expect(await openApiProblems(document)).toEqual([]);
});
