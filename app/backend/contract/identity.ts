import { z } from "zod";
import { identityDocumentNames } from "#app/domain/identity-documents.ts";
import { call } from "./call.ts";
import { clock, language } from "./common.ts";
import { allOrNothing, untilInstant } from "./rules.ts";

/** Identity verification (idv) by link. Final outcomes are returned as error codes of specification §8. */

export const idvState = z
  .enum([
    "created",
    "methodChosen",
    "started",
    "submitted",
    "review",
    "failed",
    "success",
    "completed",
    "expired",
    "cancelled",
    "consumed",
    "unknown",
  ])
  .meta({
    description:
      "created → methodChosen → started → submitted → review → success → completed; started and review may lead to failed, from which another attempt is possible while `attemptsLeft` is above 0. Any open verification may end as expired or cancelled; one that is no longer needed ends as consumed. Any other state is shown as in progress.",
  });
export type IdvState = z.infer<typeof idvState>;

/** Kinds of methods that the portal has texts for; any other kind is shown by its name. */
export const idvMethodKinds = ["video", "eid", "branch", "shop", "photo", "wallet"] as const;

export const openingHours = z.object({
  days: z
    .array(z.number().int().min(1).max(7))
    .min(1)
    .meta({ description: "ISO weekdays, 1 = Monday … 7 = Sunday." }),
  from: clock,
  until: clock,
});

export const idvMethod = z.object({
  id: z.string().meta({ description: "The value that is posted to choose it." }),
  kind: z.string().meta({ description: "One of `idvMethodKinds`, or a newer kind." }),
  name: z.string().meta({
    description: "In the language of `Accept-Language`; shown if the portal has no text for the kind.",
  }),
  provider: z.string(),
  minutes: z
    .number()
    .int()
    .min(1)
    .max(1000)
    .optional()
    .meta({ description: "How long it takes the customer, in minutes." }),
  resultDays: z
    .number()
    .int()
    .min(1)
    .max(1000)
    .optional()
    .meta({ description: "Working days until the result is known; absent = at once." }),
  needs: z
    .array(z.string())
    .default([])
    .meta({ description: "`camera`, `nfc`, `document`, `pin`, `coupon`, `walletApp`, or newer ones." }),
  openingHours: allOrNothing(z.array(openingHours)).optional().meta({
    description:
      "At any time = all days from `00:00` to `24:00`; absent = not stated. In part they would say that it is closed.",
  }),
  languages: z
    .array(language)
    .optional()
    .meta({ description: "Languages in which people talk to the customer." }),
});
export type IdvMethod = z.infer<typeof idvMethod>;

export const idvCoupon = z
  .object({
    kind: z.enum(["branch", "shop"]),
    provider: z.string(),
    referenceNumber: z
      .string()
      .regex(/^\d{12}$/)
      .meta({ description: "Twelve digits." }),
    code: z.string().meta({ description: "The content of the QR code." }),
    firstName: z.string().meta({ description: "As on the customer's document." }),
    lastName: z.string(),
    documents: z
      .array(z.enum(identityDocumentNames))
      .min(1)
      .meta({ description: "What the customer brings, each kind of document once." }),
    validUntil: untilInstant(),
    branchFinderUrl: z.url({ protocol: /^https?$/ }).optional(),
    email: z.string().optional().meta({
      description: "The coupon can be sent by e-mail to this masked address. Absent = not offered.",
    }),
    mailsSent: z.number().int().min(0).max(1000).optional().meta({
      description: "How often it was sent there: shows what became of a mail whose call had no clear result.",
    }),
  })
  .meta({ description: "What a customer takes to a branch or a shop (PostIdent and the like)." });

export const idv = z.object({
  state: idvState,
  attemptsLeft: z.number().int().min(0).max(1000).optional().meta({
    description: "Attempts that are still possible, the running one included. Absent: there is no limit.",
  }),
  lastAttempt: z
    .enum(["failed", "aborted"])
    .optional()
    .meta({ description: "How the last attempt ended without success, if it did." }),
  methodId: z.string().optional().meta({ description: "The method chosen last." }),
  changeable: z.boolean().optional().meta({
    description:
      "Another method may be chosen, as no attempt has started. Absent: unless one is in progress.",
  }),
  continueUrl: z.string().optional().meta({
    description:
      "Where the attempt continues: absolute, or a path on the portal's own origin (embedded sandbox).",
  }),
  coupon: idvCoupon.optional().meta({ description: "For methods that need no device." }),
  validUntil: untilInstant().optional(),
  offerUseCase: z.string().optional(),
});
export type Idv = z.infer<typeof idv>;

export const idvChoice = z.object({
  method: z.string(),
  returnUrl: z.url().meta({
    description:
      "Where the identity provider returns the customer to by GET, and the link of each mail about this verification.",
  }),
});

export const idvChoiceAnswer = z.object({
  step: z.enum(["provider", "coupon"]).optional().meta({
    description:
      "`provider`: continue at `redirectUrl`; `coupon`: the coupon is ready. Else the status says how it goes on.",
  }),
  redirectUrl: z.string().optional(),
});
export type IdvChoiceAnswer = z.infer<typeof idvChoiceAnswer>;

const inLanguage = z.object({ language });

export const identityCalls = {
  loadIdv: call("GET /api/idv/{id}", "Status of an identity verification", {
    query: inLanguage,
    answer: idv,
  }),
  idvMethods: call(
    "GET /api/idv/{id}/methods",
    "Methods that this customer may choose from, the recommended one first",
    { answer: z.array(idvMethod) },
  ),
  chooseIdvMethod: call("POST /api/idv/{id}/methods", "The customer's choice of a method", {
    query: inLanguage,
    body: idvChoice,
    answer: idvChoiceAnswer,
    duty: "Mail the customer how the verification ended, as soon as it is known: successful; failed, with the link `returnUrl` while an attempt is left; failed for good, with what becomes of the order. Nobody waits on the page for a result that takes days.",
  }),
  idvCoupon: call("GET /api/idv/{id}/coupon", "The coupon for a branch or shop, to print or show", {
    query: inLanguage,
    answer: "pdf",
    addition:
      "The link to the document leads back to its page, which shows the same: reference number, code, what to bring.",
  }),
  mailIdvCoupon: call("POST /api/idv/{id}/coupon/mail", "Sends the coupon to the customer's e-mail address", {
    query: inLanguage,
    answer: "nothing",
    duty: "Mail the coupon, within two minutes, as a PDF to the address that the status shows masked, with the reference number in the text. Count it in `mailsSent` once it is sent.",
    addition:
      "Where the status counts `mailsSent`, the page says that the mail was not sent, else after two minutes that nobody knows. The mail is offered only where the status names an `email`.",
  }),
};
