import { z } from "zod";
import { specifiedBrand } from "#app/brand/backend-brand.ts";
import { documentTypes } from "#app/domain/document-types.ts";
import { energyClasses } from "#app/domain/energy-classes.ts";
import { offerUseCases } from "#app/domain/use-cases.ts";
import { euros, instant, isoDate, postalAddress, priceEntry, runs } from "./common.ts";
import { allOrNothing, atMostItems, emptyCounts, textOnly, untilInstant } from "./rules.ts";

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

const product = z.object({ id: z.string(), name: z.string(), prices: allOrNothing(z.array(priceEntry)) });

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
    .object({
      years: z.number().min(2.5).max(99),
      guarantor: z.string(),
      model: z.string(),
      label: pictureAddress.optional().meta({
        description:
          "The label of Regulation (EU) 2025/1960 as the maker has filled it in, a picture of one of PICTURE_ORIGINS. Absent: words alone, as nobody may draw another one.",
      }),
    })
    .optional()
    .meta({
      description:
        "The maker's guarantee of durability for more than two years, free of charge and for the whole device.",
    }),
  safety: z
    .object({
      manufacturer: responsibleParty,
      responsible: responsibleParty.optional().meta({ description: "For a maker outside the Union." }),
      model: z.string().optional(),
      warnings: atMostItems(20, z.array(z.string()))
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
    .meta({ description: "How a fixed line comes into the house." }),
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
  minimumTermMonths: allOrNothing(months().optional()),
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
    hardware: allOrNothing(hardware.optional()),
    tariff: allOrNothing(tariff.optional()),
    packs: allOrNothing(z.array(pack).default([])),
    credit: allOrNothing(credit.optional()),
  })
  .meta({ description: "One offer of the cart: a bundle of at most one device, a tariff and its packs." });
export type OfferItem = z.infer<typeof offerItem>;

export const charge = z
  .object({
    type: z.enum(["unknown", "charge", "discount", "shippingfee", "connectionfee"]).default("unknown"),
    frequency: z.enum(["monthly", "once"]),
    name: z.string().optional().meta({ description: "Absent: the name of its type." }),
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
export const verificationRefusal = z.object({ code: z.string() });
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
  offers: allOrNothing(z.array(offerItem).min(1)),
  charges: allOrNothing(z.array(charge).default([])),
  documents: z.array(offerDocument).default([]),
  customer: knownCustomer.optional(),
  paymentMethods: z.array(paymentMethod).default([]),
  paymentMethodNames: z.record(z.string(), z.string()).optional().meta({
    description: 'What customers call a method that the portal has no text for: `{ "wero": "Wero" }`.',
  }),
  consents: atMostItems(20, z.array(z.string()))
    .default([])
    .meta({ description: "Ids for `GET /api/consent/{id}`: one optional box each." }),
  delivery: delivery.optional().meta({ description: "If it is ordered now." }),
  shopHotline: textOnly().optional(),
  porting: emptyCounts(
    z.object({
      number: z
        .enum(["mobile", "landline"])
        .optional()
        .meta({ description: "Which numbers can come along. Absent: both." }),
      providers: atMostItems(50, z.array(z.string()))
        .default([])
        .meta({ description: "Names of providers, to be suggested: any other can be typed." }),
    }),
  )
    .optional()
    .meta({
      description:
        "The customer can bring one number from another provider (§ 59 TKG), of several contracts to the first of its kind: it is asked for before the order, whose `porting` has the answer. `{}` asks, too. Absent: nothing is asked.",
    }),
});
export type Offer = z.infer<typeof offer>;
