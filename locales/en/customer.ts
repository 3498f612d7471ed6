import type { Translation } from "#app/i18n/translation.ts";
import type de from "../de/customer.ts";

export default {
  page: {
    title: "My customer data",
    lead: "Fill in only what changes. Whatever you leave empty stays as it is.",
    name: "Name",
    customerNumber: "Customer number",
    contact: "Contact",
    email: "New e-mail address",
    phone: "New phone number",
    stored: "On record: {{masked}}",
    noneYet: "Nothing on record yet",
    account: "Bank account",
    accountHolder: "Name on the new account",
    iban: "New IBAN",
    submit: "Save changes",
    help: "Has your name changed?",
    helpText: "We need a document for that. Please call us.",
  },
  problem: {
    nothingTitle: "You have not changed anything",
    nothing: "Your details are already saved like this. Change something or close the page.",
    failedTitle: "Your changes could not be saved",
    failed: "What you entered is still here. Please try again in a few minutes. Nothing is saved twice.",
    failedWithEnd:
      "We are working on our systems, probably until {{downtimeEnd}}. What you entered is still here. Please save it again after that. Nothing is saved twice.",
    refusedTitle: "We cannot save your details like this",
    refused: "Please check what you entered or call us.",
  },
  conflict: {
    title: "Your data has changed in the meantime",
    text: "Your data was changed somewhere else after you opened this page. Please compare both versions. Nothing you entered has been saved yet.",
    compare: "Both versions compared",
    stored: "On record now",
    entered: "What you entered",
    unchanged: "not changed",
    submit: "Save what I entered",
    keep: "Keep what is on record",
  },
  receipt: {
    title: "Your changes are saved",
    lead: "Received on {{at}}. If we have your e-mail address, we will send you a confirmation.",
    changed: "What we changed",
    reference: "Reference number",
    again: "Change something else",
  },
  fields: {
    address: "Address",
    email: "E-mail address",
    phone: "Phone number",
    bankAccount: "Bank account",
  },
  states: {
    NotFound: {
      headline: "This link does not work",
      text: "We found no customer data for this link. Please open the link again directly from our message, or call us.",
    },
    LinkExpired: {
      headline: "This link has expired",
      text: "For your security the link is valid for a short time only. Call us and we will send you a new one.",
    },
    Unauthorized: {
      headline: "You need a new link",
      text: "We may no longer show you the data with this link. Call us and we will send you a new one.",
    },
    Forbidden: {
      headline: "We cannot show you this data here",
      text: "Please call us. We are glad to help.",
    },
    Downtime: {
      headline: "We are working on our systems",
      text: "Your customer data cannot be reached at the moment. Please try again later.",
      textWithEnd:
        "Your customer data cannot be reached at the moment. The work will probably take until {{downtimeEnd}}. Please try again after that.",
    },
    TechnicalProblem: {
      headline: "Your customer data cannot be loaded right now",
      text: "This is our fault. Please try again or call us.",
    },
  },
} satisfies Translation<typeof de>;
