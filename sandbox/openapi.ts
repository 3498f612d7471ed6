import { z } from "zod";
import {
  type CreateDocumentOptions,
  createDocument,
  type ZodOpenApiMediaTypeObject,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponseObject,
} from "zod-openapi";
import type { Call } from "../app/backend/contract/call.ts";
import { type CallJourney, calls, callsOfJourney } from "../app/backend/contract/calls.ts";
import * as common from "../app/backend/contract/common.ts";
import * as customer from "../app/backend/contract/customer.ts";
import * as identity from "../app/backend/contract/identity.ts";
import * as offer from "../app/backend/contract/offer.ts";
import * as order from "../app/backend/contract/order.ts";
import * as services from "../app/backend/contract/services.ts";
import * as termination from "../app/backend/contract/termination.ts";
import * as withdrawal from "../app/backend/contract/withdrawal.ts";
import { backendBrand } from "../app/brand/backend-brand.ts";
import { languageCodes } from "../app/domain/languages.ts";
import { promised, schemasWithin } from "./openapi-answers.ts";
import { answerExamples, bodyExamples } from "./openapi-examples.ts";
import { describe } from "./openapi-words.ts";
import { type ProblemExample, problemExamples } from "./problem-examples.ts";

/** The smallest document that the portal accepts as a PDF. */
const pdfExample = "%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n";

/** Modules whose exported schemas get names of their own in the document. Others are named after their call. */
const modules: object[] = [common, offer, order, identity, services, termination, withdrawal, customer];

const table = Object.entries(calls) as [string, Call][];
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The OpenAPI 3.1 document, generated from the table of calls that the portal uses for sending and parsing. */
export function openApiDocument() {
  const paths: ZodOpenApiPathsObject = {};
  for (const [name, call] of table)
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operation(name, call) };
  const document = createDocument(
    {
      openapi: "3.1.0",
      info: {
        title: "Provider API (sandbox)",
        // Its first number rises with a change that a provider of the version before does not meet.
        version: "2.0.0",
        description,
        license: { name: "Proprietary", identifier: "LicenseRef-Proprietary" },
      },
      servers: [{ url: "/" }],
      tags: Object.entries(journeyWords).map(([name, words]) => ({ name, description: words })),
      paths,
      components: {
        schemas: { ...namedSchemas(), Problem: problem },
        securitySchemes: { bearer: { type: "http", scheme: "bearer" } },
      },
      security: [{}, { bearer: [] }],
    },
    options,
  );
  describe(document);
  return document;
}

const options: CreateDocumentOptions = {
  override({ zodSchema: schema, jsonSchema: json }) {
    // Redundant output of zod: a date's pattern besides its format, and the default bounds of integers.
    if (json.format?.startsWith("date")) delete json.pattern;
    if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
    if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
    if (!(schema instanceof z.ZodObject)) return;
    // A reader ignores unknown properties, and fills in optional ones.
    delete json.additionalProperties;
    json.required = Object.keys(schema.shape).filter((name) => schema.shape[name]._zod.optin === undefined);
    if (json.required.length === 0) delete json.required;
  },
};

/** Requests and responses share a schema unless they differ. */
function namedSchemas(): Record<string, z.ZodType> {
  const inRequests = new Set(
    table.flatMap(([, { body, query }]) => [...schemasWithin(body), ...schemasWithin(query)]),
  );
  inRequests.add(backendBrand);
  const inAnswers = new Set(
    table.flatMap(([, call]) => (isSchema(call.answer) ? [...schemasWithin(call.answer)] : [])),
  );
  const named: Record<string, z.ZodType> = {};
  const known = new Set<unknown>();
  const add = (schema: unknown, name: string) => {
    if (!isSchema(schema) || known.has(schema)) return;
    known.add(schema);
    if (inRequests.has(schema)) named[capital(name)] = schema;
    const answer = promised(schema);
    if (inAnswers.has(schema) && named[capital(name)] !== answer)
      named[capital(inRequests.has(schema) ? `${name}Answer` : name)] = answer;
  };
  for (const module of modules) for (const [name, schema] of Object.entries(module)) add(schema, name);
  for (const [name, call] of table) {
    add(call.body, `${name}Body`);
    add(call.answer, `${name}Answer`);
  }
  return named;
}

const isSchema = (schema: unknown): schema is z.ZodType => schema instanceof z.ZodType;

const statusWords: Record<string, string> = {
  401: "Not authorised, whatever the body says.",
  403: "Forbidden, whatever the body says.",
  404: "Not found, whatever the body says.",
};

const problem = promised(
  common.problem.extend({
    code: z
      .string()
      .meta({
        description:
          "One of the codes of this document's examples: `4XX` and `5XX` of the offer and identity calls list all that the portal knows. For what exists already: IDEMPOTENCY_KEY_REUSED (the key was used with other content), TERMINATION_EXISTS and WITHDRAWAL_EXISTS (the declaration is there, and counts as received), CUSTOMER_DATA_CHANGED (409: the version is not the latest). The sandbox adds PAYMENT_ABORTED and PAYMENT_FAILED (409) for a payment that the customer broke off or that was refused, CREDIT_REFUSED (409, with creditCheck) for instalments that are not given after a credit check, NOT_FOUND, UNAUTHORIZED, VALIDATION_FAILED, IDEMPOTENCY_KEY_REUSED, MALFORMED_JSON, UNSUPPORTED_MEDIA_TYPE and BODY_TOO_LARGE.",
      })
      .optional(),
  }),
);

function operation(name: string, call: Call): ZodOpenApiOperationObject {
  const inPath = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, key = ""]) => key);
  const body = call.multipart
    ? { "multipart/form-data": { schema: upload } }
    : call.body && {
        "application/json": {
          schema: call.body,
          examples: named(bodyExamples[name as keyof typeof bodyExamples]),
        },
      };
  return {
    operationId: name,
    tags: tagsOf(name),
    summary: call.summary,
    description: notes(call),
    requestParams: {
      path: z.object(
        Object.fromEntries(inPath.map((key) => [key, key === "brand" ? backendBrand : z.string()])),
      ),
      ...(call.query && { query: call.query as z.ZodObject }),
      header: z.object(call.method === "GET" ? headers : { ...headers, ...writing }),
    },
    ...(body && { requestBody: { required: true, content: body } }),
    responses: { ...success(name, call), ...refusals(call) },
  };
}

const journeyWords: Record<CallJourney, string> = {
  offer: "A link with an offer: view, enter data, order, pay, confirmation",
  identity: "A link with an identity verification",
  customer: "A link to a customer's own data",
  termination: "Terminating a contract, by the open form or by a link from the selfcare pages",
  withdrawal: "Withdrawing from a contract",
  "email-rejection": "Stopping marketing e-mails by their link",
  barrier: "Reporting a barrier, without a login or a link",
};

const tagsOf = (name: string) =>
  Object.entries(callsOfJourney).flatMap(([journey, names]) =>
    (names as string[]).includes(name) ? [journey] : [],
  );

/** What the provider owes the customer, and what the portal does beyond sending the call. */
function notes({ method, repeatable, readOnly, multipart, addition, duty }: Call): string {
  const lines: string[] = [];
  if (duty) lines.push(`**What the provider owes the customer.** ${duty}`);
  if (addition)
    lines.push(`A provider may lack this call. Where it answers 404, 405 or 501 for ever: ${addition}`);
  if (method === "GET") lines.push("Asked once more where the connection broke.");
  else if (readOnly) lines.push("It changes nothing, and is sent once more where the connection broke.");
  else if (repeatable)
    lines.push(
      "Sent once more where the connection broke, with the same `Idempotency-Key`: it has to act once even then. What it answers to the repeat (such as a code for what exists already) is never taken for a refusal.",
    );
  else if (multipart)
    lines.push("Never sent again by itself. The customer may send the same file again: it is stored once.");
  else
    lines.push(
      "Never sent again by itself. Where no answer came, the portal asks back what became of it, and then sends it again under the same `Idempotency-Key` if nothing did.",
    );
  return lines.join("\n\n");
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
  "Accept-Language": header(
    "AcceptLanguage",
    `The language of texts in the answer: ${languageCodes.join(", ")}; the first is the default.`,
  ),
};
const writing = {
  "Idempotency-Key": header(
    "IdempotencyKey",
    "The same key with the same call and body has one effect and one answer (repeats carry `Idempotency-Replayed: true`). With another body: 422 IDEMPOTENCY_KEY_REUSED. To be kept for a day with an order, a choice or a change of data, and for 30 days with a declaration, which is sent again until it is answered, after an outage of days too.",
  ),
};

const upload = z.object({
  file: z.file().meta({ override: { type: "string", contentMediaType: "application/octet-stream" } }),
});

type Responses = Record<string, ZodOpenApiResponseObject>;
type Examples = NonNullable<ZodOpenApiMediaTypeObject["examples"]>;

const named = (values: Record<string, unknown>): Examples =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }]));

const pdf = {
  schema: { type: "string", contentMediaType: "application/pdf", pattern: "^%PDF-[\\s\\S]*%%EOF\\s*$" },
  examples: named({ document: pdfExample }),
} satisfies ZodOpenApiMediaTypeObject;

function success(name: string, call: Call): Responses {
  if (call.answer === "nothing") return { "204": { description: "Done." } };
  if (call.answer === "pdf")
    return { "200": { description: "The document.", content: { "application/pdf": pdf } } };
  const examples = named(answerExamples[name as keyof typeof answerExamples]);
  const answer = promised(call.answer);
  return {
    "200": {
      description: call.summary,
      content: {
        "application/json": {
          // A 200 with a reason is understood where something is read, but no answer to be promised.
          schema: call.refusal && call.method !== "GET" ? z.union([answer, promised(call.refusal)]) : answer,
          examples,
        },
      },
    },
  };
}

/** The error responses of each area, by status. */
const refused = Object.fromEntries(
  Object.entries(problemExamples).map(([area, { clear, other }]) => {
    const answer = (
      id: string,
      description: string,
      problems: ProblemExample[],
    ): ZodOpenApiResponseObject => {
      const examples = named(
        Object.fromEntries(
          problems.map(({ status, problem: said }) => [said.code ?? `HTTP_${status}`, said]),
        ),
      );
      return {
        id: `${area}${id}`,
        description,
        content: { "application/json": { schema: problem, examples } },
      };
    };
    const cannot = "anything else by its `code`; `errors` makes it a form-field error.";
    const responses: Responses = {};
    for (const [status, one] of Object.entries(clear))
      responses[status] = answer(status, statusWords[status] ?? "", [one]);
    responses["4XX"] = answer(
      "Refused",
      `Refused: ${cannot}`,
      other.filter(({ status }) => status < 500),
    );
    responses["5XX"] = answer(
      "Failed",
      `Failed: ${cannot}`,
      other.filter(({ status }) => status >= 500),
    );
    return [area, responses];
  }),
);

const outdated: ZodOpenApiResponseObject = {
  id: "CustomerDataChanged",
  description:
    "The data was changed since the `version` that the form showed: nothing is saved, and the customer sees both.",
  content: {
    "application/json": {
      schema: problem,
      examples: named({
        CUSTOMER_DATA_CHANGED: { code: "CUSTOMER_DATA_CHANGED", message: "Changed meanwhile." },
      }),
    },
  },
};

function refusals({ method, path }: Call): Responses {
  const area = path.startsWith("/api/offer/") ? "Offer" : path.startsWith("/api/idv/") ? "Idv" : "Other";
  const responses = refused[area] as Responses;
  if (method !== "POST" || !path.includes("/customer/")) return responses;
  return { ...responses, "409": outdated };
}

const description = [
  "**Success** is any 2xx whose body is what the call needs. A refusal is the provider's own only with a `code` or an `errors` list: a bare status, or a page of a gateway, leaves open what became of a call that acts.",
  "**Amounts** are euros with at most two decimals, VAT included: `19.99` is 19 euros and 99 cents, `1999` is as many euros. **Days** are `YYYY-MM-DD` in Germany's time, instants have an offset.",
  '**Mails** are the provider\'s, all of them: the portal sends none. Each call that acts says under "What the provider owes the customer" which mail follows, with which links, by when. The portal cannot see whether it was sent.',
  "**Links** that the provider mails open the portal at the brand's own address, or at any with `?brand=<slug>`: `/angebot/{id}` (an offer), `/angebot/preview/{id}` (for reading), `/idv/{id}` (an identity verification), `/kundendaten/{id}` (a customer's data), `/selfcarekuendigung?data=<data>` (a termination, prefilled), `/email-ablehnung?token=<token>&brand=<slug>` (advertising mails), `/einwilligungen?token=<token>&brand=<slug>` (consents), `/entry/novum?id=<id>`. `/en` or `/tr` before the path chooses the language. Whoever has a link opens it: ids are random and long (128 bits).",
  "**Logins:** `Authorization` has the bearer token of the login that was made for the link that the call is about, and for no other; calls that are about no link have the session's latest. Where an offer or order asks for a login: 401 without one, 403 unless the bearer's customer is the offer's or the order's. That a bearer is valid proves nothing: whoever has the link can log in with an account of their own.",
  "**Time:** the portal waits for an answer as long as its page may take (8 seconds by default), for an order or a change of data three times as long, for an upload as long as its file takes to come in (three hours at most) and then as long as for a page; a document may not stall for 30 seconds. **Connections** are kept as long as `Keep-Alive` says, a minute at most. `Retry-After`, as seconds or as a date, beside 503 or 429 is shown to the customer. Until then (two minutes at most) a link that was put off when it was read gets no further call; after several links in a row, neither does the whole area.",
  "Every request has `User-Agent: telecom-selfservice-portal/<version>`, `Accept-Encoding: identity`, the headers listed with each call, and `traceparent` where the portal traces.",
  "The sandbox of the portal's repository answers all of it; which token plays what: `docs/scenarios.md` there, and its page `/sandbox`.",
].join("\n\n");
