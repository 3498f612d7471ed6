import type { Translation } from "#app/i18n/translation.ts";
import type de from "../de/use-cases.ts";

export default {
  vvl: {
    offer: {
      offer: {
        title: "Your contract extension",
        lead: "This is what we have put together for your contract extension. Take your time to check it. Your order becomes binding only in the last step.",
        order: "Continue to contract extension",
        resume: "Resume your contract extension",
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
        title: "Your plan change",
        lead: "This is what we have put together for your plan change. Take your time to check it. Your order becomes binding only in the last step.",
        order: "Continue to plan change",
        resume: "Resume your plan change",
      },
      summary: {
        order: "Your plan change",
      },
      confirmation: {
        title: "Thank you, your plan change has been ordered",
      },
    },
  },
  coc: {
    offer: {
      offer: {
        title: "Your contract takeover",
        order: "Continue to contract takeover",
      },
      confirmation: {
        title: "Thank you, your contract takeover has been ordered",
      },
    },
  },
} satisfies Translation<typeof de>;
