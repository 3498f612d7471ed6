import { z } from "zod";
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
import type { FormPage, PageName } from "../../app/pages.ts";
import { exampleInput } from "./example-input.ts";

export type States = Readonly<Record<string, { status: number }>>;

/** A post of the page, with the fields of its form if it has one. */
interface Post {
  /** Fields beside those of the form: of a button, or filled in by the page itself. */
  fields?: z.ZodRawShape;
  /** What it can end in, if that is not what a look at the page can end in. */
  states?: States;
  /** What is accepted as it stands once the page was looked at; `null` if that takes what only the page has. */
  example: Readonly<Record<string, string>> | null;
  /** The page itself is the response: after it, nothing is left that a redirect could lead to. */
  showsPage?: true;
}

export interface PageOperations {
  /** The states that a look at it can end in, besides the page; without, it cannot be looked at. */
  get?: States;
  /** Its media types, if it is no page; none if it only leads to one. */
  types?: readonly string[];
  /** The token of its address in examples. */
  token?: string;
  post?: Post;
}

const maybe = z.string().optional();
const pdf = ["application/pdf"];
const pdfOrDates = ["application/pdf", "text/calendar"];

const { ProofTooLarge, ...ofReceipts } = declarationStates;
const { Downtime, TechnicalProblem, NotFound, Received, ReceivedBefore } = declarationStates;
const unsent = { Downtime, TechnicalProblem };
const receipt = { get: ofReceipts };
const ordering = { ...offerStates, Waiting: waitingRow, PaymentOpen: portalStates.PaymentOpen };
const identity = { ...idvOutcomes, Waiting: waitingRow };
const { HandoverUsed, HandoverUnknown, HandoverCodeUnknown } = portalStates;
/** A post that is only sent on: without an answer it is refused, and an older provider does not know it. */
const sentOn = { TechnicalProblem: { status: 503 }, Missing: { status: 501 } };

const leave = z
  .enum(["back", "later", "link"])
  .optional()
  .describe("Keeps what is posted, checks and saves nothing");
const person = {
  firstName: exampleInput.personalData.firstName,
  lastName: exampleInput.personalData.lastName,
};
const step = (example: Post["example"]) => ({
  get: offerStates,
  token: "demo~api",
  post: { fields: { leave }, example },
});
const another = (description: string) => ({
  ...receipt,
  post: { fields: { another: maybe.describe(description) }, example: null },
});

/**
 * What the portal's OpenAPI document cannot know of a page from the page table, the forms and the queries. No single field of a
 * declaration is required.
 */
export const pageOperations: {
  [Name in PageName]: PageOperations & (Name extends FormPage ? { post: Post } : unknown);
} = {
  home: { get: {} },
  accessibility: { get: {} },
  barrier: { get: {}, post: { states: unsent, example: exampleInput.barrier } },
  "barrier-confirmation": { get: { NotFound, Received, ReceivedBefore } },

  "entry-novum": { get: offerStates },
  "offer-landing": { get: {}, post: { example: { link: "demo~api" } } },
  "new-link": { get: {}, post: { states: unsent, example: { link: "demo~api" } } },
  "new-link-sent": { get: {} },
  "offer-failed": { get: { NotFound: offerStates.NotFound } },
  "offer-preview": { get: offerStates, token: "demo", post: { example: {} } },
  offer: { get: offerStates },
  "offer-error": {
    get: { ...offerStates, Waiting: waitingRow },
    token: "state-PAYMENT_FAILED~api",
    post: {
      fields: { paymentAction: z.enum(["resetPayment", "clearError"]), order: maybe },
      example: { paymentAction: "resetPayment" },
    },
  },
  "offer-decline": {
    get: { ...offerStates, Waiting: waitingRow },
    token: "demo~api-no",
    post: {
      fields: { reason: z.enum(["notWanted", "notRequested"]).optional() },
      states: { ...offerStates, ...unsent, ...sentOn },
      example: { reason: "notWanted" },
    },
  },
  "offer-login": { get: offerStates, token: "http-401", post: { example: {} } },
  "personal-data": step(exampleInput.personalData),
  "id-data": step(exampleInput.idData),
  payment: step(exampleInput.directDebit),
  summary: {
    get: ordering,
    token: "demo~api",
    post: {
      fields: {
        keepEmail: maybe.describe("Orders nothing: this e-mail address looks mistyped, and is right"),
        takeEmail: maybe.describe("Orders nothing: the address that was meant"),
        asked: maybe.describe("`email`: the customer was asked about it"),
      },
      example: {},
    },
  },
  confirmation: {
    get: ordering,
    token: "demo~api",
    post: {
      fields: {
        withdraw: maybe.describe(
          "Leads to the form of a withdrawal, filled in for the browser that has ordered",
        ),
      },
      example: {},
    },
  },
  "order-email": {
    get: ordering,
    token: "demo~api",
    post: {
      fields: {
        takeEmail: maybe.describe("Counts in place of `email`: the address that was meant"),
        asked: maybe.describe("`email`: the customer was asked about it"),
      },
      states: { ...ordering, ...unsent, ...sentOn, Refused: { status: 409 } },
      example: { email: "neu@example.org" },
    },
  },
  "order-porting": {
    get: ordering,
    token: "demo-porting-stopped~api",
    post: {
      states: { ...ordering, ...unsent, ...sentOn, Refused: { status: 409 } },
      example: { portingHolder: "Berta Beispiel" },
    },
  },
  esim: {
    get: ordering,
    token: "demo-esim~api",
    post: { states: { ...ordering, ...sentOn, Read: { status: 410 } }, example: {}, showsPage: true },
  },
  "esim-replacement": {
    get: ordering,
    token: "demo-esim~api",
    post: {
      states: { ...ordering, ...unsent, ...sentOn, Refused: { status: 409 } },
      example: {},
    },
  },
  handover: { get: offerStates, token: "demo~api-later", post: { example: {} } },
  "handed-over": { get: { HandoverUsed, HandoverUnknown }, token: "demo~api-later", post: { example: {} } },
  "handover-code": { get: {}, post: { example: { code: "bcdf ghjk 23" } } },
  "handover-found": { get: { HandoverCodeUnknown }, types: [] },
  "offer-document": { get: offerStates, types: pdf },
  "offer-documents": { get: offerStates, types: ["application/zip"] },
  "order-paper": { get: offerStates, types: pdf },
  "login-return": { get: offerStates, types: [] },

  "idv-selection": {
    get: identity,
    token: "demo~api",
    post: { fields: { method: z.string() }, example: { method: "video" } },
  },
  "idv-pending": { get: identity },
  "idv-post-ident": {
    get: identity,
    token: "post-ident~api",
    post: { fields: { method: maybe, mailsSent: maybe }, example: {} },
  },
  "idv-failed": { get: identity },
  "idv-expired": { get: identity },
  "idv-success": { get: identity },
  "idv-consumed": { get: identity },
  "idv-completed": { get: identity },
  "idv-coupon": { get: identity, types: pdf },
  "idv-deadline": { get: identity, types: ["text/calendar"] },

  "customer-data": {
    get: { ...customerStates, Waiting: waitingRow },
    token: "demo~api",
    post: { example: { email: "neu@example.org" } },
  },

  "email-rejection": {
    get: subscriptionStates,
    token: "demo~api",
    post: { states: { ...subscriptionStates, ...unsent }, example: {} },
  },
  "objection-receipt": { get: { NotFound }, types: pdfOrDates },
  revocation: {
    get: subscriptionStates,
    token: "demo~api",
    post: { states: { ...subscriptionStates, ...unsent }, example: { all: "yes" } },
  },
  "revocation-by-name": {
    get: {},
    post: { states: unsent, example: { name: "Ada Beispiel", email: exampleInput.personalData.email } },
  },
  "revocation-by-name-receipt": { get: { NotFound }, types: pdfOrDates },
  "revocation-receipt": { get: { NotFound }, types: pdfOrDates },

  termination: {
    get: {},
    post: {
      states: { ...unsent, ProofTooLarge },
      example: { ...person, contractNumber: "V-100", email: exampleInput.personalData.email },
    },
  },
  "termination-confirmation": another(
    "Leads to the form for another contract, which begins with this customer",
  ),
  "termination-receipt": { ...receipt, types: pdfOrDates },
  "selfcare-termination": {
    get: unsent,
    post: {
      fields: {
        prefill: z.string().describe("As the form of the page has it: the contract of the link, sealed"),
      },
      states: { ...unsent, ProofTooLarge },
      example: null,
    },
  },
  "selfcare-error": { get: { NotFound, SessionLost: { status: 410 } } },
  "selfcare-confirmation": another("As of any termination"),
  "selfcare-receipt": { ...receipt, types: pdfOrDates },

  withdrawal: {
    get: {},
    post: { states: unsent, example: { ...person, contractReference: "Handyvertrag" } },
  },
  "withdrawal-confirmation": receipt,
  "withdrawal-receipt": { ...receipt, types: pdfOrDates },

  language: {
    post: {
      fields: { locale: z.enum(languageCodes), returnTo: maybe },
      example: { locale: "de", returnTo: "/kuendigung" },
    },
  },
  "session-end": {
    get: {},
    post: { fields: { underWay: z.literal("end").optional() }, example: {}, showsPage: true },
  },
  "brand-asset": { get: {}, types: ["image/svg+xml", "image/png", "application/manifest+json"] },
};
