/** Texts that a use case words differently: by use case or by its family, then file and key. */
export default {
  vvl: {
    offer: {
      offer: {
        title: "Ihre Vertragsverlängerung",
        lead: "Prüfen Sie in Ruhe, was wir für Ihre Vertragsverlängerung zusammengestellt haben. Sie bestellen erst ganz am Ende.",
        order: "Weiter zur Vertragsverlängerung",
      },
      confirmation: {
        title: "Danke für Ihre Vertragsverlängerung",
      },
    },
  },
  tm: {
    offer: {
      offer: {
        title: "Ihr Tarifwechsel",
        order: "Weiter zum Tarifwechsel",
      },
      confirmation: {
        title: "Danke, Ihr Tarifwechsel ist beauftragt",
      },
    },
  },
};
