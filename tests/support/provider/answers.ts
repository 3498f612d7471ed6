/**
 * What the foreign provider answers. The names of members are those of the published contract, where the specification
 * says "not shown"; all else is written as another team might write it: null for everything that is not there, members
 * of its own, enumerations in any case, ids as numbers, numbers as text, dates with times and offsets of its own.
 */

const day = 86_400_000;
/** A local time with this offset, with or without fractions of a second. */
function at(date: Date, offset: string, fraction = ""): string {
  const [, sign, hours = "", minutes = ""] = /^([+-])(\d\d):(\d\d)$/.exec(offset) ?? [];
  const shift = (Number(hours) * 60 + Number(minutes)) * 60_000 * (sign === "-" ? -1 : 1);
  return new Date(date.getTime() + shift).toISOString().slice(0, 19) + fraction + offset;
}
const daysAhead = (days: number) => new Date(Date.now() + days * day);

const own = { _links: { self: { href: "https://provider.example/v3" } }, schemaVersion: "3.4.1", etag: null };

const phone = {
  id: 900417,
  sku: "PH-900417",
  name: "Adler 3",
  prices: [
    { type: "ONCE", amount: "49.00", months: null, currency: "EUR" },
    { type: "Monthly", amount: "20", months: "24", currency: "EUR" },
  ],
  picture: "adler-3.gif",
  kind: "Phone",
  color: "Grün",
  colorCode: null,
  capacity: 256,
};

const tariff = {
  id: 77,
  name: "Weitblick M",
  itemKind: "tariff",
  prices: [{ type: "MONTHLY", amount: 29.99, months: null }],
  minimumTermMonths: "24",
  noticePeriodMonths: 1,
  connectionTechnology: "satellite",
  dataVolumeGb: "40",
  maxDownloadMbits: null,
  features: null,
};

const insurance = {
  id: 12,
  name: "Geräteschutz",
  itemKind: "DEVICEINSURANCE",
  prices: [{ type: "monthly", amount: "4.99", months: "" }],
  minimumTermMonths: null,
};

const documentTypes = ["terms", "contract_summary", "privacy", "withdrawal_info"];
const documents = documentTypes.map((type) => ({ type, itemId: "all", language: "de", bytes: null }));

const knownCustomer = {
  salutation: "HERR",
  title: null,
  firstName: "Bo",
  lastName: "Fremd",
  birthDate: "1979-01-30T00:00:00+01:00",
  address: { street: "Am Ring", houseNumber: 7, postalCode: 50667, city: "Köln", country: "DE" },
  email: "bo@example.com",
  phone: "+4915228817386",
  vip: false,
};

const offered = (useCase: string) => ({
  offers: [
    {
      id: 1,
      category: "MYHANDY",
      bundleType: null,
      packs: [insurance],
      tariff,
      hardware: phone,
      position: 1,
    },
  ],
  charges: [
    { amount: "4.99", name: "Versand", frequency: "ONCE", type: "SHIPPINGFEE", vat: "19 %" },
    { amount: "39.90", name: null, frequency: "ONCE", type: "CONNECTIONFEE", vat: "19 %" },
  ],
  offerUseCase: useCase,
});

export const verification = (token: string, isKnown: boolean) => ({
  ...own,
  payment: "MISSING",
  identificationData: isKnown ? "NOTNEEDED" : "Missing",
  personalData: isKnown ? "Complete" : "MISSING",
  offerUseCase: isKnown ? "Offer_VVL" : "OFFER",
  offerId: offerIdOf(token),
});

/** A number, as ids of many systems are. */
const offerIdOf = (token: string) => 4_000_000 + token.length * 17;

export const offer = (token: string, isKnown: boolean) => ({
  ...own,
  shopHotline: null,
  consents: ["mail"],
  paymentMethods: ["INVOICE", "Direct_Debit", "CREDIT_CARD", "giftcard"],
  customer: isKnown ? knownCustomer : null,
  documents,
  ...offered(isKnown ? "Offer_VVL" : "OFFER"),
  validUntil: at(daysAhead(20), "-03:30"),
  productTypes: ["MYHANDY"],
  offerType: "STANDARD",
  brand: "o2",
  offerId: offerIdOf(token),
});

export const acceptance = (order: number, payAt: string | undefined) => ({
  ...own,
  code: null,
  redirectUrl: payAt ?? null,
  step: payAt ? "PAYMENTPROVIDER" : "ThankYou",
  orderId: order,
});

export const summary = (
  order: { id: number; at: Date; isPaid: boolean; method: string },
  payAt?: string,
) => ({
  ...(payAt && { redirectUrl: payAt }),
  ...own,
  ...offered("OFFER"),
  idvId: null,
  documents: null,
  paid: String(order.isPaid),
  payment: { method: order.method.toUpperCase(), maskedIban: null, mandateReference: null },
  customer: null,
  orderedAt: at(order.at, "+05:30", ".123456"),
  orderId: order.id,
});

/** As an error answer, or its own way to say that there is nothing. */
export const notFound = { error: { status: 404, title: "Nothing here", errors: null } };

export const idv = (state: string, attempts: number, coupon: object | null, continueUrl: string | null) => ({
  ...own,
  offerUseCase: null,
  validUntil: at(daysAhead(10), "+00:00", ".000"),
  coupon,
  continueUrl,
  changeable: state === "CREATED" || state === "MethodChosen" ? "true" : "false",
  methodId: null,
  lastAttempt: null,
  attemptsLeft: String(attempts),
  state,
});

export const coupon = {
  ...own,
  email: null,
  branchFinderUrl: "",
  validUntil: at(daysAhead(10), "+14:00"),
  documents: ["personalausweis", "Reisepass"],
  lastName: "Fremd",
  firstName: "Bo",
  code: 998877,
  referenceNumber: 123456789012,
  provider: "Schalter eG",
  kind: "BRANCH",
};

export const idvMethods = [
  {
    id: 5,
    kind: "Branch",
    name: "Am Schalter",
    provider: "Schalter eG",
    minutes: "10",
    resultDays: null,
    needs: ["Document", "COUPON"],
    openingHours: null,
    languages: null,
    fee: 0,
  },
  {
    id: 6,
    kind: "VIDEO",
    name: "Video",
    provider: "Schalter eG",
    minutes: 7,
    resultDays: "2",
    needs: null,
    openingHours: "Mo–So 8–22 Uhr",
    languages: ["DE", "EN"],
  },
];

export const consent = (id: string) => ({
  ...own,
  validFrom: "2026-01-01",
  text: "Ja, ich möchte Post von Ihnen.",
  channel: "EMAIL",
  version: 7,
  id,
});

export const nationalities = [
  { code: "DE", name: "Deutschland", continent: "Europa" },
  { code: "TR", name: "Türkei", continent: null },
];

export const addressCheck = (body: { street?: string }) =>
  body.street === "Falschweg"
    ? {
        result: "CORRECTED",
        suggestions: [
          { city: "Köln", postalCode: 50667, houseNumber: 1, street: "Richtigweg", district: null },
        ],
        score: 0.4,
      }
    : { result: "VALID", suggestions: null, score: 1 };

export const ibanCheck = (body: { iban?: string }) => ({
  bic: null,
  bankName: "",
  valid: body.iban?.startsWith("DE") ? "true" : "false",
});

export const customer = (version: number, changes: object) => ({
  ...own,
  bankAccount: { accountHolder: null, iban: "DE89 3704 0044 0532 0130 00" },
  phone: null,
  email: "bo@example.com",
  address: knownCustomer.address,
  lastName: "Fremd",
  firstName: "Bo",
  customerNumber: 551,
  version,
  ...changes,
});

export const changeReceipt = (reference: number) => ({
  ...own,
  receivedAt: at(new Date(), "+02:00"),
  reference,
});

export const terminationConfig = {
  ...own,
  discountHotline: { number: "0", from: "8:00" },
  serviceTypes: [
    { id: 1, name: "Mobilfunk", hidden: null },
    { id: 2, name: "Festnetz", hidden: null },
  ],
};

export const prefill = {
  ...own,
  earliestEndDate: at(daysAhead(40), "+01:00"),
  email: null,
  tariff: null,
  contractNumber: 8801,
  customerNumber: null,
  phoneNumber: "",
  lastName: "Fremd",
  firstName: "Bo",
  serviceType: 1,
};

/** A receipt that echoes what was declared, with null for what was not. */
export const receipt = (id: string, kind: string, body: object, since: Date, uploads: object[]) => ({
  ...own,
  sentTo: null,
  uploads: uploads.length > 0 ? uploads : null,
  declaration: {
    customer: { firstName: "Bo", lastName: "Fremd", birthDate: null, address: null },
    serviceName: null,
    tariff: null,
    payout: null,
    reason: "NONE",
    details: null,
    terminationDate: null,
    ...body,
    ...(kind === "withdrawal" ? {} : { cancellationType: "regular" }),
  },
  specialEndDate: null,
  endDate: at(daysAhead(31), "+02:00"),
  receivedAt: at(since, "+02:00", ".5"),
  id,
});

export const upload = (size: number) => ({
  ...own,
  receivedAt: at(new Date(), "-08:00"),
  size: String(size),
  type: "application/pdf",
  name: "nachweis.pdf",
  virusScan: "clean",
});

export const bearer = { data: { expiresIn: "600", token: "foreign-bearer", scope: null }, ...own };

export const esim = { profiles: [{ smdpAddress: "smdp.example.com", matchingId: "ABC-1", iccid: null }] };
