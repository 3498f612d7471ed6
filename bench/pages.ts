import type { Browser, Fields, Page } from "../tests/support/browser.ts";

/** The languages that each brand's pages are measured in (specification §1). */
export const brandLanguages = {
  o2: ["de"],
  ayyildiz: ["de", "tr"],
  aetka: ["de"],
  aldi: ["de"],
  nova: ["de"],
  ortel: ["de", "en"],
  spice: ["de", "en"],
  blau: ["de"],
} satisfies Record<string, string[]>;

export const person: Fields = {
  firstName: "Erika",
  lastName: "Musterfrau",
  "birthDate.day": "1",
  "birthDate.month": "2",
  "birthDate.year": "1990",
  street: "Musterweg",
  houseNumber: "12a",
  postalCode: "10115",
  city: "Berlin",
  email: "erika@example.org",
  phone: "030 23125 000",
};

const identityDocument: Fields = {
  documentType: "PERSONALAUSWEIS",
  documentNumber: "L01X00T471",
  issuingAuthority: "Berlin",
  nationality: "DE",
  "expiryDate.day": "1",
  "expiryDate.month": "2",
  "expiryDate.year": String(new Date().getFullYear() + 3),
};

const payment: Fields = {
  paymentMethod: "direct_debit",
  accountHolder: "Erika Musterfrau",
  iban: "DE89370400440532013000",
  sepaMandate: "on",
};

export interface PageRow {
  name: string;
  /** The German form; `{customer}` stands for a value of this brand and language alone. */
  path: string;
  status: number;
  /** The page after this form was sent in vain: everything that can be wrong is. */
  invalid?: Fields;
  /** Sends the page's form, so that the next row's page opens. */
  send?: Fields;
}

const offer = "/angebot/demo~{customer}";

/** Every page in the order in which one customer meets them. */
export const pageRows: PageRow[] = [
  { name: "home", path: "/", status: 200 },
  { name: "sandbox", path: "/sandbox", status: 200 },
  { name: "not-found", path: "/gibt-es-nicht", status: 404 },
  { name: "offer-landing", path: "/angebot", status: 200 },
  { name: "offer-error (generic)", path: "/angebot/fehler", status: 200 },
  { name: "offer", path: offer, status: 200 },
  { name: "personal-data, invalid", path: `${offer}/meine-daten`, status: 422, invalid: { firstName: "" } },
  { name: "personal-data", path: `${offer}/meine-daten`, status: 200, send: person },
  {
    name: "id-data, invalid",
    path: `${offer}/ausweisdaten`,
    status: 422,
    invalid: { documentNumber: "L01X00T470" },
  },
  { name: "id-data", path: `${offer}/ausweisdaten`, status: 200, send: identityDocument },
  { name: "payment, invalid", path: `${offer}/zahlung`, status: 422, invalid: { ...payment, iban: "DE00" } },
  { name: "payment", path: `${offer}/zahlung`, status: 200, send: payment },
  { name: "summary", path: `${offer}/zusammenfassung`, status: 200, send: {} },
  { name: "confirmation", path: `${offer}/danke`, status: 200 },
  { name: "offer consumed", path: offer, status: 410 },
  { name: "offer-preview", path: "/angebot/preview/demo~p{customer}", status: 200 },
  { name: "offer unauthorized", path: "/angebot/http-401~{customer}", status: 401 },
  { name: "offer-login", path: "/angebot/http-401~{customer}/login", status: 200 },
  { name: "offer, two contracts", path: "/angebot/demo-offer_dps~{customer}", status: 200 },
  { name: "offer expired", path: "/angebot/state-OFFER_EXPIRED~{customer}", status: 410 },
  { name: "offer downtime", path: "/angebot/state-DOWNTIME~{customer}", status: 503 },
  { name: "offer unknown", path: "/angebot/unbekannt", status: 404 },
  { name: "idv-selection", path: "/idv/demo~{customer}", status: 200 },
  { name: "idv-success", path: "/idv/state-IDV_SUCCESS~{customer}/erfolgreich", status: 200 },
  { name: "idv-expired", path: "/idv/state-OFFER_EXPIRED~{customer}/abgelaufen", status: 410 },
  { name: "customer-data", path: "/kundendaten/demo~{customer}", status: 200 },
  { name: "email-rejection", path: "/email-ablehnung?token=demo", status: 200 },
  { name: "termination, invalid", path: "/kuendigung", status: 422, invalid: {} },
  { name: "termination", path: "/kuendigung", status: 200 },
  { name: "selfcare-error", path: "/selfcarekuendigung/error", status: 200 },
  { name: "selfcare, link", path: "/selfcarekuendigung?data=demo~{customer}", status: 302 },
  { name: "selfcare-termination", path: "/selfcarekuendigung", status: 200 },
  { name: "withdrawal, invalid", path: "/widerruf", status: 422, invalid: {} },
  { name: "withdrawal", path: "/widerruf", status: 200 },
  { name: "accessibility", path: "/barrierefreiheit", status: 200 },
];

const prefixOf = (language: string) => (language === "de" ? "" : `/${language}`);

/** Where a row's page is for this brand and language. */
export function pathOf(row: PageRow, brand: string, language: string): string {
  const path = row.path.replaceAll("{customer}", `${brand}-${language}`);
  return `${prefixOf(language)}${path === "/" && language !== "de" ? "" : path}`;
}

/** The customer's way up to the page of a row; answers that page. */
export async function visit(customer: Browser, row: PageRow, path: string): Promise<Page> {
  const page = await customer.get(path);
  const seen = row.invalid ? await customer.submit(page, row.invalid) : page;
  if (seen.status !== row.status) {
    throw new Error(
      `${row.name}: ${path} answered ${seen.status} (${seen.name}, ${seen.state}, to ${seen.location}).`,
    );
  }
  return seen;
}
