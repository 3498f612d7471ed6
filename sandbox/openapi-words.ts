/**
 * What the members of the contract mean, by name, where their schema does not say more: the same name means the same in every
 * call, or has a row of its own with its schema before it. A member without a sentence fails `tests/unit/sandbox-openapi.test.ts`.
 */
const memberWords: Record<string, string> = {
  accountHolder: "Who holds the account, as it was typed.",
  address: "The postal address.",
  addressSupplement: 'Where in the house, or with whom: "Hinterhaus", "c/o Muster".',
  at: "When it happened.",
  bankAccount: "The account from which the customer pays.",
  bankName: "Name of the account's bank, shown beside the IBAN.",
  bic: "BIC of the account's bank.",
  birthDate: "Date of birth.",
  branchFinderUrl: "Where the customer finds a branch nearby.",
  bundleType: "Whether the item belongs to a bundle. Nothing is shown of it.",
  capacity: 'Storage of the device, as it is shown: "256 GB".',
  category: "Kind of the item; devices are shown with their own picture.",
  channel: "The channel that a consent is about.",
  chargerIncluded: "Whether a charger is in the box (Directive 2014/53/EU).",
  charges: "What is paid beside the prices of the items, or off them.",
  city: "Town or city.",
  code: "The reason, as a code: see `Problem`.",
  color: "Colour of the device, as it is shown.",
  confirmation: "Where the customer wants the confirmation to be sent.",
  consents: "The consents that the form showed, given or not.",
  contractNumber: "Number of the contract, as the customer wrote it.",
  contractReference: "Whatever names the contract, as the customer wrote it.",
  country: "The country that the customer moves to, as it was written.",
  credit: "The credit by which a device is paid in instalments.",
  creditor: "Who gives the credit.",
  customer: "The customer, as far as the provider or the form knows.",
  customerNumber: "The customer's number, as it was written.",
  date: "The day on which the number moves.",
  dateOfDeath: "The day on which the holder or user died.",
  declaration: "What was declared, as the provider recorded it.",
  delivery: "When and where what was ordered arrives.",
  details: "What the reason needs besides.",
  deviceReturn: "How a device comes back.",
  documentNumber: "Number of the identity document: upper case, without spaces.",
  documentType: "Kind of the identity document.",
  documents: "The documents that can be loaded, by item and type.",
  downtime: "Until when the system is down; the page shows it.",
  email: "The customer's e-mail address.",
  errors: "What is wrong with which field; makes the answer a form-field error.",
  field: "Path of the field in the request's body.",
  file: "The proof: a PDF, JPEG or PNG of up to 10 MB.",
  firstName: "First name.",
  frequency: "Whether it is paid each month or once.",
  from: "When it begins.",
  granted: "Whether the customer gave it.",
  guarantor: "Who grants the guarantee of durability.",
  hardware: "The device.",
  houseNumber: "House number, with its letter.",
  iban: "IBAN, upper case, without spaces.",
  id: "Names it in other calls and answers.",
  identification: "The identity document, where the offer asks for one.",
  identificationData: "Whether the data of the identity document is there, missing, or not needed.",
  issuingAuthority: "Who issued the identity document.",
  itemKind: "What the item is.",
  kind: "Where the coupon is shown.",
  language:
    "The language in which the customer used the portal, and in which mails and papers are to be written.",
  lastName: "Last name.",
  mandateReference: "Reference of the SEPA direct debit mandate.",
  maskedIban: "The IBAN with all but its last digits hidden.",
  matchingId: "The eSIM's activation code (SGP.22, Matching ID).",
  maxWatts: "The most power with which the device charges, in watts.",
  message: "For logs; no customer reads it.",
  method: "The chosen method's id.",
  minWatts: "The least power that the device needs to charge, in watts.",
  minimumTermMonths: "Minimum term in months; 0 is none.",
  model: "The device's model, as its label names it.",
  moveDate: "The day of the move.",
  name: "Its name, as it is shown.",
  nationality: "Code of a country from the list of nationalities.",
  newAddress: "The address that the customer moves to, as it was written.",
  offerId: "Number of the offer.",
  offerType: "Where the offer comes from. Nothing is shown of it.",
  offerUseCase: "The page's variant: texts may differ by it.",
  offers: "The items of the offer: devices, tariffs, packs.",
  orderId: "Number of the order, as customers read it aloud.",
  orderedAt: "When it was ordered.",
  packs: "What is booked in addition to the tariff.",
  payment: "How the order is paid.",
  paymentMethods: "The ways to pay from which the customer chooses.",
  personalData: "Whether the personal data is there or missing.",
  phone: "Phone number.",
  phoneNumber: "The number of the contract, as the customer wrote it.",
  postalCode: "Postal code.",
  prices: "What it costs, each month or once.",
  productTypes: "Kinds of the products, such as `my-handy`.",
  profiles: "One for each eSIM of the order.",
  provider: "Who carries it out.",
  reason: "The reason, where there is one.",
  reasonText: "The reason in the customer's own words.",
  receivedAt: "When it was received.",
  redirectUrl: "Where the customer goes on, over https.",
  result: "What the check says.",
  salutation: "How the customer is addressed.",
  selectTerminationDate: "Whether the contract ends as early as possible or on a later day.",
  sentTo: "Where a confirmation was sent, masked.",
  serviceType: "Which of the configured services is terminated.",
  shopHotline: "The number to call, shown in place of the brand's own.",
  smdpAddress: "Address of the server that holds the eSIM (SGP.22, SM-DP+).",
  source: "Where the value comes from.",
  step: "What the customer does next.",
  street: "Street, without the house number.",
  submitterContact: "How to reach whoever declares for the holder.",
  submitterName: "Who declares for the holder.",
  submitterRelation: "How whoever declares is related to the holder.",
  suggestions: "The addresses that may have been meant.",
  tariff: "The tariff.",
  title: "Academic title.",
  type: "Its kind.",
  until: "When it ends.",
  userName: "Who used the number.",
  userPhoneNumber: "The number that was used.",
  valid: "Whether the account may be debited.",
  validUntil: "When it ends.",
  value: "The value itself.",
  version: "The version of the wording that the customer saw.",
  when: "Whether the number moves at once or with the contract's end.",
  years: "Years of the guarantee of durability.",
  "Acceptance.customer": "What the customer entered or confirmed.",
  "AcceptanceAnswer.orderId": "Number of the order; without it the portal takes the one of the summary.",
  "DeviceReturn.address": "The lines of the address for the parcel.",
  "ReportBarrierBody.name": "Who reports it, if they say so.",
  "Token.data": "The token, and how long it is valid.",
  "PrefilledTermination.data": "What the customer's link carried; only the provider can read it.",
};

/** The same for the schemas that have a name. */
const schemaWords: Record<string, string> = {
  Abilities: "What the provider does beyond the calls that every provider has.",
  Acceptance: "An order: what the customer entered on all steps.",
  AddressCheck: "What the check of an address says.",
  CheckIbanBody: "An account to be checked.",
  Consent: "A consent to marketing, with its wording.",
  CustomerChangeReceipt: "That a change of a customer's data was saved.",
  EsimActivation: "What a phone needs to load the eSIMs of an order.",
  GivenConsent: "A consent, and whether it is in force.",
  GivenConsents: "The consents that stand behind a link.",
  Hardware: "A device with what the law wants to be shown of it.",
  IbanCheck: "What the check of an account says.",
  Idv: "The state of an identity verification.",
  IdvChoice: "The chosen way to prove the identity.",
  IdvChoiceAnswer: "Where the customer goes on to prove the identity.",
  IdvMethod: "A way to prove the identity.",
  IdvMethodsAnswer: "The ways from which the customer chooses.",
  Language: "Language of the customer.",
  Nationalities: "The nationalities that a customer may have, in the language of the call.",
  NewLink: "Where the new link was sent.",
  NovumEntry: "The offer that an id of Novum leads to.",
  Offer: "What is offered to a customer.",
  OfferDecline: "That the customer does not want the offer.",
  OfferDocument: "A document of an offer or order.",
  OfferSummary: "An order: what was ordered, and how far it has got.",
  OfferVerification: "Which steps of an offer are done.",
  OpeningHours: "When somebody is there.",
  Pack: "An addition to a tariff, or an insurance.",
  PostalAddress: "An address.",
  PostalAddressAnswer: "An address.",
  Problem: "Why something was refused or failed.",
  Salutation: "How a customer is addressed.",
  Tariff: "A tariff.",
  TerminateAnswer: "That a termination was received.",
  Termination: "A termination as the customer declared it.",
  TerminationConfig: "What can be terminated.",
  Token: "A login's token.",
  WithdrawAnswer: "That a withdrawal was received.",
  WithdrawalReceipt: "A withdrawal as the provider recorded it.",
};

/** Parameters of paths and queries by name, but for the `{id}` of paths. */
const parameterWords: Record<string, string> = {
  brand: "The brand whose page the customer is on.",
  code: "What the login has returned with; it is used up.",
  data: "The `data` of the customer's link from the selfcare pages, unchanged.",
  id: "The `id` of the customer's link, unchanged.",
  itemId: "The item, as the offer's or order's documents name it.",
  language: "The language of the customer's page, which the identity provider's pages are to have as well.",
  token: "The `token` of the customer's link from an advertising mail, unchanged.",
  type: "The document's type, as the offer's or order's documents name it.",
};
const linkWords = "The token of the customer's link, as the provider mailed it.";
const declarationWords =
  "The declaration's id: a UUID that the portal has made of what was posted, and its `Idempotency-Key`. The same id is the same declaration.";
const consentWords = "The consent, as the offer's `consents` name it.";

function wordsOfParameter(path: string, { in: place, name = "" }: Parameter): string | undefined {
  if (place !== "path" || name !== "id") return parameterWords[name];
  if (path.startsWith("/api/consent/")) return consentWords;
  return /\/(?:prefilled)?contracttermination\/|\/withdrawal\//.test(path) ? declarationWords : linkWords;
}

interface Parameter {
  in?: string;
  name?: string;
  description?: string;
}

interface Described {
  $ref?: string;
  description?: string;
  properties?: Record<string, Described>;
  [key: string]: unknown;
}

/** Gives each schema, each of its members and each parameter a sentence. */
export function describe(document: { components?: { schemas?: object }; paths?: object }): void {
  const schemas = (document.components?.schemas ?? {}) as Record<string, Described>;
  const referred = ({ $ref = "" }: Described) => schemas[$ref.slice($ref.lastIndexOf("/") + 1)];
  const describeWithin = (value: unknown, schema: string): void => {
    if (typeof value !== "object" || value === null) return;
    const { properties } = value as Described;
    if (!Array.isArray(value) && typeof properties === "object")
      for (const [name, member] of Object.entries(properties)) {
        const own = memberWords[`${schema}.${name}`];
        const text = own ?? referred(member)?.description ?? memberWords[name];
        if (text) member.description ??= text;
      }
    for (const [key, inner] of Object.entries(value))
      if (key !== "examples" && key !== "example") describeWithin(inner, schema);
  };
  for (const [name, schema] of Object.entries(schemas)) {
    const text = schemaWords[name];
    if (text) schema.description ??= text;
  }
  for (const [name, schema] of Object.entries(schemas)) describeWithin(schema, name);
  describeWithin(document.paths, "");
  for (const [path, calls] of Object.entries(document.paths ?? {}))
    for (const { parameters = [] } of Object.values<{ parameters?: Parameter[] }>(calls))
      for (const parameter of parameters) {
        const text = wordsOfParameter(path, parameter);
        if (text) parameter.description ??= text;
      }
}
