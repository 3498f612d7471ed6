import { z } from "zod";
import { terminationReasonNames } from "#app/domain/termination-reasons.ts";
import { call, declarationCalls } from "./call.ts";
import { dataSource, instant, isoDate, language, postalAddress, receiptFacts } from "./common.ts";
import { emptyCounts } from "./rules.ts";

export const terminationReason = z
  .enum(["None", ...terminationReasonNames])
  .meta({ description: "Reasons on the wire; `None` with a regular termination." });

export const terminationConfig = z.object({
  serviceTypes: z
    .array(z.object({ id: z.string(), name: z.string() }))
    .default([])
    .meta({ description: "What can be terminated here; names in the language of `Accept-Language`." }),
  discountHotline: z
    .string()
    .optional()
    .meta({ description: "Whom to call about a retention offer; shown only after the declaration." }),
});
export type TerminationConfig = z.infer<typeof terminationConfig>;

const receiptDuty =
  "Confirm the termination at once and in text form (§ 312k (4) BGB): mail to `confirmation.email` what was declared (`written`, word for word), `receivedAt` as the date and time of receipt, not the time at which it was forwarded, and when the contract ends. The link is `receiptUrl`; `receiptPdfUrl` is fetched and attached, as it is the portal's own receipt. Without an address, send it by post. Each address goes into `sentTo`. Where the end is not known yet, a second mail names it.";

/** What both kinds of termination declare. */
const declared = {
  ...receiptFacts,
  written: z.record(z.string(), z.string()).optional().meta({
    description: "The customer's input word for word, by form field. Other fields hold normalized copies.",
  }),
  serviceType: z.string().optional().meta({
    description: "Missing if the configuration could not be loaded: a termination never waits for it.",
  }),
  cancellationType: z.enum(["Regular", "Special"]).meta({
    description: "`Special` also means, in the alternative, a regular termination at the next possible date.",
  }),
  reason: terminationReason,
  details: z
    .object({
      reasonText: z.string().optional(),
      moveDate: isoDate.optional(),
      newAddress: z.string().optional(),
      country: z.string().optional(),
      dateOfDeath: isoDate.optional(),
      submitterName: z.string().optional(),
      submitterContact: z.string().optional(),
      submitterRelation: z.string().optional(),
      userName: z.string().optional(),
      userPhoneNumber: z.string().optional(),
    })
    .optional()
    .meta({ description: "Details of the reason; each is present only with its reason." }),
  selectTerminationDate: z.enum(["now", "later"]).meta({
    description: "`now`: at the next possible date; `later`: at `terminationDate`.",
  }),
  terminationDate: isoDate.optional().meta({ description: "The requested end; only with `later`." }),
  confirmation: z
    .object({ email: z.string().optional(), phone: z.string().optional() })
    .meta({ description: "Where the confirmation goes." }),
  payout: z
    .object({ accountHolder: z.string(), iban: z.string(), ibanSource: dataSource })
    .optional()
    .meta({ description: "Prepaid: remaining credit is paid out to this account, as it was entered." }),
  proofAnnounced: z.boolean().optional().meta({ description: "A proof follows as an upload." }),
  numberPorting: z
    .boolean()
    .optional()
    .meta({ description: "The number is to be ported to another provider." }),
  language,
};

export const termination = z.object({
  ...declared,
  customer: z.object({
    firstName: z.string(),
    lastName: z.string(),
    birthDate: isoDate.optional(),
    address: postalAddress.partial().optional(),
  }),
  phoneNumber: z
    .string()
    .optional()
    .meta({ description: "E.164; missing if the input is not a phone number." }),
  customerNumber: z.string().optional(),
  contractNumber: z.string().optional(),
});
export type Termination = z.infer<typeof termination>;

/** As long as a field of the public form: a browser keeps all of them in one cookie. */
const prefilledText = () => z.string().max(200);

export const terminationPrefill = z
  .object({
    serviceType: prefilledText().optional(),
    firstName: prefilledText().default(""),
    lastName: prefilledText().default(""),
    phoneNumber: prefilledText().optional(),
    customerNumber: prefilledText().optional(),
    contractNumber: prefilledText().optional(),
    tariff: prefilledText().optional(),
    email: prefilledText().optional(),
    earliestEndDate: isoDate
      .optional()
      .meta({ description: "The earliest end of the contract if the termination arrives today." }),
  })
  .meta({
    description: "What the provider knows of the customer who follows a link from the selfcare pages.",
  });
export type TerminationPrefill = z.infer<typeof terminationPrefill>;

export const prefilledTermination = z
  .object({ ...declared, data: z.string() })
  .meta({ description: "`data` identifies the customer and the contract." });
export type PrefilledTermination = z.infer<typeof prefilledTermination>;

/** Its size tells it from others. */
const uploadedProof = z.object({
  name: z.string().default(""),
  type: z.string().default(""),
  size: z.number().int().meta({ description: "Bytes." }),
  receivedAt: instant.optional(),
});
export type UploadedProof = z.infer<typeof uploadedProof>;

/** A company has no first name. */
const repeatedCustomer = z.object({
  ...termination.shape.customer.shape,
  firstName: z.string().default(""),
  lastName: z.string().default(""),
});

/** What was declared, as far as the provider repeats it: the portal shows its own copy while it has one. */
const repeated = z.object({
  ...declared,
  cancellationType: z.enum(["None", "Regular", "Special"]).default("None").meta({
    description: "`None` in responses only: from a provider that does not state it.",
  }),
  reason: terminationReason.default("None"),
  selectTerminationDate: declared.selectTerminationDate.default("now"),
  confirmation: declared.confirmation.default({}),
  language: language.default("de"),
  customer: repeatedCustomer.default({ firstName: "", lastName: "" }),
  phoneNumber: z.string().optional(),
  customerNumber: z.string().optional(),
  contractNumber: z.string().optional(),
  tariff: z.string().optional(),
  serviceName: z.string().optional().meta({ description: "The service type's name in the configuration." }),
  payout: z
    .object({ accountHolder: z.string().default(""), maskedIban: z.string().default("") })
    .optional()
    .meta({ description: "Text that is no IBAN is repeated as it was written." }),
});

export const terminationReceipt = z
  .object({
    id: z.string(),
    receivedAt: instant.optional().meta({
      description: "The portal shows its own time of receipt, and this one only where it has none any more.",
    }),
    endDate: isoDate.optional().meta({
      description:
        "The end of the contract: as wished, or the next possible date; missing where the provider confirms it later.",
    }),
    specialEndDate: isoDate.optional().meta({
      description:
        "Special terminations: the end once the reason is recognised; missing where the provider decides.",
    }),
    declaration: repeated.default(repeated.parse({})),
    uploads: emptyCounts(z.array(uploadedProof))
      .optional()
      .meta({ description: "An empty list says that there is none; without the list, nobody knows." }),
    sentTo: z
      .array(z.string())
      .default([])
      .meta({ description: "The addresses that the confirmation was sent to." }),
  })
  .meta({
    description:
      "The receipt of a termination (§ 312k (4) BGB): content, time, end. Sensitive values are masked.",
  });
export type TerminationReceipt = z.infer<typeof terminationReceipt>;
/** What is said of it at once: the portal has its own number. */
const terminationReceived = terminationReceipt.partial({ id: true });
export type TerminationReceived = z.infer<typeof terminationReceived>;
const receipts = { received: terminationReceived, stored: terminationReceipt };

const withoutReceipt = {
  load: "The receipt is the portal's own copy of what was declared, with what the provider answered to the declaration. It says nothing else of the end of the contract.",
};

export const openCalls = declarationCalls(
  "contracttermination",
  "termination",
  termination,
  receipts,
  receiptDuty,
  withoutReceipt,
);
export const prefilledCalls = declarationCalls(
  "prefilledcontracttermination",
  "termination of a prefilled contract",
  prefilledTermination,
  receipts,
  receiptDuty,
  withoutReceipt,
);

export const terminationCalls = {
  terminationConfig: call("GET /api/{brand}/contracttermination/config", "What can be terminated", {
    answer: terminationConfig,
  }),
  terminationUpload: call(
    "POST /api/{brand}/contracttermination/upload/{id}",
    "A proof for a termination that was received",
    // Any success means that the provider has it.
    {
      multipart: true,
      withoutLink: true,
      answer: "nothing",
      duty: "Put the file to the termination, whichever of the two forms that came from, and read it before a special termination is refused. No mail is needed: the receipt lists it (`uploads`).",
    },
  ),
  prefilledTerminationConfig: call(
    "GET /api/{brand}/prefilledcontracttermination/config",
    "What can be terminated from the selfcare pages",
    { answer: terminationConfig },
  ),
  prefillTermination: call(
    "GET /api/{brand}/prefilledcontracttermination/prefill",
    "Customer and contract behind the opaque data of a selfcare link",
    { query: z.object({ data: z.string() }), answer: terminationPrefill, isNeverEmpty: true },
  ),
};
