import { z } from "zod";
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from "zod-openapi";
import { languageCodes } from "../../app/domain/languages.ts";
import { idvOutcomes } from "../../app/errors/idv-outcomes.ts";
import { offerStates } from "../../app/errors/offer-states.ts";
import {
  customerStates,
  declarationStates,
  portalStates,
  subscriptionStates,
  waitingRow,
} from "../../app/errors/other-states.ts";
import type { FormDefinition } from "../../app/forms/define-form.server.ts";
import { forms as formsOfPages } from "../../app/forms.server.ts";
import { type Journey, journeyAt, type PageRow, pageTable } from "../../app/page-table.server.ts";
import type { PageName } from "../../app/pages.ts";
import { parameters } from "../../app/request/parameters.server.ts";
import { exampleInput } from "./example-input.ts";

const text = z.string();
const maybe = text.optional();
const file = z.file().meta({ override: { type: "string", contentMediaType: "application/octet-stream" } });

/** A post of each page's form, besides `submissionId` and `brand`. No single field of a declaration is required. */
const forms: Partial<Record<PageName, z.ZodObject>> = {
  ...Object.fromEntries(
    Object.entries<FormDefinition>(formsOfPages).map(([name, one]) => [name, postOf(one)]),
  ),
  ...Object.fromEntries(
    (["personal-data", "id-data", "payment"] as const).map((step) => [
      step,
      postOf(formsOfPages[step]).extend({
        leave: z
          .enum(["back", "later", "link"])
          .optional()
          .describe("Keeps what is posted, checks and saves nothing"),
      }),
    ]),
  ),
  "selfcare-termination": postOf(formsOfPages["selfcare-termination"]).extend({
    prefill: text.describe("As the form of the page has it: the contract of the link, sealed"),
  }),
  // Pages whose form is a button or a file.
  "offer-preview": z.object({}),
  "offer-error": z.object({ paymentAction: z.enum(["resetPayment", "clearError"]), order: maybe }),
  "offer-decline": z.object({ reason: z.enum(["notWanted", "notRequested"]).optional() }),
  "offer-login": z.object({}),
  esim: z.object({}),
  handover: z.object({}),
  "handed-over": z.object({}),
  summary: z.object({
    keepEmail: maybe.describe("Orders nothing: this e-mail address looks mistyped, and is right"),
    asked: maybe.describe("`email`: the customer was asked about it"),
  }),
  confirmation: z.object({
    withdraw: maybe.describe("Leads to the form of a withdrawal, filled in for the browser that has ordered"),
  }),
  "idv-selection": z.object({ method: text }),
  "idv-post-ident": z.object({ method: maybe, mailsSent: maybe }),
  "termination-confirmation": z.object({
    another: maybe.describe("Leads to the form for another contract, which begins with this customer"),
  }),
  "selfcare-confirmation": z.object({ another: maybe.describe("As of any termination") }),
  "session-end": z.object({ underWay: z.literal("end").optional() }),
  language: z.object({ locale: z.enum(languageCodes), returnTo: maybe }),
};

function postOf({ schema, posted = schema, hidden = [] }: FormDefinition) {
  return posted.extend(Object.fromEntries(hidden.map((name) => [name, maybe])));
}

const person = {
  firstName: exampleInput.personalData.firstName,
  lastName: exampleInput.personalData.lastName,
};
/** A post of each form that is accepted as it stands once its page was looked at, and the token of its address. */
const samples: Partial<Record<PageName, { token?: string; value: Record<string, string> }>> = {
  "offer-landing": { value: { link: "demo~api" } },
  "new-link": { value: { link: "demo~api" } },
  "offer-preview": { token: "demo", value: {} },
  "offer-error": { token: "state-PAYMENT_FAILED~api", value: { paymentAction: "resetPayment" } },
  "offer-decline": { token: "demo~api-no", value: { reason: "notWanted" } },
  "offer-login": { token: "http-401", value: {} },
  "personal-data": { token: "demo~api", value: exampleInput.personalData },
  "id-data": { token: "demo~api", value: exampleInput.idData },
  payment: { token: "demo~api", value: exampleInput.directDebit },
  summary: { token: "demo~api", value: {} },
  confirmation: { token: "demo~api", value: {} },
  esim: { token: "demo-esim~api", value: {} },
  handover: { token: "demo~api-later", value: {} },
  "handed-over": { token: "demo~api-later", value: {} },
  "handover-code": { value: { code: "bcdf ghjk 23" } },
  "idv-selection": { token: "demo~api", value: { method: "video" } },
  "idv-post-ident": { token: "post-ident~api", value: {} },
  "customer-data": { token: "demo~api", value: { email: "neu@example.org" } },
  "email-rejection": { token: "demo~api", value: {} },
  revocation: { token: "demo~api", value: { all: "yes" } },
  termination: { value: { ...person, contractNumber: "V-100", email: exampleInput.personalData.email } },
  withdrawal: { value: { ...person, contractReference: "Handyvertrag" } },
  language: { value: { locale: "de", returnTo: "/kuendigung" } },
  "session-end": { value: {} },
};

type States = Record<string, { status: number }>;
/** The states of a journey, unless its pages have their own. */
const statesOfJourney: Record<Journey, States> = {
  offer: offerStates,
  identity: { ...idvOutcomes, Waiting: waitingRow },
  customer: { ...customerStates, Waiting: waitingRow },
  termination: {},
  withdrawal: {},
  "email-rejection": subscriptionStates,
};
const { ProofTooLarge, ...ofReceipts } = declarationStates;
const { Downtime, TechnicalProblem, NotFound } = declarationStates;
const unsent = { Downtime, TechnicalProblem };
const ofOrders = { ...offerStates, Waiting: waitingRow, PaymentOpen: portalStates.PaymentOpen };
const { HandoverUsed, HandoverUnknown, HandoverCodeUnknown } = portalStates;
/** The states of pages that have others than their folder, and those of their posts where these differ. */
const statesOfPage: Partial<Record<PageName, { get: States; post?: States }>> = {
  "offer-landing": { get: {} },
  "new-link": { get: {}, post: unsent },
  "new-link-sent": { get: {} },
  "offer-failed": { get: { NotFound: offerStates.NotFound } },
  "offer-decline": {
    get: offerStates,
    post: { ...offerStates, ...unsent, TechnicalProblem: { status: 503 }, Missing: { status: 501 } },
  },
  esim: {
    get: ofOrders,
    post: { ...ofOrders, TechnicalProblem: { status: 503 }, Read: { status: 410 }, Missing: { status: 501 } },
  },
  "offer-error": { get: { ...offerStates, Waiting: waitingRow } },
  summary: { get: ofOrders },
  confirmation: { get: ofOrders },
  "handed-over": { get: { HandoverUsed, HandoverUnknown } },
  "handover-code": { get: {} },
  "handover-found": { get: { HandoverCodeUnknown } },
  termination: { get: {}, post: { ...unsent, ProofTooLarge } },
  "termination-confirmation": { get: ofReceipts },
  "termination-receipt": { get: ofReceipts },
  "selfcare-termination": { get: unsent, post: { ...unsent, ProofTooLarge } },
  "selfcare-confirmation": { get: ofReceipts },
  "selfcare-receipt": { get: ofReceipts },
  "selfcare-error": { get: { NotFound, SessionLost: { status: 410 } } },
  withdrawal: { get: {}, post: unsent },
  "withdrawal-confirmation": { get: ofReceipts },
  "withdrawal-receipt": { get: ofReceipts },
  "email-rejection": { get: subscriptionStates, post: { ...subscriptionStates, ...unsent } },
  "objection-receipt": { get: { NotFound } },
  revocation: { get: subscriptionStates, post: { ...subscriptionStates, ...unsent } },
  "revocation-receipt": { get: { NotFound } },
};

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

/**
 * The portal's own paths as OpenAPI 3.1, generated from the page table, the forms' schemas and the tables of states.
 */
export function portalOpenApi() {
  const paths: ZodOpenApiPathsObject = {};
  for (const [name, row] of Object.entries(pageTable)) {
    const get = name === "language" ? {} : { get: lookAt(name as PageName, row) };
    const schema = forms[name as PageName];
    const path = row.path.replace(/:(\w+)/g, "{$1}");
    paths[path] = { ...get, ...(schema && { post: send(name as PageName, row, schema) }) };
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

const isPage = ({ file }: PageRow) => file.endsWith(".tsx");

function parametersOf(name: PageName, { path }: PageRow) {
  const keys = [...path.matchAll(/:(\w+)/g)].map(([, key = ""]) => key);
  const token = samples[name]?.token;
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

// As data only: a client generated from both would have to tell text from a page in every response.
const page = { "application/json": { schema: answers.Page } };
const problem = { "application/problem+json": { schema: answers.Problem } };
/** The content types of paths without a page of their own. */
const files: Partial<Record<PageName, string[]>> = {
  "offer-document": ["application/pdf"],
  "offer-documents": ["application/zip"],
  "order-paper": ["application/pdf"],
  "idv-coupon": ["application/pdf"],
  "idv-deadline": ["text/calendar"],
  "objection-receipt": ["application/pdf", "text/calendar"],
  "revocation-receipt": ["application/pdf", "text/calendar"],
  "termination-receipt": ["application/pdf", "text/calendar"],
  "selfcare-receipt": ["application/pdf", "text/calendar"],
  "withdrawal-receipt": ["application/pdf", "text/calendar"],
};
const redirect = (description: string) => ({
  description,
  headers: z.object({ Location: text }),
  content: { "application/json": { schema: answers.Redirect } },
});

/** The statuses of the page's states, with their names; a page that is shown as usual is no state. */
function failures(
  name: PageName,
  row: PageRow,
  method: "get" | "post",
): NonNullable<ZodOpenApiOperationObject["responses"]> {
  const own = statesOfPage[name];
  const journey = journeyAt(row.path);
  const ofJourney = journey ? statesOfJourney[journey] : {};
  const states = own ? (method === "post" && own.post) || own.get : ofJourney;
  const failed = Object.entries(states).filter(([, { status }]) => status !== 200);
  const byStatus = Object.groupBy(failed, ([, state]) => state.status);
  const answered = Object.entries(byStatus).map(([status, found = []]) => [
    status,
    { description: found.map(([state]) => state).join(", "), content: Number(status) < 400 ? page : problem },
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

const contentOf = (types: string[]) => Object.fromEntries(types.map((type) => [type, {}]));

function lookAt(name: PageName, row: PageRow): ZodOpenApiOperationObject {
  const shown = isPage(row)
    ? { description: `\`${name}\`, or the page of a state with this status`, content: page }
    : { description: "A file", content: contentOf(files[name] ?? ["application/octet-stream"]) };
  const guards = row.guards ? ` Guards: ${row.guards.join(", ")}.` : "";
  return {
    operationId: `get-${name}`,
    summary: `Show ${name}`,
    description: `A redirect leads to the page that applies now.${guards}`,
    requestParams: parametersOf(name, row),
    responses: {
      ...failures(name, row, "get"),
      "200": shown,
      "302": redirect("Another page comes first, or applies now"),
    },
  };
}

/** Pages whose post is answered by the page itself: after it, nothing is left that a redirect could lead to. */
const answersItself: ReadonlySet<PageName> = new Set(["esim", "session-end"]);

function send(name: PageName, row: PageRow, schema: z.ZodObject): ZodOpenApiOperationObject {
  const type = row.upload ? "multipart/form-data" : "application/x-www-form-urlencoded";
  return {
    operationId: `post-${name}`,
    summary: `Send the form of ${name}`,
    requestParams: parametersOf(name, row),
    requestBody: {
      content: {
        [type]: {
          schema: flat(row.upload ? schema.extend({ file: row.form ? file.optional() : file }) : schema),
          ...(samples[name] && { example: samples[name].value }),
        },
      },
    },
    responses: {
      ...failures(name, row, "post"),
      ...(answersItself.has(name) && { "200": { description: "Done, with what it did", content: page } }),
      "303": redirect("Accepted; the same `submissionId` again leads there again and has one effect"),
      "422": {
        description: "Something typed is wrong: `form.errors` names field and code",
        content: { ...page, ...problem },
      },
    },
  };
}

/** A form's fields by the names that they are posted under: `birthDate.day`, `consents.<id>`. */
function flat(schema: z.ZodObject) {
  const properties: Record<string, z.ZodType> = {
    submissionId: z.uuid().optional().describe("One id, one effect; without one the post is given its own"),
    brand: maybe.describe("The brand whose page showed the form"),
  };
  for (const [name, value] of Object.entries(schema.shape)) {
    const inner = inputOf(value as z.ZodType);
    if (inner instanceof z.ZodObject)
      for (const [part, one] of Object.entries(inner.shape))
        properties[`${name}.${part}`] = asInput(one as z.ZodType);
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
