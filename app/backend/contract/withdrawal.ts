import { z } from "zod";
import { declarationCalls } from "./call.ts";
import { instant, isoDate, language, receiptFacts } from "./common.ts";
import { atMostItems } from "./rules.ts";

export const withdrawal = z
  .object({
    ...receiptFacts,
    firstName: z.string(),
    lastName: z.string(),
    contractReference: z
      .string()
      .meta({ description: "Whatever identifies the contract, in the customer's words." }),
    contractParts: z.string().optional().meta({
      description:
        "Which contracts of the order are meant, by their products' names, separated by commas. Absent: all that `contractReference` stands for.",
    }),
    email: z.string().meta({
      description:
        "Where the acknowledgement goes; empty if none was entered, or nothing that is one address.",
    }),
    note: z.string().optional().meta({
      description: "What was entered as e-mail address instead: none, or several. Never to be used as one.",
    }),
    language,
  })
  .meta({
    description: "A withdrawal (§ 356a BGB): who, from which contract, where the acknowledgement goes.",
  });
export type Withdrawal = z.infer<typeof withdrawal>;

/** What was declared, as far as the provider repeats it: the portal shows its own copy while it has one. */
const repeated = z.object({
  ...withdrawal.shape,
  firstName: z.string().default(""),
  lastName: z.string().default(""),
  contractReference: z.string().default(""),
  email: z.string().default(""),
  language: language.default("de"),
});

/** Where a device goes that came with the contract. */
export const deviceReturn = z
  .object({
    address: atMostItems(8, z.array(z.string()).min(1)),
    labelUrl: z
      .url({ protocol: /^https?$/ })
      .optional()
      .meta({ description: "The label for the parcel, as a page or a PDF of the provider." }),
    until: isoDate.optional().meta({ description: "The last day on which it can be sent." }),
    paidBy: z.enum(["customer", "provider"]).optional().meta({
      description: "Who pays for the parcel. Absent: the portal points to the withdrawal information.",
    }),
  })
  .meta({
    description:
      "How a device is returned (§ 357 BGB). Absent: none is known, and the receipt says where devices go in general.",
  });
export type DeviceReturn = z.infer<typeof deviceReturn>;

export const withdrawalReceipt = z.object({
  id: z.string(),
  receivedAt: instant.optional(),
  declaration: repeated.default(repeated.parse({})),
  sentTo: z.array(z.string()).default([]),
  deviceReturn: deviceReturn.optional(),
});
export type WithdrawalReceipt = z.infer<typeof withdrawalReceipt>;
/** What is said of it at once: the portal has its own number. */
const withdrawalReceived = withdrawalReceipt.partial({ id: true });
export type WithdrawalReceived = z.infer<typeof withdrawalReceived>;

export const withdrawalCalls = declarationCalls(
  "withdrawal",
  "withdrawal",
  withdrawal,
  { received: withdrawalReceived, stored: withdrawalReceipt },
  "Acknowledge the withdrawal at once on a durable medium (§ 356a (4) BGB): mail to `email` what was declared, with `receivedAt` as the date and time of receipt. The link is `receiptUrl`; `receiptPdfUrl` is fetched and attached. `note` is what was typed in place of an address: staff read it, no program mails to it. Each address goes into `sentTo`. Pay back within 14 days of `receivedAt` (§ 357 BGB).",
  {
    declare:
      "The portal has received the withdrawal, says so to the customer, sends it ten times, and then leaves it to staff: it lists it for its operator (`npm run declarations`) with all that is needed to act.",
    load: "The receipt is the portal's own copy of what was declared.",
    download: "The receipt as a document is the portal's own.",
  },
);
