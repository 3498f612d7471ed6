import { z } from "zod";
import { specifiedBrand } from "#app/brand/backend-brand.ts";
import { documentTypes } from "#app/domain/document-types.ts";
import { energyClasses } from "#app/domain/energy-classes.ts";
import { offerUseCases } from "#app/domain/use-cases.ts";
import { call } from "./call.ts";
import {
  clock,
  dataSource,
  euros,
  instant,
  isoDate,
  language,
  postalAddress,
  priceEntry,
  runs,
  sourced,
} from "./common.ts";
import { textOnly, untilInstant, upTo, whole } from "./rules.ts";

const offerUseCase = z.enum([...offerUseCases, "unknown"]);

/** Kinds that only the provider knows: shown by its name, or else by the kind itself. It fits into a path. */
const otherKind = z.string().regex(/^(?!\.+$)[^\p{Cc}/\\]{1,100}$/u);

export const documentType = z.union([z.enum(documentTypes), otherKind]).meta({
  description: "Nothing that the provider sends before an order may be missing: any other kind counts too.",
});

export const offerDocument = z.object({
  itemId: z.string().meta({
    description: "Second path segment of the document call: the item that the document belongs to.",
  }),
  type: documentType.meta({ description: "Third path segment of the document call." }),
  name: z.string().optional().meta({
    description: "What customers call a document of another kind, in German, the language of the contract.",
  }),
});
export type OfferDocument = z.infer<typeof offerDocument>;

const product = z.object({ id: z.string(), name: z.string(), prices: whole(z.array(priceEntry)) });

/** `http(s)` or a path on the portal's own origin. */
const pictureAddress = z.string().regex(/^(?:https?:\/\/|\/(?![/\\]))[^\s"'<>\\,]+$/);

export const picture = z
  .object({
    url: pictureAddress.meta({ description: "WebP, PNG or JPEG, for every browser." }),
    avif: pictureAddress.optional().meta({ description: "The same picture as AVIF." }),
  })
  .meta({ description: "A portrait without transparency, cropped to a box of 88 × 120 pixels." });

export const responsibleParty = z
  .object({
    name: z.string(),
    address: z.string().optional().meta({ description: "Postal address in one line." }),
    contact: z.string().optional().meta({ description: "E-mail address or web page." }),
  })
  .meta({ description: "Who answers for a product: its maker, or the person responsible in the Union." });

/** What the law wants to be said of a device before it is ordered. Absent: nothing is said. */
const deviceNotices = {
  energyClass: z.enum(energyClasses).optional().meta({
    description:
      "Energy efficiency class, Regulation (EU) 2023/1669: an arrow beside the price, which opens the document ENERGY_LABEL; the product information sheet is the document ENERGY_SHEET. Phones and tablets need all three.",
  }),
  charging: z
    .object({
      chargerIncluded: z.boolean(),
      minWatts: z.number().positive().max(1000),
      maxWatts: z.number().positive().max(1000),
      usbPd: z.boolean().default(false).meta({ description: "Fast charging by USB Power Delivery." }),
    })
    .optional()
    .meta({ description: "Pictogram and label of Directive (EU) 2022/2380, Annex Ia parts III and IV." }),
  durability: z
    .object({ years: z.number().min(2.5).max(99), guarantor: z.string(), model: z.string() })
    .optional()
    .meta({
      description:
        "The maker's guarantee of durability for more than two years, free of charge and for the whole device: shown as the label of Regulation (EU) 2025/1960.",
    }),
  safety: z
    .object({
      manufacturer: responsibleParty,
      responsible: responsibleParty.optional().meta({ description: "For a maker outside the Union." }),
      model: z.string().optional(),
      warnings: upTo(20, z.array(z.string()))
        .default([])
        .meta({ description: "In the customer's language, as the device has them." }),
    })
    .optional()
    .meta({ description: "Article 19 of Regulation (EU) 2023/988 on general product safety." }),
};

export const hardware = product.extend({
  ...deviceNotices,
  picture: picture.optional().meta({
    description: "Shown if its origin is one of PICTURE_ORIGINS. One that cannot be read counts as absent.",
  }),
  kind: z
    .enum(["phone", "tablet", "router"])
    .optional()
    .meta({ description: "Which drawing represents it. Absent: a router for a fixed line, else a phone." }),
  color: z.string().optional(),
  colorCode: z.string().optional().meta({ description: "CSS colour of the device for the swatch." }),
  capacity: z.string().optional(),
});
/** Of a term that binds a customer: a number beyond it is a mistake, and no page shows it. */
const months = () => z.number().int().min(0).max(1200);

const simKind = z.enum(["card", "esim"]);

export const tariff = product.extend({
  itemKind: z.literal("Tariff").optional(),
  minimumTermMonths: months().meta({ description: "Minimum contract term in months; 0 = none." }),
  noticePeriodMonths: months().meta({ description: "Notice period in months." }),
  connectionTechnology: z
    .enum(["dsl", "coax", "fms", "ftth"])
    .optional()
    .meta({ description: "How a fixed line comes into the house (specification §3)." }),
  sim: simKind
    .optional()
    .meta({ description: "What the customer gets for a mobile line. Absent: none, or not known yet." }),
  simChoice: z.array(simKind).optional().meta({
    description:
      "Kinds of SIM that the customer chooses from: two are asked for before the order, whose `sim` has the answer; what is ordered then says it as `sim`. Absent: nothing is asked.",
  }),
  dataVolumeGb: z.number().min(0).max(1e6).optional().meta({ description: "Gigabytes a month." }),
  maxDownloadMbits: z.number().min(0).max(1e6).optional().meta({ description: "Megabits a second." }),
  features: z.array(z.string()).default([]).meta({ description: "In the customer's language, a line each." }),
});
export const pack = product.extend({
  itemKind: z.enum(["Pack", "DeviceInsurance", "unknown"]).default("unknown"),
  minimumTermMonths: whole(months().optional()),
});

/** Amounts in euros; rates in percent. The number and amount of instalments are the device's prices. */
export const credit = z
  .object({
    creditor: z.string(),
    amount: euros(),
    total: euros().meta({ description: "All that is paid back." }),
    annualRate: z
      .number()
      .min(0)
      .max(1000)
      .meta({ description: "Effective annual rate: 0 for instalments without interest." }),
  })
  .meta({
    description:
      "Instalments that are a consumer credit, Directive (EU) 2023/2225: shown with its facts and its own right of withdrawal. Nothing is ordered before the item's document CREDIT_INFORMATION has been loaded.",
  });
export type Credit = z.infer<typeof credit>;

export const offerItem = z
  .object({
    id: z.string(),
    category: z
      .enum(["dsl", "mobile", "myHandy", "logistics", "ott", "fms", "onlineSchutz", "unknown"])
      .default("unknown"),
    bundleType: z.enum(["none", "bundle", "o2you"]).default("none"),
    hardware: whole(hardware.optional()),
    tariff: whole(tariff.optional()),
    packs: whole(z.array(pack).default([])),
    credit: whole(credit.optional()),
  })
  .meta({ description: "One offer of the cart: a bundle of at most one device, a tariff and its packs." });
export type OfferItem = z.infer<typeof offerItem>;

export const charge = z
  .object({
    type: z.enum(["unknown", "charge", "discount", "shippingfee", "connectionfee"]).default("unknown"),
    frequency: z.enum(["monthly", "once"]),
    name: z.string().optional().meta({ description: "Absent: a further item." }),
    amount: euros(),
    ...runs,
  })
  .meta({
    description:
      "A charge or discount on the whole offer, e.g. shipping. Discounts carry a negative amount. Each may begin and end.",
  });

export const delivery = z
  .object({ from: isoDate, until: isoDate.optional() })
  .meta({ description: "When the order is expected to arrive: a day, or a period." });
export type Delivery = z.infer<typeof delivery>;

export const salutation = z.enum(["frau", "herr"]);

export const knownCustomer = z
  .object({
    salutation: salutation.optional(),
    title: z.string().optional(),
    firstName: z.string().optional(),
    lastName: z.string().optional(),
    birthDate: isoDate.optional(),
    address: postalAddress.optional(),
    email: z.string().optional(),
    phone: textOnly().optional(),
  })
  .meta({
    description: "What the provider already knows about the customer. Sensitive values arrive masked.",
  });

export const knownPaymentMethod = z
  .enum(["direct_debit", "credit_card", "paypal", "invoice"])
  .meta({ description: "Payment methods that the portal has texts for." });
export type KnownPaymentMethod = z.infer<typeof knownPaymentMethod>;
export const paymentMethod = z
  .union([knownPaymentMethod, otherKind])
  .meta({ description: "Any other method is shown by its name, and leads to a payment provider's page." });

const stepData = z
  .enum(["missing", "complete", "notNeeded"])
  .meta({ description: "Whether the provider has the data of this step." });

export const offerVerification = z.object({
  offerId: z.string().optional(),
  offerUseCase: offerUseCase.optional(),
  personalData: z.enum(["missing", "complete"]).optional(),
  identificationData: stepData.optional(),
  payment: stepData.optional(),
});
const { personalData, identificationData, payment } = offerVerification.shape;
/** What an offer's verification does not say is not known yet, so it is asked for. */
export const knownVerification = offerVerification.extend({
  personalData: personalData.unwrap().default("missing"),
  identificationData: identificationData.unwrap().default("missing"),
  payment: payment.unwrap().default("missing"),
});
/** `{}` means that nothing is known yet, but not with a reason. */
const verificationRefusal = z.object({ code: z.string() });
export type OfferVerification = z.infer<typeof knownVerification>;

export const offer = z.object({
  offerId: z.string().optional(),
  brand: z
    .union([z.enum([...specifiedBrand.options, "{product}"]), z.string().max(64)])
    .optional()
    .meta({ description: "An offer of another of the portals is a mismatch." }),
  offerUseCase: offerUseCase.default("unknown"),
  offerType: z.enum(["Standard", "Novum"]).optional(),
  productTypes: z.array(z.string()).default([]),
  validUntil: untilInstant()
    .optional()
    .meta({ description: "Until when it can be ordered: an instant, or a day, to its end." }),
  orderableFrom: instant.optional().meta({
    description: "From when it can be ordered. Until then, the portal shows it for reading. Absent: now.",
  }),
  declinable: z.boolean().default(false).meta({
    description:
      "The customer can decline it (`POST /api/offer/decline/{id}`): its page has the buttons for that. Absent: they are left out.",
  }),
  offers: whole(z.array(offerItem).min(1)),
  charges: whole(z.array(charge).default([])),
  documents: z.array(offerDocument).default([]),
  customer: knownCustomer.optional(),
  paymentMethods: z.array(paymentMethod).default([]),
  paymentMethodNames: z.record(z.string(), z.string()).optional().meta({
    description: 'What customers call a method that the portal has no text for: `{ "wero": "Wero" }`.',
  }),
  consents: upTo(20, z.array(z.string()))
    .default([])
    .meta({ description: "Ids for `GET /api/consent/{id}`: one optional box each." }),
  delivery: delivery.optional().meta({ description: "If it is ordered now." }),
  shopHotline: textOnly().optional(),
  porting: z
    .object({
      number: z
        .enum(["mobile", "landline"])
        .optional()
        .meta({ description: "Which numbers can come along. Absent: both." }),
      providers: upTo(50, z.array(z.string()))
        .default([])
        .meta({ description: "Names of providers, to be suggested: any other can be typed." }),
    })
    .optional()
    .meta({
      description:
        "The customer can bring one number from another provider (§ 59 TKG), of several contracts to the first of its kind: it is asked for before the order, whose `porting` has the answer. Absent: nothing is asked.",
    }),
});
export type Offer = z.infer<typeof offer>;

export const acceptance = z.object({
  customer: z
    .object({
      salutation: sourced(salutation).optional(),
      title: sourced(z.string()).optional(),
      firstName: sourced(z.string()),
      lastName: sourced(z.string()),
      birthDate: sourced(isoDate),
      address: sourced(postalAddress),
      email: sourced(z.string()),
      phone: sourced(z.string()).meta({ description: "E.164." }),
    })
    .optional()
    .meta({
      description: "Absent if the provider already has the data and the customer left it unchanged.",
    }),
  identification: z
    .object({
      documentType: z.string(),
      documentNumber: z.string(),
      issuingAuthority: z.string(),
      nationality: z.string(),
      expiryDate: isoDate.optional().meta({ description: "Absent: the document never expires." }),
    })
    .optional(),
  payment: z
    .object({
      method: paymentMethod,
      accountHolder: z.string().optional(),
      iban: z.string().optional(),
      ibanSource: dataSource.optional(),
      mandateGivenAt: instant.optional().meta({ description: "When the customer gave the SEPA mandate." }),
    })
    .optional(),
  consents: z.array(z.object({ id: z.string(), version: z.string(), granted: z.boolean(), at: instant })),
  porting: z
    .object({
      number: z.string().meta({ description: "E.164." }),
      provider: z.string().meta({ description: "As typed, or one of the offer's `providers`." }),
      when: z.enum(["now", "contractEnd"]).meta({
        description:
          "`now`: as soon as possible, whatever becomes of the old contract. `contractEnd`: when that ends.",
      }),
      holder: z
        .string()
        .optional()
        .meta({ description: "Whose contract it is at the old provider. Absent: the customer's." }),
    })
    .optional()
    .meta({ description: "The number that comes along, if the offer has `porting`. Absent: a new one." }),
  sim: simKind.optional().meta({ description: "Chosen from the `simChoice` of the offer's tariffs." }),
  language,
  returnUrl: z.url().meta({
    description:
      "Where a payment provider returns the customer to by GET, and the link of the confirmation mail.",
  }),
});
export type Acceptance = z.infer<typeof acceptance>;

const declineReason = z.enum(["notWanted", "notRequested"]).meta({
  description:
    "`notWanted`: no, thank you. `notRequested`: the customer says that they have not asked for this offer, as in a contract slipped in on the phone.",
});
export type DeclineReason = z.infer<typeof declineReason>;
export const offerDecline = z.object({ reason: declineReason });

export const acceptanceAnswer = z
  .object({
    orderId: z.string().optional(),
    step: z.enum(["none", "paymentProvider", "thankYou"]).optional(),
    redirectUrl: z.string().optional().meta({
      description:
        "For `paymentProvider`: absolute, or a path on the portal's own origin (embedded sandbox).",
    }),
  })
  .meta({
    description:
      "What follows an order (post-payment step, specification §3); without a step, the summary says how it goes on.",
  });
export const acceptanceRefusal = z
  .object({
    step: z.literal("error"),
    code: z.string().optional().meta({ description: "A code of specification §8." }),
  })
  .meta({ description: "Why there is no order." });
export type AcceptanceAnswer = z.infer<typeof acceptanceAnswer>;

export const offerSummary = z.object({
  orderId: z.string(),
  orderedAt: instant.optional(),
  offerUseCase: offerUseCase.default("unknown"),
  offers: whole(z.array(offerItem)),
  charges: whole(z.array(charge).default([])),
  customer: z
    .object({
      firstName: z.string(),
      lastName: z.string(),
      email: z.string(),
      address: postalAddress.optional(),
    })
    .optional(),
  payment: z
    .object({
      method: paymentMethod,
      name: z
        .string()
        .optional()
        .meta({ description: "What customers call a method that the portal has no text for." }),
      maskedIban: z.string().optional(),
      mandateReference: z.string().optional(),
    })
    .optional(),
  paid: z.boolean().meta({
    description:
      "True once the payment provider has confirmed the payment, or if nothing is to be paid now. False with credit card or PayPal: the payment is open, and the portal leads the customer to the payment page again. With direct debit, invoice or nothing to pay, both values mean that the order is complete.",
  }),
  code: z.string().optional().meta({
    description:
      "OFFER_PAYMENT_WAITFORCAPTURE: the customer has paid and the confirmation is awaited, whatever `paid` says. PAYMENT_ABORTED, PAYMENT_FAILED, RESERVATION_AMOUNT_CAN_NOT_BE_BLOCKED: it has failed. OFFER_ABANDONED_PAYMENT: it can no longer be paid. A refusal with the same code means the same.",
  }),
  documents: z.array(offerDocument).default([]),
  delivery: delivery.optional(),
  redirectUrl: z.string().optional().meta({
    description:
      "Where the order is paid while that is open, if its acceptance did not say: like the acceptance's `redirectUrl`.",
  }),
  trackingUrl: z
    .url({ protocol: /^https$/ })
    .optional()
    .meta({ description: "Where the customer follows the parcel, once there is one." }),
  idvId: z.string().optional().meta({ description: "The identity verification that follows, if one does." }),
  activation: isoDate
    .optional()
    .meta({ description: "The day on which line, tariff or contract begin, once that is certain." }),
  appointment: z
    .object({ date: isoDate, from: clock.optional(), until: clock.optional() })
    .optional()
    .meta({ description: "When a technician comes." }),
  withdrawalUntil: isoDate.optional().meta({
    description:
      "The last day on which the order can be withdrawn from, where the provider knows it; missing once it is over.",
  }),
  esim: z.enum(["ready", "read"]).optional().meta({
    description:
      "`ready`: the eSIM can be set up now (`POST /api/offer/esim/{id}`), as no payment and no identity is open. `read`: it has been handed out there. Absent: not yet, or it is mailed.",
  }),
  porting: z
    .object({
      date: isoDate.optional(),
      number: textOnly().optional().meta({ description: "Shown masked, as whoever has the link sees it." }),
    })
    .optional()
    .meta({
      description: "The customer brings a number from another provider; `date` once the day is certain.",
    }),
  happened: z.array(z.string()).default([]).meta({
    description:
      "What of it has happened: `delivery`, `appointment`, `activation`, `porting`, or newer words. The portal compares no date with its own clock.",
  }),
});

/** One line's activation, as SGP.22 of the GSMA names its parts. */
const esimProfile = z.object({
  name: z.string().optional().meta({ description: "Its tariff, where an order has several." }),
  smdpAddress: z.string().regex(/^[A-Za-z0-9.-]{1,255}$/),
  matchingId: z.string().regex(/^[A-Za-z0-9-]{1,64}$/),
  confirmationCode: z
    .string()
    .optional()
    .meta({ description: "Asked for by the device while it loads the profile, where the profile has one." }),
});
export type EsimProfile = z.infer<typeof esimProfile>;
export const esimActivation = z.object({
  profiles: upTo(10, z.array(esimProfile)).default([]),
});

export type OfferSummary = z.infer<typeof offerSummary>;

export const offerCalls = {
  verifyOffer: call("GET /api/offer/verify/{id}", "State of an offer before it is loaded", {
    answer: offerVerification,
    refusal: verificationRefusal,
  }),
  loadOffer: call("GET /api/offer/{id}", "The offer with its products and prices", { answer: offer }),
  previewOffer: call("GET /api/offer/{id}/preview", "The offer for reading only", { answer: offer }),
  resetPreview: call("POST /api/offer/{id}/preview/reset", "Puts a preview back to its start", {
    answer: "nothing",
    repeatable: true,
    duty: "Send no mail: nothing was ordered.",
  }),
  acceptOffer: call("POST /api/offer/accept/{id}", "The customer's order", {
    body: acceptance,
    answer: acceptanceAnswer,
    refusal: acceptanceRefusal,
    duty: "Confirm the order by mail as soon as it is placed (§ 312i (1) BGB), and where a payment provider is part of it, once it is paid: products, prices with their months and VAT included, number, in `language`. Attach contract summary, terms and withdrawal information before the service begins (§ 312f (2) BGB). The link is `returnUrl`, which opens the order's page; an identity verification that follows has a mail of its own with the link `/idv/{idvId}`.",
  }),
  offerSummary: call("GET /api/offer/summary/{id}", "What was ordered, after acceptance", {
    answer: offerSummary,
  }),
  offerDocument: call(
    "GET /api/offer/documents/{id}/{itemId}/{type}",
    "A document of the offer: offer token, item id, document type",
    { answer: "pdf" },
  ),
  declineOffer: call("POST /api/offer/decline/{id}", "The customer's no to an open offer", {
    body: offerDecline,
    answer: "nothing",
    repeatable: true,
    duty: "From now on the offer is OFFER_CANCELLED for everybody, and nobody reminds of it. A mail confirms the no, with its time, within minutes. `notRequested` goes to somebody who looks into how the offer came about, and no contract, delivery or invoice follows from it (§ 241a BGB, § 54 (3) TKG).",
    addition:
      "An offer that says `declinable` asks for it, and the page then names the hotline. Any other offer has no button.",
  }),
  readEsim: call("POST /api/offer/esim/{id}", "Hands out the eSIM of an order, once", {
    answer: esimActivation,
    duty: "The first call gets the profiles, and so does its repetition with the same `Idempotency-Key` within ten minutes; afterwards it is refused (410, `ESIM_READ`), and `esim` is `read`. The portal asks for the customer who has ordered in this session, or is logged in. Whoever reads nothing within a day gets the QR code by mail; the hotline replaces a profile that is lost.",
    addition: "The confirmation says that the QR code is mailed, as without `esim`.",
  }),
  resetOffer: call("PATCH /api/offer/{id}", "Opens a stuck offer again", {
    answer: "nothing",
    repeatable: true,
    duty: "Release what was reserved for it. No mail: the customer goes on at once.",
  }),
};
