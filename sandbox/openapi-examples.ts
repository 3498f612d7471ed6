import type { z } from "zod";
import type { calls } from "../app/backend/contract/calls.ts";
import { shortReference } from "../app/domain/short-reference.ts";
import { buildOffer, buildVerification } from "./offer/offers.ts";

export const now = new Date("2030-01-15T10:00:00Z");
const receivedAt = "2030-01-15T10:00:00Z";
const id = "7d3a8f7e-51d7-4d0b-9a53-4a2c1a1f8b60";
const address = { street: "Musterweg", houseNumber: "12a", postalCode: "50667", city: "Köln" };
const person = { firstName: "Kim", lastName: "Beispiel" };
const email = "kim.beispiel@example.com";

const existing = { useCase: "offer_vvl", variant: "full" } as const;
const existingOffer = buildOffer("demo", existing, now, "de", "O2", "https://provider.example");
const fresh = { useCase: "offer", variant: "full" } as const;
const newOffer = buildOffer("demo", fresh, now, "de", "O2", "https://provider.example");

const inPhases = { ...fresh, priceCase: "phases" } as const;
const phasedOffer = buildOffer("demo-phases", inPhases, now, "de", "O2", "https://provider.example");

const offers = {
  newCustomer: { ...newOffer, customer: null, shopHotline: null },
  existingCustomer: existingOffer,
  pricesInPhases: phasedOffer,
  numberAndSim: buildOffer("demo-porting", { ...fresh, porting: "mobile", choosesSim: true }, now, "de"),
};

const termination = {
  id,
  receivedAt,
  endDate: "2030-02-28",
  specialEndDate: null,
  declaration: {
    cancellationType: "Regular",
    reason: "None",
    selectTerminationDate: "now",
    confirmation: { email, phone: null },
    language: "de",
    customer: { ...person, birthDate: null, address: null },
    contractNumber: "4711-0815",
    serviceName: "Mobilfunk",
  },
  uploads: [{ name: "nachweis.pdf", type: "application/pdf", size: 48_213, receivedAt }],
  sentTo: [email],
};
const declared = {
  received: termination,
  notRepeated: { id, receivedAt, endDate: "2030-02-28", declaration: null },
};
const config = {
  services: {
    serviceTypes: [
      { id: "mobile", name: "Mobilfunk" },
      { id: "dsl", name: "Festnetz" },
    ],
    discountHotline: "030 23125 111",
  },
};
const withdrawal = {
  received: {
    id,
    receivedAt,
    declaration: { ...person, contractReference: "Auftrag 4711-0815", email, language: "de" },
    sentTo: [email],
  },
};

const ordered = {
  orderId: "4711",
  orderedAt: receivedAt,
  offerUseCase: newOffer.offerUseCase,
  offers: newOffer.offers,
  charges: newOffer.charges,
  customer: { ...person, email, address },
};

type Answering = {
  [Name in keyof typeof calls]: (typeof calls)[Name]["answer"] extends z.ZodType ? Name : never;
}[keyof typeof calls];

/** Possible responses of each call, by name; a mock server returns the first. */
export const answerExamples: Record<Answering, Record<string, unknown>> = {
  verifyOffer: {
    newCustomer: buildVerification("demo", fresh),
    existingCustomer: buildVerification("demo", existing),
  },
  loadOffer: offers,
  previewOffer: offers,
  acceptOffer: {
    done: { orderId: "4711", step: "thankYou", redirectUrl: null },
    paymentProvider: { orderId: "4711", step: "paymentProvider", redirectUrl: "https://pay.example/4711" },
    paymentWaits: { step: "error", code: "OFFER_PAYMENT_WAITFORCAPTURE" },
  },
  offerSummary: {
    paid: {
      ...ordered,
      payment: { method: "direct_debit", maskedIban: "DE89 •••• 3000", mandateReference: "M-4711" },
      paid: true,
      documents: newOffer.documents,
      emailCorrectable: true,
      idvId: null,
    },
    onItsWay: {
      ...ordered,
      payment: { method: "invoice" },
      paid: true,
      delivery: { from: "2030-01-17", until: "2030-01-19" },
      trackingUrl: "https://parcel.example/4711",
      activation: "2030-01-21",
      appointment: { date: "2030-01-21", from: "08:00", until: "12:00" },
      porting: { date: "2030-01-21", number: "+49 •••• 7386" },
    },
    esimShown: {
      ...ordered,
      payment: { method: "invoice" },
      paid: true,
      esim: "read",
      esimReplaceable: true,
    },
    paymentOpen: { ...ordered, payment: { method: "credit_card" }, paid: false },
    paymentWaits: {
      ...ordered,
      payment: { method: "paypal" },
      paid: false,
      code: "OFFER_PAYMENT_WAITFORCAPTURE",
    },
  },
  readEsim: {
    one: { profiles: [{ smdpAddress: "smdp.example.com", matchingId: "04386-AGYFT-A74Y8" }] },
    withConfirmationCode: {
      profiles: [
        {
          name: "Mobil M",
          smdpAddress: "smdp.example.com",
          matchingId: "04386-AGYFT-A74Y8",
          confirmationCode: "4711",
        },
      ],
    },
  },
  loadIdv: {
    open: { state: "created", attemptsLeft: 3, changeable: true, validUntil: "2030-01-29T22:59:59Z" },
    coupon: {
      state: "methodChosen",
      attemptsLeft: 3,
      changeable: true,
      methodId: "branch",
      coupon: {
        kind: "branch",
        provider: "Post",
        referenceNumber: "123456789012",
        code: "123456789012",
        ...person,
        documents: ["PERSONALAUSWEIS", "REISEPASS"],
        validUntil: "2030-01-29T22:59:59Z",
        email: "k•••@example.com",
        mailsSent: 0,
      },
    },
    review: { state: "review", attemptsLeft: 2, lastAttempt: null, methodId: "video", changeable: false },
  },
  idvMethods: {
    several: [
      {
        id: "video",
        kind: "video",
        name: "Video-Ident",
        provider: "Ident GmbH",
        minutes: 10,
        resultDays: null,
        needs: ["document", "camera"],
        openingHours: [{ days: [1, 2, 3, 4, 5, 6, 7], from: "08:00", until: "22:00" }],
        languages: ["de", "en"],
      },
      {
        id: "branch",
        kind: "branch",
        name: "In der Postfiliale",
        provider: "Post",
        minutes: 15,
        resultDays: 2,
      },
    ],
  },
  chooseIdvMethod: {
    provider: { step: "provider", redirectUrl: "https://ident.example/start/4711" },
    coupon: { step: "coupon", redirectUrl: null },
  },
  exchangeCode: { token: { data: { token: "opaque-bearer-token", expiresIn: 3600 } } },
  abilities: { newLinks: { newLink: true }, asSpecified: { newLink: false } },
  givenConsents: {
    some: {
      consents: [
        { id: "marketing-email", channel: "email", given: true, since: receivedAt },
        { id: "marketing-phone", channel: "phone", given: false },
        { id: "partner-messenger", channel: "unknown", name: "Angebote per Messenger", given: true },
      ],
    },
    none: { consents: [] },
  },
  nationalities: {
    german: [
      { code: "DE", name: "Deutschland" },
      { code: "TR", name: "Türkei" },
    ],
  },
  consent: {
    email: {
      id: "marketing-email",
      version: "2030-01",
      channel: "email",
      text: "Ja, ich möchte Angebote per E-Mail bekommen. Ich kann das jederzeit widerrufen.",
      validFrom: "2030-01-01T00:00:00Z",
    },
  },
  checkAddress: {
    valid: { result: "valid", suggestions: [address] },
    corrected: { result: "corrected", suggestions: [address] },
    choice: { result: "choice", suggestions: [address, { ...address, houseNumber: "12b" }] },
  },
  checkIban: {
    valid: { valid: true, bankName: "Musterbank", bic: "COBADEFFXXX" },
    notValid: { valid: false, bankName: null, bic: null },
  },
  novumEntry: { offer: { offerToken: "demo" } },
  customerDetails: {
    customer: {
      version: "7",
      customerNumber: "K-4711",
      ...person,
      address,
      email,
      phone: "+4915228817386",
      bankAccount: { accountHolder: "Kim Beispiel", iban: "DE89 •••• •••• •••• ••30 00" },
    },
    little: { version: "1", ...person, address, email: null, phone: null, bankAccount: null },
  },
  changeCustomerDetails: { done: { reference: "AE-4711", receivedAt } },
  terminationConfig: config,
  prefilledTerminationConfig: config,
  prefillTermination: {
    contract: {
      serviceType: "mobile",
      ...person,
      phoneNumber: "+4915228817386",
      customerNumber: "K-4711",
      contractNumber: "4711-0815",
      tariff: "Mobil M",
      email,
      earliestEndDate: "2030-02-28",
    },
  },
  terminate: declared,
  loadTermination: declared,
  terminatePrefilled: declared,
  loadPrefilledTermination: declared,
  withdraw: withdrawal,
  loadWithdrawal: withdrawal,
};

const entered = <T>(value: T) => ({ value, source: "entered" as const });
/** Where the portal shows the receipt of a declaration. */
const receiptLinks = (page: "kuendigung" | "selfcarekuendigung" | "widerruf") => ({
  receivedAt,
  receiptUrl: `https://o2.portal.example/${page}/bestaetigung?brand=o2&ref=7d3a`,
  receiptPdfUrl: `https://o2.portal.example/${page}/bestaetigung/pdf?brand=o2&ref=7d3a`,
});
const declaration = {
  cancellationType: "Regular",
  reason: "None",
  selectTerminationDate: "now",
  confirmation: { email },
  numberPorting: false,
  language: "de",
} as const;

type Sending = {
  [Name in keyof typeof calls]: [NonNullable<(typeof calls)[Name]["body"]>] extends [never] ? never : Name;
}[keyof typeof calls];
type BodyOf<Name extends Sending> = z.input<NonNullable<(typeof calls)[Name]["body"]>>;

/** What the portal sends with each call that has a body, by name. */
export const bodyExamples: { [Name in Sending]: Record<string, BodyOf<Name>> } = {
  acceptOffer: {
    newCustomer: {
      customer: {
        firstName: entered("Kim"),
        lastName: entered("Beispiel"),
        birthDate: entered("1988-02-29"),
        address: { value: address, source: "validated" },
        email: entered(email),
        phone: entered("+4915228817386"),
      },
      identification: {
        documentType: "PERSONALAUSWEIS",
        documentNumber: "L01X00T47",
        issuingAuthority: "Stadt Köln",
        nationality: "DE",
        expiryDate: "2032-01-01",
      },
      payment: {
        method: "direct_debit",
        accountHolder: "Kim Beispiel",
        iban: "DE89370400440532013000",
        ibanSource: "validated",
        mandateGivenAt: receivedAt,
      },
      consents: [{ id: "marketing-email", version: "2030-01", granted: true, at: receivedAt }],
      language: "de",
      returnUrl: "https://o2.portal.example/angebot/demo/danke",
    },
    numberAndSim: {
      consents: [],
      porting: {
        number: "+4915228817386",
        provider: "Fernklang",
        when: "contractEnd",
        holder: "Berta Beispiel",
      },
      sim: "esim",
      language: "de",
      returnUrl: "https://o2.portal.example/angebot/demo/danke",
    },
  },
  chooseIdvMethod: { video: { method: "video", returnUrl: "https://o2.portal.example/idv/demo" } },
  checkAddress: { address },
  checkIban: { account: { iban: "DE89370400440532013000" } },
  changeCustomerDetails: { email: { version: "7", email: entered("neu@example.org") } },
  terminate: {
    byContractNumber: {
      ...receiptLinks("kuendigung"),
      ...declaration,
      written: { firstName: "Kim", lastName: "Beispiel", contractNumber: "4711 0815", email },
      customer: person,
      contractNumber: "47110815",
      serviceType: "mobile",
    },
  },
  terminatePrefilled: {
    fromSelfcare: { ...receiptLinks("selfcarekuendigung"), ...declaration, data: "opaque-data-of-the-link" },
  },
  sendNewLink: { offer: { url: "https://www.example.com/angebot/demo?brand=o2" } },
  correctEmail: { mistyped: { email: { value: email, source: "entered" } } },
  correctPorting: {
    name: { holder: entered("Berta Beispiel"), birthDate: entered("1961-05-04") },
    released: { oldContract: "released" },
  },
  declineOffer: { noThanks: { reason: "notWanted" }, notAskedFor: { reason: "notRequested" } },
  revokeConsents: {
    all: { receivedAt, all: true, consents: [], language: "de" },
    one: { receivedAt, all: false, consents: ["marketing-phone"], language: "de" },
  },
  revokeConsentsByName: {
    ofAnExpiredLink: { receivedAt, name: "Erika Musterfrau", email, token: "demo", language: "de" },
    withoutALink: { receivedAt, name: "Erika Musterfrau", email, language: "de" },
  },
  reportBarrier: {
    withAnAddress: {
      receivedAt,
      receiptUrl: "https://o2.portal.example/barriere-melden/bestaetigung?brand=o2&ref=7d3a",
      id,
      reference: shortReference(id),
      description: "Das Datum lässt sich nicht mit der Tastatur eingeben.",
      page: "Ihre Daten",
      name: "Erika Musterfrau",
      email,
      language: "de",
    },
    withoutOne: {
      receivedAt,
      id,
      reference: shortReference(id),
      description: "Zu kleine Schrift.",
      language: "de",
    },
  },
  withdraw: {
    wholeOrder: {
      ...receiptLinks("widerruf"),
      ...person,
      contractReference: "Auftrag 4711-0815",
      email,
      language: "de",
    },
    withoutAnAddress: {
      ...receiptLinks("widerruf"),
      ...person,
      contractReference: "Handyvertrag",
      email: "",
      language: "de",
      note: "habe ich nicht",
    },
  },
};
