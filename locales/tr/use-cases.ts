import type { Translation } from "#app/i18n/translation.ts";
import type de from "../de/use-cases.ts";

export default {
  vvl: {
    offer: {
      offer: {
        title: "Sözleşme uzatmanız",
        lead: "Sözleşme uzatmanız için bu teklifi hazırladık. Her şeyi acele etmeden inceleyin. Siparişiniz ancak son adımda bağlayıcı olur.",
        order: "Sözleşme uzatmaya geç",
        resume: "Sözleşme uzatmaya devam et",
      },
      summary: {
        order: "Sözleşme uzatmanız",
      },
      confirmation: {
        title: "Sözleşmenizi uzattığınız için teşekkür ederiz",
        nextMail: "Sözleşme uzatmanızla ilgili tüm belgeleri içeren bir e-posta alacaksınız.",
      },
    },
  },
  tm: {
    offer: {
      offer: {
        title: "Tarife değişikliğiniz",
        lead: "Tarife değişikliğiniz için bu teklifi hazırladık. Her şeyi acele etmeden inceleyin. Siparişiniz ancak son adımda bağlayıcı olur.",
        order: "Tarife değişikliğine geç",
        resume: "Tarife değişikliğine devam et",
      },
      summary: {
        order: "Tarife değişikliğiniz",
      },
      confirmation: {
        title: "Teşekkür ederiz, tarife değişikliğiniz için siparişiniz alındı",
      },
    },
  },
  coc: {
    offer: {
      offer: {
        title: "Sözleşme devriniz",
        order: "Sözleşme devrine geç",
      },
      confirmation: {
        title: "Teşekkür ederiz, sözleşme devri için siparişiniz alındı",
      },
    },
  },
} satisfies Translation<typeof de>;
