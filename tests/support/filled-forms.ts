import type { forms } from "#app/forms.server.ts";
import type { FormPage } from "#app/pages.ts";
import type { Browser, Fields, Page } from "./browser.ts";
import { newDetails, openDetails } from "./customer.ts";
import { enterAll, entered, goToSummary } from "./offer.ts";
import { dateFields, inDays } from "./termination.ts";

interface Filled<Names extends string> {
  /** The sandbox's scenario of the customer, if `demo` does not show all of it. */
  scenario?: string;
  /** A customer's page with this form; every key makes another customer. */
  open: (customer: Browser, key: string) => Promise<Page>;
  /** What is typed into each field; the parts of a date are fields. `null`: only shown after some answer. */
  fields: Record<Names, string | Fields | null>;
  /** What is refused; empty where nothing is. */
  wrong: Fields;
  /** Which fields have a message then, if not all of `wrong`. */
  refused?: string[];
}
type NamesOf<Page extends FormPage> = keyof (typeof forms)[Page]["schema"]["shape"] & string;

const step = (path: string) => async (customer: Browser, key: string) => {
  await enterAll(customer, key);
  return customer.get(`/angebot/${key}/${path}`);
};
const { "birthDate.day": _, "birthDate.month": __, "birthDate.year": ___, ...person } = entered.personalData;
const birthDate = dateFields("birthDate", "1988-02-29");
const idNumber = entered.idData;
const declared = {
  reason: "SonstigerGrund",
  reasonText: "Preis erhöht",
  moveDate: dateFields("moveDate", inDays(100)),

  newAddress: "Lindenweg 3, Köln",
  country: "Türkei",
  dateOfDeath: dateFields("dateOfDeath", "2026-01-02"),
  submitterName: "Berta",
  submitterContact: "berta@example.com",
  submitterRelation: "Tochter",
  userName: "Carl",
  userPhoneNumber: "0152 28817385",
  cancellationType: "special",
  terminationDate: dateFields("terminationDate", inDays(90)),
  selectTerminationDate: "later",
  email: "ada@example.com",
  confirmationPhone: "0152 28817387",
  numberPorting: "yes",
  payoutRequested: "yes",
  accountHolder: "Berta Muster",
  iban: entered.directDebit.iban,
};
/** Each form filled in: a form, or a field, that is not here does not compile. */
export const filledForms: { [Page in FormPage]: Filled<NamesOf<Page>> } = {
  "offer-landing": {
    open: (customer) => customer.get("/angebot"),
    fields: { link: "https://o2.example.net/angebot/demo" },
    wrong: { link: "mein Angebot!" },
  },
  "new-link": {
    open: (customer) => customer.get("/neuer-link"),
    fields: { link: "https://o2.example.net/angebot/demo" },
    wrong: { link: "mein Angebot!" },
  },
  "handover-code": {
    open: (customer) => customer.get("/weitermachen"),
    fields: { code: "bcdf ghjk 23" },
    wrong: { code: "zu kurz" },
  },
  "personal-data": {
    scenario: "demo-porting",
    open: step("meine-daten"),
    fields: {
      ...person,
      salutation: "frau",
      title: "Dr.",
      birthDate,
      addressChoice: null,
      consents: {},
      portingNumber: "0152 28817385",
      portingProvider: "Fernklang",
      portingWhen: "now",
      portingHolder: "Berta Muster",
      sim: "esim",
    },
    wrong: { email: "noch nicht fertig" },
  },
  "id-data": {
    open: step("ausweisdaten"),
    fields: {
      documentType: "FOREIGN_PASSPORT",
      documentNumber: idNumber.documentNumber,
      issuingAuthority: "Stadt Köln",
      nationality: "TR",
      expiryDate: dateFields("expiryDate", inDays(1500)),
      noExpiry: "yes",
    },
    wrong: { issuingAuthority: "<>" },
  },
  payment: { open: step("zahlung"), fields: entered.directDebit, wrong: { accountHolder: "<>" } },
  "order-email": {
    async open(customer, key) {
      await customer.submit(await goToSummary(customer, key), {}, { follow: true });
      return customer.get(`/angebot/${key}/e-mail`);
    },
    fields: { email: "neu@example.org" },
    wrong: { email: "noch nicht fertig" },
  },
  "order-porting": {
    scenario: "demo-porting-stopped",
    async open(customer, key) {
      await customer.submit(await goToSummary(customer, key), {}, { follow: true });
      return customer.get(`/angebot/${key}/rufnummer`);
    },
    fields: { portingHolder: "Berta Muster", birthDate, oldContract: "released" },
    wrong: { portingHolder: "" },
  },
  "customer-data": {
    open: openDetails,
    fields: {
      ...newDetails.address,
      ...newDetails.email,
      ...newDetails.phone,
      ...newDetails.account,
      addressChoice: null,
    },
    wrong: { email: "noch nicht fertig" },
  },
  "email-rejection": {
    open: (customer, key) => customer.get(`/email-ablehnung?token=${key}`),
    fields: { consents: null },
    wrong: {},
  },
  revocation: {
    open: (customer, key) => customer.get(`/einwilligungen?token=${key}`),
    // Each consent has a button.
    fields: { consents: null },
    wrong: {},
  },
  "revocation-by-name": {
    open: (customer) => customer.get("/einwilligungen/ohne-link"),
    fields: { name: "Ada Öztürk", email: "ada@example.com" },
    wrong: { email: "noch nicht fertig" },
  },
  termination: {
    open: (customer) => customer.get("/kuendigung"),
    fields: {
      ...declared,
      firstName: "Ada",
      lastName: "Öztürk",
      serviceType: "mobile",
      phoneNumber: "0152 28817386",
      customerNumber: "DE-123",
      contractNumber: "V-100",
      birthDate,
      street: "Musterweg",
      houseNumber: "3 1/2",
      postalCode: "50667",
      city: "Köln",
    },
    wrong: { firstName: "", lastName: "" },
    refused: ["firstName"],
  },
  "selfcare-termination": {
    open: (customer) => customer.get("/selfcarekuendigung?data=demo", { follow: true }),
    fields: declared,
    wrong: {},
  },
  barrier: {
    open: (customer) => customer.get("/barriere-melden"),
    fields: {
      description: "Zu kleine Schrift",
      page: "Ihre Daten",
      name: "Ada Öztürk",
      email: "ada@example.com",
    },
    wrong: { description: "", email: "noch nicht fertig" },
  },
  withdrawal: {
    open: (customer) => customer.get("/widerruf"),
    fields: {
      firstName: "Ada",
      lastName: "Öztürk",
      contractReference: "Handy 12",
      email: "ada@example.com",
      contractParts: null,
    },
    wrong: { firstName: "", lastName: "" },
    refused: ["firstName"],
  },
};

/** What is typed, by the names that are posted. */
export function typedInto(page: FormPage): Fields {
  const typed: Fields = {};
  for (const [name, value] of Object.entries<string | Fields | null>(filledForms[page].fields))
    if (typeof value === "string") typed[name] = value;
    else Object.assign(typed, value);
  return typed;
}
