import { z } from "zod";
import {
  type CreateDocumentOptions,
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
} from "zod-openapi";
import type { Call } from "../app/backend/contract/call.ts";
import * as common from "../app/backend/contract/common.ts";
import * as customer from "../app/backend/contract/customer.ts";
import * as identity from "../app/backend/contract/identity.ts";
import * as offer from "../app/backend/contract/offer.ts";
import * as services from "../app/backend/contract/services.ts";
import * as termination from "../app/backend/contract/termination.ts";
import * as withdrawal from "../app/backend/contract/withdrawal.ts";
import { calls } from "./calls.ts";
import { scenarioGroups } from "./scenarios.ts";

/** Modules whose exported schemas get a name of their own in the document. Others are named after their call. */
const modules: object[] = [common, offer, identity, services, termination, withdrawal, customer];

const table = Object.entries(calls) as [string, Call][];
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The OpenAPI 3.1 document, made from the table of calls that the portal sends by and parses with. */
export function openApiDocument() {
  const paths: ZodOpenApiPathsObject = {};
  for (const [name, call] of table)
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operation(name, call) };
  return createDocument(
    {
      openapi: "3.1.0",
      info: {
        title: "Provider API (sandbox)",
        version: "1.0.0",
        description: description(),
        license: { name: "Proprietary", identifier: "LicenseRef-Proprietary" },
      },
      servers: [{ url: "/" }],
      paths,
      components: {
        schemas: { ...namedSchemas(), Problem: problem },
        responses: {
          Problem: {
            description:
              "401: not authorised; 403: forbidden; 404: not found; anything else by its `code`; `errors` makes it a form-field error.",
            content: { "application/json": { schema: problem } },
          },
        },
        securitySchemes: { bearer: { type: "http", scheme: "bearer" } },
      },
      security: [{}, { bearer: [] }],
    },
    options,
  );
}

/** An answer goes over the wire as its reader's input: the reader fills in defaults and ignores what it does not know. */
const options: CreateDocumentOptions = {
  override({ zodSchema, jsonSchema }) {
    if (!(zodSchema instanceof z.ZodObject)) return;
    jsonSchema.required = Object.entries(zodSchema.shape)
      .filter(([, field]) => (field as z.ZodType)._zod.optin === undefined)
      .map(([name]) => name);
    if (jsonSchema.required.length === 0) delete jsonSchema.required;
    delete jsonSchema.additionalProperties;
  },
};

function namedSchemas(): Record<string, z.ZodType> {
  const names = new Map<unknown, string>();
  const add = (schema: unknown, name: string) => {
    if (schema instanceof z.ZodType && !names.has(schema)) names.set(schema, capital(name));
  };
  for (const module of modules) for (const [name, schema] of Object.entries(module)) add(schema, name);
  for (const [name, call] of table) {
    add(call.body, `${name}Body`);
    add(call.answer, `${name}Answer`);
  }
  return Object.fromEntries([...names].map(([schema, name]) => [name, schema as z.ZodType]));
}

const problem = common.problem.extend({
  code: z.string().optional().meta({
    description:
      "A code of specification §8. The sandbox adds PAYMENT_ABORTED and PAYMENT_FAILED (409) for a payment that the customer broke off or that was refused, NOT_FOUND, UNAUTHORIZED, VALIDATION_FAILED, IDEMPOTENCY_KEY_REUSED, MALFORMED_JSON, UNSUPPORTED_MEDIA_TYPE and BODY_TOO_LARGE.",
  }),
});

const problemAnswer = { $ref: "#/components/responses/Problem" };

function operation(name: string, call: Call): ZodOpenApiOperationObject {
  const inPath = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, key = ""]) => key);
  const body = call.multipart
    ? { "multipart/form-data": { schema: upload } }
    : call.body && { "application/json": { schema: call.body } };
  return {
    operationId: name,
    summary: call.summary,
    requestParams: {
      path: z.object(
        Object.fromEntries(inPath.map((key) => [key, key === "brand" ? common.backendBrand : z.string()])),
      ),
      ...(call.query && { query: call.query as z.ZodObject }),
      header: z.object(call.method === "GET" ? headers : { ...headers, ...writing }),
    },
    ...(body && { requestBody: { required: true, content: body } }),
    responses: { ...success(call), "4XX": problemAnswer, default: problemAnswer },
  };
}

const header = (id: string, description: string) =>
  z.string().optional().meta({ param: { id }, description });
const headers = {
  "X-Trace-Id": header(
    "TraceId",
    "Identifies the customer's visit across systems; comes back in the answer.",
  ),
  "X-Brand": header(
    "Brand",
    "Whose page the call is made for, where the path does not name the brand: documents name it.",
  ),
  "Accept-Language": header("AcceptLanguage", "de (default), en or tr: the language of texts in the answer."),
};
const writing = {
  "Idempotency-Key": header(
    "IdempotencyKey",
    "The same key with the same call and body has one effect and one answer (repeats carry `Idempotency-Replayed: true`). With another body: 422 IDEMPOTENCY_KEY_REUSED.",
  ),
};

const upload = z.object({
  file: z.file().meta({ override: { type: "string", contentMediaType: "application/octet-stream" } }),
});

function success(call: Call): ZodOpenApiOperationObject["responses"] {
  if (call.answer === "nothing") return { "204": { description: "Done." } };
  const content =
    call.answer === "pdf" ? { "application/pdf": {} } : { "application/json": { schema: call.answer } };
  return { "200": { description: call.answer === "pdf" ? "The document." : call.summary, content } };
}

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
