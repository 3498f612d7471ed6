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
}

/**
 * How to get to a page in one of its states. In paths and fields `{customer}` stands for a word that makes the
 * scenario's state the visitor's own, `{id}` for a UUID, `{brand}` for the brand. Paths are the German form.
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
  { name: "Login", page: "offer-login", status: 200, path: "/angebot/http-401~{customer}/login" },
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
  return { name: `Offer: ${state}`, page: pageOfOfferPath(way.path), state, status, ...way };
}

const segmentPages = { zusammenfassung: "summary", danke: "confirmation", fehler: "offer-error" } as const;
function pageOfOfferPath(path: string): string {
  const segment = path.split("/")[3] ?? "";
  return segment in segmentPages ? segmentPages[segment as keyof typeof segmentPages] : "offer-error";
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
  locale: string;
  customer: string;
  /** A UUID. */
  id: string;
}

/** Puts the visit's own values in, and the language in front of paths. */
export function exampleFor({ brand, locale, customer, id }: ExampleVisit) {
  const values: Record<string, string> = { brand, customer, id };
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
  const fields = (given: Fields) =>
    Object.fromEntries(Object.entries(given).map(([name, value]) => [name, fill(value)]));
  const prefixed = (path: string) =>
    locale === "de" ? fill(path) : `/${locale}${path === "/" ? "" : fill(path)}`;
  return (example: Example) => ({
    ...example,
    path: prefixed(example.path),
    before: (example.before ?? []).map(({ path, send }) => ({
      path: prefixed(path),
      send: send && fields(send),
    })),
    post: example.post && fields(example.post),
  });
}
