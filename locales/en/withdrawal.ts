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
    emailHint: "We send the acknowledgment of receipt there at once.",
    notTermination: "Do you want to end a contract that is already running?",
    terminate: "Terminate contracts here",
  },
  confirmation: {
    title: "We have received your withdrawal",
    sentTo: "We have sent this acknowledgment to {{to}}.",
    first: "We had already received this withdrawal. Its original content applies, as shown here.",
    receipt: "Acknowledgment of receipt",
    declaration: "I withdraw from the contract named below.",
    id: "Reference number",
    receivedAt: "Received on",
    name: "Name",
    contract: "Contract",
    email: "E-mail address",
    next: "What happens next",
    nextMoney: "We refund what you paid within 14\u00a0days.",
    nextDevice: "Have you received a device? Then please return it within 14\u00a0days.",
    keep: "Bookmark this page to find the acknowledgment again.",
    download: "Acknowledgment as PDF",
  },
  states: {
    NotFound: {
      headline: "We cannot find this acknowledgment",
      text: "Please check whether the address is complete. If you have withdrawn from a contract, the acknowledgment is in your inbox too.",
    },
  },
  errors: {
    toForm: "Go to the withdrawal form",
    formHeadline: "We have not been able to confirm your withdrawal yet",
    formText:
      "Our system is not responding right now. Everything you entered is still here. Please press “Confirm withdrawal” again. Even if your withdrawal has already reached us, it counts only once. Hotline: {{hotline}}, reference number: {{traceId}}",
    formTextWithEnd:
      "We are working on our systems, probably until {{downtimeEnd}}. Everything you entered is still here. Please press “Confirm withdrawal” again after that. Even if your withdrawal has already reached us, it counts only once. Hotline: {{hotline}}, reference number: {{traceId}}",
    refusedText:
      "We could not accept your withdrawal like this. Please check what you entered or call us: {{hotline}}, reference number: {{traceId}}",
  },
} satisfies Translation<typeof de>;
