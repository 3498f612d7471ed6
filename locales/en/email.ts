import type { Translation } from "#app/i18n/translation.ts";
import type de from "../de/email.ts";

export default {
  rejection: {
    title: "Stop advertising by e-mail",
    lead: "You do not want advertising by e-mail from {{brand}} any more? Confirm it here. It costs nothing.",
    submit: "Stop advertising by e-mail",
    stillText: "You will still get important messages about your contract, such as your bill.",
  },
  done: {
    title: "You have stopped the advertising",
    text: "We no longer send advertising from {{brand}} to your e-mail address. A mail that is already on its way may still reach you.",
    still: "You will still get important messages about your contract.",
    at: "Received on {{at}}",
    home: "Go to the start page",
  },
  problem: {
    failedTitle: "That did not work just now",
    failed: "This is our fault. Please press the button once more. If it fails again, call us.",
    failedWithEnd:
      "We are working on our system, probably until {{downtimeEnd}}. Please press the button once more after that, or call us.",
  },
  states: {
    incomplete: {
      headline: "Something is missing from this link",
      text: "Please open the whole link at the bottom of our mail. If that does not work, we can stop the advertising for you by phone.",
    },
    unknownToken: {
      headline: "We do not know this link",
      text: "It may have been changed when it was copied. Please open it straight from our mail. If that does not work, we can stop the advertising for you by phone.",
    },
    unknownBrand: {
      headline: "We do not know this brand",
      text: "The link belongs to none of our brands. Please open it straight from the mail that you got.",
    },
  },
  novum: {
    headline: "Something is missing from this link",
    text: "Without the number at the end of the link we cannot find your offer. Please open the whole link from our message.",
    landing: "What the link looks like",
  },
} satisfies Translation<typeof de>;
