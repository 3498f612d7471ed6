import type { Translation } from "#app/i18n/translation.ts";
import type de from "../de/withdrawal.ts";

export default {
  form: {
    title: "Withdraw from a contract",
    lead: "Withdraw from a contract that you made online or by phone. You do not need a reason.",
    submit: "Confirm withdrawal",
    firstName: "First name",
    lastName: "Last name",
    contractReference: "Which contract?",
    contractReferenceHint: "Order number, contract number or phone number",
    email: "E-mail address",
    emailHint: "We send the acknowledgement there at once.",
    notTermination: "Do you want to end a running contract?",
    terminate: "Terminate contracts here",
  },
  confirmation: {
    title: "We have received your withdrawal",
    sentTo: "We have sent this acknowledgement to {{to}}.",
    first: "We had received this withdrawal before. What counts is its content from then, as shown here.",
    receipt: "Acknowledgement",
    declaration: "I withdraw from the contract named below.",
    id: "Reference",
    receivedAt: "Received on",
    name: "Name",
    contract: "Contract",
    email: "E-mail address",
    next: "What comes next",
    nextMoney: "We pay back what you paid within 14 days at the latest.",
    nextDevice: "Please send back a device that you received within 14 days.",
    keep: "Bookmark the address of this page: it leads you back to the acknowledgement.",
    download: "Acknowledgement as PDF",
  },
  states: {
    NotFound: {
      headline: "We cannot find this acknowledgement",
      text: "Please check whether the address is complete. If you have withdrawn, the acknowledgement is in your mailbox too.",
    },
  },
  errors: {
    toForm: "To the withdrawal form",
    formHeadline: "We could not confirm your withdrawal yet",
    formText:
      "Our system does not answer right now. All you entered is still here. Please press “Confirm withdrawal” again: even if the first one arrived, it counts only once. Hotline: {{hotline}}, reference: {{traceId}}",
    refusedText:
      "We could not accept your withdrawal like this. Please check what you entered or call us: {{hotline}}, reference: {{traceId}}",
  },
} satisfies Translation<typeof de>;
