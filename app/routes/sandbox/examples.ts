import {
  type IdvOutcome,
  idvOutcomeNames,
  idvOutcomePages,
  idvOutcomeRow,
} from "#app/domain/idv-outcomes.ts";
import { type OfferState, offerStateNames, offerStateRow } from "#app/domain/offer-states.ts";
import { entered } from "./example-input.ts";

type Fields = Readonly<Record<string, string>>;

/** One stop on the way to an example: a page to look at, or a form to send. */
export interface Step {
  path: string;
  send?: Fields;
  /** The form has to come from the page: it carries something that only this session has. */
  ownForm?: true;
}

/**
 * How to get to a page in one of its states. In paths and fields `{customer}` stands for a word that makes the
 * scenario's state the visitor's own, `{id}` for a UUID, `{brand}` for the brand and `{service}` for what it
 * sells. Paths are the German form.
 */
export interface Example {
  /** What people call it; unique. */
  name: string;
  /** `data-page` and `data-state` of its `<main>`. */
  page: string;
  state?: string;
  status: number;
  path: string;
  /** What has to be done first, in this order. */
  before?: readonly Step[];
  /** The page is the answer to this post. */
  post?: Fields;
  ownForm?: true;
}

export interface ExampleGroup {
  id: string;
  de: string;
  en: string;
  examples: readonly Example[];
}

const { personalData, idData, directDebit } = entered;

/** Everything up to a step of the order; each example has an offer of its own, since an order uses it up. */
function orderUpTo(
  step: "personal-data" | "id-data" | "payment" | "summary" | "confirmation",
  token: string,
): Step[] {
  const offer = `/angebot/${token}`;
  const steps: Step[] = [
    { path: offer },
    { path: `${offer}/meine-daten`, send: personalData },
    { path: `${offer}/ausweisdaten`, send: idData },
    { path: `${offer}/zahlung`, send: directDebit },
    { path: `${offer}/zusammenfassung`, send: {} },
  ];
  return steps.slice(0, { "personal-data": 1, "id-data": 2, payment: 3, summary: 4, confirmation: 5 }[step]);
}

const demo = "demo~{customer}";
const ordered = `${demo}-ordered`;
const offer = `/angebot/${demo}`;

const parts = "/sandbox/gallery/parts";

const general: Example[] = [
  { name: "Home", page: "home", status: 200, path: "/" },
  { name: "Accessibility statement", page: "accessibility", status: 200, path: "/barrierefreiheit" },
  { name: "Sandbox", page: "sandbox", status: 200, path: "/sandbox" },
  { name: "Gallery", page: "gallery", status: 200, path: "/sandbox/gallery" },
  { name: "Parts", page: "gallery-parts", status: 200, path: parts },
  { name: "Parts, status success", page: "gallery-parts", status: 200, path: `${parts}?status=success` },
  { name: "Parts, status warning", page: "gallery-parts", status: 200, path: `${parts}?status=warning` },
  { name: "Parts, status error", page: "gallery-parts", status: 200, path: `${parts}?status=error` },
  { name: "Parts, modal", page: "gallery-parts", status: 200, path: `${parts}?modal=closable` },
  { name: "Parts, full modal", page: "gallery-parts", status: 200, path: `${parts}?modal=full` },
  { name: "Forms", page: "gallery-forms", status: 200, path: "/sandbox/gallery/forms" },
  { name: "Unexpected error", page: "unexpected-error", status: 500, path: "/sandbox/gallery/error" },
  { name: "Unknown path", page: "not-found", status: 404, path: "/gibt-es-nicht" },
];

const order: Example[] = [
  { name: "Offer landing", page: "offer-landing", status: 200, path: "/angebot" },
  { name: "Offer error without an offer", page: "offer-error", status: 200, path: "/angebot/fehler" },
  { name: "Offer", page: "offer", status: 200, path: offer },
  {
    name: "Offer with two contracts",
    page: "offer",
    status: 200,
    path: "/angebot/demo-offer_dps~{customer}",
  },
  { name: "Offer preview", page: "offer-preview", status: 200, path: "/angebot/preview/demo~{customer}-p" },
  {
    name: "Login",
    page: "offer-login",
    status: 200,
    path: "/angebot/http-401~{customer}/login",
    before: [{ path: "/angebot/http-401~{customer}" }],
  },
  {
    name: "Personal data",
    page: "personal-data",
    status: 200,
    path: `${offer}/meine-daten`,
    before: orderUpTo("personal-data", demo),
  },
  {
    name: "Personal data, invalid",
    page: "personal-data",
    status: 422,
    path: `${offer}/meine-daten`,
    before: orderUpTo("personal-data", demo),
    post: { firstName: "", "birthDate.day": "31", "birthDate.month": "2", "birthDate.year": "1990" },
  },
  {
    name: "ID data",
    page: "id-data",
    status: 200,
    path: `${offer}/ausweisdaten`,
    before: orderUpTo("id-data", demo),
  },
  {
    name: "ID data, invalid",
    page: "id-data",
    status: 422,
    path: `${offer}/ausweisdaten`,
    before: orderUpTo("id-data", demo),
    post: { ...idData, documentNumber: "L01X00T470", "expiryDate.year": "2001" },
  },
  {
    name: "Payment",
    page: "payment",
    status: 200,
    path: `${offer}/zahlung`,
    before: orderUpTo("payment", demo),
  },
  {
    name: "Payment, invalid",
    page: "payment",
    status: 422,
    path: `${offer}/zahlung`,
    before: orderUpTo("payment", demo),
    post: { paymentMethod: "direct_debit", accountHolder: "", iban: "DE00" },
  },
  {
    name: "Summary",
    page: "summary",
    status: 200,
    path: `${offer}/zusammenfassung`,
    before: orderUpTo("summary", demo),
  },
  {
    name: "Confirmation",
    page: "confirmation",
    status: 200,
    path: `/angebot/${ordered}/danke`,
    before: orderUpTo("confirmation", ordered),
  },
];

const identity: Example[] = [
  { name: "Choice of a method", page: "idv-selection", status: 200, path: "/idv/demo~{customer}" },
  {
    name: "Choice after a failed attempt",
    page: "idv-selection",
    status: 200,
    path: "/idv/failed-once~{customer}",
  },
  { name: "Method chosen", page: "idv-selection", status: 200, path: "/idv/chosen~{customer}" },
  {
    name: "No method chosen",
    page: "idv-selection",
    status: 422,
    path: "/idv/demo~{customer}",
    post: {},
  },
  { name: "In progress", page: "idv-pending", status: 200, path: "/idv/pending~{customer}/in-arbeit" },
  { name: "Begun", page: "idv-pending", status: 200, path: "/idv/started~{customer}/in-arbeit" },
  {
    name: "Coupon",
    page: "idv-post-ident",
    status: 200,
    path: "/idv/post-ident~{customer}/post-ident",
  },
];

const { firstName, lastName, email } = personalData;
const termination = {
  submissionId: "{id}",
  serviceType: "{service}",
  cancellationType: "regular",
  firstName,
  lastName,
  contractNumber: "V-100200",
  selectTerminationDate: "now",
  email,
};

const terminations: Example[] = [
  { name: "Termination", page: "termination", status: 200, path: "/kuendigung" },
  {
    name: "Termination, invalid",
    page: "termination",
    status: 422,
    path: "/kuendigung",
    post: {
      cancellationType: "special",
      reason: "SonstigerGrund",
      selectTerminationDate: "later",
      "terminationDate.day": "31",
      "terminationDate.month": "2",
      "terminationDate.year": "2030",
      postalCode: "1",
    },
  },
  {
    name: "Termination received",
    page: "termination-confirmation",
    status: 200,
    path: "/kuendigung/bestaetigung?id={id}",
    before: [{ path: "/kuendigung", send: termination }],
  },
  {
    name: "Termination received, proof missing",
    page: "termination-confirmation",
    status: 200,
    path: "/kuendigung/bestaetigung?id={id}&upload=failed",
    before: [{ path: "/kuendigung", send: termination }],
  },
  {
    name: "Selfcare termination",
    page: "selfcare-termination",
    status: 200,
    path: "/selfcarekuendigung",
    before: [{ path: "/selfcarekuendigung?data=demo~{customer}" }],
  },
  {
    name: "Selfcare termination, invalid",
    page: "selfcare-termination",
    status: 422,
    path: "/selfcarekuendigung",
    before: [{ path: "/selfcarekuendigung?data=demo~{customer}" }],
    post: { cancellationType: "special", selectTerminationDate: "later" },
    ownForm: true,
  },
  {
    name: "Selfcare link is not valid",
    page: "selfcare-error",
    state: "NotFound",
    status: 200,
    path: "/selfcarekuendigung/error",
  },
  {
    name: "Selfcare termination received",
    page: "selfcare-confirmation",
    status: 200,
    path: "/selfcarekuendigung/bestaetigung?id={id}",
    before: [
      { path: "/selfcarekuendigung?data=demo~{customer}" },
      {
        path: "/selfcarekuendigung",
        send: { submissionId: "{id}", cancellationType: "regular", selectTerminationDate: "now", email },
        ownForm: true,
      },
    ],
  },
  { name: "Withdrawal", page: "withdrawal", status: 200, path: "/widerruf" },
  { name: "Withdrawal, invalid", page: "withdrawal", status: 422, path: "/widerruf", post: { firstName } },
  {
    name: "Withdrawal received",
    page: "withdrawal-confirmation",
    status: 200,
    path: "/widerruf/bestaetigung?id={id}",
    before: [
      {
        path: "/widerruf",
        send: { submissionId: "{id}", firstName, lastName, contractReference: "V-100200", email },
      },
    ],
  },
];

const customers: Example[] = [
  { name: "Customer data", page: "customer-data", status: 200, path: "/kundendaten/demo~{customer}" },
  {
    name: "Customer data, long",
    page: "customer-data",
    status: 200,
    path: "/kundendaten/demo-long~{customer}",
  },
  {
    name: "Customer data, few",
    page: "customer-data",
    status: 200,
    path: "/kundendaten/demo-empty~{customer}",
  },
  {
    name: "Customer data, invalid",
    page: "customer-data",
    status: 422,
    path: "/kundendaten/demo~{customer}",
    post: { street: "", postalCode: "1", email: "erika", phone: "1", iban: "DE00" },
  },
  {
    name: "Customer data, link expired",
    page: "customer-data",
    status: 410,
    path: "/kundendaten/expired~{customer}",
  },
  { name: "Customer data, unknown link", page: "customer-data", status: 404, path: "/kundendaten/unknown" },
  {
    name: "Customer data, downtime",
    page: "customer-data",
    status: 503,
    path: "/kundendaten/state-DOWNTIME~{customer}",
  },
  {
    name: "E-mail rejection",
    page: "email-rejection",
    status: 200,
    path: "/email-ablehnung?token=demo~{customer}&brand={brand}",
  },
  {
    name: "E-mail rejection, unknown link",
    page: "email-rejection",
    status: 404,
    path: "/email-ablehnung?token=unknown&brand={brand}",
    post: {},
  },
  { name: "Novum entry without an id", page: "entry-novum", status: 400, path: "/entry/novum" },
];

/** States that no code at the door of an offer makes. */
const offerWays: Partial<Record<OfferState, Pick<Example, "path" | "before" | "post">>> = {
  Unauthorized: { path: "/angebot/http-401~{customer}" },
  Forbidden: { path: "/angebot/http-403~{customer}" },
  NotFound: { path: "/angebot/unknown" },
  Unexpected: { path: "/angebot/garbage~{customer}" },
  DocumentsNotLoaded: {
    path: "/angebot/documents-fail~{customer}/zusammenfassung",
    before: orderUpTo("summary", "documents-fail~{customer}"),
  },
  OfferSummaryNotLoaded: { path: "/angebot/summary-fail~{customer}/danke" },
  OfferResetFailed: { path: "/angebot/reset-fail~{customer}/fehler", post: { to: "offer" } },
};

function offerExample(state: OfferState): Example {
  const { code, status, redirect } = offerStateRow(state);
  const token = `state-${code}~{customer}`;
  // A state that a page of the journey mends is told on the error page alone.
  const way = offerWays[state] ?? { path: redirect ? `/angebot/${token}/fehler` : `/angebot/${token}` };
  return { name: `Offer: ${state}`, page: "offer-error", state, status, ...way };
}

function idvExample(outcome: IdvOutcome): Example {
  const { code, status, page } = idvOutcomeRow(outcome);
  const token = code ? `state-${code}` : { NotFound: "unknown", Unexpected: "garbage" }[outcome as string];
  const { segment } = idvOutcomePages[page];
  const path = `/idv/${token}~{customer}${segment ? `/${segment}` : ""}`;
  return { name: `Identity: ${outcome}`, page: `idv-${page}`, state: outcome, status, path };
}

/** Every page and every error state; the gallery, the checks of its pages and the scales walk them. */
export const exampleGroups: readonly ExampleGroup[] = [
  { id: "general", de: "Allgemein", en: "General", examples: general },
  { id: "order", de: "Bestellung", en: "Order", examples: order },
  { id: "identity", de: "Identitätsprüfung", en: "Identity verification", examples: identity },
  {
    id: "terminations",
    de: "Kündigung und Widerruf",
    en: "Termination and withdrawal",
    examples: terminations,
  },
  {
    id: "customers",
    de: "Kundendaten und Werbung",
    en: "Customer data and advertising",
    examples: customers,
  },
  {
    id: "offer-states",
    de: "Fehlerzustände des Angebots",
    en: "Error states of offers",
    examples: offerStateNames.map(offerExample),
  },
  {
    id: "idv-outcomes",
    de: "Ergebnisse der Identitätsprüfung",
    en: "Outcomes of identity verification",
    examples: idvOutcomeNames.map(idvExample),
  },
];

export const examples: readonly Example[] = exampleGroups.flatMap((group) => group.examples);

export interface ExampleVisit {
  brand: string;
  prepaid: boolean;
  locale: string;
  customer: string;
  /** A UUID. */
  id: string;
}

/** Puts the visit's own values in, and the language in front of paths. */
export function exampleFor({ brand, prepaid, locale, customer, id }: ExampleVisit) {
  const values: Record<string, string> = { brand, customer, id, service: prepaid ? "prepaid" : "mobile" };
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
  const fields = (given: Fields) =>
    Object.fromEntries(Object.entries(given).map(([name, value]) => [name, fill(value)]));
  const prefixed = (path: string) =>
    locale === "de" ? fill(path) : `/${locale}${path === "/" ? "" : fill(path)}`;
  return (example: Example) => ({
    ...example,
    path: prefixed(example.path),
    before: (example.before ?? []).map(({ path, send, ownForm }) => ({
      path: prefixed(path),
      ownForm,
      send: send && fields(send),
    })),
    post: example.post && fields(example.post),
  });
}
