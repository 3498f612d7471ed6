import { z } from "zod";
import type { Call } from "../app/backend/contract/call.ts";
import * as common from "../app/backend/contract/common.ts";
import * as customer from "../app/backend/contract/customer.ts";
import * as entry from "../app/backend/contract/entry.ts";
import * as identity from "../app/backend/contract/identity.ts";
import { calls } from "../app/backend/contract/index.ts";
import * as offer from "../app/backend/contract/offer.ts";
import * as services from "../app/backend/contract/services.ts";
import * as termination from "../app/backend/contract/termination.ts";
import * as withdrawal from "../app/backend/contract/withdrawal.ts";
import { scenarioGroups } from "./scenarios.ts";

type Json = { [key: string]: unknown };

/** Modules whose exported schemas get a name of their own in the document. Others are named after their call. */
const modules: Json[] = [common, offer, identity, services, termination, withdrawal, customer, entry];

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const reference = (name: string) => `#/components/schemas/${name}`;

/** The OpenAPI 3.1 document, made from the table of calls that the portal sends by and parses with. */
export function openApiDocument(): Json {
  const names = nameSchemas();
  const paths: Record<string, Json> = {};
  for (const [name, call] of Object.entries(calls) as [string, Call][]) {
    paths[call.path] ??= {};
    (paths[call.path] as Json)[call.method.toLowerCase()] = operation(name, call, names);
  }
  return {
    openapi: "3.1.0",
    jsonSchemaDialect: "https://json-schema.org/draft/2020-12/schema",
    info: { title: "Provider API (sandbox)", version: "1.0.0", description: description() },
    paths,
    components: {
      schemas: components(),
      parameters: {
        TraceId: header(
          "X-Trace-Id",
          "Identifies the customer's visit across systems; comes back in the answer.",
        ),
        Brand: header(
          "X-Brand",
          "Whose page the call is made for, where the path does not name the brand: documents name it.",
        ),
        AcceptLanguage: header(
          "Accept-Language",
          "de (default), en or tr: the language of texts in the answer.",
        ),
        IdempotencyKey: header(
          "Idempotency-Key",
          "The same key with the same call and body has one effect and one answer (repeats carry `Idempotency-Replayed: true`). With another body: 422 IDEMPOTENCY_KEY_REUSED.",
        ),
      },
      responses: {
        Problem: {
          description:
            "401: not authorised; 403: forbidden; 404: not found; anything else by its `code`; `errors` makes it a form-field error.",
          content: { "application/json": { schema: { $ref: reference("Problem") } } },
        },
      },
      securitySchemes: { bearer: { type: "http", scheme: "bearer" } },
    },
    security: [{}, { bearer: [] }],
  };
}

const registry = z.registry<{ id: string }>();

/** Gives every schema of the contract its name, once. */
function nameSchemas(): Map<z.ZodType, string> {
  const names = new Map<z.ZodType, string>();
  const name = (schema: unknown, id: string) => {
    if (!(schema instanceof z.ZodType) || names.has(schema)) return;
    names.set(schema, id);
    if (!registry.has(schema)) registry.add(schema, { id });
  };
  for (const module of modules)
    for (const [key, schema] of Object.entries(module)) name(schema, capital(key));
  for (const [key, call] of Object.entries(calls) as [string, Call][]) {
    name(call.body, `${capital(key)}Body`);
    name(call.answer, `${capital(key)}Answer`);
  }
  return names;
}

/** `io: input` is what goes over the wire; defaults are filled in by the reader. */
const conversion = { io: "input", unrepresentable: "any" } as const;

function components(): Json {
  const { schemas } = z.toJSONSchema(registry, { ...conversion, uri: reference });
  const result: Json = {};
  for (const [name, { $schema, $id, ...schema }] of Object.entries(schemas)) result[name] = schema;
  const code = (result.Problem as { properties?: { code?: Json } } | undefined)?.properties?.code;
  if (code)
    code.description =
      "A code of specification §8. The sandbox adds PAYMENT_ABORTED and PAYMENT_FAILED (409) for a payment that the customer broke off or that was refused, NOT_FOUND, UNAUTHORIZED, VALIDATION_FAILED, IDEMPOTENCY_KEY_REUSED, MALFORMED_JSON, UNSUPPORTED_MEDIA_TYPE and BODY_TOO_LARGE.";
  return result;
}

function operation(name: string, call: Call, names: Map<z.ZodType, string>): Json {
  const writes = call.method !== "GET";
  const parameters = [
    ...[...call.path.matchAll(/\{(\w+)\}/g)].map(([, key]) => pathParameter(key ?? "")),
    ...queryParameters(call.query),
    { $ref: "#/components/parameters/TraceId" },
    { $ref: "#/components/parameters/Brand" },
    { $ref: "#/components/parameters/AcceptLanguage" },
    ...(writes ? [{ $ref: "#/components/parameters/IdempotencyKey" }] : []),
  ];
  const schemaOf = (schema: z.ZodType) => ({ $ref: reference(names.get(schema) ?? "") });
  const body = call.multipart
    ? { "multipart/form-data": { schema: uploadSchema } }
    : call.body && { "application/json": { schema: schemaOf(call.body) } };
  return {
    operationId: name,
    summary: call.summary,
    parameters,
    ...(body && { requestBody: { required: true, content: body } }),
    responses: { ...success(call, schemaOf), default: { $ref: "#/components/responses/Problem" } },
  };
}

const uploadSchema = {
  type: "object",
  properties: { file: { type: "string", contentMediaType: "application/octet-stream" } },
  required: ["file"],
};

function success(call: Call, schemaOf: (schema: z.ZodType) => Json): Json {
  if (call.answer === "nothing") return { "204": { description: "Done." } };
  if (call.answer === "pdf")
    return { "200": { description: "The document.", content: { "application/pdf": { schema: {} } } } };
  return {
    "200": { description: call.summary, content: { "application/json": { schema: schemaOf(call.answer) } } },
  };
}

function pathParameter(name: string): Json {
  const schema = name === "brand" ? { $ref: reference("BackendBrand") } : { type: "string" };
  return { name, in: "path", required: true, schema };
}

function queryParameters(query: z.ZodType | undefined): Json[] {
  if (!query) return [];
  const schema = z.toJSONSchema(query, conversion) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name,
    in: "query",
    required: schema.required?.includes(name) ?? false,
    schema: property,
  }));
}

const header = (name: string, text: string) => ({
  name,
  in: "header",
  required: false,
  description: text,
  schema: { type: "string" },
});

function description(): string {
  const lines = scenarioGroups.map(({ en, scenarios }) =>
    [`### ${en}`, "", ...scenarios.map(({ token, en: text }) => `- \`${token}\`: ${text}`)].join("\n"),
  );
  return [
    "Reference backend of the provider's API. Tokens choose what is played; `<token>~<anything>` is the same scenario with a state of its own.",
    "Faults (`http-<status>`, `slow-<ms>`, `hangup`, `cut`, `garbage`, `badshape`, `endless`, `huge`, a code) can be aimed at one call: `<call>-<fault>` or `<call>-once-<fault>` with verify, load, preview, previewreset, accept, summary, documents, reset.",
    "A login code written like a fault plays it at `/api/auth/token`; so does a street `Ausfall <fault>` at the address check (`Ausfall` alone: 503; `Korrektur`: corrected; `Auswahl`: three candidates; `Fehlerliste`: refused).",
    "IBANs with an outcome: DE17123456780000000001 is refused with an errors list, DE87123456780000000002 finds the check out of order (503), DE60123456780000000003 is not valid.",
    ...lines,
  ].join("\n\n");
}
