import type { Translation } from "#app/i18n/translation.ts";
import type de from "../de/use-cases.ts";

export default {
  vvl: {
    offer: {
      offer: {
        title: "Sözleşme uzatmanız",
        lead: "Sözleşme uzatmanız için bunları bir araya getirdik. Her şeyi acele etmeden inceleyin. Siparişiniz ancak son adımda bağlayıcı olur.",
        order: "Sözleşme uzatmaya devam et",
        resume: "Sözleşme uzatmayı sürdür",
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
        lead: "Tarife değişikliğiniz için bunları bir araya getirdik. Her şeyi acele etmeden inceleyin. Siparişiniz ancak son adımda bağlayıcı olur.",
        order: "Tarife değişikliğine devam et",
        resume: "Tarife değişikliğini sürdür",
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
        title: "Sözleşmeyi devralmanız",
        order: "Sözleşme devrine devam et",
      },
      confirmation: {
        title: "Teşekkür ederiz, sözleşme devri için siparişiniz alındı",
      },
    },
  },
} satisfies Translation<typeof de>;
