import type { Translation } from "#app/i18n/translation.ts";
import type de from "../de/email.ts";

export default {
  rejection: {
    title: "Stop advertising e-mails",
    lead: "Would you like to stop getting advertising e-mails from {{brand}}? Confirm it here. It costs nothing.",
    submit: "Stop advertising e-mails",
    stillText: "You will still get important messages about your contract, such as your bill.",
  },
  done: {
    title: "You have stopped the advertising e-mails",
    text: "We no longer send advertising from {{brand}} to your e-mail address. An e-mail that is already on its way may still reach you.",
    still: "You will still get important messages about your contract.",
    at: "Received on {{at}}",
    home: "Go to the home page",
  },
  problem: {
    failedTitle: "That did not work just now",
    failed:
      "This is our fault. Please press “Stop advertising e-mails” once more. If it fails again, call us.",
    failedWithEnd:
      "We are working on our systems, probably until {{downtimeEnd}}. Please press “Stop advertising e-mails” once more after that, or call us.",
  },
  states: {
    incomplete: {
      headline: "Something is missing from this link",
      text: "Please open the complete link at the bottom of our e-mail. If that does not work, we can stop the advertising for you by phone.",
    },
    unknownToken: {
      headline: "We do not know this link",
      text: "It may have been changed when it was copied. Please open it directly from our e-mail. If that does not work, we can stop the advertising for you by phone.",
    },
    unknownBrand: {
      headline: "We do not know this brand",
      text: "The link belongs to none of our brands. Please open it directly from the e-mail that you received.",
    },
  },
  novum: {
    headline: "Something is missing from this link",
    text: "Without the number at the end of the link we cannot find your offer. Please open the complete link from our message.",
    landing: "What the link looks like",
  },
} satisfies Translation<typeof de>;
