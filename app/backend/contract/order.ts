import { z } from "zod";
import { clock, dataSource, instant, isoDate, language, postalAddress, sourced } from "./common.ts";
import {
  charge,
  delivery,
  offer,
  offerDocument,
  offerItem,
  paymentMethod,
  salutation,
  tariff,
} from "./offer.ts";
import { allOrNothing, atMostItems, emptyCounts, textOnly } from "./rules.ts";

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
  sim: tariff.shape.sim
    .unwrap()
    .optional()
    .meta({ description: "Chosen from the `simChoice` of the offer's tariffs." }),
  language,
  returnUrl: z.url().meta({
    description:
      "Where a payment provider returns the customer to by GET, and the link of the confirmation mail.",
  }),
});
export type Acceptance = z.infer<typeof acceptance>;

export const declineReason = z.enum(["notWanted", "notRequested"]).meta({
  description:
    "`notWanted`: no, thank you. `notRequested`: the customer says that they have not asked for this offer, as in a contract slipped in on the phone.",
});
export type DeclineReason = z.infer<typeof declineReason>;
export const offerDecline = z.object({ reason: declineReason });

export const emailCorrection = z.object({ email: sourced(z.string()) }).meta({
  description: "The address to which an order's confirmation should have gone, as its customer has typed it.",
});

export const portingCorrection = z
  .object({
    holder: sourced(z.string())
      .optional()
      .meta({ description: "Whose contract it is, as the old provider has it." }),
    birthDate: sourced(isoDate).optional().meta({ description: "The holder's, as the old provider has it." }),
    oldContract: z.enum(["released", "cancelled"]).optional().meta({
      description: "What the customer has settled there: the number may go early, or the contract ends.",
    }),
  })
  .meta({ description: "What an old provider did not let a number go for. Absent: as before." });
export type PortingCorrection = z.infer<typeof portingCorrection>;

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
      "What follows an order (post-payment step); without a step, the summary says how it goes on.",
  });
export const acceptanceRefusal = z
  .object({
    step: z.literal("error"),
    code: z.string().optional().meta({ description: "A code, as in `Problem`." }),
  })
  .meta({ description: "Why there is no order." });
export type AcceptanceAnswer = z.infer<typeof acceptanceAnswer>;

export const offerSummary = z.object({
  orderId: z.string(),
  orderedAt: instant.optional(),
  offerUseCase: offer.shape.offerUseCase,
  offers: allOrNothing(z.array(offerItem)),
  charges: allOrNothing(z.array(charge).default([])),
  customer: z
    .object({
      firstName: z.string(),
      lastName: z.string(),
      email: z.string(),
      address: postalAddress.optional().meta({
        description:
          "The customer's, to which what was ordered is delivered. Shown masked, while it is still to arrive.",
      }),
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
  paid: z.boolean().optional().meta({
    description:
      "True once the payment provider has confirmed the payment, or if nothing is to be paid now. False with credit card or PayPal: the payment is open, and the portal leads the customer to the payment page again. With direct debit, invoice or nothing to pay, the order is complete whatever it says. Absent with any other: the portal cannot say whether it is paid, and does not show the order.",
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
      "The last day on which the order can be withdrawn from, where the provider knows it; missing once it is over. With goods, the time runs from their receipt (§ 356 (2) BGB): the portal shows the day once `happened` says `delivery`, and until then that it is 14 days from receipt.",
  }),
  withdrawals: z
    .array(
      z.object({
        receivedAt: instant,
        reference: z.string().optional().meta({ description: "Its `{id}` in the calls, where it has one." }),
        parts: z.array(z.string()).optional().meta({
          description: "Names of the products that are withdrawn from. Absent: all of the order.",
        }),
        returnedOn: isoDate.optional().meta({ description: "The day on which its device came back." }),
        refundedOn: isoDate.optional().meta({
          description: "The day on which what was paid for it was paid back, or that of the last part of it.",
        }),
      }),
    )
    .default([])
    .meta({
      description:
        "What the customer has withdrawn from, however it was declared: these parts are no longer delivered, paid or proved. Until the summary says it, the portal goes by what was declared in the same session.",
    }),
  cancelled: z
    .object({ at: instant.optional() })
    .optional()
    .meta({ description: "The order has been cancelled after it was placed: nothing more follows from it." }),
  esim: z.enum(["ready", "read"]).optional().meta({
    description:
      "`ready`: the eSIM can be set up now (`POST /api/offer/esim/{id}`), as no payment and no identity is open. `read`: it has been handed out there. Absent: not yet, or it is mailed.",
  }),
  esimAgainUntil: instant.optional().meta({
    description:
      'With `esim: "read"`: until when the call that has read it is answered again under the same `Idempotency-Key`. Missing once that is over: the portal compares it with no clock of its own.',
  }),
  esimReplaceable: z.boolean().optional().meta({
    description:
      "While `esim` is `read`: the customer may have a new eSIM in its place (`POST /api/offer/esim-replacement/{id}`). Absent: by phone.",
  }),
  emailCorrectable: z.boolean().optional().meta({
    description:
      "The customer may correct the e-mail address of `customer` (`POST /api/offer/email/{id}`). Absent: by phone.",
  }),
  porting: emptyCounts(
    z.object({
      date: isoDate.optional(),
      number: textOnly().optional().meta({ description: "Shown masked, as whoever has the link sees it." }),
      when: acceptance.shape.porting.unwrap().shape.when.optional(),
      cancels: z.enum(["customer", "provider"]).optional().meta({
        description:
          "Who ends the old contract: its customer that of a mobile number, the new provider that of a landline. Absent: it follows from the number.",
      }),
      refused: z
        .enum(["name", "birthDate", "notReleased", "notCancelled", "unknown"])
        .optional()
        .meta({ description: "Why the old provider does not let the number go, until that is settled." }),
      correctable: z.boolean().optional().meta({
        description:
          "With `refused`: the customer may settle it (`POST /api/offer/porting/{id}`). Absent: by phone.",
      }),
    }),
  )
    .optional()
    .meta({
      description: "The customer brings a number from another provider; `date` once the day is certain.",
    }),
  happened: z.array(z.string()).default([]).meta({
    description:
      "What of it has happened: `delivery`, `appointment`, `activation`, `porting`, or newer words. The portal compares no date with its own clock.",
  }),
});
export type OfferSummary = z.infer<typeof offerSummary>;

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
  profiles: atMostItems(10, z.array(esimProfile)).default([]),
});
