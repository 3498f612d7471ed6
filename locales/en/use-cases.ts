import type { Translation } from "#app/i18n/translation.ts";
import type de from "../de/use-cases.ts";

export default {
  vvl: {
    offer: {
      offer: {
        title: "Your contract extension",
        lead: "This is what we have put together for your contract extension. Take your time to check it. Your order becomes binding only in the last step.",
        order: "Continue to contract extension",
        resume: "Carry on with your contract extension",
      },
      summary: {
        order: "Your contract extension",
      },
      confirmation: {
        title: "Thank you for extending your contract",
        nextMail: "You will get an e-mail with all documents on your contract extension.",
      },
    },
  },
  tm: {
    offer: {
      offer: {
        title: "Your tariff change",
        lead: "This is what we have put together for your tariff change. Take your time to check it. Your order becomes binding only in the last step.",
        order: "Continue to tariff change",
        resume: "Carry on with your tariff change",
      },
      summary: {
        order: "Your tariff change",
      },
      confirmation: {
        title: "Thank you, your tariff change has been ordered",
      },
    },
  },
  coc: {
    offer: {
      offer: {
        title: "Taking over your contract",
        order: "Continue to contract takeover",
      },
      confirmation: {
        title: "Thank you, your contract takeover has been ordered",
      },
    },
  },
} satisfies Translation<typeof de>;
