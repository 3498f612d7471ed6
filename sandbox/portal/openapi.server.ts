import { z } from "zod";
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from "zod-openapi";
import { keysOf } from "../../app/domain/keys-of.ts";
import type { FormDefinition } from "../../app/forms/define-form.server.ts";
import { forms } from "../../app/forms.server.ts";
import { type PageRow, pageTable } from "../../app/page-table.server.ts";
import type { FormPage, PageName } from "../../app/pages.ts";
import { parameters } from "../../app/request/parameters.server.ts";
import { type PageOperations, pageOperations, type States } from "./page-operations.server.ts";

const text = z.string();
const maybe = text.optional();
const file = z.file().meta({ override: { type: "string", contentMediaType: "application/octet-stream" } });

const field = z.strictObject({
  name: text,
  type: text,
  label: maybe,
  required: z.boolean(),
  options: z.array(z.strictObject({ value: text, label: text, hint: text.optional() })).optional(),
  value: maybe,
  constraints: z.record(text, z.union([text, z.number()])),
});
const form = z.strictObject({
  action: text,
  method: z.literal("post"),
  encType: maybe,
  fields: z.array(field),
  values: z.record(text, text),
  errors: z.array(z.strictObject({ field: text, code: text, message: text })),
  submissionId: z.uuid().optional(),
});
const seen = {
  page: maybe.describe("`data-page` of the page"),
  state: maybe.describe("`data-state`: what failed, or waits"),
  status: z.int(),
  brand: maybe,
  language: maybe,
  title: text,
  detail: maybe,
  form: form.optional(),
  text: text.describe("What the page says"),
  otherForms: z.array(form).optional(),
  links: z.array(z.strictObject({ text, href: text })).optional(),
  next: maybe.describe("Where a waiting page leads"),
  traceId: maybe,
  tracking: z.array(z.unknown()).optional(),
};
/** A page, a failure and a redirect as data. */
export const answers = {
  Page: z.strictObject(seen),
  Problem: z.strictObject({ ...seen, type: text, downtime: maybe, errorNumber: maybe }),
  Redirect: z.strictObject({ status: z.int(), next: text }),
};

/** A page with all that its operations are made from. */
interface DescribedPage extends PageRow, PageOperations {
  name: PageName;
}

/**
 * The portal's own paths as OpenAPI 3.1, generated from the page table, the forms, the queries, and a row of
 * `page-operations.server.ts` for each page.
 */
export function portalOpenApi() {
  const paths: ZodOpenApiPathsObject = {};
  for (const name of keysOf(pageTable)) {
    const page: DescribedPage = { name, ...pageTable[name], ...pageOperations[name] };
    paths[page.path.replace(/:(\w+)/g, "{$1}")] = { ...lookAt(page), ...send(page) };
  }
  paths["/sandbox/clock"] = { post: setClock };
  return createDocument({
    openapi: "3.1.0",
    info: {
      title: "Customer self-service portal",
      version: "1.0.0",
      description:
        "Every page and form, as `Accept: application/json` gets it: as data. Browsers get the same statuses as HTML. German has no prefix. A path without one speaks the language of the cookie, then of `Accept-Language`.",
      license: { name: "Proprietary", identifier: "LicenseRef-Proprietary" },
    },
    servers: [{ url: "/" }, { url: "/en" }, { url: "/tr" }],
    security: [],
    paths,
    components: { schemas: answers },
  });
}

/** What tests set ahead instead of waiting. */
const setClock: ZodOpenApiOperationObject = {
  operationId: "set-clock",
  servers: [{ url: "/" }],
  summary: "Set the clock of a token's copy ahead",
  description:
    "For testers, and only with the sandbox. What the provider says of this copy goes by its clock, which runs on from there; `POST /sandbox/token/reset` takes it back. The portal's own clock stays right.",
  requestBody: {
    content: {
      "application/x-www-form-urlencoded": {
        schema: z.object({
          token: text.meta({ example: "demo~api" }),
          to: maybe.describe("A time in Germany, `2026-12-24T10:00`; this or `add`"),
          add: maybe.describe("A period from its present time, `P14D` or `PT12H`; this or `to`"),
        }),
        example: { token: "demo~api-clock", add: "P1D" },
      },
    },
  },
  responses: {
    "200": {
      description: "Its present time, and what comes to the copy by time",
      content: {
        "application/json": {
          schema: z.strictObject({
            token: text,
            now: z.iso.datetime(),
            aheadSeconds: z.int(),
            dates: z.array(z.strictObject({ name: text, at: z.iso.datetime() })),
          }),
        },
      },
    },
    "303": {
      description: "To its page, for browsers (`Accept: text/html`)",
      headers: z.object({ Location: text }),
    },
    "422": { description: "No time, one that is past, or more than ten years ahead" },
  },
};

function parametersOf({ name, path, token }: DescribedPage) {
  const keys = [...path.matchAll(/:(\w+)/g)].map(([, key = ""]) => key);
  const parameter = (key: string) => (token && key !== "code" ? text.meta({ example: token }) : text);
  const brand = maybe.describe("A brand's slug; remembered in a cookie");
  const lang = maybe.describe("A language's code, where the path has no prefix");
  const own = Object.entries<readonly PageName[]>(parameters).flatMap(([one, of]) =>
    of.includes(name) ? [one] : [],
  );
  return {
    ...(keys.length > 0 && { path: z.object(Object.fromEntries(keys.map((key) => [key, parameter(key)]))) }),
    query: z.object({ brand, lang, ...Object.fromEntries(own.map((one) => [one, maybe])) }),
  };
}

// As data only: a client generated from both would have to distinguish text from a page in every response.
const page = { "application/json": { schema: answers.Page } };
const problem = { "application/problem+json": { schema: answers.Problem } };
const redirect = (description: string) => ({
  description,
  headers: z.object({ Location: text }),
  content: { "application/json": { schema: answers.Redirect } },
});

/** The statuses of states, with their names; a page that is shown as usual is no state. */
function failures(states: States): NonNullable<ZodOpenApiOperationObject["responses"]> {
  const failed = Object.entries(states).flatMap(([name, { status }]) =>
    // A provider that has not answered, or not readably, makes a 500 the 502 of a gateway.
    (status === 500 ? [500, 502] : [status]).map((shown) => ({ name, shown })),
  );
  const byStatus = Object.groupBy(
    failed.filter(({ shown }) => shown !== 200),
    ({ shown }) => shown,
  );
  const answered = Object.entries(byStatus).map(([status, found = []]) => [
    status,
    { description: found.map(({ name }) => name).join(", "), content: Number(status) < 400 ? page : problem },
  ]);
  const host = {
    description:
      "The host's own: 400 bad-request, 403 foreign-origin, 405, 413, 414, 415, 421, 429, 503 overloaded; 404 NotFound",
    content: problem,
  };
  return {
    ...Object.fromEntries(answered),
    "4XX": host,
    default: { ...host, description: "500 TechnicalProblem, 503 overloaded" },
  };
}

const ofTypes = (types: readonly string[]) => Object.fromEntries(types.map((type) => [type, {}]));

function lookAt(row: DescribedPage): { get?: ZodOpenApiOperationObject } {
  const { name, get, types } = row;
  if (!get) return {};
  const shown = types
    ? { description: "A file", content: ofTypes(types) }
    : { description: `\`${name}\`, or the page of a state with this status`, content: page };
  return {
    get: {
      operationId: `get-${name}`,
      summary: `Show ${name}`,
      description: "A redirect leads to the page that applies now.",
      requestParams: parametersOf(row),
      responses: {
        ...failures(get),
        ...(types?.length !== 0 && { "200": shown }),
        "302": redirect("Another page comes first, or applies now"),
      },
    },
  };
}

function send(row: DescribedPage): { post?: ZodOpenApiOperationObject } {
  const { name, post, get = {}, upload, form } = row;
  if (!post) return {};
  const type = upload ? "multipart/form-data" : "application/x-www-form-urlencoded";
  const uploaded = upload && { file: form ? file.optional() : file };
  const schema = (form ? postOf(forms[name as FormPage]) : z.object({})).extend({
    ...post.fields,
    ...uploaded,
  });
  return {
    post: {
      operationId: `post-${name}`,
      summary: `Send the form of ${name}`,
      requestParams: parametersOf(row),
      requestBody: {
        content: { [type]: { schema: flat(schema), ...(post.example && { example: post.example }) } },
      },
      responses: {
        ...failures(post.states ?? get),
        ...(post.showsPage && { "200": { description: "Done, with what it did", content: page } }),
        "303": redirect("Accepted; the same `submissionId` again leads there again and has one effect"),
        "422": {
          description: "Something typed is wrong: `form.errors` names field and code",
          content: { ...page, ...problem },
        },
      },
    },
  };
}

function postOf({ schema, posted = schema, hidden = [] }: FormDefinition) {
  return posted.extend(Object.fromEntries(hidden.map((name) => [name, maybe])));
}

/** A form's fields by the names that they are posted under: `birthDate.day`, `consents.<id>`. */
function flat(schema: z.ZodObject) {
  const properties: Record<string, z.ZodType> = {
    submissionId: z.uuid().optional().describe("One id, one effect; without one the post is given its own"),
    brand: maybe.describe("The brand whose page showed the form"),
  };
  for (const [name, value] of Object.entries(schema.shape)) {
    const inner = inputOf(value as z.ZodType);
    // Of a date, each part may be left out by its schema; the date itself may not.
    const isNeeded = !(value as z.ZodType).safeParse({}).success && !(value instanceof z.ZodOptional);
    if (inner instanceof z.ZodObject)
      for (const [part, one] of Object.entries(inner.shape))
        properties[`${name}.${part}`] = isNeeded ? inputOf(one as z.ZodType) : asInput(one as z.ZodType);
    else if (inner instanceof z.ZodRecord) properties[`${name}.{id}`] = maybe;
    else properties[name] = asInput(value as z.ZodType);
  }
  return z.object(properties);
}

/** The posted type, before transforms. */
function inputOf(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return inputOf(schema.unwrap() as z.ZodType);
  return schema instanceof z.ZodPipe ? inputOf(schema.in as z.ZodType) : schema;
}
function asInput(schema: z.ZodType): z.ZodType {
  const inner = inputOf(schema);
  return schema.safeParse(undefined).success || schema instanceof z.ZodOptional ? inner.optional() : inner;
}
