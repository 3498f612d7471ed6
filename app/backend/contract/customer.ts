import { z } from "zod";
import { call } from "./call.ts";
import { dataSource, instant, postalAddress, sourced } from "./common.ts";

export const customerDetails = z
  .object({
    version: z.string().optional().meta({
      description:
        "Changes with the data and is sent back with a change, so that no customer overwrites data they have not seen. Absent: nothing is checked.",
    }),
    customerNumber: z.string().optional(),
    firstName: z.string().default(""),
    lastName: z.string().default(""),
    address: postalAddress.optional(),
    email: z.string().optional(),
    phone: z.string().optional(),
    bankAccount: z
      .object({
        accountHolder: z.string().optional(),
        iban: z.string().meta({ description: "Masked: DE89 •••• •••• •••• ••30 00." }),
      })
      .optional(),
  })
  .meta({
    description:
      "The provider's data about a customer. The link alone opens it, so sensitive values arrive masked.",
  });
export type CustomerDetails = z.infer<typeof customerDetails>;

export const customerChange = z
  .object({
    version: z.string().min(1).optional().meta({
      description: "The version of the data that the customer saw; absent if these have none.",
    }),
    address: sourced(postalAddress).optional(),
    email: sourced(z.string()).optional(),
    phone: sourced(z.string().regex(/^\+\d{6,15}$/))
      .optional()
      .meta({ description: "E.164" }),
    bankAccount: z
      .object({
        accountHolder: z.string(),
        iban: z.string(),
        ibanSource: dataSource,
        sepaMandate: z.literal(true).meta({
          description:
            "The customer gave the SEPA mandate for this account with this change; it is dated by the receipt.",
        }),
      })
      .optional(),
  })
  .meta({
    description:
      "Only what the customer changed, and the version that they saw, if the data have one. The provider confirms a change by mail, to the address from before it as well as to a new one.",
  });
export type CustomerChange = z.infer<typeof customerChange>;

export const customerChangeReceipt = z.object({
  reference: z.string().optional().meta({
    description: "The number of the change: shown to the customer, and written in the mail about it.",
  }),
  receivedAt: instant.optional(),
});

export type CustomerChangeReceipt = z.infer<typeof customerChangeReceipt>;

export const customerCalls = {
  customerDetails: call("GET /api/{brand}/customer/details/{id}", "A customer's data with its version", {
    answer: customerDetails,
    isNeverEmpty: true,
  }),
  changeCustomerDetails: call(
    "POST /api/{brand}/customer/details/{id}",
    "Changes of a customer's data; 409 CUSTOMER_DATA_CHANGED when the version is not the latest",
    {
      body: customerChange,
      answer: customerChangeReceipt,
      duty: "Mail what was changed, at once, to the customer's old and new address: the link alone opens the page, so that the mail is how a customer notices a change by somebody else. Name the fields, never a whole account number.",
    },
  ),
};
